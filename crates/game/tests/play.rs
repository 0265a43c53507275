//! The example `play`, with the games of this engine.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

use std::process::Command;

#[test]
fn the_example_plays_games_with_and_without_hidden_hands() {
    for (game, results) in [("checkers", ["p1win", "p2win", "draw"]), ("querbeet", ["p1win", "p2win", "draw"])] {
        let play = testing::example("speltafel-game", "play");
        let output = Command::new(play).args([testing::engine(), game]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() > 20 && results.contains(lines.last().unwrap()), "{game}: {text}");
        assert_eq!(lines[0].starts_with("!deal/"), game == "querbeet", "{text}");
        assert!(!text.contains('?'), "the master history shows all: {text}");
    }
}
