//! The baseline player: a one-ply heuristic at the level of a good beginner. It is frozen, because later players are
//! measured against it.

use super::moves::Lay;
use super::position::QuerbeetChain;
use kit::game::State;

/// Returns the heuristic value of a move: for a ring, its cells minus a penalty for the tiles left; otherwise the
/// number of cells on which the next tile can be laid.
pub fn greedy(position: &QuerbeetChain, action: Lay) -> i32 {
    let next = position.after(action);
    if next.enclosed > 0 {
        return 100 * i32::from(next.enclosed) - 50 * next.stock.len() as i32;
    }
    let ways = next.places();
    if ways.is_empty() { -10_000 } else { ways.len() as i32 }
}
