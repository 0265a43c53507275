//! Tests for `play` with piped input, in every game.

use super::common::{contests, games, is_open, stderr_of, stdout_of};

fn dialogue(game: &str, more: &[&str], input: &str) -> String {
    stdout_of(&[&["play", game, "--seed", "7", "--nodes", "20"], more].concat(), input)
}

#[test]
fn every_game_can_be_played_to_its_end_by_number() {
    for game in games() {
        let seats = if contests().contains(&game) { &["1", "2"][..] } else { &["1"] };
        for seat in seats {
            let text = dialogue(&game, &["--skill", "0", "--seat", seat], &"1\n".repeat(3000));
            assert!(text.contains("Game over: ") && text.contains("\nposition startpos moves "), "{game}: {text}");
        }
    }
}

#[test]
fn hands_of_others_stay_hidden_until_the_end() {
    let mut hidden = 0;
    for game in contests() {
        let text = dialogue(&game, &["--seat", "2"], "record\n1\n1\nresign\n");
        let (during, after) = text.split_once("Game over").unwrap();
        for deal in after.split(' ').filter(|token| token.starts_with("!deal")) {
            hidden += 1;
            assert!(!during.contains(deal), "{game}: {during}");
            assert!(during.contains("chance: dealt: "), "{game}: {during}");
        }
        assert!(during.contains("position seat 2 startpos moves "), "{game}");
    }
    assert!(hidden > 0 || contests().iter().all(|game| is_open(game)));
}

#[test]
fn tokens_numbers_and_mistakes() {
    let typed = "moves\nzz\n0\n99999\n11-15\nboard\nhint\nundo\nundo\n9-13 5-9\n\n9-13\nquit\n";
    let text = dialogue("checkers", &[], typed);
    assert!(text.contains("  1 9-13  "), "{text}");
    assert!(text.contains("zz: "));
    assert_eq!(text.matches("The moves are numbered from 1 to 7.").count(), 2);
    assert!(text.contains("I would play "));
    assert!(text.contains("You have not moved yet"));
    assert!(text.contains("9-13 5-9: "));
    assert_eq!(text.matches("\np2: ").count(), 2);
    assert!(text.ends_with("Goodbye\n"));
}

#[test]
fn the_end_of_input_and_resigning_end_the_game() {
    assert!(dialogue("checkers", &["--seat", "2"], "").ends_with("p2> \nEnd of input: goodbye\n"));
    assert!(dialogue("checkers", &[], "resign\n").contains("Game over: you lose (resignation; scores 0 2)."));
}

#[test]
fn wrong_arguments_are_reported() {
    assert!(stderr_of(&["play", "ludo"], "").contains("not ludo"));
    assert!(stderr_of(&["play", "checkers", "--seat", "3"], "").contains("no seat 3: this game has 2"));
    assert!(stderr_of(&["play", "checkers", "--seat", "0"], "").contains("seats are numbered from 1"));
    assert!(stderr_of(&["play", "checkers", "--option", "Speed=9"], "").contains("no option Speed"));
}
