//! Where lines go: one write a line, from any thread, and the traffic log beside it.

use anyhow::Context;
use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use ugi::reply::is_error;

/// The one way out. Shared by the loop and the thinking thread.
pub struct Output {
    inner: Mutex<Inner>,
    /// Called when nobody reads any more.
    on_closed: fn(),
    /// Lines so far that report an error.
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
    /// Writes to `writer`; `on_closed` is called when that fails.
    #[must_use]
    pub fn new(writer: Box<dyn Write + Send>, on_closed: fn()) -> Self {
        Self { inner: Mutex::new(Inner { writer, log: None }), on_closed, errors: AtomicUsize::new(0) }
    }

    /// Writes one line, or the lines of a text, in one write.
    pub fn write_line(&self, line: impl Display) {
        let mut text = line.to_string();
        if is_error(&text) {
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

    /// The number of lines so far that report an error.
    pub fn errors(&self) -> usize {
        self.errors.load(Ordering::Relaxed)
    }

    /// Notes a line that came in.
    pub fn log_input(&self, line: &str) {
        self.lock().log_lines('>', line);
    }

    /// Writes all traffic from now on to the end of the file at `path`; an empty path ends that.
    ///
    /// # Errors
    /// The file cannot be opened; the log before goes on.
    pub fn log_to(&self, path: &str) -> anyhow::Result<()> {
        let log = if path.is_empty() {
            None
        } else {
            let file = File::options().create(true).append(true).open(path);
            Some(Log { file: file.context("cannot open the log file")?, start: Instant::now() })
        };
        self.lock().log = log;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// A log that cannot be written ends; the game goes on.
    fn log_lines(&mut self, mark: char, text: &str) {
        let Some(log) = &mut self.log else { return };
        let seconds = log.start.elapsed().as_secs_f64();
        let lines: String = text.lines().map(|line| format!("{seconds:12.6} {mark} {line}\n")).collect();
        if log.file.write_all(lines.as_bytes()).is_err() {
            self.log = None;
        }
    }
}
