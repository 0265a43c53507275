//! The board for graphical and text display: cells, pieces, clicks, and a text picture.

use super::board::Tile;
use super::position::Wieniet;

pub(super) const NAMES: [&str; 2] = ["White", "Red"];

impl Wieniet {
    pub(super) fn sign(&self, tile: Tile) -> char {
        let up = usize::from(self.up & tile.bit() != 0);
        match self.stones.map(|stones| stones & tile.bit() != 0) {
            [true, _] => ['w', 'W'][up],
            [_, true] => ['r', 'R'][up],
            _ => '.',
        }
    }
}
