//! The tiles that a puzzle has left: a bag with the centre tile in it or not.

use crate::games::querbeet::bag::Bag;
use crate::games::querbeet::tile::{Kind, Piece, PieceSet};
use std::fmt;

/// Tiles at the start: the eighteen and the centre tile.
pub const ALL: usize = 19;

/// Tiles that can still be laid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stock {
    tiles: Bag,
    centre: bool,
}

impl Stock {
    /// These tiles and the centre tile.
    #[must_use]
    pub const fn with_centre(tiles: Bag) -> Self {
        Self { tiles, centre: true }
    }

    /// Reads letters `a` to `l`, at most one `l`; the byte offset of the first character that does not belong here is the
    /// error.
    ///
    /// # Errors
    /// The offset of a character that is no tile, of a second `l`, or of the first of too many tiles.
    pub fn read(text: &str) -> Result<Self, usize> {
        let mut stock = Self::default();
        for (at, letter) in text.char_indices() {
            match Kind::of_letter(letter) {
                Some(kind) if stock.len() < ALL && !(kind == Kind::CENTRE && stock.centre) => stock.add(kind),
                _ => return Err(at),
            }
        }
        Ok(stock)
    }

    /// How many tiles of this kind there are.
    #[inline]
    #[must_use]
    pub const fn count(self, kind: Kind) -> usize {
        if kind.index() == Kind::CENTRE.index() { self.centre as usize } else { self.tiles.count(kind) }
    }

    /// How many tiles there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.tiles.len() + self.centre as usize
    }

    /// No tile at all?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.tiles.is_empty() && !self.centre
    }

    /// Puts a tile in.
    pub const fn add(&mut self, kind: Kind) {
        if kind.index() == Kind::CENTRE.index() { self.centre = true } else { self.tiles.add(kind) }
    }

    /// Takes a tile out that is in it.
    #[inline]
    pub const fn take(&mut self, kind: Kind) {
        debug_assert!(self.count(kind) > 0);
        if kind.index() == Kind::CENTRE.index() { self.centre = false } else { self.tiles.take(kind) }
    }

    /// Every picture that a tile of it can show.
    #[inline]
    #[must_use]
    pub fn pieces(self) -> PieceSet {
        self.tiles.pieces() | if self.centre { Piece::CENTRE.bit() } else { 0 }
    }

    /// All of it at once, for hashing.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.tiles.bits() << 1 | self.centre as u64
    }
}

/// The letters, sorted; `-` when there is none.
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
        let mut stock = Stock::read("laab").unwrap();
        assert_eq!((stock.to_string().as_str(), stock.len(), stock.count(Kind::CENTRE)), ("aabl", 4, 1));
        stock.take(Kind::CENTRE);
        assert_eq!((stock.to_string().as_str(), stock.len()), ("aab", 3));
        assert_eq!((Stock::read("al?"), Stock::read("lal"), Stock::read("m")), (Err(2), Err(2), Err(0)));
        assert_eq!(Stock::read(&"k".repeat(20)), Err(19));
        assert_eq!(Stock::default().to_string(), "-");
    }
}
