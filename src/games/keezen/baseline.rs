//! The baseline player: a one-ply heuristic at the level of a good beginner. It is frozen, because later versions of
//! the engine are measured against it. It ignores the other seats' hands, and it takes the mover's partner into account
//! only if the partner cards are revealed.

use super::board::{Board, Cell, backward_target, forward_target};
use super::cards::Rank;
use super::moves::{Action, steps};
use super::partners::Partners;
use super::position::Keezen;

const ENTER: i32 = 60;
const HIT_ENEMY: i32 = 40;
const HIT_FRIEND: i32 = -80;
const HOME: i32 = 40;
const DEPTH: i32 = 5;
const STEP: i32 = 1;
const SWAP: i32 = -5;
const FOUR: i32 = -2;

/// Returns the heuristic value of a move for the seat to move. The value of a split seven is the sum over its two
/// parts.
pub fn greedy(position: &Keezen, action: Action) -> i32 {
    let Some(seat) = position.seat() else { return 0 };
    let (board, partners) = (&position.board, position.partners);
    let colour = position.options(seat).colour;
    match action {
        Action::Enter(_) => ENTER + hit(board, partners, colour, Cell::start(colour)),
        Action::Walk(Rank::FOUR, from) => FOUR + hit(board, partners, colour, backward_target(from)),
        Action::Walk(rank, from) => walk(board, partners, colour, from, steps(rank)),
        Action::Split(first, steps, second) => {
            let mut after = *board;
            after.forward(colour, first, steps);
            let next = after.played_for(colour, partners.way());
            walk(board, partners, colour, first, steps) + walk(&after, partners, next, second, 7 - steps)
        }
        Action::Swap(..) => SWAP,
        Action::Fold(_) => 0,
    }
}

fn walk(board: &Board, partners: Partners, colour: usize, from: Cell, steps: u8) -> i32 {
    let target = forward_target(colour, from, steps);
    let step = STEP * i32::from(steps);
    if target.on_ring() {
        step + hit(board, partners, colour, target)
    } else {
        // A walk inside the lane earns only the gain in depth, in addition to its steps.
        let depth = |cell: Cell| DEPTH * (cell.lane_place().1 as i32 + 1);
        step + if from.on_ring() { HOME + depth(target) } else { depth(target) - depth(from) }
    }
}

fn hit(board: &Board, partners: Partners, colour: usize, target: Cell) -> i32 {
    match board.owner(target) {
        Some(owner) if owner == colour || owner == colour ^ partners.way() => HIT_FRIEND,
        Some(_) => HIT_ENEMY,
        None => 0,
    }
}
