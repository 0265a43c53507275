//! The guard: a process that outlives the runner and kills all remaining engines, even if the runner was killed.
//!
//! The guard finds engines by their process groups. On Linux, it also finds them by the *mark*, an environment
//! variable.

use crate::error::RunnerError;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::collections::BTreeSet;
use std::fmt::Arguments;
use std::io::{BufRead, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{fs, io, thread};

/// The environment variable that marks engines and all processes that they start.
const MARK: &str = "SPELTAFEL_GUARD";
/// Maximum number of rounds in which marked processes are killed.
const MAX_KILL_ROUNDS: usize = 200;
/// The line that announces the start of a process.
const STARTING: &str = "starting";
/// Time between two rounds in which processes are killed.
const KILL_INTERVAL: Duration = Duration::from_millis(10);

/// A running guard process. Clones share the same process.
///
/// ```no_run
/// use speltafel_runner::{Dialogue, Guard, Log, Process, Program};
///
/// // `main` of this program: `program guard MARK` runs the guard.
/// if let [_, command, mark] = &std::env::args().collect::<Vec<_>>()[..]
///     && command == "guard"
/// {
///     Guard::watch(mark, std::io::stdin().lock());
///     return Ok(());
/// }
/// let guard = Guard::start(&std::env::current_exe()?)?;
/// let program = Program { command: "speltafel".into(), ..Program::default() };
/// let engine = Process::start(&program, Some(&guard), Dialogue::new("p1", Log::default()))?;
/// // The guard kills the engine even if this program is killed before.
/// guard.shut_down();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Guard {
    mark: Arc<str>,
    process: Arc<Mutex<Option<GuardProcess>>>,
}

/// The guard process. It starts killing when its standard input ends.
struct GuardProcess {
    child: Child,
    stdin: ChildStdin,
}

impl Guard {
    /// Starts the guard as `program guard MARK`, a command that must call [`Guard::watch`].
    ///
    /// # Errors
    /// Returns an error if the process does not start.
    pub fn start(program: &Path) -> Result<Self, RunnerError> {
        let error = |error| RunnerError::Guard { program: program.to_path_buf(), error };
        let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
        let mark: Arc<str> = format!("{}-{since}", std::process::id()).into();
        let mut child = Command::new(program)
            .args(["guard", &mark])
            // This runner may itself have been started under a guard. The new guard must not inherit that mark, or the
            // outer guard would kill it.
            .env_remove(MARK)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Ctrl-C in the terminal must not kill the guard.
            .process_group(0)
            .spawn()
            .map_err(error)?;
        let stdin = child.stdin.take().ok_or_else(|| error(io::Error::other("a pipe is missing")))?;
        Ok(Self { mark, process: Arc::new(Mutex::new(Some(GuardProcess { child, stdin }))) })
    }

    /// Prepares `command` for the guard: sets the mark and a new process group. The command must be started next, and
    /// its group be reported.
    pub fn adopt(&self, command: &mut Command) {
        command.env(MARK, &*self.mark).process_group(0);
        self.write(format_args!("{STARTING}"));
    }

    /// Reports to the guard that a process group has started (`started` is true) or ended.
    pub fn report_group(&self, group: u32, started: bool) {
        self.write(format_args!("{}{group}", if started { '+' } else { '-' }));
    }

    fn write(&self, line: Arguments) {
        if let Some(process) = &mut *self.process.lock().unwrap_or_else(PoisonError::into_inner) {
            // A failed write is ignored. It means that the guard has exited, and that engines are killed only when the
            // runner exits normally.
            let _ = process.stdin.write_all(format!("{line}\n").as_bytes());
        }
    }

    /// Makes the guard kill all remaining engines, and waits until the guard has exited.
    pub fn shut_down(&self) {
        if let Some(GuardProcess { mut child, stdin }) =
            self.process.lock().unwrap_or_else(PoisonError::into_inner).take()
        {
            drop(stdin);
            let _ = child.wait();
        }
    }

    /// Runs the guard: reads the lines `starting`, `+GROUP` and `-GROUP` until `input` ends, then kills the remaining
    /// groups and every process with the mark.
    pub fn watch(mark: &str, input: impl BufRead) {
        let (mut groups, mut starting) = (BTreeSet::new(), 0);
        for line in input.lines().map_while(Result::ok) {
            match (line.get(..1), line.get(1..).and_then(|digits| digits.parse::<i32>().ok())) {
                (Some("+"), Some(group)) => {
                    groups.insert(group);
                    starting -= 1;
                }
                (Some("-"), Some(group)) => _ = groups.remove(&group),
                _ => starting += i32::from(line == STARTING),
            }
        }
        // A process that is just being started may be missing from a round, so the loop then ends only after three
        // rounds in a row that find no process. If all processes had ended before the runner, one such round is enough.
        let rounds = if groups.is_empty() && starting == 0 { 1 } else { 3 };
        for group in groups.into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let mut quiet = 0;
        for _ in 0..MAX_KILL_ROUNDS {
            let left = marked_processes(mark);
            left.iter().for_each(|&process| _ = kill_process(process, Signal::KILL));
            quiet = if left.is_empty() { quiet + 1 } else { 0 };
            if quiet == rounds {
                break;
            }
            thread::sleep(KILL_INTERVAL);
        }
    }
}

/// Returns the ids of the processes whose environment contains the mark. On systems other than Linux the list is empty.
fn marked_processes(mark: &str) -> Vec<Pid> {
    let wanted = format!("{MARK}={mark}");
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let carries = |name: &str| {
        let variables = fs::read(format!("/proc/{name}/environ")).unwrap_or_default();
        variables.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes())
    };
    processes
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter_map(|name| Some((Pid::from_raw(name.parse().ok()?)?, name)))
        .filter(|(_, name)| carries(name))
        .map(|(process, _)| process)
        .collect()
}
