//! The lines to and from an engine process. The most recent lines are kept for error reports, and all lines can be
//! logged to a file.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use ugi::LastLines;

/// Maximum total length of the lines in a game's log, in bytes, not counting times and labels. The limit keeps an
/// engine with endless output from filling the disk.
const MAX_LOG_BYTES: usize = 64 << 20;

/// The log file of a game. Clones write to the same file, so that all processes of a game share it. A new log has no
/// open file, and lines are dropped until [`Log::open`] creates one.
///
/// ```
/// use speltafel_runner::{Dialogue, Log};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("game.log");
/// let log = Log::default();
/// log.open(&path)?;
/// Dialogue::new("p1", log.clone()).log_sent("isready");
/// log.close();
/// assert!(std::fs::read_to_string(&path)?.ends_with(" p1 > isready\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Option<OpenLog>>>);

/// An open log file.
struct OpenLog {
    file: BufWriter<File>,
    started: Instant,
    /// Number of bytes that may still be written, not counting times and labels.
    bytes_left: usize,
}

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

impl Log {
    /// Creates a log file and closes the previous one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub fn open(&self, path: &Path) -> std::io::Result<()> {
        let file = BufWriter::new(File::create(path)?);
        *self.file() = Some(OpenLog { file, started: Instant::now(), bytes_left: MAX_LOG_BYTES });
        Ok(())
    }

    /// Closes the log file.
    pub fn close(&self) {
        *self.file() = None;
    }

    fn file(&self) -> MutexGuard<'_, Option<OpenLog>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the milliseconds since the log was opened, the label, the direction and the line. Write errors are
    /// ignored, because a full disk must not end a tournament.
    fn write(&self, label: &str, arrow: &str, line: &str) {
        if let Some(open) = &mut *self.file() {
            let now = open.started.elapsed().as_secs_f64() * 1000.0;
            if open.bytes_left < line.len() {
                // Later, shorter lines might fit, but a log with gaps is misleading.
                open.bytes_left = 0;
                return;
            }
            open.bytes_left -= line.len();
            let _ = writeln!(open.file, "{now:10.3} {label} {arrow} {line}");
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_log_is_limited() {
        let folder = tempfile::tempdir().unwrap();
        let (path, log) = (folder.path().join("game.log"), Log::default());
        log.open(&path).unwrap();
        let mut dialogue = Dialogue::new("p1", log.clone());
        let line = "x".repeat(MAX_LOG_BYTES / 8);
        (0..9).for_each(|_| dialogue.log_received(&line));
        dialogue.log_sent("quit");
        log.close();
        let size = std::fs::metadata(&path).unwrap().len() as usize;
        assert!((MAX_LOG_BYTES..MAX_LOG_BYTES + 1000).contains(&size), "{size}");
        assert_eq!(dialogue.last_lines().last().unwrap(), "> quit");
    }
}
