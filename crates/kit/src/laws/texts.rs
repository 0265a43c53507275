//! Laws of position texts.

use super::boards;
use super::law::{Law, law};
use super::positions::{self, word};
use super::trial::Trial;
use crate::game::Game;
use base::rng::Rng;
use std::collections::BTreeSet;
use ugi::{Turn, Viewer};

/// Checks that the position text is a word, and that the position is read back from it.
pub(super) fn check<G: Game>(rules: &G::Rules, position: &G) -> Law {
    let text = position.position_text();
    law!(!text.is_empty(), "The position text is empty.");
    for part in text.split(' ') {
        word("A word of the position text, which single blanks may separate,", part)?;
        law!(part != "moves", "The position text {text} has the word `moves`, with which the moves begin.");
    }
    let back = G::parse_position(rules, &text).map_err(|error| format!("Its own text {text} is refused: {error}."))?;
    let again = back.position_text();
    law!(again == text, "The position is written {text}, read, and then written {again}.");
    // A text does not tell that a claim or a repetition ended the game.
    if position.turn() != Turn::Over {
        law!(back == *position, "The position {position:?} is written {text} and read back as {back:?}.");
        law!(back.key() == position.key(), "The position {text} has another key when it is read back.");
    }
    Ok(())
}

/// Reads the position text with wrong characters: with one in a random place, or, for some positions, in every place.
/// Wrong texts may be refused; a text that is read must be that of a position.
pub(super) fn check_errors<G: Game>(trial: &mut Trial<G>, position: &G) -> Law {
    let text = position.position_text();
    let signs: BTreeSet<char> = text.chars().chain("?x/-9".chars()).collect();
    let signs: Vec<char> = signs.into_iter().collect();
    if trial.texts == 0 {
        for _ in 0..4 {
            let wrong = misspell(&text, trial.rng.index(text.len()), random(&signs, &mut trial.rng), &mut trial.rng);
            check_wrong(trial, &wrong)?;
        }
        return Ok(());
    }
    trial.texts -= 1;
    for at in 0..text.len() {
        for &sign in &signs {
            check_wrong(trial, &(text[..at].to_string() + &sign.to_string() + &text[at + 1..]))?;
        }
        check_wrong(trial, &(text[..at].to_string() + &text[at + 1..]))?;
        check_wrong(trial, &(text[..=at].to_string() + &text[at..]))?;
        check_wrong(trial, &text[..at])?;
    }
    for rubbish in ["\u{e9}", " \u{e9}"] {
        let longer = text.clone() + rubbish;
        let is_read = G::parse_position(&trial.rules, &longer).is_ok();
        law!(!is_read, "The text {longer} is read, although it ends with what belongs to no text.");
    }
    // Each number is replaced by one that overflows.
    for (at, part) in text.split(|sign: char| !sign.is_ascii_digit()).scan(0, |at, part| {
        *at += part.len() + 1;
        Some((*at - part.len() - 1, part))
    }) {
        check_wrong(trial, &format!("{}99999999999999999999{}", &text[..at], &text[at + part.len()..]))?;
    }
    Ok(())
}

fn random(signs: &[char], rng: &mut Rng) -> char {
    signs[rng.index(signs.len())]
}

/// Returns the text with a character replaced, removed or inserted.
pub(super) fn misspell(text: &str, at: usize, sign: char, rng: &mut Rng) -> String {
    let (before, after) = (text[..at].to_string(), &text[at..]);
    match rng.index(3) {
        0 => before + &sign.to_string() + &after[1..],
        1 => before + &after[1..],
        _ => before + &sign.to_string() + after,
    }
}

fn check_wrong<G: Game>(trial: &mut Trial<G>, text: &str) -> Law {
    let (place, rules) = (trial.place, trial.rules.clone());
    place.at(format!("fen {text}"), || {
        let view = G::parse_view(&rules, text, Viewer::Public);
        let hides = text.contains('?') && view.is_ok() && !G::EVENTS.has_secrets;
        law!(!hides, "The text {text} hides something, but `EVENTS` declares no hidden hands.");
        let Ok(position) = G::parse_position(&rules, text) else { return Ok(()) };
        check(&rules, &position)?;
        positions::check(&position, &mut trial.rng)?;
        boards::check_pieces(&position, &position.cells())?;
        trial.keys.add(&position)
    })
}
