//! The one random generator of the project: SplitMix64, small enough to be specified in `protocol.md`.
//! It knows no game; every stream starts from a seed that the caller gives.

/// SplitMix64 (Steele, Lea and Flood 2014). Our own because the drawing algorithm of `query draw` is part of the
/// protocol: whoever reads `protocol.md` must get the same deals from the same seed, in any language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// A stream that depends on `seed` alone.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline]
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number in `0..bound` without bias (Lemire 2019, multiply and reject). `bound` must not be 0.
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

    /// An index into a list of `len` items; `len` must not be 0. Its bias is under 2⁻³², for playouts.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        debug_assert!(len > 0);
        ((u128::from(self.next()) * len as u128) >> 64) as usize
    }

    /// A number in `0.0..1.0`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Fisher–Yates from the last place to the first, with [`Rng::below`].
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// The output function of SplitMix64: spreads every bit of `z` over the whole word. Also mixes seeds and hash keys.
#[inline]
#[must_use]
pub const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The `Seed` of the engine in a seat (from 1) of a game, never 0: that would be taken from the system.
#[must_use]
pub fn engine_seed(game: u64, seat: usize) -> u64 {
    1 + mix(game ^ mix(seat as u64)) % (i32::MAX as u64)
}

/// FNV-1a, 64 bits: turns the text of a chance event into a number for [`event_rng`].
#[must_use]
pub fn fnv1a(text: &[u8]) -> u64 {
    text.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

/// The stream that decides a chance event: `seed` is the S of `query draw S`, `event` describes the event and the
/// multiset that is still to be dealt, and nothing else of the position.
#[must_use]
pub fn event_rng(seed: u64, event: &str) -> Rng {
    Rng::new(seed ^ fnv1a(event.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_gives_the_published_numbers() {
        let mut rng = Rng::new(1_234_567);
        assert_eq!([rng.next(), rng.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn fnv_gives_the_published_numbers() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn below_reaches_every_value_and_no_other() {
        let mut rng = Rng::new(7);
        let mut seen = [0; 5];
        (0..1000).for_each(|_| seen[rng.below(5) as usize] += 1);
        assert!(seen.iter().all(|&n| n > 150), "{seen:?}");
    }
}
