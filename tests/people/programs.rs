//! The examples and the match runner in Python, where there is a Python.

use crate::common::{PROGRAM, games, is_open};
use std::path::{Path, PathBuf};
use std::process::Command;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// What a script prints; `None` without a Python.
fn python(script: &str, arguments: &[&str]) -> Option<String> {
    let output = match Command::new("python3").arg("-B").arg(path(script)).args(arguments).output() {
        Ok(output) => output,
        Err(_) => {
            eprintln!("{script} not tried: no python3");
            return None;
        }
    };
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_game_through_plain_ugi() {
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
fn a_refereed_game() {
    for game in games() {
        let arguments = ["--engine", PROGRAM, "--game", &game, "--nodes", "20"];
        let Some(text) = python("examples/referee.py", &arguments) else { return };
        assert!(text.contains("\nresult ") && text.contains("\nscores ") && !text.contains("illegal"), "{text}");
    }
}

#[test]
fn a_match_is_resumed_from_its_results() {
    let results = Path::new(env!("CARGO_TARGET_TMPDIR")).join("match.jsonl");
    let _ = std::fs::remove_file(&results);
    let file = results.to_str().unwrap();
    let play = |games: &str| {
        let engines = ["--engine-a", PROGRAM, "--engine-b", PROGRAM, "--referee", PROGRAM, "--option-b", "Skill=2"];
        let limits =
            ["--game", "checkers", "--plies", "4", "--limit", "nodes 100", "--results", file, "--games", games];
        python("scripts/match.py", &[&engines[..], &limits].concat())
    };
    let Some(first) = play("4") else { return };
    assert!(first.starts_with("4 games, 0 of them known already\n"), "{first}");
    let second = play("6").unwrap();
    assert!(second.starts_with("6 games, 4 of them known already\n"), "{second}");
    assert!(second.contains("losses by time 0, illegal 0, crash 0"), "{second}");
    let records = std::fs::read_to_string(&results).unwrap();
    assert_eq!(records.lines().count(), 6);
    for record in records.lines() {
        let record: serde_json::Value = serde_json::from_str(record).unwrap();
        assert!(record["line"].as_str().unwrap().starts_with("position startpos moves "));
    }
}
