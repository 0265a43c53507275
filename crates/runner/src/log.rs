//! The log of a game: all lines to and from its processes.

use base::files::ensure_file_or_new;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Maximum total length of the lines in a game's log, in bytes, not counting times and labels. The limit keeps an
/// engine with endless output from filling the disk.
const MAX_LOG_BYTES: usize = 64 << 20;
/// The first word of the lines that are shortened.
const POSITION: &str = "position ";

/// The log file of a game. Clones write to the same file, so that all processes of a game share it. A new log has no
/// open file, and lines are dropped until [`Log::open`] creates one.
///
/// A `position` line that begins with the one before it to the same process is logged as `position ...` and the new
/// words, because otherwise the size of a log grows with the square of the length of the game.
///
/// ```
/// use speltafel_runner::{Dialogue, Log};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("game.log");
/// let log = Log::default();
/// log.open(&path)?;
/// let mut dialogue = Dialogue::new("p1", log.clone());
/// dialogue.log_sent("position startpos moves a");
/// dialogue.log_sent("position startpos moves a b");
/// log.close(true);
/// let text = std::fs::read_to_string(&path)?;
/// assert!(text.ends_with(" p1 > position ... b\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Option<OpenLog>>>);

/// An open log file.
struct OpenLog {
    path: PathBuf,
    file: BufWriter<File>,
    started: Instant,
    /// Number of bytes that may still be written, not counting times and labels.
    bytes_left: usize,
    /// The last `position` line to each process, by its label.
    positions: BTreeMap<String, String>,
}

impl Log {
    /// Creates a log file and closes the previous one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub fn open(&self, path: &Path) -> io::Result<()> {
        self.close(true);
        ensure_file_or_new(path)?;
        *self.file() = Some(OpenLog {
            path: path.to_path_buf(),
            file: BufWriter::new(File::create(path)?),
            started: Instant::now(),
            bytes_left: MAX_LOG_BYTES,
            positions: BTreeMap::new(),
        });
        Ok(())
    }

    /// Closes the log file, and removes it unless `keep` is true.
    pub fn close(&self, keep: bool) {
        let Some(OpenLog { path, file, .. }) = self.file().take() else { return };
        // Dropping the file writes everything that is buffered.
        drop(file);
        if !keep {
            // A log that is left over does no harm.
            let _ = fs::remove_file(&path);
        }
    }

    fn file(&self) -> MutexGuard<'_, Option<OpenLog>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the milliseconds since the log was opened, the label, the direction and the line. Write errors are
    /// ignored, because a full disk must not end a tournament.
    pub(crate) fn write(&self, label: &str, arrow: &str, line: &str) {
        let Some(open) = &mut *self.file() else { return };
        if open.bytes_left < line.len() {
            // Later, shorter lines might fit, but a log with gaps is misleading.
            open.bytes_left = 0;
            return;
        }
        open.bytes_left -= line.len();
        let now = open.started.elapsed().as_secs_f64() * 1000.0;
        let (dots, rest) = open.shortened(label, line);
        let _ = writeln!(open.file, "{now:10.3} {label} {arrow} {dots}{rest}");
    }
}

impl OpenLog {
    /// Returns the parts of a line as it is logged.
    fn shortened<'a>(&mut self, label: &str, line: &'a str) -> (&'static str, &'a str) {
        if !line.starts_with(POSITION) {
            return ("", line);
        }
        let before = self.positions.entry(label.to_string()).or_default();
        let rest = line.strip_prefix(before.as_str()).filter(|_| !before.is_empty());
        let shown = match rest {
            Some(rest) if rest.is_empty() || rest.starts_with(' ') => ("position ...", rest),
            _ => ("", line),
        };
        line.clone_into(before);
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_and_path(name: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        (folder, path)
    }

    #[test]
    fn the_size_of_a_log_is_limited() {
        let (_folder, path) = folder_and_path("game.log");
        let log = Log::default();
        log.open(&path).unwrap();
        let line = "x".repeat(MAX_LOG_BYTES / 8);
        (0..9).for_each(|_| log.write("p1", "<", &line));
        log.write("p1", ">", "quit");
        log.close(true);
        let size = std::fs::metadata(&path).unwrap().len() as usize;
        assert!((MAX_LOG_BYTES..MAX_LOG_BYTES + 1000).contains(&size), "{size}");
    }

    #[test]
    fn positions_are_shortened() {
        let (_folder, path) = folder_and_path("game.log");
        let log = Log::default();
        log.open(&path).unwrap();
        for line in ["position startpos", "position startpos", "position startpos moves a", "position fen x", "go"] {
            log.write("p1", ">", line);
        }
        log.write("p2", ">", "position fen x moves b");
        log.close(true);
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().map(|line| line.split_once("> ").unwrap().1).collect();
        let shown = ["position startpos", "position ...", "position ... moves a", "position fen x", "go"];
        assert_eq!(lines, [&shown[..], &["position fen x moves b"]].concat());
    }
}
