//! The errors of an engine.

use base::counted::counted;
use std::error::Error;
use std::io;

/// An error of a game's own code: of an opening book, an interchange format, a front-end protocol or a subcommand.
///
/// See the example of [`InterchangeFormat`](crate::interchange::InterchangeFormat).
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Why an engine or its options cannot do what was asked.
///
/// ```
/// use speltafel_kit::error::KitError;
///
/// let failed = KitError::Lines { failed: 1, lines: 3, first: "position x".to_string() };
/// assert_eq!(failed.to_string(), "1 of 3 lines failed, first: position x");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KitError {
    /// The input or a file cannot be read or written.
    #[error("{what}")]
    Io {
        /// What failed, such as `cannot read the input`.
        what: String,
        /// Why it failed.
        source: io::Error,
    },
    /// Protocol lines of the command line were answered with an error.
    #[error("{failed} of {} failed, first: {first}", counted(*lines, "line"))]
    Lines {
        /// The number of lines that failed.
        failed: usize,
        /// The number of all lines.
        lines: usize,
        /// The first line that failed, quoted.
        first: String,
    },
    /// An option does not exist or does not accept its value.
    #[error("{0}")]
    Option(String),
    /// A law of games does not hold; the text is a sentence.
    #[error("{0}")]
    Law(String),
    /// The game's own code failed.
    #[error(transparent)]
    Game(#[from] BoxError),
}

/// Returns the messages of an error and its causes, separated by colons.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let (mut text, mut cause) = (error.to_string(), error.source());
    while let Some(error) = cause {
        text.push_str(&format!(": {error}"));
        cause = error.source();
    }
    text
}
