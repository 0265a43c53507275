//! An engine process whose reads and writes respect a deadline.

use super::dialogue::Dialogue;
use super::guard::Guard;
use super::program::Program;
use super::running_time;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{Errno, read};
use rustix::process::{Pid, Signal, getpriority_process, kill_process_group, setpriority_pgrp};
use std::io::{self, ErrorKind, Write};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use ugi::{LONGEST_LINE, Pipe, PipeError};

/// Interval at which a silent process is polled for its exit. The pipes do not reveal the exit if a child of the
/// process keeps them open.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Minimum number of bytes that a read has room for.
const CHUNK: usize = 1 << 14;
/// The time that a process with a closed pipe has for its exit.
const EXIT_PATIENCE: Duration = Duration::from_secs(1);
/// Delay before the exit of a process that was killed by a signal is reported. If the signal is also meant for this
/// program, it arrives during the delay.
const EXIT_DELAY: Duration = Duration::from_millis(100);

/// The highest nice value.
const LOWEST_PRIORITY: i32 = 19;

/// A running engine process. Dropping it kills the process and its process group.
///
/// Unlike [`ThreadPipe`](ugi::ThreadPipe), it respects the deadline even when the process does not read its
/// input.
///
/// ```
/// # extern crate ugi as speltafel_ugi;
/// use speltafel_runner::{Dialogue, Log, Process, Program};
/// use speltafel_ugi::Pipe;
/// use std::time::{Duration, Instant};
///
/// // `cat` writes every line that it reads.
/// let program = Program { command: "cat".into(), ..Program::default() };
/// let mut process = Process::start(&program, None, Dialogue::new("p1", Log::default()))?;
/// let deadline = Instant::now() + Duration::from_secs(10);
/// process.send(&["isready"], deadline)?;
/// assert_eq!(process.line(deadline)?, "isready");
/// process.close_input();
/// assert!(process.wait_for_exit(deadline)?.1.success());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Process {
    child: Child,
    /// The standard input of the process; `None` after it was closed.
    stdin: Option<ChildStdin>,
    stdout: PipeReader<ChildStdout>,
    stderr: PipeReader<ChildStderr>,
    guard: Option<Guard>,
    /// The last deadline.
    limit: Limit,
    /// Whether the process group was killed. It must not be killed again, because the system may reuse the group's
    /// number.
    ended: bool,
    /// The record of the lines sent and received.
    pub dialogue: Dialogue,
}

/// The end of a wait.
struct Limit {
    /// The deadline as the caller knows it.
    deadline: Instant,
    /// The deadline on the clock that stands while this program is stopped.
    end: Instant,
    /// Whether the pipes have already been read one last time after the deadline.
    is_over: bool,
}

impl Limit {
    fn new(deadline: Instant) -> Self {
        let left = deadline.saturating_duration_since(Instant::now());
        Self { deadline, end: running_time::now() + left, is_over: false }
    }
}

/// A non-blocking reader of lines.
struct PipeReader<R> {
    pipe: Option<R>,
    bytes: Vec<u8>,
    /// The bytes from `consumed` up to this index contain no line ending.
    searched: usize,
    /// All bytes before this index have been returned as lines.
    consumed: usize,
}

impl Process {
    /// Starts a program in a new process group.
    ///
    /// # Errors
    /// Returns an error if the process cannot be started.
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
            limit: Limit::new(Instant::now()),
            ended: false,
            dialogue,
        })
    }

    /// Sends bytes, which need not be lines or UTF-8. They are not recorded in the dialogue.
    ///
    /// # Errors
    /// Returns an error if the process has exited, does not read the bytes before the deadline, or has more than
    /// [`LONGEST_LINE`] bytes of unread output.
    pub fn write(&mut self, bytes: &[u8], deadline: Instant) -> Result<(), PipeError> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let Some(stdin) = &mut self.stdin else { return Err(PipeError::Exited("its input is closed".to_string())) };
            match stdin.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.wait(true, deadline)?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(self.exit_error("input")),
            }
        }
        Ok(())
    }

    /// Lets other processes go first: lowers the scheduling priority of the process group. Its nice value becomes that
    /// of this program plus `nice`. Does nothing if the system refuses.
    pub fn lower_priority(&self, nice: i32) {
        let own = getpriority_process(None).unwrap_or_default();
        if let Some(group) = self.group() {
            let _ = setpriority_pgrp(Some(group), own.saturating_add(nice).min(LOWEST_PRIORITY));
        }
    }

    /// Closes the standard input of the process.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits until the process exits. Returns its remaining complete output lines and its exit status.
    ///
    /// # Errors
    /// Returns an error if the process does not exit before the deadline, or if its remaining lines take more than
    /// [`LONGEST_LINE`] bytes of memory.
    pub fn wait_for_exit(&mut self, deadline: Instant) -> Result<(Vec<String>, ExitStatus), PipeError> {
        let (mut lines, mut bytes) = (Vec::new(), 0);
        loop {
            while let Some(line) = self.stdout.line() {
                self.dialogue.log_received(&line);
                bytes += line.len() + size_of::<String>();
                lines.push(line);
            }
            if self.stdout.pending().max(bytes) > LONGEST_LINE {
                return Err(PipeError::Flood);
            }
            if self.stdout.pipe.is_some() {
                self.wait(false, deadline)?;
            } else if let Ok(Some(status)) = self.child.try_wait() {
                self.read_last_words();
                return Ok((lines, status));
            } else if self.left(deadline).is_zero() {
                return Err(PipeError::TimedOut);
            } else {
                // The process has closed its output and is probably about to exit, so its exit is polled at short
                // intervals.
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Sends `quit`, waits at most `timeout` for the exit, and kills the process group.
    pub fn close(mut self, timeout: Duration) {
        let deadline = Instant::now() + timeout;
        if self.send(&["quit"], deadline).is_ok() {
            while self.line(deadline).is_ok() {}
        }
    }

    /// Returns the time until a deadline. It stands while this program is stopped.
    fn left(&mut self, deadline: Instant) -> Duration {
        if self.limit.deadline != deadline {
            self.limit = Limit::new(deadline);
        }
        self.limit.end.saturating_duration_since(running_time::now())
    }

    /// Waits until the process writes output or exits or, if `writing` is true, until its input pipe accepts bytes.
    /// Reads all available output.
    fn wait(&mut self, writing: bool, deadline: Instant) -> Result<(), PipeError> {
        loop {
            let left = self.left(deadline);
            // After the deadline the pipes are read once more, because output that arrived in time must count even if
            // this program did not run. There is only one such read per deadline, so a process that never stops writing
            // times out too.
            if left.is_zero() && std::mem::replace(&mut self.limit.is_over, true) {
                return Err(PipeError::TimedOut);
            }
            let interval = left.min(POLL_INTERVAL);
            let timeout = Timespec { tv_sec: interval.as_secs() as i64, tv_nsec: i64::from(interval.subsec_nanos()) };
            let mut watched = Vec::with_capacity(3);
            // The order is standard output, standard error, standard input; closed pipes are omitted.
            let (stdout, stderr) = (&self.stdout.pipe, &self.stderr.pipe);
            watched.extend(stdout.iter().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
            watched.extend(stderr.iter().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
            watched.extend(self.stdin.iter().filter(|_| writing).map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
            let polled = poll(&mut watched, Some(&timeout));
            if polled.is_ok_and(|count| count > 0) {
                let mut ready = watched.iter().map(|pipe| !pipe.revents().is_empty());
                let has_output = stdout.is_some() && ready.next() == Some(true);
                let has_stderr = stderr.is_some() && ready.next() == Some(true);
                drop(watched);
                if has_output {
                    self.stdout.fill();
                }
                if has_stderr {
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
            if self.has_exited() {
                self.stdout.fill();
                self.stdout.pipe = None;
                return Ok(());
            }
        }
    }

    /// Reads standard error and records its lines in the dialogue.
    fn read_stderr(&mut self) {
        self.stderr.fill();
        while let Some(line) = self.stderr.line() {
            self.dialogue.log_stderr(&line);
        }
    }

    /// Reads standard error, and records what the process left unfinished at the end of its outputs. It is no answer,
    /// because the process may have been killed while it wrote it.
    fn read_last_words(&mut self) {
        self.read_stderr();
        if let Some(torn) = self.stdout.unfinished_line() {
            self.dialogue.log_received(&torn);
        }
        if let Some(torn) = self.stderr.unfinished_line() {
            self.dialogue.log_stderr(&torn);
        }
    }

    /// Kills the process group, reads the rest of standard error, and returns the exit status as an error or, if the
    /// process went on running after it had closed this pipe, says so.
    fn exit_error(&mut self, pipe: &'static str) -> PipeError {
        let end = Instant::now() + EXIT_PATIENCE;
        while !self.has_exited() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(1));
        }
        let is_running = !self.has_exited();
        self.kill_group();
        self.read_last_words();
        let status = self.child.wait();
        if is_running {
            return PipeError::Closed(pipe);
        }
        if status.as_ref().is_ok_and(|status| status.signal().is_some()) {
            // If a whole job is being killed, the signal may reach the engines slightly before this program. The delay
            // gives the signal time to kill this program before a crash is reported.
            std::thread::sleep(EXIT_DELAY);
        }
        PipeError::Exited(status.map_or_else(|error| error.to_string(), |status| status.to_string()))
    }

    fn has_exited(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    fn group(&self) -> Option<Pid> {
        i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
    }

    /// Kills the process group unless it was killed before.
    fn kill_group(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        // If the process itself has already exited, only the other processes of its group need to be killed.
        let has_exited = self.has_exited();
        // The group includes the processes that the engine or a wrapper script has started.
        if let Some(group) = self.group() {
            let _ = kill_process_group(group, Signal::KILL);
        }
        if !has_exited {
            let _ = self.child.kill();
        }
    }
}

impl Pipe for Process {
    /// Sends lines together. Output is read while sending, so that two full pipes cannot cause a deadlock.
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
                return Err(self.exit_error("output"));
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

impl<R: AsFd> PipeReader<R> {
    fn new(pipe: R) -> io::Result<Self> {
        set_nonblocking(&pipe)?;
        Ok(Self { pipe: Some(pipe), bytes: Vec::new(), searched: 0, consumed: 0 })
    }

    /// Returns the number of bytes that were read and not yet returned.
    fn pending(&self) -> usize {
        self.bytes.len() - self.consumed
    }

    /// Reads all bytes that are available without blocking.
    fn fill(&mut self) {
        // Returned lines are removed first. Otherwise a process that always has an unfinished line would fill the
        // memory.
        self.bytes.drain(..self.consumed);
        self.searched -= self.consumed;
        self.consumed = 0;
        while self.pending() <= LONGEST_LINE
            && let Some(pipe) = &mut self.pipe
        {
            self.bytes.reserve(CHUNK);
            let room = self.bytes.capacity() - self.bytes.len();
            match read(pipe, spare_capacity(&mut self.bytes)) {
                Ok(0) => self.pipe = None,
                // A short read means that the pipe is empty.
                Ok(count) if count < room => return,
                Ok(_) | Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => self.pipe = None,
            }
        }
    }

    /// Returns the next complete line.
    fn line(&mut self) -> Option<String> {
        let Some(length) = self.bytes[self.searched..].iter().position(|&byte| byte == b'\n') else {
            self.searched = self.bytes.len();
            return None;
        };
        let end = self.searched + length;
        let line = String::from_utf8_lossy(&self.bytes[self.consumed..end]).trim_end_matches('\r').to_string();
        (self.consumed, self.searched) = (end + 1, end + 1);
        if self.consumed == self.bytes.len() {
            self.clear();
        }
        Some(line)
    }

    /// Takes the text after the last line ending at end of file, if there is any.
    fn unfinished_line(&mut self) -> Option<String> {
        let start = self.bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1).max(self.consumed);
        if self.pipe.is_some() || start == self.bytes.len() {
            return None;
        }
        let text = self.bytes.split_off(start);
        self.searched = self.searched.min(start);
        Some(String::from_utf8_lossy(&text).into_owned())
    }

    fn clear(&mut self) {
        self.bytes.clear();
        (self.consumed, self.searched) = (0, 0);
    }

    /// Drops an unfinished line that is too long.
    fn discard_unfinished_line(&mut self) {
        if self.pending() > LONGEST_LINE {
            self.clear();
        }
    }
}

/// Returns whether `error` means that the machine has run out of memory, processes or file descriptors.
#[must_use]
#[cfg(feature = "engines")]
pub(crate) fn is_out_of_resources(error: &io::Error) -> bool {
    let known = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM];
    Errno::from_io_error(error).is_some_and(|number| known.contains(&number))
}

fn set_nonblocking(pipe: &impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(pipe)?;
    Ok(fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}
