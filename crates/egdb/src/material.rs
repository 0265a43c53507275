//! Material configurations, which identify slices.

use crate::rank::sets;
use crate::squares::{MEN_SQUARES, Pieces};
use std::fmt;

/// A material configuration: the numbers of men and kings of both sides. All positions with the same material form a
/// slice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    /// The pieces of the side to move.
    pub own: Force,
    /// The pieces of the other side.
    pub other: Force,
}

/// The numbers of men and kings of one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Force {
    /// The number of men.
    pub men: usize,
    /// The number of kings.
    pub kings: usize,
}

impl Material {
    /// The exclusive upper bound of [`Material::code`].
    pub const CODES: usize = 1 << 12;
    /// The maximum total number of pieces.
    pub const MOST_PIECES: usize = 7;

    /// Returns the material of a position.
    #[inline]
    pub const fn of(pieces: &Pieces) -> Self {
        Self {
            own: Force::of(pieces.own_men, pieces.own_kings),
            other: Force::of(pieces.other_men, pieces.other_kings),
        }
    }

    /// Returns all material configurations with `pieces` pieces, at least one per side, in an order in which they can
    /// be solved: by increasing number of men, because promotions reduce the number of men.
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

    /// Returns the material as the other side sees it.
    #[inline]
    pub const fn swapped(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// Returns the material after a promotion by the side to move, which must have a man. `own` remains the material of
    /// the same side.
    pub const fn promoted(self) -> Self {
        let Force { men, kings } = self.own;
        Self { own: Force { men: men - 1, kings: kings + 1 }, ..self }
    }

    /// Returns a number below [`Material::CODES`] that identifies the material configuration.
    #[inline]
    pub const fn code(self) -> usize {
        self.own.men << 9 | self.own.kings << 6 | self.other.men << 3 | self.other.kings
    }

    /// Returns the number of pieces of both sides together.
    pub const fn pieces(self) -> usize {
        self.own.pieces() + self.other.pieces()
    }

    /// Returns the number of men of both sides together.
    pub const fn men(self) -> usize {
        self.own.men + self.other.men
    }
}

/// A map from material configurations.
#[derive(Debug)]
pub struct ByMaterial<T>(Vec<Option<T>>);

impl<T> Default for ByMaterial<T> {
    fn default() -> Self {
        Self(std::iter::repeat_with(|| None).take(Material::CODES).collect())
    }
}

impl<T> ByMaterial<T> {
    /// Adds a value, or replaces the one of the same material.
    pub fn put(&mut self, material: Material, value: T) {
        self.0[material.code()] = Some(value);
    }

    /// Removes the value of a material configuration, if there is one.
    pub fn drop(&mut self, material: Material) {
        self.0[material.code()] = None;
    }

    /// Returns the value of a material configuration, or `None` if there is none.
    #[inline]
    pub fn get(&self, material: Material) -> Option<&T> {
        self.0[material.code()].as_ref()
    }

    /// Like [`ByMaterial::get`], but the value can be modified.
    pub fn get_mut(&mut self, material: Material) -> Option<&mut T> {
        self.0[material.code()].as_mut()
    }

    /// Returns the value of a material configuration that moves lead to.
    ///
    /// # Panics
    /// Panics if there is no such value. The order in which materials are solved rules this out.
    #[inline]
    pub fn solved(&self, material: Material) -> &T {
        self.get(material).expect("materials that moves lead to are solved first")
    }

    /// Returns all values, sorted by [`Material::code`].
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }
}

impl Force {
    #[inline]
    const fn of(men: u32, kings: u32) -> Self {
        Self { men: men.count_ones() as usize, kings: kings.count_ones() as usize }
    }

    /// Returns the number of men and kings together.
    pub const fn pieces(self) -> usize {
        self.men + self.kings
    }

    /// Returns the number of sets of squares that the men can occupy.
    pub const fn men_sets(self) -> usize {
        sets(MEN_SQUARES, self.men)
    }

    /// Returns the number of sets of squares that the kings can occupy.
    pub const fn king_sets(self) -> usize {
        sets(32, self.kings)
    }
}

/// Formats the material as own men, own kings, other men, other kings; for example `2103`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}{}", self.own.men, self.own.kings, self.other.men, self.other.kings)
    }
}
