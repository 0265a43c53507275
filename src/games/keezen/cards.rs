//! Ranks, and multisets of cards packed into a `u64`: hands, played cards and the pack.

use base::rng::Rng;

/// The letters of the thirteen ranks in order, then `?` for an unknown card.
pub const LETTERS: &str = "A23456789TJQK?";
/// The number of ranks, `A` to `K`. The unknown card is not a rank.
pub const RANKS: usize = 13;
/// The number of cards of each rank in the pack.
pub const COPIES: usize = 4;

/// A rank, or the unknown card, as its index in [`LETTERS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(pub u8);

impl Rank {
    /// `A`, which enters a pawn or walks one cell.
    pub const ACE: Self = Self(0);
    /// `4`, which walks four cells backward.
    pub const FOUR: Self = Self(3);
    /// `7`, which walks seven cells or is split between two pawns.
    pub const SEVEN: Self = Self(6);
    /// `J`, which swaps two pawns.
    pub const JACK: Self = Self(10);
    /// `Q`, which walks twelve cells.
    pub const QUEEN: Self = Self(11);
    /// `K`, which enters a pawn.
    pub const KING: Self = Self(12);
    /// `?`, a card that the viewer cannot see.
    pub const UNKNOWN: Self = Self(13);

    /// Returns the rank with this letter; `?` gives [`Rank::UNKNOWN`].
    pub fn of_letter(letter: char) -> Option<Self> {
        LETTERS.find(letter).map(|place| Self(place as u8))
    }

    /// Returns the letter of the rank.
    pub fn letter(self) -> char {
        LETTERS.as_bytes()[usize::from(self.0)].into()
    }

    /// Returns the thirteen ranks in order, without the unknown card.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..RANKS as u8).map(Self)
    }

    const fn shift(self) -> u32 {
        self.0 as u32 * 4
    }
}

/// A multiset of cards: a four-bit count per rank, and a fourteenth count for unknown cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cards(u64);

impl Cards {
    /// The empty multiset.
    pub const NONE: Self = Self(0);
    /// The whole pack of 52.
    pub const PACK: Self = Self(0x4_4444_4444_4444);

    const ONES: u64 = 0x11_1111_1111_1111;
    const KNOWN: u64 = 0xF_FFFF_FFFF_FFFF;

    /// Returns `count` unknown cards.
    pub const fn unknown(count: usize) -> Self {
        Self((count as u64) << Rank::UNKNOWN.shift())
    }

    /// Returns whether the multiset is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of cards, unknown ones included.
    #[inline]
    pub const fn len(self) -> usize {
        let pairs = (self.0 & 0x0F0F_0F0F_0F0F_0F0F) + (self.0 >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
    }

    /// Returns the number of cards of one rank.
    #[inline]
    pub const fn count(self, rank: Rank) -> usize {
        (self.0 >> rank.shift() & 15) as usize
    }

    /// Returns the number of unknown cards.
    #[inline]
    pub const fn unknown_count(self) -> usize {
        self.count(Rank::UNKNOWN)
    }

    /// Returns the multiset without its unknown cards.
    pub const fn known(self) -> Self {
        Self(self.0 & Self::KNOWN)
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, rank: Rank) {
        self.0 += 1 << rank.shift();
    }

    /// Adds all cards of another multiset.
    #[inline]
    pub fn add_all(&mut self, other: Self) {
        self.0 += other.0;
    }

    /// Removes a card of this rank, or an unknown card if no card of this rank is known. The multiset must contain one
    /// of the two.
    #[inline]
    pub fn remove(&mut self, rank: Rank) {
        let slot = if self.count(rank) > 0 { rank } else { Rank::UNKNOWN };
        debug_assert!(self.count(slot) > 0);
        self.0 = self.0.wrapping_sub(1 << slot.shift());
    }

    /// Returns the multiset minus the cards of `other`, which it must contain.
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// Returns whether this multiset has at least as many cards of each rank as `other`, and at least as many unknown
    /// cards.
    pub fn contains(self, other: Self) -> bool {
        self.unknown_count() >= other.unknown_count() && Rank::all().all(|rank| self.count(rank) >= other.count(rank))
    }

    /// Returns whether these cards could be exactly `shown`, with their unknown cards taken from `pool`.
    pub fn can_be(self, shown: Self, pool: Self) -> bool {
        self.len() == shown.len() && shown.contains(self.known()) && pool.contains(shown.minus(self.known()))
    }

    /// Returns the distinct known ranks, in order.
    #[inline]
    pub fn ranks(self) -> impl Iterator<Item = Rank> {
        let mut left = (self.0 | self.0 >> 1 | self.0 >> 2) & Self::ONES & Self::KNOWN;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let rank = Rank((left.trailing_zeros() / 4) as u8);
                left &= left - 1;
                rank
            })
        })
    }

    /// Returns every card, in order of rank, unknown cards last.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        (0..=Rank::UNKNOWN.0).map(Rank).flat_map(move |rank| std::iter::repeat_n(rank, self.count(rank)))
    }

    /// Removes and returns `count` random cards, or all cards if there are fewer. Every card is equally likely.
    pub fn take_random(&mut self, count: usize, rng: &mut Rng) -> Self {
        let mut drawn = Self::NONE;
        for _ in 0..count.min(self.len()) {
            let mut place = rng.index(self.len());
            let mut rank = Rank::ACE;
            while place >= self.count(rank) {
                place -= self.count(rank);
                rank = Rank(rank.0 + 1);
            }
            self.remove(rank);
            drawn.add(rank);
        }
        drawn
    }

    /// Returns the packed counts, for hashing.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl FromIterator<Rank> for Cards {
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> Self {
        let mut cards = Self::NONE;
        ranks.into_iter().for_each(|rank| cards.add(rank));
        cards
    }
}
