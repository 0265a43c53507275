//! The random number generator of the project: SplitMix64, with the sampling algorithms that `protocol.md` specifies.

/// A SplitMix64 generator (Steele, Lea and Flood 2014).
///
/// The project has its own implementation because the algorithm of `query draw` is part of the protocol: programs in
/// any language must get the same deals from the same seed.
///
/// ```
/// use speltafel_base::rng::Rng;
///
/// let mut rng = Rng::new(1_234_567);
/// assert_eq!(rng.next(), 6_457_827_717_110_365_317);
/// assert!(rng.below(6) < 6 && rng.index(6) < 6 && rng.unit() < 1.0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator whose stream depends only on `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 random bits.
    #[inline]
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// Returns an unbiased number in `0..bound` (Lemire 2019, multiply and reject). `bound` must not be 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        debug_assert!(bound > 0);
        loop {
            let product = u128::from(self.next()) * u128::from(bound);
            let low = product as u64;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }

    /// Returns an index in `0..len`, which must not be empty. This is faster than [`Rng::below`] but slightly biased:
    /// the bias is below 2⁻³² if `len` is below 2³².
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        debug_assert!(len > 0);
        ((u128::from(self.next()) * len as u128) >> 64) as usize
    }

    /// Returns a number in `0.0..1.0`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles `items` (Fisher–Yates from the last index to the first, with [`Rng::below`]).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// The output function of SplitMix64, a bijection in which each input bit affects all output bits. Other code uses it
/// to combine seeds and hash keys.
///
/// ```
/// use speltafel_base::rng::mix;
///
/// let key = |square: u64, man: u64| mix(mix(square) ^ man);
/// assert_ne!(key(3, 1), key(1, 3));
/// ```
#[inline]
#[must_use]
pub const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Returns the 64-bit FNV-1a hash of `text`.
///
/// ```
/// assert_eq!(speltafel_base::rng::fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
/// ```
#[must_use]
pub fn fnv1a(text: &[u8]) -> u64 {
    text.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

/// Returns the generator that samples a chance event.
///
/// `seed` is the S of `query draw S`. `event` is the event text that `protocol.md` defines: the event's name, the hand
/// sizes, and the multiset of cards or tiles still to be dealt.
///
/// ```
/// use speltafel_base::rng::event_rng;
///
/// assert_eq!(event_rng(7, "roll").below(6), event_rng(7, "roll").below(6));
/// assert_ne!(event_rng(7, "roll").next(), event_rng(7, "deal").next());
/// ```
#[must_use]
pub fn event_rng(seed: u64, event: &str) -> Rng {
    Rng::new(seed ^ fnv1a(event.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_matches_the_published_values() {
        let mut rng = Rng::new(1_234_567);
        assert_eq!([rng.next(), rng.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn fnv_matches_the_published_values() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn below_returns_every_value_in_range_and_no_other() {
        let mut rng = Rng::new(7);
        let mut seen = [0; 5];
        (0..1000).for_each(|_| seen[rng.below(5) as usize] += 1);
        assert!(seen.iter().all(|&n| n > 150), "{seen:?}");
    }
}
