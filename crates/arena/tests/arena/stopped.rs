//! A test with a runner that is stopped and continued, as by Ctrl-Z and `fg`.

use super::commands::*;
use super::common::wait_for;
use runner::record::Record;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use testing::engine;

/// The time per move.
const MOVE_TIME: Duration = Duration::from_secs(4);

/// Stops the runner while an engine thinks, until the time of the move is over. The engine answers while it is stopped.
fn stop_and_continue(runner: &Child, folder: &Path) {
    wait_for("a search", || folder.join("thinks").exists());
    let pid = Pid::from_child(runner);
    kill_process(pid, Signal::STOP).unwrap();
    let state = || fs::read_to_string(format!("/proc/{}/stat", runner.id())).unwrap_or_default();
    wait_for("the stop of the runner", || state().contains(") T "));
    let stopped = Instant::now();
    fs::write(folder.join("may-answer"), "").unwrap();
    wait_for("the end of the time", || stopped.elapsed() > MOVE_TIME);
    kill_process(pid, Signal::CONT).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn time_in_which_the_runner_was_stopped_counts_against_nobody() {
    let test = TestTournament::new("stopped");
    let (folder, script) = (test.0.display(), test.0.join("engine.sh"));
    // Before its first search, the engine waits until the runner has stopped.
    let lines = format!(
        r#"while read -r line; do case "$line" in go*) touch {folder}/thinks
        until [ -e {folder}/may-answer ]; do sleep 0.01; done;; esac; echo "$line"; done | {}"#,
        engine()
    );
    fs::write(&script, lines).unwrap();
    let each = format!("nodes=1 movetime={}s", MOVE_TIME.as_secs());
    let participant = format!("name=a command=sh args={}", script.display());
    let flags = ["--games", "2", "--concurrency", "1", "--strict", "--each", &each, "--participant", &participant];
    let mut command = test.command(&flags);
    let runner = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    stop_and_continue(&runner, &test.0);
    let output = runner.wait_with_output().unwrap();

    assert_eq!(output.status.code(), Some(3), "{}", stderr_text(&output));
    let note = "moves during which the runner was stopped, time that does not count: 1 of a";
    assert!(text(&output).contains(note), "{}", text(&output));
    let records = || test.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Record>>();
    let first = &records()[0];
    let [(ply, stopped)] = first.run.stopped[..] else { panic!("{:?}", first.run) };
    assert!(first.faults.is_empty() && u128::from(stopped) >= MOVE_TIME.as_millis(), "{first:?}");
    assert!(first.run.times_ms[ply] < MOVE_TIME.as_secs_f64() * 1000.0, "{first:?}");

    // The game is played again only if somebody asks for it.
    assert_eq!(test.run(&flags).status.code(), Some(3));
    assert_eq!(test.run(&[&flags[..], &["--redo", "stopped"]].concat()).status.code(), Some(0));
    assert!(records().iter().all(|record| record.run.stopped.is_empty()));
}
