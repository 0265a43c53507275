//! Tests for `scripts/gate.sh`, which tests a commit against another in every game.

use super::commands::{ARENA, TestTournament, stderr_text, text};
use super::common::wait_for;
use rustix::process::{Pid, Signal, kill_process_group};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use testing::{engine, toy};

fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut git = Command::new("git");
    git.args(["-C", folder.to_str().unwrap(), "-c", "user.name=toy", "-c", "user.email=toy@example.org"]);
    let output = git.args(arguments).env_remove("GIT_DIR").output().unwrap();
    assert!(output.status.success(), "{}", stderr_text(&output));
    text(&output).trim().to_string()
}

/// A repository with the script and two commits, whose engines have been built: toy engines, of which the second has
/// these arguments.
fn repository(name: &str, arguments: &str) -> TestTournament {
    let test = TestTournament::new(name);
    git(&test.0, &["init", "--quiet"]);
    fs::create_dir(test.0.join("scripts")).unwrap();
    for script in ["gate.sh", "common.sh"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts").join(script);
        fs::copy(from, test.0.join("scripts").join(script)).unwrap();
    }
    for arguments in ["", arguments] {
        git(&test.0, &["commit", "--quiet", "--allow-empty", "--message", "a version"]);
        let commit = git(&test.0, &["rev-parse", "--short=12", "HEAD"]);
        let program = test.0.join("target/versions").join(commit).join("speltafel");
        fs::create_dir_all(program.parent().unwrap()).unwrap();
        fs::write(&program, format!("#!/bin/sh\nexec '{}' {arguments}\n", toy())).unwrap();
        fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    }
    test
}

/// Returns a command that runs the script in a repository.
fn gate(test: &TestTournament, flags: &[&str]) -> Command {
    assert_eq!(Path::new(engine()).parent(), Path::new(ARENA).parent());
    let mut command = Command::new(test.0.join("scripts/gate.sh"));
    command.args(flags).current_dir(&test.0).env_remove("GIT_DIR");
    command.env("PROGRAMS", PathBuf::from(ARENA).parent().unwrap());
    command
}

#[test]
fn a_game_that_fails_does_not_end_the_tests_of_the_others() {
    let test = repository("gate", "--die 'setoption name Game value jeex'");
    let flags =
        ["HEAD~1", "HEAD", "--game", "jeex", "--game=checkers", "--nodes", "1", "--games", "4", "--concurrency=1"];
    let output = gate(&test, &flags).output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", stderr_text(&output));
    let output = text(&output);
    let (_, verdicts) = output.rsplit_once("\n\n").unwrap();
    let start = "jeex: failed, see above\ncheckers: SPRT of normalized Elo -5 against 0, alpha 0.05, beta 0.05: LLR ";
    let (rest, page) = verdicts.trim_end().rsplit_once(" after 2 blocks, undecided: ").unwrap();
    assert!(rest.starts_with(start) && Path::new(page).is_file(), "{verdicts}");

    for (flags, message) in [
        (&["HEAD~1", "none"][..], "there is no commit none\n"),
        (&["HEAD", "HEAD"], ""),
        (&["HEAD~1", "HEAD", "--game", "none"], "--game: expected one of checkers, "),
        (&["HEAD~1", "HEAD", "--out", "x"], "--out: each game has its own folder in matches/\n"),
    ] {
        let output = gate(&test, flags).output().unwrap();
        assert_eq!(output.status.code(), Some(64));
        let start = format!("gate.sh: {message}");
        assert!(stderr_text(&output).starts_with(&start), "{}", stderr_text(&output));
    }
}

#[test]
fn an_interrupted_gate_prints_what_it_knows() {
    let test = repository("gate-interrupted", "");
    let flags = ["HEAD~1", "HEAD", "--game=keezen", "--game=checkers", "--nodes=1", "--concurrency=1", "--quiet"];
    let mut command = gate(&test, &flags);
    let child = command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let begun = || {
        let folders = fs::read_dir(test.0.join("matches")).into_iter().flatten().flatten();
        let mut results = folders.map(|folder| folder.path().join("results.jsonl"));
        results.any(|results| fs::metadata(results).is_ok_and(|file| file.len() > 0))
    };
    wait_for("the first game", begun);
    // As after Ctrl-C, the runner gets the signal too. A shell that was started with SIGINT ignored could not trap it.
    kill_process_group(Pid::from_child(&child), Signal::TERM).unwrap();
    let output = child.wait_with_output().unwrap();
    let output_text = text(&output);
    assert_eq!(output.status.code(), Some(2), "{output_text}");
    let (_, verdicts) = output_text.rsplit_once("\n\n").unwrap();
    assert!(verdicts.starts_with("keezen: ") && verdicts.contains(", undecided"), "{verdicts}");
    assert!(verdicts.ends_with("\ncheckers: not tested\n"), "{verdicts}");
}
