//! Tests for moves in words and for the reasons why tokens are not legal.

use super::{Checkers, Rules, legal, read, walk};
use crate::games::why;
use kit::game::Game;
use kit::state::State;

#[test]
fn illegal_tokens_are_refused_in_words() {
    let start = "B:W21-32:B1-12";
    let choice = "B:W15,16,22,26:B10,11,K30";
    let ring = "W:WK22:B9,10,17,18";
    let written = "A move is written as 11-15, a capture as 22x15 or 1x10x19.";
    for (text, token, expected) in [
        (start, "", written),
        (start, "9", written),
        (start, "9-", written),
        (start, "09-14", written),
        (start, "9-14-18", written),
        (start, "9X14", written),
        (start, "9-é", written),
        (start, "0-5", "There is no square 0; the squares are 1 to 32."),
        (start, "9-33", "There is no square 33; the squares are 1 to 32."),
        (start, "9x999999999999", "There is no square 999999999999; the squares are 1 to 32."),
        (start, "13-17", "There is no piece on 13."),
        (start, "21-17", "The piece on 21 is not yours."),
        (start, "9-5", "5 is occupied."),
        (start, "9-9", "9 is occupied."),
        (start, "9-18", "18 is not diagonally next to 9."),
        (start, "9x14", "A move without a capture is written with a hyphen: 9-14."),
        ("B:W32:B14", "14-9", "The man on 14 moves and captures forwards only."),
        ("B:W9:B14", "14x5", "The man on 14 moves and captures forwards only."),
        (choice, "10-14", "You must capture: 10x19, 11x18x25, 11x20, 30x23."),
        (choice, "10-19", "A capture is written with x: 10x19."),
        (choice, "11x18", "The capture is not complete: from 18 it must go on to 25."),
        (choice, "10x17", "There is no piece to capture on 14."),
        (choice, "10x15", "No capture leads from 10 to 15."),
        (choice, "11x18x26", "No capture leads from 18 to 26."),
        ("B:W18,23:B14", "14x23", "23 is occupied."),
        ("B:W32:B14,18", "14x23", "The piece on 18 is your own."),
        (ring, "22x22", "Several captures lead from 22 to 22: 22x13x6x15x22, 22x15x6x13x22."),
        (ring, "22x13x22", "The piece on 17 can be captured only once."),
        ("B:W18,25,26:B14", "14x23x30x21", "The move ends on 30, where the man becomes a king."),
    ] {
        assert_eq!(why(&read(text), token), expected, "{text} {token}");
    }
    let turned = Checkers::start(&Rules { turned: true, ..Rules::default() });
    assert_eq!(why(&turned, "9-14"), "The piece on 9 is not yours.");
    assert_eq!(why(&turned, "24-24"), "24 is occupied.");
}

#[test]
fn only_illegal_tokens_are_refused() {
    let mut number = 0;
    walk(&Rules { turned: true, ..Rules::default() }, 8, |position| {
        number += 1;
        if position.ending().is_some() || number % 4 > 0 {
            return;
        }
        let pairs = (1..=32).flat_map(|from| (1..=32).map(move |to| (from, to)));
        let mut tokens: Vec<String> =
            pairs.flat_map(|(from, to)| [format!("{from}-{to}"), format!("{from}x{to}")]).collect();
        for token in legal(position) {
            // Captures that stop too soon or go on too long.
            tokens.extend(token.rsplit_once('x').map(|(shorter, _)| shorter.to_string()));
            tokens.extend((1..=32).map(|to| format!("{token}x{to}")));
            tokens.push(token);
        }
        for token in tokens {
            let (is_legal, refusal) = (position.parse_action(&token).is_ok(), position.why_not(&token));
            assert_eq!(is_legal, refusal.is_none(), "{token} in {}: {refusal:?}", position.position_text());
        }
    });
}

#[test]
fn captures_are_said_with_all_captured_pieces() {
    for (text, token, english, dutch) in [
        ("B:W18:B14", "14x23", "14 takes 18, lands on 23", "14 slaat 18, komt op 23"),
        (
            "W:WK22:B9,10,17,18",
            "22x15x6x13x22",
            "22 takes 18, 10, 9 and 17, lands on 22",
            "22 slaat 18, 10, 9 en 17, komt op 22",
        ),
        (
            "B:W18,26:B14",
            "14x23x30",
            "14 takes 18 and 26, lands on 30, becomes a king",
            "14 slaat 18 en 26, komt op 30, wordt dam",
        ),
    ] {
        let position = read(text);
        let action = position.parse_action(token).unwrap();
        let said = ["en", "nl"].map(|language| position.words(action, language).unwrap());
        assert_eq!(said, [english, dutch]);
    }
}
