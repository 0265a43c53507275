//! Tests for invalid position texts, and for reading randomly changed texts, moves and deals without a panic.

use super::super::Keezen;
use super::super::position::Rules;
use super::read_as;
use base::rng::Rng;
use kit::chance::Chance;
use kit::game::Game;
use kit::state::State;
use ugi::{Seat, Viewer};

/// Invalid position texts, with the column of the error and the start of its message.
const BAD: &[(&str, usize, &str)] = &[
    ("", 1, "expected deal or p1"),
    ("p5", 1, "expected deal or p1"),
    ("p1 ", 1, "expected deal or p1"),
    ("deal:Q1", 6, "unknown section"),
    ("deal:Y1:Y2", 9, "duplicate section Y"),
    ("deal::Y1", 6, "empty section"),
    ("deal:Y64", 7, "no cell"),
    ("deal:Y3,07", 9, "no cell"),
    ("deal:Y300", 7, "no cell"),
    ("deal:Ya5", 7, "no cell"),
    ("deal:Ya0", 7, "no cell"),
    ("deal:Y1,", 9, "no cell"),
    ("deal:Y1,b2", 9, "b2 is in the lane"),
    ("deal:Y1,5:B2,5", 14, "two pawns on 5"),
    ("deal:Y1,1", 9, "two pawns on 1"),
    ("deal:Ya1,a1", 10, "two pawns on a1"),
    ("deal:Y1,2,3,4,5", 15, "a colour has at most four"),
    ("deal:D4", 7, "expected dealer and deal"),
    ("deal:D5,1", 7, "expected 1 to 4"),
    ("deal:D4,0", 9, "expected 1 to 3"),
    ("deal:D4,x", 9, "expected a number"),
    ("deal:F0", 7, "F starts at 1"),
    ("deal:F-1", 7, "expected a number"),
    ("deal:C-/-/-", 7, "expected four hands"),
    ("deal:C-/-/-/", 13, "expected one to five"),
    ("deal:C22/-/-/-", 7, "no seat has cards"),
    ("deal:X22", 7, "before deal 1"),
    ("deal:D1,2", 1, "before deal 2"),
    ("deal:XAAAAA", 11, "more than four cards A"),
    ("deal:X10", 7, "'1' is not a card"),
    ("deal:Xa", 7, "'a' is not a card"),
    ("deal:X?", 7, "'?' is allowed only in hands"),
    ("deal:X-", 7, "'-' is not a card"),
    ("p1", 1, "the seat to move has no cards"),
    ("p1:C-/23456/-/-:XAAAA22233344455:D4,1", 1, "the seat to move has no cards"),
    ("p1:CA2345/A2345/A2345/A234:D4,1", 23, "a hand of p4 with 4"),
    ("p1:CA2345/A2345/A2345/A2346?:D4,1", 23, "expected one to five"),
    ("p1:CA2345/A2345/A2345/A234?:D4,1", 27, "'?' is allowed only in hands"),
    ("p2:CA2345/A2345/A2345/A2346:D4,1", 5, "a hand of p1 with 5"),
    ("p1:CA2345/A2345/A2345/A2346:D1,2:X666777788889999T", 5, "a hand of p1 with 5"),
    ("p1:CA2345/A2345/A2345/A2346:X7:D4,1", 30, "X and hands have 21"),
    ("p1:CA2345/A2345/A2345/A234A:D4,1", 27, "more than four cards A"),
];

#[test]
fn bad_positions_are_refused() {
    for &(text, column, message) in BAD {
        match Keezen::parse_position(&Rules::default(), text) {
            Ok(position) => panic!("{text} was read as {}", position.position_text()),
            Err(error) => {
                assert!(error.message.starts_with(message), "{text}: {error}");
                assert_eq!(error.column, column, "{text}: {error}");
            }
        }
    }
    let own = Keezen::parse_view(&Rules::default(), "p1:CA234?/?????/?????/?????", Viewer::Seat(Seat::P1));
    assert_eq!(own.unwrap_err().column, 9);
}

#[test]
fn nothing_read_can_panic() {
    let mut rng = Rng::new(3);
    let letters: Vec<char> = "pdeal1234:YBRGCXDF,/-?A7K0569TJQab=x é!fold".chars().collect();
    let seeds = [
        "p4:Ya4:B:R:G58:CAJ/-/-/48Q:XA2233456789TTQK:D4,1:F8",
        "7:12=3,20=4",
        "fold:5599",
        "!deal/A47JK/2259T/3368Q/A48TQ",
    ];
    let view = read_as("p2:Y0:CA47J/?????/?????/?????:XK:D4,1:F2", Viewer::Public);
    let mut refused = 0;
    for round in 0..20_000 {
        let mut text: Vec<char> = seeds[round % 4].chars().collect();
        for _ in 0..1 + rng.index(3) {
            let place = rng.index(text.len());
            match rng.index(3) {
                0 => text[place] = letters[rng.index(letters.len())],
                1 => text.insert(place, letters[rng.index(letters.len())]),
                _ => drop(text.remove(place)),
            }
        }
        let text: String = text.into_iter().collect();
        refused += usize::from(Keezen::parse_view(&Rules::default(), &text, Viewer::Public).is_err());
        if let Ok(action) = view.parse_action(&text) {
            assert!(view.after(action).plies() == 2);
        }
        let _ = Keezen::start(&Rules::default()).parse_event(&text, Viewer::Public);
    }
    assert!(refused > 10_000);
}
