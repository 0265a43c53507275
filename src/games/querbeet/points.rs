//! The points of a seat at the end of a round: its road points minus the number of tiles left in its hand.

use super::board::Board;
use super::cell::{Cell, CellSet, Side};

/// The number of tiles in the shortest possible road between opposite sides.
const DIRECT: u32 = 7;
/// The minimum number of tiles in an incomplete road.
const LONG: u32 = 6;

/// Returns the two sides of a seat: p1 top and bottom, p2 upper right and lower left, p3 lower right and upper left.
pub const fn sides(seat: usize) -> [Side; 2] {
    [Side(seat), Side(seat + 3)]
}

/// Returns the points of the seat with the zero-based index `seat`, which has `left` tiles in its hand.
pub fn points(board: &Board, seat: usize, left: usize) -> i32 {
    road_points(board, seat) - left as i32
}

/// Returns 3 if the shortest road between the seat's sides has seven tiles, 2 if it has more, 1 if there is only an
/// incomplete road, and 0 otherwise.
pub fn road_points(board: &Board, seat: usize) -> i32 {
    let [one, other] = sides(seat).map(|side| board.leaving(side));
    match shortest(board, one, other) {
        Some(DIRECT) => 3,
        Some(_) => 2,
        None => i32::from(has_long_road(board, one | other)),
    }
}

/// Returns the number of tiles in the shortest road from a tile in `from` to one in `to`, both included; `None` if
/// there is no such road.
pub fn shortest(board: &Board, from: CellSet, to: CellSet) -> Option<u32> {
    if from == 0 || to == 0 {
        return None;
    }
    let (mut reached, mut tiles) = (from, 1);
    while reached & to == 0 {
        let next = board.spread(reached);
        if next == reached {
            return None;
        }
        reached = next;
        tiles += 1;
    }
    Some(tiles)
}

/// Returns whether there is an incomplete road. Interpretation: an incomplete road is a path of six or more different
/// tiles, each joined to the next by road, from a tile in `starts` to one with a road to an empty cell of the board.
/// Roads that branch off the path do not matter.
pub fn has_long_road(board: &Board, starts: CellSet) -> bool {
    let ends = board.open_ended();
    ends != 0 && Cell::each(starts).any(|start| winds(board, start.bit(), 0, 1, ends))
}

/// Returns whether a path of `length` tiles that ends on `tile` is, or can be extended to, an incomplete road that ends
/// on a tile in `ends`. `length` must not exceed [`LONG`]. `used` is the set of the path's tiles before `tile`.
fn winds(board: &Board, tile: CellSet, used: CellSet, length: u32, ends: CellSet) -> bool {
    if length == LONG {
        let free = !used;
        let mut reached = tile;
        loop {
            if reached & ends != 0 {
                return true;
            }
            let next = board.spread(reached) & free;
            if next == reached {
                return false;
            }
            reached = next;
        }
    }
    let used = used | tile;
    Cell::each(board.spread(tile) & !used).any(|next| winds(board, next.bit(), used, length + 1, ends))
}
