//! The position: the laid tiles, the stock, the ring.

use super::laid_tiles::LaidTiles;
use super::ring::enclosed;
use crate::games::querbeet::bag::Bag;
use crate::games::querbeet::puzzle::stock::Stock;

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The eighteen tiles of the stock. The centre tile lies on `m13` and is not among them.
    pub tiles: Bag,
}

/// A position of the chain puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QuerbeetChain {
    pub(super) laid: LaidTiles,
    pub(super) stock: Stock,
    /// The number of cells inside the ring that encloses the most cells; 0 if there is no ring.
    pub(super) enclosed: u8,
    pub(super) plies: u64,
}

impl QuerbeetChain {
    /// Recomputes `enclosed` from the laid tiles.
    pub(super) fn update_enclosed(&mut self) {
        self.enclosed = enclosed(&self.laid) as u8;
    }
}
