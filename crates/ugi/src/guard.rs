//! The guard: a process beside the runner that outlives it, and then kills every engine that is left, also after the
//! runner itself was killed. Knows nothing of engines but their mark and their process groups.

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{fs, thread};

/// The variable by which engines, and all that they start, are found.
const MARK: &str = "SPELTAFEL_ARENA";
/// Rounds of killing before those that cannot be killed are left to the system.
const MAX_KILL_ROUNDS: usize = 200;
/// Between two rounds.
const KILL_INTERVAL: Duration = Duration::from_millis(10);

/// A running guard. Clones talk to the same process.
#[derive(Clone)]
pub struct Guard {
    mark: Arc<str>,
    process: Arc<Mutex<Option<GuardProcess>>>,
}

/// The guard's process; it watches for the end of its standard input.
struct GuardProcess {
    child: Child,
    stdin: ChildStdin,
}

impl Guard {
    /// Starts `program guard MARK`, which must call [`watch`].
    ///
    /// # Errors
    /// It does not start.
    pub fn start(program: &Path) -> Result<Self> {
        let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
        let mark: Arc<str> = format!("{}-{since}", std::process::id()).into();
        let mut child = Command::new(program)
            .args(["guard", &mark])
            // It is no engine of a runner around this one.
            .env_remove(MARK)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // A Ctrl-C in the terminal is the runner's affair.
            .process_group(0)
            .spawn()
            .with_context(|| format!("cannot start the guard {}", program.display()))?;
        let stdin = child.stdin.take().context("the guard has no standard input")?;
        Ok(Self { mark, process: Arc::new(Mutex::new(Some(GuardProcess { child, stdin }))) })
    }

    /// Makes `command` start where the guard finds it: marked, in a process group of its own.
    pub fn adopt(&self, command: &mut Command) {
        command.env(MARK, &*self.mark).process_group(0);
    }

    /// Tells the guard of a process group that has begun, or (`false`) that is gone.
    pub fn report_group(&self, group: u32, begun: bool) {
        if let Some(post) = &mut *self.process.lock().unwrap_or_else(PoisonError::into_inner) {
            // A guard that has gone cannot be told; the engines are still killed where the runner ends in order.
            let _ = writeln!(post.stdin, "{}{group}", if begun { '+' } else { '-' });
        }
    }

    /// Lets the guard kill what is left, and waits until it has.
    pub fn shut_down(&self) {
        if let Some(GuardProcess { mut child, stdin }) =
            self.process.lock().unwrap_or_else(PoisonError::into_inner).take()
        {
            drop(stdin);
            let _ = child.wait();
        }
    }
}

/// The life of the guard: reads `+GROUP` and `-GROUP` from `input` until its end, then kills those groups and every
/// process that carries the mark.
pub fn watch(mark: &str, input: impl BufRead) {
    let mut groups = BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        match (line.get(..1), line.get(1..).and_then(|digits| digits.parse::<i32>().ok())) {
            (Some("+"), Some(group)) => _ = groups.insert(group),
            (Some("-"), Some(group)) => _ = groups.remove(&group),
            _ => {}
        }
    }
    for group in groups.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    // What is being started at this moment shows up in one of the next rounds.
    let mut quiet = 0;
    for _ in 0..MAX_KILL_ROUNDS {
        let left = marked_processes(mark);
        left.iter().for_each(|&process| _ = kill_process(process, Signal::KILL));
        quiet = if left.is_empty() { quiet + 1 } else { 0 };
        if quiet == 3 {
            break;
        }
        thread::sleep(KILL_INTERVAL);
    }
}

/// Every process with the mark in its environment, where the system tells (Linux).
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
