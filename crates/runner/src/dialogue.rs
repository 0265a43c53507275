//! The lines to and from an engine process. The most recent lines are kept for error reports, and all lines can be
//! logged to a file.

use crate::log::Log;
use ugi::LastLines;

/// The most recent lines to and from one process, and the log to which all its lines are written.
///
/// ```
/// use speltafel_runner::{Dialogue, Log};
///
/// let mut dialogue = Dialogue::new("p1", Log::default());
/// dialogue.log_sent("go depth 3");
/// dialogue.log_received("bestmove 11-15");
/// assert_eq!(dialogue.last_lines(), ["> go depth 3", "< bestmove 11-15"]);
/// ```
pub struct Dialogue {
    /// The name of the process in the log.
    pub label: String,
    last: LastLines,
    log: Log,
}

impl Dialogue {
    /// Creates a dialogue without lines. Later lines are also written to `log`, in which the process is called `label`.
    #[must_use]
    pub fn new(label: impl Into<String>, log: Log) -> Self {
        Self { label: label.into(), last: LastLines::default(), log }
    }

    /// Records a line sent to the process.
    pub fn log_sent(&mut self, line: &str) {
        self.push_line(">", line);
    }

    /// Records a line that the process wrote to standard output.
    pub fn log_received(&mut self, line: &str) {
        self.push_line("<", line);
    }

    /// Records a line that the process wrote to standard error.
    pub fn log_stderr(&mut self, line: &str) {
        self.push_line("!", line);
    }

    /// Returns the 16 most recent lines, oldest first, each with a prefix: `> ` to the process, `< ` from the process,
    /// `! ` from its standard error.
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.last.lines()
    }

    fn push_line(&mut self, arrow: &str, line: &str) {
        self.log.write(&self.label, arrow, line);
        self.last.push(arrow, line);
    }
}
