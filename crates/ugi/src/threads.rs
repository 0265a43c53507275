//! An engine process whose output a thread reads.

use crate::dialogue::{Dialogue, Log};
use crate::pipe::{Pipe, PipeError};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

/// An engine process whose output a thread reads. Dropping it ends the process. Its standard error stays that of this
/// process. [`Pipe::send`] blocks for as long as the engine does not read.
pub struct ThreadPipe {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
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
        thread::Builder::new().name("hear".to_string()).spawn(move || hear(stdout, &sender))?;
        Ok(Self { child, stdin, lines, dialogue: Dialogue::new("engine", Log::default()) })
    }

    fn gone(&mut self) -> PipeError {
        // Without its pipes nothing can come of it any more, and `wait` must not hang.
        let _ = self.child.kill();
        PipeError::Gone(self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string()))
    }
}

impl Pipe for ThreadPipe {
    fn send(&mut self, lines: &[&str], _deadline: Instant) -> Result<(), PipeError> {
        lines.iter().for_each(|line| self.dialogue.sent(line));
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        self.stdin.write_all(text.as_bytes()).map_err(|_| self.gone())
    }

    fn line(&mut self, deadline: Instant) -> Result<String, PipeError> {
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                self.dialogue.heard(&line);
                Ok(line)
            }
            Err(RecvTimeoutError::Timeout) => Err(PipeError::Late),
            Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
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

fn hear(stdout: ChildStdout, sender: &Sender<String>) {
    let mut lines = BufReader::new(stdout);
    let mut bytes = Vec::new();
    while lines.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_string();
        if sender.send(line).is_err() {
            return;
        }
        bytes.clear();
    }
}
