//! Checks the conformance of an engine for another game, the example `connect_four` of speltafel-kit, and plays a match
//! with it.

use super::commands::ARENA;
use std::fs;
use std::process::{Command, Output};

fn arena(arguments: &[&str]) -> Output {
    let output = Command::new(ARENA).args(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

#[test]
fn the_engine_of_another_game_passes_the_check_and_plays_a_match() {
    let engine = testing::example("speltafel-kit", "connect_four");
    let engine = engine.to_str().unwrap();
    let report = String::from_utf8(arena(&["check", engine]).stdout).unwrap();
    assert!(report.contains("ok   ") && !report.contains("FAIL"), "{report}");

    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let participants = ["--participant", "name=a", "--participant", "name=b options.Player=random"];
    let openings = ["--openings-from", "random", "--openings-plies", "2", "--openings-nodes", "100"];
    let plan = ["--game", "connect-four", "--games", "8", "--nodes", "300", "--referee-command", engine, "--out", out];
    arena(&[&["run", "--quiet", "--strict"], &plan[..], &participants, &openings].concat());
    let results = fs::read_to_string(folder.path().join("out/results.jsonl")).unwrap();
    let lost = results.lines().filter(|line| line.contains("\"reason\":\"four\"")).count();
    assert_eq!(results.lines().count(), 8);
    assert!(lost > 0, "{results}");
    arena(&["replay", out]);
}
