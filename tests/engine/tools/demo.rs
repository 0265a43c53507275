//! Tests for `demo`: it shows every game, its output is deterministic, and its lines have at most 120 columns.

use super::common::{games, stderr_of, stdout_of};

const SHORT: [&str; 5] = ["demo", "--nodes", "30", "--plies", "14"];

#[test]
fn every_game_is_shown_and_fits_the_terminal() {
    let text = stdout_of(&SHORT, "");
    for game in games() {
        assert!(text.contains(&format!("== {game} ==")), "{game}");
    }
    assert_eq!(text.matches("\nresult ").count(), games().len());
    assert!(text.lines().all(|line| line.is_ascii() && line.len() <= 120), "{text}");
    assert_eq!(stdout_of(&SHORT, ""), text);
}

#[test]
fn one_game_can_be_selected() {
    let game = games().pop().unwrap();
    let text = stdout_of(&[&SHORT[..], &[&game]].concat(), "");
    assert_eq!(text.matches("\nresult ").count(), 1);
    assert!(stderr_of(&["demo", "ludo"], "").contains("ludo"));
}
