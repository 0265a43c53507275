//! The frozen baseline: how a decent beginner looks at one tile. Never changed once landed; later players are measured
//! against it.

use super::moves::Lay;
use super::position::QuerbeetChain;
use kit::game::State;

/// Worth of a move: a ring by the cells in it, but not a small one while many tiles are left; else many ways to go on.
pub fn greedy(position: &QuerbeetChain, action: Lay) -> i32 {
    let next = position.after(action);
    if next.enclosed > 0 {
        return 100 * i32::from(next.enclosed) - 50 * next.stock.len() as i32;
    }
    let ways = next.places();
    if ways.is_empty() { -10_000 } else { ways.len() as i32 }
}
