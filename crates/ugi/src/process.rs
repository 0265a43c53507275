//! An engine process behind pipes that never block beyond a deadline.

use super::LONGEST_LINE;
use super::dialogue::Dialogue;
use super::guard::Guard;
use super::pipe::{Pipe, PipeError};
use super::program::Program;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How often a silent process is looked after: one whose own children hold its pipes leaves no other sign.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Between the end of a process by a signal and the news of it.
const EXIT_DELAY: Duration = Duration::from_millis(100);

/// A running process.
///
/// Unlike [`crate::threads::ThreadPipe`] it copes with a process that does not read, does not write, or writes without end.
pub struct Process {
    child: Child,
    /// `None`: closed.
    stdin: Option<ChildStdin>,
    stdout: PipeReader<ChildStdout>,
    stderr: PipeReader<ChildStderr>,
    guard: Option<Guard>,
    /// The deadline behind which the pipes have been looked at for the last time.
    overtime: Option<Instant>,
    /// Its end has been seen and its group killed: the number may belong to somebody else by now.
    ended: bool,
    /// What was said.
    pub dialogue: Dialogue,
}

/// A pipe that is read without blocking.
struct PipeReader<R> {
    pipe: Option<R>,
    bytes: Vec<u8>,
    /// Up to here no line ends.
    searched: usize,
    /// Up to here everything has been given out.
    consumed: usize,
}

impl Process {
    /// Starts a program in a process group of its own.
    ///
    /// # Errors
    /// It does not start.
    pub fn start(program: &Program, guard: Option<&Guard>, dialogue: Dialogue) -> io::Result<Self> {
        let mut command = Command::new(&program.command);
        command.args(&program.args).envs(&program.env);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &program.dir {
            command.current_dir(dir);
        }
        match guard {
            Some(guard) => guard.adopt(&mut command),
            None => _ = std::os::unix::process::CommandExt::process_group(&mut command, 0),
        }
        let mut child = command.spawn()?;
        if let Some(guard) = guard {
            guard.report_group(child.id(), true);
        }
        let missing = || io::Error::other("a pipe is missing");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = PipeReader::new(child.stdout.take().ok_or_else(missing)?)?;
        let stderr = PipeReader::new(child.stderr.take().ok_or_else(missing)?)?;
        set_nonblocking(&stdin)?;
        Ok(Self {
            child,
            stdin: Some(stdin),
            stdout,
            stderr,
            guard: guard.cloned(),
            overtime: None,
            ended: false,
            dialogue,
        })
    }

    /// Sends bytes that need not be text or lines; they do not stand in the dialogue.
    ///
    /// # Errors
    /// It has gone, or does not read.
    pub fn write(&mut self, bytes: &[u8], deadline: Instant) -> Result<(), PipeError> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let Some(stdin) = &mut self.stdin else { return Err(PipeError::Exited("its input is closed".to_string())) };
            match stdin.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.wait(true, deadline)?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(self.exit_error()),
            }
        }
        Ok(())
    }

    /// Ends its input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits until it leaves by itself: what it still says, and how it left.
    ///
    /// # Errors
    /// It stays, or writes without end.
    pub fn wait_for_exit(&mut self, deadline: Instant) -> Result<(Vec<String>, ExitStatus), PipeError> {
        let (mut said, mut bytes) = (Vec::new(), 0);
        loop {
            while let Some(line) = self.stdout.line() {
                self.dialogue.log_received(&line);
                bytes += line.len() + size_of::<String>();
                said.push(line);
            }
            if self.stdout.pending().max(bytes) > LONGEST_LINE {
                return Err(PipeError::Flood);
            }
            if self.stdout.pipe.is_some() {
                self.wait(false, deadline)?;
            } else if let Ok(Some(status)) = self.child.try_wait() {
                return Ok((said, status));
            } else if Instant::now() >= deadline {
                return Err(PipeError::TimedOut);
            } else {
                // It has closed its output and is about to leave.
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Asks it to leave, waits a moment, and kills it and all that it has started.
    pub fn close(mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        if self.send(&["quit"], deadline).is_ok() {
            while self.line(deadline).is_ok() {}
        }
    }

    /// Waits until there is something to read, or (`writing`) room to write; reads what there is.
    fn wait(&mut self, writing: bool, deadline: Instant) -> Result<(), PipeError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // What came in time is read, however late this runner is; who never stops writing gains nothing by it.
            if left.is_zero() && self.overtime.replace(deadline) == Some(deadline) {
                return Err(PipeError::TimedOut);
            }
            let now = left.min(POLL_INTERVAL);
            let timeout = Timespec { tv_sec: now.as_secs() as i64, tv_nsec: i64::from(now.subsec_nanos()) };
            let mut watched = Vec::with_capacity(3);
            // Standard output comes first, standard error second, whichever of them are there.
            let (stdout, stderr) = (&self.stdout.pipe, &self.stderr.pipe);
            watched.extend(stdout.iter().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
            watched.extend(stderr.iter().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
            watched.extend(self.stdin.iter().filter(|_| writing).map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
            let polled = poll(&mut watched, Some(&timeout));
            if polled.is_ok_and(|count| count > 0) {
                let mut ready = watched.iter().map(|pipe| !pipe.revents().is_empty());
                let said = stdout.is_some() && ready.next() == Some(true);
                let muttered = stderr.is_some() && ready.next() == Some(true);
                drop(watched);
                if said {
                    self.stdout.fill();
                }
                if muttered {
                    self.read_stderr();
                    self.stderr.discard_unfinished_line();
                }
                if writing && self.stdout.pending() > LONGEST_LINE {
                    return Err(PipeError::Flood);
                }
                return Ok(());
            }
            if left.is_zero() {
                return Err(PipeError::TimedOut);
            }
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                self.stdout.fill();
                self.stdout.pipe = None;
                return Ok(());
            }
        }
    }

    /// Reads what there is on its standard error.
    fn read_stderr(&mut self) {
        self.stderr.fill();
        while let Some(line) = self.stderr.line() {
            self.dialogue.log_stderr(&line);
        }
    }

    /// It has closed its pipes: its exit status for people, and its last words into the dialogue.
    fn exit_error(&mut self) -> PipeError {
        self.kill_group();
        self.read_stderr();
        let status = self.child.wait();
        if status.as_ref().is_ok_and(|status| status.signal().is_some()) {
            // Who ends a whole job at once kills the engines a moment before the runner, perhaps.
            std::thread::sleep(EXIT_DELAY);
        }
        PipeError::Exited(status.map_or_else(|error| error.to_string(), |status| status.to_string()))
    }

    /// Kills the whole group, once.
    fn kill_group(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        // One that left by itself a moment ago shall keep its own exit status.
        let left = matches!(self.child.try_wait(), Ok(Some(_)));
        // The group goes too: a shell's engine, or what the engine has started.
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        if !left {
            let _ = self.child.kill();
        }
    }
}

impl Pipe for Process {
    /// Reads meanwhile, so that two full pipes cannot hold each other up.
    fn send(&mut self, lines: &[&str], deadline: Instant) -> Result<(), PipeError> {
        let mut bytes = Vec::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
        for line in lines {
            self.dialogue.log_sent(line);
            bytes.extend_from_slice(line.as_bytes());
            bytes.push(b'\n');
        }
        self.write(&bytes, deadline)
    }

    fn line(&mut self, deadline: Instant) -> Result<String, PipeError> {
        loop {
            if let Some(line) = self.stdout.line() {
                self.dialogue.log_received(&line);
                return Ok(line);
            }
            if self.stdout.pending() > LONGEST_LINE {
                return Err(PipeError::Flood);
            }
            if self.stdout.pipe.is_none() {
                return Err(self.exit_error());
            }
            self.wait(false, deadline)?;
        }
    }

    fn last_lines(&self) -> Vec<String> {
        self.dialogue.last_lines()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_group();
        let _ = self.child.wait();
        if let Some(guard) = &self.guard {
            guard.report_group(self.child.id(), false);
        }
    }
}

impl<R: Read + AsFd> PipeReader<R> {
    fn new(pipe: R) -> io::Result<Self> {
        set_nonblocking(&pipe)?;
        Ok(Self { pipe: Some(pipe), bytes: Vec::new(), searched: 0, consumed: 0 })
    }

    /// Bytes that have come and are not given out.
    fn pending(&self) -> usize {
        self.bytes.len() - self.consumed
    }

    /// Reads what there is.
    fn fill(&mut self) {
        // What was given out makes room, or a process that always has another line begun would fill the memory.
        self.bytes.drain(..self.consumed);
        self.searched -= self.consumed;
        self.consumed = 0;
        let mut chunk = [0; 1 << 14];
        while self.pending() <= LONGEST_LINE
            && let Some(pipe) = &mut self.pipe
        {
            match pipe.read(&mut chunk) {
                Ok(0) => self.pipe = None,
                Ok(count) => {
                    self.bytes.extend_from_slice(&chunk[..count]);
                    // Less than there was room for: the pipe is empty now.
                    if count < chunk.len() {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => self.pipe = None,
            }
        }
    }

    /// The next whole line, or what stands behind the last one when the pipe has ended.
    fn line(&mut self) -> Option<String> {
        let end = self.bytes[self.searched..].iter().position(|&byte| byte == b'\n').map(|at| self.searched + at);
        let (to, next) = match end {
            Some(end) => (end, end + 1),
            None if self.pipe.is_none() && self.pending() > 0 => (self.bytes.len(), self.bytes.len()),
            None => {
                self.searched = self.bytes.len();
                return None;
            }
        };
        let line = String::from_utf8_lossy(&self.bytes[self.consumed..to]).trim_end_matches('\r').to_string();
        (self.consumed, self.searched) = (next, next);
        if self.consumed == self.bytes.len() {
            self.bytes.clear();
            (self.consumed, self.searched) = (0, 0);
        }
        Some(line)
    }

    /// Forgets a line that does not end.
    fn discard_unfinished_line(&mut self) {
        if self.pending() > LONGEST_LINE {
            self.bytes.clear();
            (self.consumed, self.searched) = (0, 0);
        }
    }
}

/// Could a process not be started because this machine has no room for one more?
#[must_use]
pub fn is_out_of_resources(error: &io::Error) -> bool {
    let known = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM];
    Errno::from_io_error(error).is_some_and(|number| known.contains(&number))
}

fn set_nonblocking(pipe: &impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(pipe)?;
    Ok(fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}
