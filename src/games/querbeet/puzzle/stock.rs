//! The stock of a puzzle: a bag of tiles, with or without the centre tile.

use crate::games::querbeet::bag::Bag;
use crate::games::querbeet::tile::{Kind, Piece, PieceSet};
use std::fmt;

/// The total number of tiles: eighteen and the centre tile.
pub const ALL: usize = 19;

/// The tiles that can still be laid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stock {
    tiles: Bag,
    centre: bool,
}

impl Stock {
    /// Creates a stock of these tiles and the centre tile.
    pub const fn with_centre(tiles: Bag) -> Self {
        Self { tiles, centre: true }
    }

    /// Reads at most [`ALL`] letters `a` to `l`, with at most one `l`.
    ///
    /// # Errors
    /// Returns the byte offset of the first character that is not a tile, is a second `l`, or exceeds [`ALL`] tiles.
    pub fn parse(text: &str) -> Result<Self, usize> {
        let mut stock = Self::default();
        for (at, letter) in text.char_indices() {
            match Kind::of_letter(letter) {
                Some(kind) if stock.len() < ALL && !(kind == Kind::CENTRE && stock.centre) => stock.add(kind),
                _ => return Err(at),
            }
        }
        Ok(stock)
    }

    /// Returns the number of tiles of this kind.
    #[inline]
    pub const fn count(self, kind: Kind) -> usize {
        if kind.index() == Kind::CENTRE.index() { self.centre as usize } else { self.tiles.count(kind) }
    }

    /// Returns the number of tiles.
    #[inline]
    pub const fn len(self) -> usize {
        self.tiles.len() + self.centre as usize
    }

    /// Returns whether the stock is empty.
    pub const fn is_empty(self) -> bool {
        self.tiles.is_empty() && !self.centre
    }

    /// Adds a tile.
    pub const fn add(&mut self, kind: Kind) {
        if kind.index() == Kind::CENTRE.index() { self.centre = true } else { self.tiles.add(kind) }
    }

    /// Removes a tile, which must be in the stock.
    #[inline]
    pub const fn take(&mut self, kind: Kind) {
        debug_assert!(self.count(kind) > 0);
        if kind.index() == Kind::CENTRE.index() { self.centre = false } else { self.tiles.take(kind) }
    }

    /// Returns every rotation of the kinds in the stock, as a set of pieces.
    #[inline]
    pub fn pieces(self) -> PieceSet {
        self.tiles.pieces() | if self.centre { Piece::CENTRE.bit() } else { 0 }
    }

    /// Returns the packed counts, for hashing.
    pub const fn bits(self) -> u64 {
        self.tiles.bits() << 1 | self.centre as u64
    }
}

/// Writes the letters, sorted; `-` if the stock is empty.
impl fmt::Display for Stock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let centre = if self.centre { "l" } else { "" };
        if self.is_empty() { write!(f, "-") } else { write!(f, "{}{centre}", self.tiles) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stocks_read_write_and_count() {
        let mut stock = Stock::parse("laab").unwrap();
        assert_eq!((stock.to_string().as_str(), stock.len(), stock.count(Kind::CENTRE)), ("aabl", 4, 1));
        stock.take(Kind::CENTRE);
        assert_eq!((stock.to_string().as_str(), stock.len()), ("aab", 3));
        assert_eq!((Stock::parse("al?"), Stock::parse("lal"), Stock::parse("m")), (Err(2), Err(2), Err(0)));
        assert_eq!(Stock::parse(&"k".repeat(20)), Err(19));
        assert_eq!(Stock::default().to_string(), "-");
    }
}
