//! Tests for the sentences that tell why a token is not legal.

use super::super::spot::Spot;
use super::super::{Lay, QuerbeetChain};
use super::{SETS, compact_move, play, rules};
use crate::games::querbeet::tile::{PIECES, Piece};
use crate::games::why;
use base::rng::Rng;
use kit::game::Game;
use kit::state::State;
use ugi::Turn;

/// Tokens after `c1@m14`, and the sentences.
const WHY: &[(&str, &str)] = &[
    ("pass", "Write a move as e1@m14."),
    ("m0@m15", "There is no tile \"m0\"."),
    ("c3@m15", "Tile c has the rotations 0, 1, 2."),
    ("c1@m26", "There is no cell \"m26\"."),
    ("c1@m015", "There is no cell \"m015\"."),
    ("k0@m15", "There is no tile k in the stock."),
    ("l0@m12", "There is no tile l in the stock."),
    ("c1@m14", "There is a tile on m14 already."),
    ("c1@a1", "There is no tile next to a1."),
    ("c1@l14", "No road leads to l14."),
    ("c0@m15", "On edge 4, the road of the tile on m14 meets a blank edge of c0."),
    ("c0@n13", "On edge 0, a road of c0 meets a blank edge of the tile on m14."),
    ("c1@m15", ""),
];

#[test]
fn each_refusal_has_its_sentence() {
    let position = play(QuerbeetChain::start(&rules(SETS[0])), "c1@m14");
    for &(token, sentence) in WHY {
        assert_eq!(why(&position, token), sentence, "{token}");
    }
}

#[test]
fn exactly_the_illegal_tokens_are_refused() {
    let mut rng = Rng::new(8);
    for set in SETS {
        let mut position = QuerbeetChain::start(&rules(set));
        while position.turn() != Turn::Over {
            for spot in Spot::all().step_by(7) {
                for piece in Piece::each((1 << PIECES) - 1) {
                    let token = position.action_text(Lay(piece, spot));
                    let (legal, sentence) = (position.parse_action(&token).is_ok(), why(&position, &token));
                    assert_eq!(legal, sentence.is_empty(), "{token} in {}: {sentence}", position.position_text());
                }
            }
            let Some(action) = compact_move(&position, &mut rng) else { break };
            position.play(action);
        }
    }
}
