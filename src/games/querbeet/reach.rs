//! How far the roads are from a side of the board. Knows no hand and no turn. The yardstick stands on it: its answers
//! never change.

use super::board::Board;
use super::cell::{CellSet, Side, shift};
use super::points::sides;

/// What [`reach`] says of a side that is walled off.
pub const NEVER: u32 = 9;

/// The fewest tiles that have to be laid until a road leaves over each side, if every empty cell could take the tile
/// that is wanted there.
#[must_use]
pub fn reach(board: &Board) -> [u32; 6] {
    let empty = board.empty();
    let mut found = [NEVER; 6];
    for (side, tiles) in found.iter_mut().enumerate() {
        if board.leaving(Side(side)) != 0 {
            *tiles = 0;
        }
    }
    let mut reached = board.fringe().cells;
    for tiles in 1..NEVER {
        for (side, found) in found.iter_mut().enumerate() {
            if *found == NEVER && reached & rim(Side(side)) != 0 {
                *found = tiles;
            }
        }
        reached = (0..6).fold(reached, |all, edge| all | shift(reached, edge)) & empty;
    }
    found
}

/// Tiles that a seat still lacks on both its sides together.
#[must_use]
pub fn missing(reach: &[u32; 6], seat: usize) -> u32 {
    sides(seat).iter().map(|side| reach[side.0]).sum()
}

/// The cells of a side.
fn rim(side: Side) -> CellSet {
    side.exits().iter().fold(0, |all, (_, cells)| all | cells)
}
