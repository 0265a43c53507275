//! Tests that a killed runner leaves no processes behind.

use super::common::*;
use std::fs;
use std::process::{Command, Stdio};
use testing::{engine, toy};

const ARENA: &str = env!("CARGO_BIN_EXE_speltafel-arena");

/// A long tournament in which half of the engines have two child processes each, one of them in another process group.
const PLAN: &str = r#"
[game]
name = "keezen"
[format]
games = 100000
[limit]
nodes = 1
[adjudicate]
max_plies = 60
[[participant]]
name = "first"
command = "/bin/sh"
args = ["-c", "setsid sleep 600 & sleep 601 & exec \"$0\"", "TOY"]
[[participant]]
name = "second"
command = "TOY"
"#;

#[test]
fn after_sigkill_all_engines_and_their_children_end() {
    let mark = mark();
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.toml");
    fs::write(&plan, PLAN.replace("TOY", toy())).unwrap();
    let mut runner = Command::new(ARENA)
        .args(["run", "--quiet", "--concurrency", "2", "--referee-command", engine()])
        .arg(&plan)
        .env("SPELTAFEL_TEST", &mark)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let results = folder.path().join("plan/results.jsonl");
    wait_for("three games", || {
        assert!(runner.try_wait().unwrap().is_none(), "the runner must play");
        fs::read_to_string(&results).unwrap_or_default().lines().count() >= 3
    });
    // There are at least 12 processes: the runner, its guard, and a referee and four engines for each of the two
    // workers. Half of the engines also have two children each.
    assert!(marked(&mark).len() >= 12, "{:?}", marked(&mark));
    runner.kill().unwrap();
    runner.wait().unwrap();
    all_gone(&mark);
}
