//! The baseline player `greedy`: a one-ply heuristic at the level of a good beginner. It never changes, because later
//! players are measured against it.

use super::moves::Lay;
use super::position::QuerbeetFigure;
use kit::state::State;

/// Returns the heuristic value of a move. Each free cell on which nothing fits after the move costs a large penalty.
/// Otherwise, the value falls with the number of pieces that fit on the move's own cell before the move. It rises with
/// the number of pieces that fit, after the move, on the free cell with the fewest fitting pieces.
pub fn greedy(position: &QuerbeetFigure, action: Lay) -> i32 {
    let choices = |position: &QuerbeetFigure| position.places().map(|(_, pieces)| pieces.count_ones() as i32);
    let here = position.places().find(|&(cell, _)| cell == action.1);
    let tightness = here.map_or(0, |(_, pieces)| pieces.count_ones() as i32);
    let next = position.after(action);
    let dead = choices(&next).filter(|&choices| choices == 0).count() as i32;
    choices(&next).min().unwrap_or_default() - 4 * tightness - 1000 * dead
}
