//! Runs the Python examples, if Python is installed.

use super::common::{PROGRAM, games, is_open};
use std::path::{Path, PathBuf};
use std::process::Command;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Runs a script and returns its output; `None` if Python is not installed.
fn python(script: &str, arguments: &[&str]) -> Option<String> {
    if !testing::has_python() {
        return None;
    }
    let output = Command::new("python3").arg("-B").arg(path(script)).args(arguments).output().unwrap();
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn play_game_plays_through_plain_ugi() {
    for game in games().iter().filter(|game| is_open(game)) {
        let arguments = ["--engine", PROGRAM, "--game", game, "--nodes", "50"];
        let Some(text) = python("examples/play_game.py", &arguments) else { return };
        let last = text.lines().last().unwrap();
        assert!(
            ["result p1win ", "result p2win ", "result draw "].iter().any(|start| last.starts_with(start)),
            "{last}"
        );
    }
}

#[test]
fn referee_plays_every_game() {
    for game in games() {
        let arguments = ["--engine", PROGRAM, "--game", &game, "--nodes", "20"];
        let Some(text) = python("examples/referee.py", &arguments) else { return };
        assert!(text.contains("\nresult ") && text.contains("\nscores ") && !text.contains("illegal"), "{text}");
    }
}
