//! Tests for moves in words and for the reasons why tokens are not legal.

use super::super::board::{BOARD, Tile};
use super::{NO_MIXED_ROWS, Rules, Wieniet, random_game, read, read_with};
use crate::games::why;
use kit::game::Game;
use kit::state::State;

const START: &str = "W:W:R:T0,0:H0:F1";
const ALL_LAID: &str = "W:Wc3:Rc1,c2,c4,c5,d1,d2,d4,d5:T0,0:H0:F5";
const FULL: &str = "W:WCa3,b2,Cb3,d3,Ce3,c6,f4:Rc3,c4,c5,d1,d5,e2,d6:T1,1:H0:F19";

#[test]
fn illegal_tokens_are_refused_in_words() {
    let written = "A move is written as @c3 (lay), c3-c5 (step or jump) or pass.";
    for (text, token, expected) in [
        (START, "", written),
        (START, "c3", written),
        (START, "@c3-", written),
        (START, "@é3", written),
        (START, "C3-C4", written),
        (START, "@a1", "There is no tile a1."),
        (START, "c3-z0", "There is no tile z0."),
        (START, "pass", "You can lay a stone of your opponent's, so you must not pass."),
        (START, "c3-c4", "Stones move only after all sixteen have been laid."),
        ("R:W:Rc3", "@c3", "There is a stone on c3."),
        (ALL_LAID, "@a3", "No stone of your opponent's is left to lay, so you pass."),
        (FULL, "@a4", "All stones have been laid."),
        (FULL, "pass", "You can move, so you must not pass."),
        (FULL, "b4-b5", "There is no stone on b4."),
        (FULL, "c3-c2", "The stone on c3 is not yours."),
        (FULL, "a3-b3", "There is a stone on b3."),
        (FULL, "a3-a3", "There is a stone on a3."),
        (FULL, "a3-b5", "b5 is not in a straight line from a3."),
        (FULL, "b2-e5", "A stone jumps over a row without gaps, but d4 is free."),
        (FULL, "c6-c2", "The stone on c6 lies circle down, so it jumps over one stone only."),
    ] {
        assert_eq!(why(&read(text), token), expected, "{text} {token}");
    }
    let sentence = why(&read_with(&NO_MIXED_ROWS, FULL), "a3-f3");
    assert_eq!(sentence, "A jump must not go over stones of both colours.");
}

#[test]
fn only_illegal_tokens_are_refused() {
    let tiles: Vec<Tile> = Tile::each(BOARD).collect();
    let pairs = tiles.iter().flat_map(|from| tiles.iter().map(move |to| format!("{from}-{to}")));
    let tokens: Vec<String> =
        pairs.chain(tiles.iter().map(|tile| format!("@{tile}"))).chain(["pass".to_string()]).collect();
    let check = |position: &Wieniet| {
        if position.ending().is_none() {
            for token in &tokens {
                let (is_legal, refusal) = (position.parse_action(token).is_ok(), position.why_not(token));
                assert_eq!(is_legal, refusal.is_none(), "{token} in {}: {refusal:?}", position.position_text());
            }
        }
    };
    for rules in [Rules::default(), NO_MIXED_ROWS] {
        random_game(Wieniet::start(&rules), 20, check);
    }
    check(&read(ALL_LAID));
}

#[test]
fn moves_are_said_as_persons_say_them() {
    for (text, token, english, dutch) in [
        (START, "@c3", "stone of {p2} on c3", "steen van {p2} op c3"),
        (ALL_LAID, "pass", "passes", "past"),
        (FULL, "d3-d4", "d3 to d4", "d3 naar d4"),
        (FULL, "b2-d4", "b2 jumps to d4", "b2 springt naar d4"),
        (FULL, "b2-b4", "b2 jumps to b4 and turns circle up", "b2 springt naar b4 en draait de cirkel omhoog"),
        (FULL, "a3-f3", "a3 jumps to f3 and takes b3 and e3", "a3 springt naar f3 en neemt b3 en e3 weg"),
    ] {
        let position = read(text);
        let action = position.parse_action(token).unwrap();
        let said = ["en", "nl"].map(|language| position.words(action, language).unwrap());
        assert_eq!(said, [english, dutch]);
    }
}
