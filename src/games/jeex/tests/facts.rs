//! Tests for moves in words and for the reasons why tokens are not legal.

use super::laws::all_tokens;
use super::{Jeex, is_legal, random_positions, read, start};
use crate::games::why;
use kit::game::Game;
use kit::state::State;

#[test]
fn illegal_tokens_are_refused_in_words() {
    let opening = "W:W:B:S7,7:H0:F1";
    let reply = "B:Wb2n:B:S6,7:H0:F1";
    let board = "W:Wb2e,b1n:Bd2w,c1s:S1,4:H0:F4";
    let empty_handed = "W:Wb2e,b3n:Bc1s:S0,4:H0:F4";
    let written = "A move is written as @b2ne (place), b2ne (rotate), b2xd2 (capture) or jeex.";
    for (text, token, expected) in [
        (opening, "", written),
        (opening, "b2", written),
        (opening, "b2xd22", written),
        (opening, "B2n", written),
        (opening, "@é", written),
        (opening, "@b2é", written),
        (opening, "@f1n", "There is no field f1."),
        (opening, "b2xb4", "There is no field b4."),
        (opening, "@c2n", "c2 is the centre, not a field."),
        (opening, "@b2N", "N is not a direction: n, ne, e, se, s, sw, w or nw."),
        (opening, "b2north", "north is not a direction: n, ne, e, se, s, sw, w or nw."),
        (opening, "b2n", "In the opening you place a stone."),
        (opening, "jeex", "You may say Jeex only after the opening."),
        (opening, "@b1ne", "In the opening a stone must not attack the centre, as this stone on b1 would."),
        (reply, "@b2e", "There is a stone on b2."),
        (reply, "@a2e", "In the opening your stone must not point at the other stone on b2."),
        (reply, "@b3e", "In the opening your stone must not be on b3, at which the stone on b2 points."),
        (board, "@b2n", "There is a stone on b2."),
        (board, "@e3n", "e3 is not directly adjacent to the tip or the tail of one of your stones."),
        (board, "a1n", "There is no stone on a1. To place one, write @a1n."),
        (board, "a1xb1", "There is no stone on a1."),
        (board, "d2n", "The stone on d2 is not yours."),
        (board, "d2xb2", "The stone on d2 is not yours."),
        (board, "b2e", "The stone on b2 already points in this direction."),
        (board, "b2xb3", "The stone on b2 points at d2, not at b3."),
        (board, "b1xb2", "The stone on b2 is your own."),
        (empty_handed, "b2xd2", "There is no stone on d2."),
        (empty_handed, "b3xb2", "The stone on b3 points off the board."),
        (empty_handed, "@a2n", "You have no stone in stock."),
    ] {
        let position = read(text);
        assert!(!is_legal(&position, token), "{text} {token}");
        assert_eq!(why(&position, token), expected, "{text} {token}");
    }
}

#[test]
fn only_illegal_tokens_are_refused() {
    let all = all_tokens();
    let check = |position: &Jeex| {
        if position.ending().is_none() {
            for token in &all {
                let refusal = position.why_not(token);
                let text = position.position_text();
                assert_eq!(is_legal(position, token), refusal.is_none(), "{token} in {text}: {refusal:?}");
            }
        }
    };
    for action in start().legal() {
        check(&start().after(action));
    }
    random_positions(15, 5, check);
}

#[test]
fn moves_are_said_as_persons_say_them() {
    let position = read("W:Wb2e,b1n:Bd2w,c1s:S1,4:H0:F4");
    for (token, english, dutch) in [
        ("@a2se", "stone on a2, pointing south-east", "steen op a2, wijst naar het zuidoosten"),
        ("b1nw", "b1 turns to the north-west", "b1 draait naar het noordwesten"),
        ("b2xd2", "b2 takes d2", "b2 slaat d2"),
        ("jeex", "says Jeex", "zegt Jeex"),
    ] {
        let action = position.parse_action(token).unwrap();
        let said = ["en", "nl"].map(|language| position.words(action, language).unwrap());
        assert_eq!(said, [english, dutch]);
    }
}
