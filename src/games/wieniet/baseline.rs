//! The baseline player `greedy`, which looks one ply ahead. It must not change, because later versions of the engine
//! are measured against it.

use super::board::Tiles;
use super::eval::best_take;
use super::moves::Action;
use super::position::Wieniet;
use kit::state::State;

/// The tiles that horizontal or vertical jumps can cross. Stones on other tiles cannot be taken.
const INNER: Tiles = 0x0000_000C_1E1E_0C00;

/// Returns the value of a move for the side to move. The value is the difference between the two sides' static
/// evaluations after the move. The largest take of the opponent after the move lowers it, and the largest take of the
/// side itself raises it. The static evaluation counts stones off, stones circle up, and stones on inner tiles.
pub fn greedy(position: &Wieniet, action: Action) -> i32 {
    let me = position.us();
    let next = position.after(action);
    let value = |side, take| static_eval(&next, side) + take * best_take(&next, next.stones[side]) as i32;
    value(me, 20) - value(me ^ 1, 40)
}

fn static_eval(position: &Wieniet, colour: usize) -> i32 {
    let count = |tiles: Tiles| tiles.count_ones() as i32;
    let (own, up) = (position.stones[colour], position.stones[colour] & position.up);
    100 * i32::from(position.off[colour]) + 40 * count(up) + 10 * count(up & INNER) + 4 * count(own & INNER)
}

#[cfg(test)]
mod tests {
    use super::super::board::BOARD;
    use super::*;

    #[test]
    fn inner_tiles_have_a_tile_on_two_opposite_sides() {
        let beside = |step: u32| BOARD.rotate_left(step) & BOARD.rotate_right(step);
        assert_eq!(INNER, BOARD & (beside(1) | beside(8)));
    }
}
