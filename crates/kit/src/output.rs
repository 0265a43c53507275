//! The engine output, which all threads share, and the log file of all traffic.

use crate::error::KitError;
use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The starts of lines that report an error.
const ERRORS: [&str; 2] = ["info string error ", "response error "];

/// The engine output. The serve loop and the search thread share it.
///
/// ```
/// use speltafel_kit::output::Output;
/// use std::io::{pipe, read_to_string};
///
/// let (reader, writer) = pipe()?;
/// let out = Output::new(Box::new(writer), || panic!("nobody reads the output"));
/// out.write_line("readyok");
/// out.write_line("info string error illegal_move 9");
/// assert_eq!(out.errors(), 1);
/// drop(out);
/// assert_eq!(read_to_string(reader)?, "readyok\ninfo string error illegal_move 9\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Output {
    inner: Mutex<Inner>,
    /// Called when a write fails, which usually means that nobody reads the output any more.
    on_closed: fn(),
    /// Number of error lines written so far.
    errors: AtomicUsize,
}

struct Inner {
    writer: Box<dyn Write + Send>,
    log: Option<Log>,
}

struct Log {
    file: File,
    start: Instant,
}

impl Output {
    /// Creates an output that writes to `writer` and calls `on_closed` when a write fails.
    #[must_use]
    pub fn new(writer: Box<dyn Write + Send>, on_closed: fn()) -> Self {
        Self { inner: Mutex::new(Inner { writer, log: None }), on_closed, errors: AtomicUsize::new(0) }
    }

    /// Writes `line`, which may consist of several lines, and flushes the output. Output of other threads never comes
    /// between the lines.
    pub fn write_line(&self, line: impl Display) {
        let mut text = line.to_string();
        if ERRORS.iter().any(|start| text.starts_with(start)) {
            self.errors.fetch_add(1, Ordering::Relaxed);
        }
        let mut inner = self.lock();
        inner.log_lines('<', &text);
        text.push('\n');
        let written = inner.writer.write_all(text.as_bytes()).and_then(|()| inner.writer.flush());
        drop(inner);
        if written.is_err() {
            (self.on_closed)();
        }
    }

    /// Returns the number of error lines written so far.
    pub fn errors(&self) -> usize {
        self.errors.load(Ordering::Relaxed)
    }

    /// Copies a line of input to the log file.
    pub fn log_input(&self, line: &str) {
        self.lock().log_lines('>', line);
    }

    /// Appends all traffic from now on to the file at `path`. An empty path closes the log.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened. The previous log then stays open.
    pub fn log_to(&self, path: &str) -> Result<(), KitError> {
        let log = if path.is_empty() {
            None
        } else {
            let file = File::options().create(true).append(true).open(path);
            let file = file.map_err(|source| KitError::Io { what: "cannot open the log file", source })?;
            Some(Log { file, start: Instant::now() })
        };
        self.lock().log = log;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Appends each line of `text` to the log, preceded by the time in seconds since the log was opened and by `mark`
    /// (`>` for input, `<` for output). A write error closes the log; the engine continues.
    fn log_lines(&mut self, mark: char, text: &str) {
        let Some(log) = &mut self.log else { return };
        let seconds = log.start.elapsed().as_secs_f64();
        let lines: String = text.lines().map(|line| format!("{seconds:12.6} {mark} {line}\n")).collect();
        if log.file.write_all(lines.as_bytes()).is_err() {
            self.log = None;
        }
    }
}
