//! A position: the tiles on the board, the tiles that are left, the ring.

use super::laid_tiles::LaidTiles;
use super::ring::enclosed;
use crate::games::querbeet::bag::Bag;
use crate::games::querbeet::puzzle::stock::Stock;

/// The rule options in effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The eighteen; the centre tile lies on the middle.
    pub tiles: Bag,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QuerbeetChain {
    pub(super) laid: LaidTiles,
    pub(super) stock: Stock,
    /// Cells inside the ring, 0 while there is none.
    pub(super) enclosed: u8,
    pub(super) plies: u64,
}

impl QuerbeetChain {
    /// Counts the ring anew. Only a tile with roads to two others can close one.
    pub(super) fn update_enclosed(&mut self) {
        self.enclosed = enclosed(&self.laid) as u8;
    }
}
