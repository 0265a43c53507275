//! Tests for the sentences that tell why a token is not legal.

use super::super::Querbeet;
use super::{all_rules, play, random_game, read, two};
use crate::games::querbeet::cell::{BOARD, Cell};
use crate::games::querbeet::moves::Action;
use crate::games::querbeet::tile::{PIECES, Piece};
use crate::games::why;
use base::rng::Rng;
use kit::game::Game;
use kit::state::State;
use ugi::Turn;

/// Tokens after `!deal/aabbccdgh/abcdefgij c0@c4`, when p2 is to move, and the sentences.
const WHY: &[(&str, &str)] = &[
    ("lay", "Write a move as e1@d5 or pass."),
    ("e1d5", "Write a move as e1@d5 or pass."),
    ("m1@d5", "There is no tile \"m1\"."),
    ("@d5", "Write a move as e1@d5 or pass."),
    ("g2@d5", "Tile g has the rotations 0, 1."),
    ("e@d5", "Tile e has the rotations 0, 1, 2, 3, 4, 5."),
    ("e11@d5", "Tile e has the rotations 0, 1, 2, 3, 4, 5."),
    ("e1@h1", "There is no cell \"h1\"."),
    ("e1@d5 ", "There is no cell \"d5 \"."),
    ("k0@d5", "You hold no tile k."),
    ("l0@d5", "You hold no tile l."),
    ("h0@d5", "You hold no tile h."),
    ("e1@d4", "There is a tile on d4 already."),
    ("e1@a1", "There is no tile next to a1."),
    ("e1@c5", "No road leads to c5."),
    ("e0@d5", "On edge 4, the road of the tile on d4 meets a blank edge of e0."),
    ("j1@d5", "On edge 5, a road of j1 meets a blank edge of the tile on c4."),
    ("pass", "You may not pass, because you can lay tile a: a2@b4."),
    ("e1@d5", ""),
];

#[test]
fn each_refusal_has_its_sentence() {
    let position = play(Querbeet::start(&two()), "!deal/aabbccdgh/abcdefgij c0@c4");
    for &(token, sentence) in WHY {
        assert_eq!(why(&position, token), sentence, "{token}");
    }
}

#[test]
fn any_text_has_a_sentence() {
    let position = play(Querbeet::start(&two()), "!deal/aabbccdgh/abcdefgij c0@c4");
    let letters: Vec<char> = "aegl@d5123+é?-".chars().collect();
    let mut rng = Rng::new(5);
    for _ in 0..4000 {
        let heads = ["", "e", "e1", "e1@", "pass"];
        let head = heads[rng.index(heads.len())];
        let tail: String = (0..rng.index(9)).map(|_| letters[rng.index(letters.len())]).collect();
        why(&position, &format!("{head}{tail}"));
    }
}

#[test]
fn exactly_the_illegal_tokens_are_refused() {
    let mut passes = 0;
    for (seed, rules) in all_rules().enumerate() {
        random_game(&rules, seed as u64, |position, _| {
            if !matches!(position.turn(), Turn::Seat(_)) || position.plies() % 4 > 0 {
                return;
            }
            let pieces = || Piece::each((1 << PIECES) - 1);
            let lays = Cell::each(BOARD).flat_map(|cell| pieces().map(move |piece| Action::Lay(piece, cell)));
            for action in lays.chain([Action::Pass]) {
                let token = position.action_text(action);
                let (legal, sentence) = (position.parse_action(&token).is_ok(), why(position, &token));
                assert_eq!(legal, sentence.is_empty(), "{token} in {}: {sentence}", position.position_text());
                passes += usize::from(legal && token == "pass");
            }
        });
    }
    assert!(passes > 0);
}

#[test]
fn a_move_that_ends_a_round_tells_the_points() {
    let last = "p2:Ta3a2,b3g0,b4a5,c1a1,c3j1,c4d3,c5b1,c6g0,d2b5,d3c1,d4l0,d5i0,d6e1,d7h4,e2c1,e3b4,e4f5,e5d3:H-/c:S0,0:R1,17:F18";
    let position = read(last);
    let words = |token: &str, language: &str| position.words(position.parse_action(token).unwrap(), language).unwrap();
    assert_eq!(words("c0@a4", "en"), "tile c on a4; round 1 ends: {p1} scores 0, {p2} scores 1");
    assert_eq!(
        words("c1@e1", "nl"),
        "tegel c, één stap gedraaid, op e1; ronde 1 is voorbij: {p1} scoort 0, {p2} scoort 3"
    );
}
