//! The baseline player `greedy`: a one-ply heuristic at the level of a good beginner. It never changes, because later
//! players are measured against it.

use super::moves::Lay;
use super::position::QuerbeetChain;
use kit::state::State;

/// Returns the heuristic value of a move. A move that closes a ring is worth 100 for each enclosed cell, minus 50 for
/// each tile left in the stock. Any other move is worth the number of cells on which the next tile can be laid, or
/// -10,000 if there is none.
pub fn greedy(position: &QuerbeetChain, action: Lay) -> i32 {
    let next = position.after(action);
    if next.enclosed > 0 {
        return 100 * i32::from(next.enclosed) - 50 * next.stock.len() as i32;
    }
    let ways = next.places();
    if ways.is_empty() { -10_000 } else { ways.len() as i32 }
}
