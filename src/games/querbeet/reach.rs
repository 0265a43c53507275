//! How far the roads are from the sides of the board. The frozen baseline player stands on it: its
//! answers never change.

use super::board::Board;
use super::cell::{CellSet, Side, opposite, shift};
use super::points::sides;

/// Of a side that cannot be reached any more, or a road that cannot come.
pub const NEVER: u32 = 9;
/// Tiles of a direct road between opposite sides.
const ROWS: usize = 7;

/// The fewest tiles that have to be laid until a road leaves over each side, if every cell in `usable` (empty ones)
/// could take the tile that is wanted there.
#[must_use]
pub fn reach(board: &Board, usable: CellSet) -> [u32; 6] {
    let mut found = [NEVER; 6];
    for (side, tiles) in found.iter_mut().enumerate() {
        if board.leaving(Side(side)) != 0 {
            *tiles = 0;
        }
    }
    let mut reached = board.fringe().cells & usable;
    for tiles in 1..NEVER {
        for (side, found) in found.iter_mut().enumerate() {
            if *found == NEVER && reached & Side(side).cells() != 0 {
                *found = tiles;
            }
        }
        reached = (0..6).fold(reached, |all, edge| all | shift(reached, edge)) & usable;
    }
    found
}

/// Tiles that a seat still lacks on both its sides together.
#[must_use]
pub fn missing(reach: &[u32; 6], seat: usize) -> u32 {
    sides(seat).iter().map(|side| reach[side.0]).sum()
}

/// The fewest tiles that have to be laid for a road of seven tiles between both sides of a seat; [`NEVER`] when none
/// can come. Such a road goes one row on with every tile: `sets[n]` are the cells of a row that it can come to with n
/// new tiles.
#[must_use]
pub fn direct(board: &Board, usable: CellSet, seat: usize) -> u32 {
    let [near, far] = sides(seat);
    let laid = board.laid();
    let mut sets = [0; ROWS + 1];
    sets[0] = board.leaving(near);
    sets[1] = near.cells() & usable;
    for _ in 1..ROWS {
        let mut next = [0; ROWS + 1];
        for new in (0..ROWS).filter(|&new| sets[new] != 0) {
            for edge in [(seat + 2) % 6, (seat + 3) % 6] {
                let arriving = shift(sets[new] & (board.roads(edge) | !laid), edge);
                next[new] |= arriving & board.roads(opposite(edge));
                next[new + 1] |= arriving & usable;
            }
        }
        sets = next;
    }
    let goal = board.leaving(far) | far.cells() & usable;
    sets.iter().position(|set| set & goal != 0).map_or(NEVER, |new| new as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_centre_is_three_tiles_from_every_side() {
        let board = Board::opening();
        assert_eq!(reach(&board, board.empty()), [3; 6]);
        assert!((0..3).all(|seat| direct(&board, board.empty(), seat) == 6 && missing(&[3; 6], seat) == 6));
        assert_eq!(direct(&board, 0, 0), NEVER);
    }
}
