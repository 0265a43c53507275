//! Checks the conformance of engines for other games, the examples of speltafel-kit, and plays matches with them.

use super::commands::ARENA;
use std::fs;
use std::process::{Command, Output};

fn arena(arguments: &[&str]) -> Output {
    let output = Command::new(ARENA).args(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output
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
