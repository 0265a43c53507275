//! The baseline player `greedy`: a one-ply heuristic at the level of a good beginner. It never changes, because later
//! players are measured against it.

use super::moves::Lay;
use super::position::QuerbeetFigure;
use kit::game::State;

/// Returns the heuristic value of a move. Moves that leave a cell on which nothing fits get a large penalty. Among the
/// others, moves to cells on which few pieces fit are preferred.
pub fn greedy(position: &QuerbeetFigure, action: Lay) -> i32 {
    let choices = |position: &QuerbeetFigure| position.places().map(|(_, pieces)| pieces.count_ones() as i32);
    let here = position.places().find(|&(cell, _)| cell == action.1);
    let tightness = here.map_or(0, |(_, pieces)| pieces.count_ones() as i32);
    let next = position.after(action);
    let dead = choices(&next).filter(|&choices| choices == 0).count() as i32;
    choices(&next).min().unwrap_or_default() - 4 * tightness - 1000 * dead
}
