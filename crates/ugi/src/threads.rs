//! An engine process whose output is read by a thread.

use crate::pipe::{LONGEST_LINE, LastLines, Pipe, PipeError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum memory for lines that the caller has not yet read, in bytes.
const MAX_UNREAD: usize = 4 * LONGEST_LINE;
/// The time that a process with a closed pipe has for its exit.
const EXIT_PATIENCE: Duration = Duration::from_secs(1);

/// A line with the time of its arrival. `None` in place of the line means that the engine wrote too much output.
type TimedLine = (Instant, Option<String>);

/// An engine process whose output is read by a thread. Dropping it kills the process.
///
/// The engine inherits this program's standard error. [`Pipe::send`] ignores its deadline and blocks until the engine
/// reads.
///
/// See the example of [`Client`](crate::Client).
pub struct ThreadPipe {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<TimedLine>,
    /// A line that arrived after the deadline of the last [`Pipe::line`].
    late: Option<TimedLine>,
    /// Memory that `lines` occupies, in bytes.
    unread: Arc<AtomicUsize>,
    last: LastLines,
}

impl ThreadPipe {
    /// Starts a process. Its standard input and output are replaced by pipes.
    ///
    /// # Errors
    /// Returns an error if the process cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let missing = || io::Error::other("a pipe is missing");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let (sender, lines) = channel();
        let unread = Arc::new(AtomicUsize::new(0));
        let waiting = Arc::clone(&unread);
        thread::Builder::new()
            .name("engine-output".to_string())
            .spawn(move || read_lines(stdout, &sender, &waiting))?;
        Ok(Self { child, stdin, lines, late: None, unread, last: LastLines::default() })
    }

    /// Returns the error of a process that has closed this pipe. If it does not exit soon, it is killed.
    fn exit_error(&mut self, pipe: &'static str) -> PipeError {
        let end = Instant::now() + EXIT_PATIENCE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return PipeError::Exited(status.to_string()),
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(1)),
                Ok(None) => break,
                Err(error) => return PipeError::Exited(error.to_string()),
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        PipeError::Closed(pipe)
    }
}

impl Pipe for ThreadPipe {
    fn send(&mut self, lines: &[&str], _deadline: Instant) -> Result<(), PipeError> {
        lines.iter().for_each(|line| self.last.push(">", line));
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        self.stdin.write_all(text.as_bytes()).map_err(|_| self.exit_error("input"))
    }

    fn line(&mut self, deadline: Instant) -> Result<String, PipeError> {
        let received = match self.late.take() {
            Some(line) => Ok(line),
            None => self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match received {
            // The deadline applies to the time of arrival. A line that arrived in time counts even if it is read late,
            // and an engine that never stops writing cannot extend its deadline.
            Ok(line) if line.0 > deadline => {
                self.late = Some(line);
                Err(PipeError::TimedOut)
            }
            Ok((_, None)) => Err(PipeError::Flood),
            Ok((_, Some(line))) => {
                self.unread.fetch_sub(line_memory(&line), Ordering::Relaxed);
                self.last.push("<", &line);
                Ok(line)
            }
            Err(RecvTimeoutError::Timeout) => Err(PipeError::TimedOut),
            Err(RecvTimeoutError::Disconnected) => Err(self.exit_error("output")),
        }
    }

    fn last_lines(&self) -> Vec<String> {
        self.last.lines()
    }
}

impl Drop for ThreadPipe {
    fn drop(&mut self) {
        // Errors are ignored, because `drop` cannot report them. `wait` removes the process from the process table.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the memory that a line occupies, in bytes.
const fn line_memory(line: &str) -> usize {
    size_of::<TimedLine>() + line.len()
}

fn read_lines(stdout: ChildStdout, sender: &Sender<TimedLine>, unread: &AtomicUsize) {
    let mut lines = BufReader::new(stdout);
    let mut bytes = Vec::new();
    // Reading one byte more than the limit reveals a line that is too long.
    while lines.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_string();
        // The process may have been killed while it wrote its last line.
        if !bytes.ends_with(b"\n") && bytes.len() <= LONGEST_LINE {
            return;
        }
        let flood = bytes.len() > LONGEST_LINE || unread.fetch_add(line_memory(&line), Ordering::Relaxed) > MAX_UNREAD;
        if sender.send((Instant::now(), (!flood).then_some(line))).is_err() || flood {
            return;
        }
        bytes.clear();
    }
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::client::{Client, ClientError};

    /// Runs a shell script as an engine and returns the error from `isready`; `None` if the engine answers.
    fn ready(script: &str) -> Option<PipeError> {
        let mut command = Command::new("sh");
        let mut client = Client::start(command.args(["-c", &format!("echo ugiok; read ugi; {script}")])).unwrap();
        client.set_timeout(Duration::from_millis(2000));
        match client.ready() {
            Err(ClientError::Connection { cause, .. }) => Some(cause),
            _ => None,
        }
    }

    #[test]
    fn too_much_output_is_an_error() {
        assert_eq!(ready("echo readyok; sleep 9"), None);
        assert_eq!(ready("sleep 9"), Some(PipeError::TimedOut));
        assert_eq!(ready("head -c 20000000 /dev/zero; sleep 9"), Some(PipeError::Flood));
        assert!(matches!(ready("printf readyok"), Some(PipeError::Exited(_))), "an unfinished line is no answer");
        assert!(matches!(ready("exit 3"), Some(PipeError::Exited(_))));
        assert_eq!(ready("exec >&-; sleep 9"), Some(PipeError::Closed("output")));
        assert!(matches!(ready("yes info"), Some(PipeError::TimedOut | PipeError::Flood)));
    }

    #[test]
    fn a_line_after_the_deadline_is_returned_by_the_next_call() {
        let mut pipe = ThreadPipe::start(Command::new("sh").args(["-c", "echo one; sleep 9"])).unwrap();
        let before = Instant::now();
        thread::sleep(Duration::from_millis(300));
        assert_eq!(pipe.line(before), Err(PipeError::TimedOut));
        assert_eq!(pipe.line(Instant::now()), Ok("one".to_string()));
    }
}
