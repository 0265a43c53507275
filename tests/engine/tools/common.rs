//! Helper functions that run the executable.

use std::io::Write;
use std::process::{Command, Output, Stdio};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_speltafel");

/// Runs the engine with `input` as standard input until it exits.
pub fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Writing fails if the engine exits before it has read all input. That is not an error.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Runs the engine, asserts that it succeeds, and returns its standard output.
pub fn stdout_of(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the engine, asserts that it fails, and returns its standard error.
pub fn stderr_of(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(!output.status.success(), "{arguments:?} succeeded");
    String::from_utf8(output.stderr).unwrap()
}

/// Sends lines through a pipe and returns the answers to queries without the word `response`.
pub fn answers(lines: &[String]) -> Vec<String> {
    let text = stdout_of(&[], &(lines.join("\n") + "\n"));
    text.lines().filter_map(|line| line.strip_prefix("response")).map(|line| line.trim().to_string()).collect()
}

/// Returns the names of all registered games.
pub fn games() -> Vec<String> {
    answers(&["query games".to_string()])[0].split(' ').map(str::to_string).collect()
}

/// Returns the games with more than one seat.
pub fn contests() -> Vec<String> {
    let mut games = games();
    games.retain(|game| answers(&[format!("setoption name Game value {game}"), "query seats".to_string()]) != ["1"]);
    games
}

/// Returns whether this is a two-seat game without chance.
pub fn is_open(game: &str) -> bool {
    let lines = [format!("setoption name Game value {game}"), "query seats".to_string(), "query chance".to_string()];
    answers(&lines) == ["2", "none"]
}
