//! The laid tiles, and the pieces that fit next to them.

use super::spot::Spot;
use crate::games::querbeet::cell::opposite;
use crate::games::querbeet::puzzle::stock::ALL;
use crate::games::querbeet::tile::{Piece, PieceSet};

/// The laid tiles, at most nineteen, with their cells.
#[derive(Clone, Copy, Debug)]
pub struct LaidTiles {
    tiles: [(Spot, Piece); ALL],
    count: u8,
}

impl PartialEq for LaidTiles {
    fn eq(&self, other: &Self) -> bool {
        self.tiles() == other.tiles()
    }
}

impl LaidTiles {
    /// Creates the start position: the centre tile on the middle cell.
    pub fn opening() -> Self {
        let mut laid = Self::nothing();
        laid.lay(Piece::CENTRE, Spot::MIDDLE);
        laid
    }

    /// Creates an empty board.
    pub const fn nothing() -> Self {
        Self { tiles: [(Spot::MIDDLE, Piece::CENTRE); ALL], count: 0 }
    }

    /// Returns each tile with its cell, sorted by cell.
    #[inline]
    pub fn tiles(&self) -> &[(Spot, Piece)] {
        &self.tiles[..usize::from(self.count)]
    }

    /// Puts a tile on a free cell. The board must contain fewer than nineteen tiles.
    pub fn lay(&mut self, piece: Piece, spot: Spot) {
        let mut at = usize::from(self.count);
        while at > 0 && self.tiles[at - 1].0 > spot {
            self.tiles[at] = self.tiles[at - 1];
            at -= 1;
        }
        self.tiles[at] = (spot, piece);
        self.count += 1;
    }

    /// Returns the piece on a cell, or `None` if the cell is free.
    #[inline]
    pub fn piece(&self, spot: Spot) -> Option<Piece> {
        self.tiles().iter().find(|&&(place, _)| place == spot).map(|&(_, piece)| piece)
    }

    /// Returns the edges at which a tile on this cell must have a road, and the edges at which it must have none,
    /// according to the tiles around the cell. Both are bit sets.
    #[inline]
    pub fn demands(&self, spot: Spot) -> (u8, u8) {
        let (mut roads, mut blanks) = (0, 0);
        for &(place, piece) in self.tiles() {
            let (columns, rows) = place.from(spot);
            if columns.abs() > 1 || rows.abs() > 1 {
                continue;
            }
            if let Some(edge) = (0..6).find(|&edge| spot.beyond(edge) == place) {
                let arrives = piece.roads() >> opposite(edge) & 1;
                roads |= arrives << edge;
                blanks |= (1 - arrives) << edge;
            }
        }
        (roads, blanks)
    }

    /// Returns the free cells to which a road leads and on which at least one of `pieces` fits, in cell order. Each
    /// cell comes with all of `pieces` that fit on it.
    pub fn places(&self, pieces: PieceSet) -> Vec<(Spot, PieceSet)> {
        let mut spots: Vec<Spot> = Vec::with_capacity(32);
        for &(spot, piece) in self.tiles() {
            let roads = (0..6).filter(|edge| piece.roads() >> edge & 1 == 1);
            spots.extend(roads.filter_map(|edge| spot.over(edge)).filter(|&spot| self.piece(spot).is_none()));
        }
        spots.sort_unstable();
        spots.dedup();
        let fitting = |spot| {
            let (roads, blanks) = self.demands(spot);
            (spot, Piece::matching(roads, blanks) & pieces)
        };
        spots.into_iter().map(fitting).filter(|&(_, pieces)| pieces != 0).collect()
    }

    /// Returns whether this piece can be laid on this cell: the cell is free, a road leads to it, and the piece matches
    /// the tiles around it on every shared edge.
    pub fn fits(&self, piece: Piece, spot: Spot) -> bool {
        let (roads, blanks) = self.demands(spot);
        roads != 0 && self.piece(spot).is_none() && Piece::matching(roads, blanks) & piece.bit() != 0
    }

    /// Returns whether every shared edge matches and all tiles are connected by road.
    pub fn is_sound(&self) -> bool {
        let agrees = |&(spot, piece): &(Spot, Piece)| {
            let (roads, blanks) = self.demands(spot);
            piece.roads() & roads == roads && piece.roads() & blanks == 0
        };
        self.tiles().iter().all(agrees) && self.is_joined()
    }

    /// Returns whether all tiles are connected by road.
    pub fn is_joined(&self) -> bool {
        let tiles = self.tiles();
        let mut joined = 1_u32;
        let mut waiting = vec![0];
        while let Some(at) = waiting.pop() {
            let Some(&(spot, piece)) = tiles.get(at) else { continue };
            for edge in (0..6).filter(|edge| piece.roads() >> edge & 1 == 1) {
                let next = tiles.iter().position(|&(place, _)| place == spot.beyond(edge));
                if let Some(next) = next.filter(|next| joined >> next & 1 == 0) {
                    joined |= 1 << next;
                    waiting.push(next);
                }
            }
        }
        joined.count_ones() as usize >= tiles.len()
    }
}
