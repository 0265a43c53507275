//! Sets of fields as bits. Knows the number of fields and which of them touch the centre, nothing else of the board.

use super::board::Field;

/// A set of fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fields(u16);

impl Fields {
    /// No field.
    pub const NONE: Self = Self(0);
    /// All fourteen.
    pub const ALL: Self = Self(0x3FFF);
    /// The eight fields that touch the centre.
    pub const RING: Self = ring();

    /// A set of one.
    #[must_use]
    #[inline]
    pub const fn only(field: Field) -> Self {
        Self(1 << field.index())
    }

    /// Is the field in the set?
    #[must_use]
    #[inline]
    pub const fn has(self, field: Field) -> bool {
        self.0 >> field.index() & 1 == 1
    }

    /// Is it empty?
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of fields.
    #[must_use]
    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Fields of both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Fields of either set.
    #[must_use]
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Fields of this set that are not in the other.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// This set if `condition`, else none.
    #[must_use]
    #[inline]
    pub const fn when(self, condition: bool) -> Self {
        Self(self.0 & (condition as u16).wrapping_neg())
    }

    /// The field with so many of the set before it. The set must be that large.
    #[must_use]
    #[inline]
    pub fn nth(self, n: usize) -> Field {
        debug_assert!(n < self.count());
        let mut rest = self.0;
        for _ in 0..n {
            rest &= rest.wrapping_sub(1);
        }
        Field::at(rest.trailing_zeros() as usize)
    }

    /// The set of these bits, a1 lowest; bits of no field are dropped.
    #[must_use]
    #[inline]
    pub(super) const fn from_bits(bits: u16) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The set as sixteen bits, a1 lowest.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

impl Iterator for Fields {
    type Item = Field;

    #[inline]
    fn next(&mut self) -> Option<Field> {
        if self.0 == 0 {
            return None;
        }
        let field = Field::at(self.0.trailing_zeros() as usize);
        self.0 &= self.0 - 1;
        Some(field)
    }
}

impl FromIterator<Field> for Fields {
    fn from_iter<I: IntoIterator<Item = Field>>(fields: I) -> Self {
        fields.into_iter().fold(Self::NONE, |set, field| set.or(Self::only(field)))
    }
}

const fn ring() -> Fields {
    let mut set = Fields::NONE;
    let mut index = 0;
    while index < 14 {
        let field = Field::at(index);
        set = set.or(Fields::only(field).when(field.to_centre().is_some()));
        index += 1;
    }
    set
}
