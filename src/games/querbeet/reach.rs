//! The numbers of tiles that roads still need to reach the sides of the board. The results must not change, because the
//! frozen baseline player uses them.

use super::board::Board;
use super::cell::{CellSet, Side, opposite, shift};
use super::points::sides;

/// The number of tiles that marks a side as unreachable or a road as impossible.
pub const NEVER: u32 = 9;
/// The number of rows that a direct road between opposite sides crosses.
const ROWS: usize = 7;

/// Returns, for each side, the minimum number of tiles to lay until a road leaves the board on that side; [`NEVER`] if
/// the side is unreachable. `usable` is a set of empty cells, on each of which any tile is assumed to fit. All other
/// empty cells are assumed to stay empty.
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

/// Returns the number of tiles that a seat needs to reach one of its sides, plus the number for the other.
pub fn missing(reach: &[u32; 6], seat: usize) -> u32 {
    sides(seat).iter().map(|side| reach[side.0]).sum()
}

/// Returns the minimum number of tiles to lay for a road of seven tiles between a seat's sides; [`NEVER`] if no such
/// road is possible. Such a road advances by one row with every tile.
pub fn direct(board: &Board, usable: CellSet, seat: usize) -> u32 {
    let [near, far] = sides(seat);
    let laid = board.laid();
    // `sets[n]` contains the cells of the current row that the road can reach with `n` new tiles.
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
