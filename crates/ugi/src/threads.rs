//! An engine process whose output a thread reads.

use crate::LONGEST_LINE;
use crate::dialogue::{Dialogue, Log};
use crate::pipe::{Pipe, PipeError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

/// Bytes of output that may wait to be read.
const MAX_UNREAD: usize = 4 * LONGEST_LINE;

/// A line and when it came; `None`: the engine writes without end.
type TimedLine = (Instant, Option<String>);

/// An engine process whose output a thread reads. Dropping it ends the process. Its standard error stays that of this
/// process. [`Pipe::send`] blocks for as long as the engine does not read.
pub struct ThreadPipe {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<TimedLine>,
    /// A line that came after the deadline of the last [`Pipe::line`].
    late: Option<TimedLine>,
    /// Bytes of `lines`.
    unread: Arc<AtomicUsize>,
    dialogue: Dialogue,
}

impl ThreadPipe {
    /// Starts a process.
    ///
    /// # Errors
    /// It does not start.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let missing = || io::Error::other("a pipe is missing");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let (sender, lines) = channel();
        let unread = Arc::new(AtomicUsize::new(0));
        let waiting = Arc::clone(&unread);
        thread::Builder::new().name("hear".to_string()).spawn(move || read_lines(stdout, &sender, &waiting))?;
        Ok(Self { child, stdin, lines, late: None, unread, dialogue: Dialogue::new("engine", Log::default()) })
    }

    fn exit_error(&mut self) -> PipeError {
        // Without its pipes nothing can come of it any more, and `wait` must not hang.
        let _ = self.child.kill();
        PipeError::Exited(self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string()))
    }
}

impl Pipe for ThreadPipe {
    fn send(&mut self, lines: &[&str], _deadline: Instant) -> Result<(), PipeError> {
        lines.iter().for_each(|line| self.dialogue.log_sent(line));
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        self.stdin.write_all(text.as_bytes()).map_err(|_| self.exit_error())
    }

    fn line(&mut self, deadline: Instant) -> Result<String, PipeError> {
        let heard = match self.late.take() {
            Some(heard) => Ok(heard),
            None => self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match heard {
            // A line that came in time is read at any time; an engine that never stops writing is late nevertheless.
            Ok(heard) if heard.0 > deadline => {
                self.late = Some(heard);
                Err(PipeError::TimedOut)
            }
            Ok((_, None)) => Err(PipeError::Flood),
            Ok((_, Some(line))) => {
                self.unread.fetch_sub(line_memory(&line), Ordering::Relaxed);
                self.dialogue.log_received(&line);
                Ok(line)
            }
            Err(RecvTimeoutError::Timeout) => Err(PipeError::TimedOut),
            Err(RecvTimeoutError::Disconnected) => Err(self.exit_error()),
        }
    }

    fn last_lines(&self) -> Vec<String> {
        self.dialogue.last_lines()
    }
}

impl Drop for ThreadPipe {
    fn drop(&mut self) {
        // It may have left by itself; either way no process stays behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The memory that a line takes.
const fn line_memory(line: &str) -> usize {
    size_of::<TimedLine>() + line.len()
}

fn read_lines(stdout: ChildStdout, sender: &Sender<TimedLine>, unread: &AtomicUsize) {
    let mut lines = BufReader::new(stdout);
    let mut bytes = Vec::new();
    // One byte more than a line may have shows that it is too long.
    while lines.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_string();
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
    use std::time::Duration;

    /// What an engine that is a line of shell makes of `isready`.
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
    fn an_engine_that_writes_without_end_is_no_answer() {
        assert_eq!(ready("echo readyok; sleep 9"), None);
        assert_eq!(ready("sleep 9"), Some(PipeError::TimedOut));
        assert_eq!(ready("head -c 20000000 /dev/zero; sleep 9"), Some(PipeError::Flood));
        assert!(matches!(ready("yes info"), Some(PipeError::TimedOut | PipeError::Flood)));
    }

    #[test]
    fn a_line_that_comes_after_the_deadline_is_late_once() {
        let mut pipe = ThreadPipe::start(Command::new("sh").args(["-c", "echo one; sleep 9"])).unwrap();
        let before = Instant::now();
        thread::sleep(Duration::from_millis(300));
        assert_eq!(pipe.line(before), Err(PipeError::TimedOut));
        assert_eq!(pipe.line(Instant::now()), Ok("one".to_string()));
    }
}
