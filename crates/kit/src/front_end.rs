//! Front-end protocols: protocols other than UGI that graphical programs for a single game use, such as Hub for
//! draughts.

use crate::error::BoxError;
use crate::output::Output;
use std::io::BufRead;
use std::sync::Arc;

/// A front-end protocol. It takes over the engine's input and output until the process exits.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::front_end::FrontEnd;
/// use speltafel_kit::prelude::*;
/// use nim::{Nim, PROGRAM};
/// use std::io::BufRead;
///
/// /// Repeats every line.
/// const ECHO: FrontEnd = FrontEnd {
///     first_word: "echo",
///     run: |out, input| {
///         for line in input.lines() {
///             out.write_line(line?);
///         }
///         Ok(())
///     },
/// };
///
/// static REGISTRY: Registry = speltafel_kit::registry![PROGRAM; RegisteredGame::of::<Nim>().with_front_ends(&[ECHO])];
/// assert_eq!(REGISTRY.front_end("echo 1").map(|found| found.first_word), Some("echo"));
/// assert!(REGISTRY.front_end("ugi").is_none());
/// # let (mut reader, writer) = std::io::pipe()?;
/// # let out = std::sync::Arc::new(speltafel_kit::output::Output::new(Box::new(writer), || panic!("closed")));
/// # (ECHO.run)(&out, &mut "echo 1\n2".as_bytes())?;
/// # drop(out);
/// # assert_eq!(std::io::read_to_string(&mut reader)?, "echo 1\n2\n");
/// # Ok::<(), speltafel_kit::error::BoxError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FrontEnd {
    /// The word that selects the protocol: the first word of the first non-blank line.
    pub first_word: &'static str,
    /// Reads and answers lines until a command or the end of input ends the session. If a line of the input selected
    /// the protocol, the input starts with that line; a command-line argument that selected it is not part of the
    /// input. Returns an error if the input cannot be read.
    pub run: fn(&Arc<Output>, &mut dyn BufRead) -> Result<(), BoxError>,
}
