//! Sets of small numbers, stored as the bits of an integer.

/// Iterates over the members of `set`, lowest first.
#[inline]
pub fn each(set: impl Into<u64>) -> impl Iterator<Item = u8> {
    let mut left = set.into();
    std::iter::from_fn(move || {
        let lowest = left.trailing_zeros() as u8;
        (left != 0).then(|| {
            left &= left - 1;
            lowest
        })
    })
}

/// Returns the member at index `rank` of `set` in increasing order. The set must have more than `rank` members.
#[inline]
#[must_use]
pub fn nth(set: impl Into<u64>, rank: usize) -> u8 {
    let mut left = set.into();
    debug_assert!(rank < left.count_ones() as usize);
    for _ in 0..rank {
        left &= left.wrapping_sub(1);
    }
    left.trailing_zeros() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_listed_lowest_first() {
        let set = 1 << 63 | 0b1_0110_u64;
        assert_eq!(each(set).collect::<Vec<_>>(), [1, 2, 4, 63]);
        assert!((0..4).all(|rank| each(set).nth(rank) == Some(nth(set, rank))));
        assert_eq!(each(0x8001_u16).collect::<Vec<_>>(), [0, 15]);
        assert_eq!(each(0_u32).next(), None);
    }
}
