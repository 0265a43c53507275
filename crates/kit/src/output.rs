//! The engine output, which all threads share, and the log file of all traffic.

use crate::error::KitError;
use crate::watch::watch_output;
use base::files::ensure_file_or_new;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The start of a line that reports the error of a command.
const ERROR: &str = "info string error ";

/// Returns whether a line reports an error. The answer to a query may repeat a word with `#` before it.
fn is_error(line: &str) -> bool {
    let answer = line.strip_prefix("response ").map(|answer| match answer.split_once(' ') {
        Some((id, answer)) if id.starts_with('#') => answer,
        _ => answer,
    });
    line.starts_with(ERROR) || answer.is_some_and(|answer| answer.starts_with("error "))
}

/// The engine output. The serve loop and the search thread share it.
///
/// ```
/// use speltafel_kit::output::Output;
/// use std::io::{pipe, read_to_string};
///
/// let (reader, writer) = pipe()?;
/// let out = Output::new(Box::new(writer), || panic!("nobody reads the output"));
/// out.write_line("readyok");
/// out.queue_line("response p1");
/// out.write_line("info string error illegal_move 9");
/// assert_eq!(out.errors(), 1);
/// out.hold();
/// out.write_line("info depth 1");
/// out.write_line("bestmove 11-15");
/// out.release();
/// drop(out);
/// assert_eq!(read_to_string(reader)?, "readyok\nresponse p1\ninfo string error illegal_move 9\ninfo depth 1\nbestmove 11-15\n");
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
    /// The lines that are still to be written.
    queued: String,
    /// Whether all lines are queued.
    is_held: bool,
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
        Self {
            inner: Mutex::new(Inner { writer, queued: String::new(), is_held: false, log: None }),
            on_closed,
            errors: AtomicUsize::new(0),
        }
    }

    /// Creates an output that writes to the standard output. The process exits with code 0 when nobody reads it any
    /// more.
    #[must_use]
    pub fn standard() -> Self {
        let on_closed = || std::process::exit(0);
        watch_output(on_closed);
        Self::new(Box::new(io::stdout()), on_closed)
    }

    /// Writes `line`, which may consist of several lines, and flushes the output, unless the output is held. Output of
    /// other threads never comes between the lines.
    pub fn write_line(&self, line: impl Display) {
        self.push_line(line, true);
    }

    /// Queues `line`, which is then written together with later lines. A client reads several answers faster if they
    /// arrive together.
    pub fn queue_line(&self, line: impl Display) {
        self.push_line(line, false);
    }

    /// Queues all lines, of all threads, until [`Output::release`].
    pub fn hold(&self) {
        self.lock().is_held = true;
    }

    /// Writes the queued lines, and ends [`Output::hold`].
    pub fn release(&self) {
        let mut inner = self.lock();
        inner.is_held = false;
        self.write_queued(inner);
    }

    fn push_line(&self, line: impl Display, flush: bool) {
        let text = line.to_string();
        if is_error(&text) {
            self.errors.fetch_add(1, Ordering::Relaxed);
        }
        let mut inner = self.lock();
        let failure = inner.log_lines('<', &text).err().map(log_failure);
        inner.queued.extend([text.as_str(), "\n"]);
        inner.queued.extend(failure);
        if flush && !inner.is_held {
            self.write_queued(inner);
        }
    }

    fn write_queued(&self, mut inner: MutexGuard<Inner>) {
        let queued = std::mem::take(&mut inner.queued);
        if queued.is_empty() {
            return;
        }
        let written = inner.writer.write_all(queued.as_bytes()).and_then(|()| inner.writer.flush());
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
        let logged = self.lock().log_lines('>', line);
        if let Err(error) = logged {
            self.write_line(log_failure(error).trim_end());
        }
    }

    /// Appends all traffic from now on to the file at `path`. An empty path closes the log.
    ///
    /// # Errors
    /// Returns an error if the path is not that of a regular file, or if the file cannot be opened. The previous log
    /// then stays open.
    pub fn log_to(&self, path: &str) -> Result<(), KitError> {
        let log = if path.is_empty() {
            None
        } else {
            let open = || {
                // Opening a named pipe would block until a process reads from it.
                ensure_file_or_new(Path::new(path))?;
                File::options().create(true).append(true).open(path)
            };
            let file = open().map_err(|source| KitError::Io { what: format!("cannot open {path}"), source })?;
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
    /// (`>` for input, `<` for output).
    ///
    /// # Errors
    /// Returns an error if the lines cannot be written. The log is then closed.
    fn log_lines(&mut self, mark: char, text: &str) -> io::Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        let seconds = log.start.elapsed().as_secs_f64();
        let lines: String = text.lines().map(|line| format!("{seconds:12.6} {mark} {line}\n")).collect();
        log.file.write_all(lines.as_bytes()).inspect_err(|_| self.log = None)
    }
}

/// Returns the line that reports that the log was closed.
fn log_failure(error: io::Error) -> String {
    format!("{}bad_argument LogFile: cannot write, the log is closed: {error}\n", ERROR)
}
