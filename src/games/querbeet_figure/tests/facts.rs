//! Tests for the sentences that tell why a token is not legal.

use super::super::Lay;
use super::{play, random_position, read};
use crate::games::querbeet::cell::{BOARD, Cell};
use crate::games::querbeet::tile::{PIECES, Piece};
use crate::games::why;
use kit::game::Game;
use kit::state::State;
use ugi::Turn;

/// Tokens after `a1@b2` in the triangle b2 b3 c3, and the sentences.
const WHY: &[(&str, &str)] = &[
    ("pass", "Write a move as e1@d5."),
    ("m0@b3", "There is no tile \"m0\"."),
    ("a3@", "Write a move as e1@d5."),
    ("l1@b3", "Tile l has only the rotation 0."),
    ("a3@b8", "There is no cell \"b8\"."),
    ("k0@b3", "There is no tile k in the stock."),
    ("a1@b4", "b4 is not a cell of the figure."),
    ("a1@b2", "There is a tile on b2 already."),
    ("a1@b3", "Over edge 1 of b3, a road would leave the figure."),
    ("a5@b3", "Over edge 0 of b3, a road would leave the figure."),
    ("a3@b3", ""),
];

#[test]
fn each_refusal_has_its_sentence() {
    let position = play(read("p1:Zb2,b3,c3"), "a1@b2");
    for &(token, sentence) in WHY {
        assert_eq!(why(&position, token), sentence, "{token}");
    }
    let position = play(read("p1:Zd3,d4,e3,e4"), "a3@d4");
    assert_eq!(why(&position, "a4@e4"), "On edge 5, a road of a4 meets a blank edge of the tile on d4.");
    assert_eq!(why(&position, "a2@d3"), "On edge 1, the road of the tile on d4 meets a blank edge of a2.");
}

#[test]
fn exactly_the_illegal_tokens_are_refused() {
    for seed in 0..40 {
        let position = random_position(12, 6, seed);
        if position.turn() == Turn::Over {
            continue;
        }
        for cell in Cell::each(BOARD) {
            for piece in Piece::each((1 << PIECES) - 1) {
                let token = position.action_text(Lay(piece, cell));
                let (legal, sentence) = (position.parse_action(&token).is_ok(), why(&position, &token));
                assert_eq!(legal, sentence.is_empty(), "{token} in {}: {sentence}", position.position_text());
            }
        }
    }
}
