//! What was said to a process and by it: the last lines for the record of a fault, all lines for those who keep logs.
//! Knows no protocol.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

/// Lines that go into the record of a fault.
const LAST_LINES: usize = 16;
/// Characters of such a line.
const WIDTH: usize = 300;
/// Bytes of the log of a game: an engine that talks without end shall not fill the disk.
const MAX_LOG_BYTES: usize = 64 << 20;

/// Where all dialogues of a game go, if anywhere. Clones write to the same file.
#[derive(Clone, Default)]
pub struct Log(Rc<RefCell<Option<OpenLog>>>);

/// The log of one game.
struct OpenLog {
    file: BufWriter<File>,
    started: Instant,
    /// Bytes that still have room.
    bytes_left: usize,
}

/// The dialogue with one process.
pub struct Dialogue {
    /// How the log calls the process.
    pub label: String,
    last: VecDeque<String>,
    log: Log,
}

impl Log {
    /// Begins a new file; the last one is closed.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn open(&self, path: &Path) -> std::io::Result<()> {
        let file = BufWriter::new(File::create(path)?);
        *self.0.borrow_mut() = Some(OpenLog { file, started: Instant::now(), bytes_left: MAX_LOG_BYTES });
        Ok(())
    }

    /// Closes the file.
    pub fn close(&self) {
        *self.0.borrow_mut() = None;
    }

    /// Writes one line: milliseconds since the start of the game, who, which way, what. A disk that is full must not
    /// end a tournament: what cannot be logged is lost.
    fn write(&self, label: &str, arrow: &str, line: &str) {
        if let Some(open) = &mut *self.0.borrow_mut() {
            let now = open.started.elapsed().as_secs_f64() * 1000.0;
            if open.bytes_left < line.len() {
                // What follows may be short again, but a log with holes misleads.
                open.bytes_left = 0;
                return;
            }
            open.bytes_left -= line.len();
            let _ = writeln!(open.file, "{now:10.3} {label} {arrow} {line}");
        }
    }
}

impl Dialogue {
    /// An empty dialogue.
    #[must_use]
    pub fn new(label: impl Into<String>, log: Log) -> Self {
        Self { label: label.into(), last: VecDeque::new(), log }
    }

    /// A line to the process.
    pub fn log_sent(&mut self, line: &str) {
        self.push_line(">", line);
    }

    /// A line from the process.
    pub fn log_received(&mut self, line: &str) {
        self.push_line("<", line);
    }

    /// A line on its standard error.
    pub fn log_stderr(&mut self, line: &str) {
        self.push_line("!", line);
    }

    /// The last lines, oldest first: `> ` to it, `< ` from it, `! ` its standard error.
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.last.iter().cloned().collect()
    }

    fn push_line(&mut self, arrow: &str, line: &str) {
        self.log.write(&self.label, arrow, line);
        let mut kept =
            if self.last.len() == LAST_LINES { self.last.pop_front().unwrap_or_default() } else { String::new() };
        kept.clear();
        kept.push_str(arrow);
        kept.push(' ');
        if line.len() <= WIDTH {
            kept.push_str(line);
        } else {
            kept.extend(line.chars().take(WIDTH));
            kept.push_str("...");
        }
        self.last.push_back(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_does_not_grow_without_end() {
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
