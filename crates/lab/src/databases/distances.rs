//! Tables of distances to win (DTW), each for all positions with one material configuration, one byte per position.

use egdb::material::{ByMaterial, Material};
use egdb::rank::{rank, rank_rotated};
use egdb::slice::Shape;
use egdb::squares::Pieces;

/// The entry of a drawn position.
pub const DRAWN: u8 = u8::MAX;
/// The entry of an impossible position.
pub const NO_POSITION: u8 = DRAWN - 1;
/// The maximum distance that can be stored. It is enough for up to six pieces, where the longest win takes 167 plies.
pub const MOST: u8 = NO_POSITION - 1;

/// The distances to win of all positions with one material configuration, i.e. the number of plies to the end of the
/// game with best play by both sides. A distance is odd if the side to move wins, and even if it loses. Drawn positions
/// have the entry [`DRAWN`], impossible ones [`NO_POSITION`]. The order is that of [`egdb::slice::Slice`] without
/// padding.
#[derive(Debug)]
pub struct Distances {
    shape: Shape,
    plies: Vec<u8>,
}

impl Distances {
    /// Creates a table in which every entry is [`NO_POSITION`].
    pub fn new(material: Material) -> Self {
        let shape = Shape::of(material);
        Self { shape, plies: vec![NO_POSITION; bytes(material)] }
    }

    /// Returns the distances of the positions in which the men of both sides have these ranks: a row for each set of
    /// the other side's kings, with an entry for each set of the own kings.
    #[inline]
    pub fn unit(&self, own_men: usize, other_men: usize) -> &[u8] {
        &self.plies[self.start(own_men, other_men)..][..self.size()]
    }

    /// Like [`Distances::unit`], but the distances can be modified.
    pub fn unit_mut(&mut self, own_men: usize, other_men: usize) -> &mut [u8] {
        let (start, size) = (self.start(own_men, other_men), self.size());
        &mut self.plies[start..start + size]
    }

    /// Returns the distance of a position, which must have this material configuration.
    #[inline]
    pub fn of(&self, pieces: &Pieces) -> u8 {
        let unit = self.start(rank(pieces.own_men), rank_rotated(pieces.other_men));
        self.plies[unit + rank_rotated(pieces.other_kings) * self.shape.own_kings + rank(pieces.own_kings)]
    }

    const fn size(&self) -> usize {
        self.shape.own_kings * self.shape.other_kings
    }

    const fn start(&self, own_men: usize, other_men: usize) -> usize {
        (own_men * self.shape.other_men + other_men) * self.size()
    }
}

/// Returns the number of bytes of memory that the distances of a material configuration need.
pub const fn bytes(material: Material) -> usize {
    let shape = Shape::of(material);
    shape.own_men * shape.other_men * shape.own_kings * shape.other_kings
}

/// The distances in memory.
pub type SolvedDistances = ByMaterial<Distances>;
