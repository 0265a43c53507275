//! Tests the ratings of real games.

use crate::commands::{TestTournament, arena, stderr_text, text};

/// Returns the rating of the first of two identical random players, with half the width of its interval. In a gauntlet
/// of three seats, the first player holds one seat and the second one two.
fn rating_of_equals(seats: &str, seed: &str) -> (f64, f64) {
    let test = TestTournament::new(&format!("equal-{seats}-{seed}"));
    let players = format!("Querbeet.Players={seats}");
    let game = ["--game", "querbeet", "--game-options", &players, "--max-plies", "1000", "--seed", seed];
    let both = ["--format-kind", "gauntlet", "--games", "30", "--participant", "name=a options.Player=random"];
    let output = test.run(&[&game[..], &both].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    let report: serde_json::Value = serde_json::from_str(&text(&arena(&["report", &test.out(), "--json"]))).unwrap();
    let a = report["standings"].as_array().unwrap().iter().find(|one| one["participant"] == "a").unwrap();
    (a["rating"].as_f64().unwrap(), a["error"].as_f64().unwrap())
}

/// Two identical players have equal ratings in Querbeet, however many seats each of them holds. The results of two
/// tournaments are joined.
#[test]
fn identical_players_are_equal_in_querbeet() {
    for seats in ["2", "3"] {
        let [one, other] = ["1", "2"].map(|seed| rating_of_equals(seats, seed));
        assert!(one.1 > 5.0 && other.1 > 5.0, "{one:?} {other:?}");
        assert!((one.0 + other.0).abs() <= one.1.hypot(other.1), "{seats} seats: {one:?} {other:?}");
    }
}
