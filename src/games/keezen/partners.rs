//! The partner cards: one per seat, face down or revealed.

use base::rng::Rng;
use ugi::Viewer;

/// The four partner cards, sorted: two black, two red.
pub const CARDS: [char; 4] = ['b', 'b', 'r', 'r'];
/// The text for partner cards that the viewer cannot see.
pub const FACE_DOWN: &str = "????";

/// An assignment of two red and two black cards to the seats: seats with the same colour are partners.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pairs {
    /// The seats with a red card: bit `k` for the seat with the zero-based index `k`. Exactly two bits are set.
    reds: u8,
    /// The result of [`Pairs::partner_xor`], computed once from `reds`, because every move uses it.
    way: u8,
}

impl Pairs {
    /// The assignment in which partners sit opposite each other.
    pub const ACROSS: Self = Self::of(0b0101);
    /// All six assignments of the cards to the seats.
    pub const ALL: [Self; 6] =
        [Self::of(0b0011), Self::of(0b0101), Self::of(0b0110), Self::of(0b1001), Self::of(0b1010), Self::of(0b1100)];

    /// One assignment for each of the three ways to form teams.
    pub const THREE: [Self; 3] = [Self::of(0b0011), Self::of(0b0101), Self::of(0b1001)];

    const fn of(reds: u8) -> Self {
        // The partner of p1 is the other seat with a card of the same colour.
        let like_p1 = if reds & 1 == 1 { reds } else { !reds & 15 };
        Self { reds, way: (like_p1 & !1).trailing_zeros() as u8 }
    }

    /// Returns the assignment with these letters, p1's first; `None` unless there are two of each colour.
    pub fn of_letters(letters: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pairs| pairs.letters().iter().copied().eq(letters.chars()))
    }

    /// Returns the letters of the cards, p1's first.
    pub fn letters(self) -> [char; 4] {
        [0, 1, 2, 3].map(|seat| if self.reds >> seat & 1 == 1 { 'r' } else { 'b' })
    }

    /// Returns a random assignment; all are equally likely.
    pub fn random(rng: &mut Rng) -> Self {
        Self::ALL[rng.index(Self::ALL.len())]
    }

    /// Returns the other seat with a card of the same colour.
    #[inline]
    pub const fn partner(self, seat: usize) -> usize {
        seat ^ self.partner_xor()
    }

    /// Returns the number `w`, 1 to 3, such that the seats with the zero-based indices `s` and `s ^ w` are partners.
    #[inline]
    pub const fn partner_xor(self) -> usize {
        self.way as usize
    }

    /// Returns the team of a seat; p1 is in team 0.
    #[inline]
    pub const fn team(self, seat: usize) -> usize {
        ((self.reds >> seat ^ self.reds) & 1) as usize
    }

    /// Returns the seats of a team as a mask with bit `k` set for seat `k`.
    #[inline]
    pub const fn members(self, team: usize) -> u8 {
        // The seats whose card differs in colour from p1's.
        let others = self.reds ^ (15 * (self.reds & 1));
        if team == 0 { !others & 15 } else { others }
    }

    /// Returns the mask of the seats with a red card, for hashing.
    pub const fn bits(self) -> u8 {
        self.reds
    }
}

/// The state of the partner cards in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Partners {
    /// The cards have not been dealt.
    Undealt,
    /// The cards lie face down and the viewer does not know them.
    Unseen,
    /// The cards lie face down. The master history and determinizations contain them, but no seat sees them.
    FaceDown(Pairs),
    /// The cards are revealed.
    Open(Pairs),
}

impl Partners {
    /// Returns the cards if this position contains them.
    #[inline]
    pub const fn known(self) -> Option<Pairs> {
        match self {
            Self::FaceDown(pairs) | Self::Open(pairs) => Some(pairs),
            Self::Undealt | Self::Unseen => None,
        }
    }

    /// Returns the cards if they are revealed.
    #[inline]
    pub const fn open(self) -> Option<Pairs> {
        match self {
            Self::Open(pairs) => Some(pairs),
            Self::Undealt | Self::Unseen | Self::FaceDown(_) => None,
        }
    }

    /// Returns [`Pairs::partner_xor`] if the cards are revealed, otherwise 0, which means that no seat has a partner.
    #[inline]
    pub const fn way(self) -> usize {
        match self {
            Self::Open(pairs) => pairs.partner_xor(),
            Self::Undealt | Self::Unseen | Self::FaceDown(_) => 0,
        }
    }

    /// Returns whether the cards lie face down.
    #[inline]
    pub const fn face_down(self) -> bool {
        matches!(self, Self::Unseen | Self::FaceDown(_))
    }

    /// Returns the partner cards as `viewer` sees them. Cards that lie face down are visible only in the master
    /// history.
    pub fn seen_by(self, viewer: Viewer) -> Self {
        match self {
            Self::FaceDown(_) if viewer != Viewer::Master => Self::Unseen,
            seen => seen,
        }
    }

    /// Returns a number for hashing, which is different for each state; 0 for [`Pairs::ACROSS`] if revealed.
    pub const fn bits(self) -> u64 {
        match self {
            Self::Open(pairs) => (pairs.bits() ^ Pairs::ACROSS.bits()) as u64,
            Self::FaceDown(pairs) => 0x10 | pairs.bits() as u64,
            Self::Unseen => 0x20,
            Self::Undealt => 0x30,
        }
    }
}
