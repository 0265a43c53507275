//! How many plies each position of a material is from its end, a byte a position.

use egdb::material::Material;
use egdb::rank::{rank, rank_rotated};
use egdb::slice::Shape;
use egdb::squares::Pieces;

/// The position is drawn.
pub const DRAWN: u8 = u8::MAX;
/// There is no such position.
pub const NO_POSITION: u8 = DRAWN - 1;
/// The longest way to the end that can be told; of six pieces 167 plies.
pub const MOST: u8 = NO_POSITION - 1;

/// The plies to the end of all positions of one material, with best play by both: even where the side to move loses,
/// odd where it wins, [`DRAWN`] or [`NO_POSITION`]. The order is that of [`egdb::slice::Slice`] without padding.
#[derive(Debug)]
pub struct Distances {
    shape: Shape,
    plies: Vec<u8>,
}

impl Distances {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(material: Material) -> Self {
        let shape = Shape::of(material);
        Self { shape, plies: vec![NO_POSITION; bytes(material)] }
    }

    /// Those of all positions with the men of these ranks: a row for each set of the other kings.
    #[inline]
    #[must_use]
    pub fn unit(&self, own_men: usize, other_men: usize) -> &[u8] {
        &self.plies[self.start(own_men, other_men)..][..self.size()]
    }

    /// The same, to be written.
    pub fn unit_mut(&mut self, own_men: usize, other_men: usize) -> &mut [u8] {
        let (start, size) = (self.start(own_men, other_men), self.size());
        &mut self.plies[start..start + size]
    }

    /// That of a position of this material.
    #[inline]
    #[must_use]
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

/// Bytes that a material takes.
#[must_use]
pub const fn bytes(material: Material) -> usize {
    let shape = Shape::of(material);
    shape.own_men * shape.other_men * shape.own_kings * shape.other_kings
}

/// The materials known so far.
#[derive(Debug)]
pub struct SolvedDistances(Vec<Option<Distances>>);

impl SolvedDistances {
    /// Makes room for a material.
    pub fn begin(&mut self, material: Material) {
        self.0[material.code()] = Some(Distances::new(material));
    }

    /// Forgets a material.
    pub fn drop(&mut self, material: Material) {
        self.0[material.code()] = None;
    }

    /// A material that has been solved.
    ///
    /// # Panics
    /// It has not: the order of solving sees to that.
    #[inline]
    #[must_use]
    pub fn get(&self, material: Material) -> &Distances {
        self.0[material.code()].as_ref().expect("what moves lead to is solved first")
    }

    /// A material that is being solved, to be written.
    pub fn get_mut(&mut self, material: Material) -> Option<&mut Distances> {
        self.0[material.code()].as_mut()
    }
}

impl Default for SolvedDistances {
    fn default() -> Self {
        let mut list = Vec::new();
        list.resize_with(Material::CODES, || None);
        Self(list)
    }
}
