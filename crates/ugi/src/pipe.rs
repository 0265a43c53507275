//! Connections to an engine that send and receive lines, with deadlines.
//!
//! [`ThreadPipe`](crate::ThreadPipe) runs on every system and is meant for engines that follow the protocol.

use std::collections::VecDeque;
use std::time::Instant;
use thiserror::Error;

/// Maximum length of a line in bytes. An engine drops a longer line. A client reports it as [`PipeError::Flood`].
pub const LONGEST_LINE: usize = 16 << 20;

/// A connection to an engine, for a [`Client`](crate::Client).
///
/// ```
/// use std::collections::VecDeque;
/// use std::time::{Duration, Instant};
/// use speltafel_ugi::{Client, Pipe, PipeError};
///
/// /// An engine in memory. It consists of its unread output.
/// struct Engine(VecDeque<&'static str>);
///
/// impl Pipe for Engine {
///     fn send(&mut self, lines: &[&str], _: Instant) -> Result<(), PipeError> {
///         self.0.extend(lines.iter().filter_map(|line| match *line {
///             "ugi" => Some("ugiok"),
///             "query turn" => Some("response p1"),
///             _ => None,
///         }));
///         Ok(())
///     }
///
///     fn line(&mut self, _: Instant) -> Result<String, PipeError> {
///         self.0.pop_front().map(str::to_string).ok_or(PipeError::TimedOut)
///     }
///
///     fn last_lines(&self) -> Vec<String> {
///         Vec::new()
///     }
/// }
///
/// let mut client = Client::handshake(Engine(VecDeque::new()), "the engine", Duration::ZERO)?;
/// assert_eq!(client.ask_turn()?.to_string(), "p1");
/// assert!(client.ready().is_err(), "the engine does not answer isready");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Pipe {
    /// Sends the lines, in order, each followed by a line ending.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not read the lines before the deadline.
    fn send(&mut self, lines: &[&str], deadline: Instant) -> Result<(), PipeError>;

    /// Waits for the engine's next line and returns it without the line ending.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, does not write a whole line before the deadline, or writes too much
    /// output, such as a line longer than [`LONGEST_LINE`].
    fn line(&mut self, deadline: Instant) -> Result<String, PipeError>;

    /// Returns the most recent lines sent and received, oldest first, each with a prefix: `> ` to the engine, `< ` from
    /// the engine, `! ` from its standard error.
    fn last_lines(&self) -> Vec<String>;
}

/// The reason why a line could not be sent or read.
///
/// See the example of [`Pipe`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PipeError {
    /// The process has exited or its input is closed. The text is the exit status, or describes what went wrong.
    #[error("the process has exited ({0})")]
    Exited(String),
    /// The process is running, but has closed its input or output, which the text names. It is then ended.
    #[error("the process has closed its {0}")]
    Closed(&'static str),
    /// The process is running, but the deadline has passed.
    #[error("no answer before the deadline")]
    TimedOut,
    /// The process has written more than is accepted: a line that is too long, or too much output in total.
    #[error("too much output")]
    Flood,
}

/// Number of lines that [`LastLines`] keeps.
const LAST_LINES: usize = 16;
/// Maximum length of a line that [`LastLines`] keeps, in characters.
const WIDTH: usize = 300;

/// The 16 most recent lines to and from an engine, for [`Pipe::last_lines`]. Long lines are shortened.
///
/// ```
/// use speltafel_ugi::LastLines;
///
/// let mut last = LastLines::default();
/// last.push(">", "go depth 3");
/// last.push("<", "bestmove 11-15");
/// assert_eq!(last.lines(), ["> go depth 3", "< bestmove 11-15"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct LastLines(VecDeque<String>);

impl LastLines {
    /// Adds a line. `arrow` is `>` for a line to the engine, `<` for one from the engine, and `!` for one from its
    /// standard error.
    pub fn push(&mut self, arrow: &str, line: &str) {
        let mut kept = if self.0.len() == LAST_LINES { self.0.pop_front().unwrap_or_default() } else { String::new() };
        kept.clear();
        kept.push_str(arrow);
        kept.push(' ');
        if line.len() <= WIDTH {
            kept.push_str(line);
        } else {
            kept.extend(line.chars().take(WIDTH));
            kept.push_str("...");
        }
        self.0.push_back(kept);
    }

    /// Returns the lines, oldest first, each after its arrow and a space.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.0.iter().cloned().collect()
    }
}
