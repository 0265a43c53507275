//! The real binary for the tests beside this folder.

use std::io::Write;
use std::process::{Command, Output, Stdio};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_speltafel");

/// Runs it with arguments and this standard input, to its end.
pub fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that leaves before it has read everything closes the pipe: no fault.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What it prints; it must succeed.
pub fn stdout_of(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What it complains about; it must fail.
pub fn stderr_of(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(!output.status.success(), "{arguments:?} succeeded");
    String::from_utf8(output.stderr).unwrap()
}

/// The answers of a piped dialogue, without the word `response`.
pub fn answers(lines: &[String]) -> Vec<String> {
    let text = stdout_of(&[], &(lines.join("\n") + "\n"));
    text.lines().filter_map(|line| line.strip_prefix("response")).map(|line| line.trim().to_string()).collect()
}

/// All registered games.
pub fn games() -> Vec<String> {
    answers(&["query games".to_string()])[0].split(' ').map(str::to_string).collect()
}

/// The games that several seats play, each against others.
pub fn contests() -> Vec<String> {
    let mut games = games();
    games.retain(|game| answers(&[format!("setoption name Game value {game}"), "query seats".to_string()]) != ["1"]);
    games
}

/// Is this a game of two sides without chance?
pub fn is_open(game: &str) -> bool {
    let lines = [format!("setoption name Game value {game}"), "query seats".to_string(), "query chance".to_string()];
    answers(&lines) == ["2", "none"]
}
