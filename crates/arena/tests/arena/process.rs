//! Tests for processes that violate the protocol: all waits are bounded, and no process remains.

use super::common::*;
use runner::record::FaultKind;
use runner::{Dialogue, EngineProcess, Log, Process, Program, Timeouts};
use std::path::Path;
use std::time::{Duration, Instant};
use ugi::{Pipe, PipeError};

fn start(program: &Program) -> Process {
    Process::start(program, None, Dialogue::new("test", Log::default())).unwrap()
}

fn shell(script: &str, mark: &str) -> Program {
    let mut program = program(Path::new("/bin/sh"), "-c", mark);
    program.args.push(script.to_string());
    program
}

fn soon() -> Instant {
    Instant::now() + Duration::from_millis(300)
}

fn later() -> Instant {
    Instant::now() + PATIENCE
}

#[test]
fn a_process_that_never_reads_does_not_block_the_runner() {
    let mark = mark();
    let mut process = start(&toy_with("--fault deaf", &mark));
    let line = "x".repeat(1 << 20);
    assert_eq!(process.send(&[&line], soon()), Err(PipeError::TimedOut));
    drop(process);
    all_gone(&mark);
}

#[test]
fn two_full_pipes_do_not_deadlock() {
    let mark = mark();
    // `cat` echoes each line before it reads the next, so both pipes fill up.
    let mut process = start(&shell("exec cat", &mark));
    let lines: Vec<String> = (0..300).map(|number| format!("{number} {}", "x".repeat(10_000))).collect();
    let all: Vec<&str> = lines.iter().map(String::as_str).collect();
    process.send(&all, later()).unwrap();
    for line in &lines {
        assert_eq!(process.line(later()).as_ref(), Ok(line));
    }
    assert_eq!(process.line(soon()), Err(PipeError::TimedOut));
    drop(process);
    all_gone(&mark);
}

#[test]
fn endless_output_ends_in_an_error() {
    let mark = mark();
    for (script, end) in [
        ("yes", PipeError::TimedOut),
        ("yes >&2", PipeError::TimedOut),
        ("yes & yes >&2", PipeError::TimedOut),
        ("yes | tr -d '\\n'", PipeError::Flood),
    ] {
        let mut process = start(&shell(script, &mark));
        let deadline = soon() + if end == PipeError::Flood { PATIENCE } else { Duration::ZERO };
        let found = loop {
            match process.line(deadline) {
                Ok(line) => assert_eq!(line, "y"),
                Err(error) => break error,
            }
        };
        assert_eq!(found, end, "{script}");
    }
    all_gone(&mark);
}

#[test]
fn a_long_line_is_read_and_one_that_is_too_long_is_not() {
    let mark = mark();
    let line = |letters: u32| format!("head -c {letters} /dev/zero | tr '\\0' x; echo; echo after");
    let mut process = start(&shell(&line(16_000_000), &mark));
    assert_eq!(process.line(later()).map(|line| line.len()), Ok(16_000_000));
    assert_eq!(process.line(later()), Ok("after".to_string()));
    let mut process = start(&shell(&line(20_971_520), &mark));
    assert_eq!(process.line(later()), Err(PipeError::Flood));
}

#[test]
fn much_output_on_stderr_does_not_block_queries() {
    let mark = mark();
    let mut process = start(&shell("read a; yes | head -c 1000000 >&2; echo 1; read a; echo 2", &mark));
    process.send(&["a"], later()).unwrap();
    assert_eq!(process.line(later()), Ok("1".to_string()));
    process.send(&["b"], later()).unwrap();
    assert_eq!(process.line(later()), Ok("2".to_string()));
}

#[test]
fn last_lines_and_the_exit_code_are_read() {
    let mark = mark();
    let mut process = start(&shell("echo first; printf 'last\\r\\n'; printf 'oh no' >&2; exit 7", &mark));
    assert_eq!(process.line(later()), Ok("first".to_string()));
    assert_eq!(process.line(later()), Ok("last".to_string()));
    assert_eq!(process.line(later()), Err(PipeError::Exited("exit status: 7".to_string())));
    assert!(process.dialogue.last_lines().contains(&"! oh no".to_string()), "{:?}", process.dialogue.last_lines());
}

/// Whatever a process wrote without a line ending before it ended may be half of what it was writing.
#[test]
fn an_unfinished_last_line_is_kept_as_evidence_but_is_no_answer() {
    let mark = mark();
    // The end of the output is found in two ways.
    for end in ["kill -9 $$", "sleep 600 & kill -9 $$"] {
        let mut process = start(&shell(&format!("echo whole; printf 'bestmove a1b'; {end}"), &mark));
        assert_eq!(process.line(later()), Ok("whole".to_string()));
        for _ in 0..2 {
            let error = PipeError::Exited("signal: 9 (SIGKILL)".to_string());
            assert_eq!(process.line(later()), Err(error), "{end}");
        }
        assert_eq!(process.dialogue.last_lines(), ["< whole", "< bestmove a1b"], "{end}");
    }
    let mut process = start(&shell("echo whole; printf 'half'", &mark));
    let (lines, status) = process.wait_for_exit(later()).unwrap();
    assert!(lines == ["whole"] && status.success(), "{lines:?}");
    assert_eq!(process.dialogue.last_lines(), ["< whole", "< half"]);
    all_gone(&mark);
}

/// A process that goes on running has not exited, so its end by the runner is not its exit status.
#[test]
fn a_closed_pipe_is_no_exit() {
    let mark = mark();
    let mut process = start(&shell("exec >&-; sleep 600", &mark));
    assert_eq!(process.line(later()), Err(PipeError::Closed("output")));
    let mut process = start(&shell("exec <&-; echo deaf; sleep 600", &mark));
    assert_eq!(process.line(later()), Ok("deaf".to_string()));
    assert_eq!(process.send(&["isready"], later()), Err(PipeError::Closed("input")));
    all_gone(&mark);
}

#[test]
fn an_exit_is_seen_although_a_child_holds_the_pipes() {
    let mark = mark();
    let mut process = start(&shell("sleep 600 & exit 5", &mark));
    assert_eq!(process.line(later()), Err(PipeError::Exited("exit status: 5".to_string())));
    drop(process);
    all_gone(&mark);
}

#[test]
fn a_process_that_does_not_exit_is_killed() {
    let mark = mark();
    for script in ["trap '' TERM INT HUP; while :; do sleep 1; done", "cat >/dev/null; sleep 600"] {
        start(&shell(script, &mark)).close(Duration::from_millis(50));
    }
    all_gone(&mark);
}

#[test]
fn an_engine_that_cannot_start_is_reported() {
    let mark = mark();
    let missing = program(Path::new("/nowhere/engine"), "", &mark);
    let begin = |program: &Program, handshake| {
        let patience = Timeouts { handshake, ..Timeouts::default() };
        EngineProcess::start(program, &[], patience, None, Dialogue::new("test", Log::default())).map(|_| ())
    };
    assert!(begin(&missing, PATIENCE).unwrap_err().text.contains("/nowhere/engine"));
    let short = Duration::from_millis(300);
    for (fault, handshake) in [("no-ugiok", short), ("deaf", short), ("crash-on-start", PATIENCE)] {
        let error = begin(&toy_with(&format!("--fault {fault}"), &mark), handshake).unwrap_err();
        assert_eq!((error.kind, error.must_restart), (FaultKind::NoHandshake, true), "{fault}");
    }
    all_gone(&mark);
}
