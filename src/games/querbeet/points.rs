//! Points at the end of a round, for the roads and against the tiles left over.

use super::board::Board;
use super::cell::{Cell, CellSet, Side};

/// Tiles of the shortest road that can lie between opposite sides.
const DIRECT: u32 = 7;
/// Tiles of an incomplete road that counts.
const LONG: u32 = 6;

/// The two sides of a seat: p1 top and bottom, p2 upper right and lower left, p3 lower right and upper left.
#[must_use]
pub const fn sides(seat: usize) -> [Side; 2] {
    [Side(seat), Side(seat + 3)]
}

/// The points of a seat (from 0) with `left` tiles in hand.
#[must_use]
pub fn points(board: &Board, seat: usize, left: usize) -> i32 {
    road_points(board, seat) - left as i32
}

/// 3 for a direct road between both own sides, 2 for any other, 1 for an incomplete one, else 0.
#[must_use]
pub fn road_points(board: &Board, seat: usize) -> i32 {
    let [one, other] = sides(seat).map(|side| board.leaving(side));
    match shortest(board, one, other) {
        Some(DIRECT) => 3,
        Some(_) => 2,
        None => i32::from(has_long_road(board, one | other)),
    }
}

/// Tiles of the shortest road from a tile in `from` to one in `to`, both counted.
#[must_use]
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

/// Reading: an incomplete road is a path of six or more different tiles, each joined to the next by road, from one in
/// `starts` to one with a road to an empty cell of the board; its other branches do not matter.
#[must_use]
pub fn has_long_road(board: &Board, starts: CellSet) -> bool {
    let ends = board.open_ended();
    ends != 0 && Cell::each(starts).any(|start| winds(board, start.bit(), 0, 1, ends))
}

/// Is there a path on from `tile`, the last of `length`, that never enters `used`, is long enough and ends in `ends`?
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
