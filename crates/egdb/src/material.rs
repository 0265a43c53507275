//! Who has what: the names of the slices that a database is cut into.

use crate::rank::sets;
use crate::squares::{MEN_SQUARES, Pieces};
use std::fmt;

/// Men and kings of both sides. All positions of one material make up a slice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    /// Men and kings of the side to move.
    pub own: Force,
    /// Men and kings of the other side.
    pub other: Force,
}

/// Men and kings of one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Force {
    /// Men.
    pub men: usize,
    /// Kings.
    pub kings: usize,
}

impl Material {
    /// Codes lie below this.
    pub const CODES: usize = 1 << 12;
    /// The most pieces a slice may have.
    pub const MOST_PIECES: usize = 7;

    /// That of a position.
    #[inline]
    #[must_use]
    pub const fn of(pieces: &Pieces) -> Self {
        Self {
            own: Force::of(pieces.own_men, pieces.own_kings),
            other: Force::of(pieces.other_men, pieces.other_kings),
        }
    }

    /// Every material of so many pieces with both sides present, in the order in which they can be solved: what a
    /// promotion leads to has fewer men.
    #[must_use]
    pub fn all(pieces: usize) -> Vec<Self> {
        let mut list = Vec::new();
        for own in 1..pieces {
            for own_men in 0..=own {
                for other_men in 0..=pieces - own {
                    list.push(Self {
                        own: Force { men: own_men, kings: own - own_men },
                        other: Force { men: other_men, kings: pieces - own - other_men },
                    });
                }
            }
        }
        list.sort_by_key(|material| (material.men(), *material));
        list
    }

    /// The same seen by the other side.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The same after a man of the side to move was crowned, of which there is one at least.
    #[must_use]
    pub const fn crowned(self) -> Self {
        let Force { men, kings } = self.own;
        Self { own: Force { men: men - 1, kings: kings + 1 }, ..self }
    }

    /// A number below [`Material::CODES`] that no other material has.
    #[inline]
    #[must_use]
    pub const fn code(self) -> usize {
        self.own.men << 9 | self.own.kings << 6 | self.other.men << 3 | self.other.kings
    }

    /// Men and kings of both sides.
    #[must_use]
    pub const fn pieces(self) -> usize {
        self.own.pieces() + self.other.pieces()
    }

    /// Men of both sides.
    #[must_use]
    pub const fn men(self) -> usize {
        self.own.men + self.other.men
    }
}

impl Force {
    #[inline]
    const fn of(men: u32, kings: u32) -> Self {
        Self { men: men.count_ones() as usize, kings: kings.count_ones() as usize }
    }

    /// Men and kings.
    #[must_use]
    pub const fn pieces(self) -> usize {
        self.men + self.kings
    }

    /// In how many ways the men alone can stand.
    #[must_use]
    pub const fn men_sets(self) -> usize {
        sets(MEN_SQUARES, self.men)
    }

    /// In how many ways the kings alone can stand.
    #[must_use]
    pub const fn king_sets(self) -> usize {
        sets(32, self.kings)
    }
}

/// Own men, own kings, other men, other kings: `2103`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}{}", self.own.men, self.own.kings, self.other.men, self.other.kings)
    }
}
