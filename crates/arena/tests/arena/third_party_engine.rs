//! Checks the conformance of engines for other games, the examples of speltafel-kit, and plays matches with them.

use super::commands::ARENA;
use std::fs;
use std::process::{Command, Output};

fn arena(arguments: &[&str]) -> Output {
    let output = Command::new(ARENA).args(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

/// Engines of other authors write a pass as `0000`, and position texts with blanks.
#[test]
fn foreign_passes_are_moves_and_foreign_texts_have_blanks() {
    let report = arena(&["check", "--game", "querbeet", "--", testing::toy(), "--foreign"]);
    assert!(!String::from_utf8(report.stdout).unwrap().contains("FAIL"));
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let players = ["a", "b"].map(|name| format!("name={name} command={} args=--foreign", testing::toy()));
    let usual = ["run", "--quiet", "--strict", "--game", "querbeet", "--games", "20", "--nodes", "1"];
    let referee = ["--referee-command", testing::toy(), "--referee-args=--foreign", "--out", out.to_str().unwrap()];
    let openings = folder.path().join("openings");
    fs::write(&openings, "fen p1 Td4l0 Haccdegghi/aabbbcdfj S0,0 R1,0 F1\n").unwrap();
    let openings = ["--openings-from", "file", "--openings-file", openings.to_str().unwrap()];
    let players = ["--participant", &players[0], "--participant", &players[1]];
    arena(&[&usual[..], &referee, &openings, &players].concat());
    let results = fs::read_to_string(out.join("results.jsonl")).unwrap();
    assert!(results.contains("\"0000\"") && !results.contains("\"faults\""), "{results}");
    assert!(results.contains("\"base\":\"fen p1 Td4l0 "), "{results}");
    arena(&["replay", out.to_str().unwrap()]);
    arena(&["export", out.to_str().unwrap()]);
}

#[test]
fn the_engines_of_other_games_pass_the_check_and_play_matches() {
    for (example, game, reason) in
        [("connect_four", "connect-four", "four"), ("race", "race", "home"), ("leduc", "leduc", "chips")]
    {
        let engine = testing::example("speltafel-kit", example);
        let engine = engine.to_str().unwrap();
        let report = String::from_utf8(arena(&["check", engine]).stdout).unwrap();
        assert!(report.contains("ok   ") && !report.contains("FAIL"), "{report}");

        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let out = out.to_str().unwrap();
        let participants = ["--participant", "name=a", "--participant", "name=b options.Player=random"];
        let openings = ["--openings-from", "random", "--openings-plies", "2", "--openings-nodes", "100"];
        let plan = ["--game", game, "--games", "8", "--nodes", "300", "--referee-command", engine, "--out", out];
        arena(&[&["run", "--quiet", "--strict"], &plan[..], &participants, &openings].concat());
        let results = fs::read_to_string(folder.path().join("out/results.jsonl")).unwrap();
        assert_eq!(results.lines().count(), 8);
        assert!(results.contains(&format!("\"reason\":\"{reason}\"")), "{results}");
        arena(&["replay", out]);
    }
}
