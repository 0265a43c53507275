//! Who plays with whom: four partner cards, one a seat, face down or open.

use base::rng::Rng;
use kit::game::Viewer;

/// The cards, sorted: two black and two red ones.
pub const CARDS: [char; 4] = ['b', 'b', 'r', 'r'];
/// What a viewer sees of cards that lie face down.
pub const FACE_DOWN: &str = "????";

/// Two red and two black cards, one a seat: seats with the same colour are partners.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pairs {
    /// Bit k is seat k (from 0); two of four.
    reds: u8,
    /// See [`Pairs::way`]; follows from `reds`, and is asked at every move.
    way: u8,
}

impl Pairs {
    /// The partners sit across the table.
    pub const ACROSS: Self = Self::of(0b0101);
    /// Every way in which the cards can lie.
    pub const ALL: [Self; 6] =
        [Self::of(0b0011), Self::of(0b0101), Self::of(0b0110), Self::of(0b1001), Self::of(0b1010), Self::of(0b1100)];

    /// One of each way to have partners.
    pub const THREE: [Self; 3] = [Self::of(0b0011), Self::of(0b0101), Self::of(0b1001)];

    const fn of(reds: u8) -> Self {
        // The partner of p1 is the one other seat with the colour of its card.
        let like_p1 = if reds & 1 == 1 { reds } else { !reds & 15 };
        Self { reds, way: (like_p1 & !1).trailing_zeros() as u8 }
    }

    /// The cards with these letters, p1's first; two of each colour.
    #[must_use]
    pub fn of_letters(letters: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pairs| pairs.letters().iter().copied().eq(letters.chars()))
    }

    /// Their letters, p1's first.
    #[must_use]
    pub fn letters(self) -> [char; 4] {
        [0, 1, 2, 3].map(|seat| if self.reds >> seat & 1 == 1 { 'r' } else { 'b' })
    }

    /// One of all ways, drawn evenly.
    #[must_use]
    pub fn random(rng: &mut Rng) -> Self {
        Self::ALL[rng.index(Self::ALL.len())]
    }

    /// The other seat with a card of the same colour.
    #[inline]
    #[must_use]
    pub const fn partner(self, seat: usize) -> usize {
        seat ^ self.way()
    }

    /// What turns the number (from 0) of a seat into that of its partner by exclusive or: 1, 2 or 3.
    #[inline]
    #[must_use]
    pub const fn way(self) -> usize {
        self.way as usize
    }

    /// The team of a seat: 0 is that of p1.
    #[inline]
    #[must_use]
    pub const fn team(self, seat: usize) -> usize {
        ((self.reds >> seat ^ self.reds) & 1) as usize
    }

    /// The seats of a team as a mask, bit k for seat k.
    #[inline]
    #[must_use]
    pub const fn members(self, team: usize) -> u8 {
        // The seats whose card has another colour than p1's.
        let others = self.reds ^ (15 * (self.reds & 1));
        if team == 0 { !others & 15 } else { others }
    }

    /// For hashing.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.reds
    }
}

/// What a position knows of the partner cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Partners {
    /// They are still to be dealt.
    Undealt,
    /// They lie face down, and this viewer does not see them.
    Unseen,
    /// They lie face down: the master history and completions know them, the seats do not.
    FaceDown(Pairs),
    /// Everybody sees them.
    Open(Pairs),
}

impl Partners {
    /// The cards, for those who may know them.
    #[inline]
    #[must_use]
    pub const fn known(self) -> Option<Pairs> {
        match self {
            Self::FaceDown(pairs) | Self::Open(pairs) => Some(pairs),
            Self::Undealt | Self::Unseen => None,
        }
    }

    /// The cards, where everybody sees them.
    #[inline]
    #[must_use]
    pub const fn open(self) -> Option<Pairs> {
        match self {
            Self::Open(pairs) => Some(pairs),
            Self::Undealt | Self::Unseen | Self::FaceDown(_) => None,
        }
    }

    /// [`Pairs::way`] where everybody knows it, else 0: so nobody has a partner.
    #[inline]
    #[must_use]
    pub const fn way(self) -> usize {
        match self {
            Self::Open(pairs) => pairs.way(),
            Self::Undealt | Self::Unseen | Self::FaceDown(_) => 0,
        }
    }

    /// Do they lie face down?
    #[inline]
    #[must_use]
    pub const fn face_down(self) -> bool {
        matches!(self, Self::Unseen | Self::FaceDown(_))
    }

    /// What a viewer sees: nobody but the master knows cards that lie face down.
    #[must_use]
    pub fn seen_by(self, viewer: Viewer) -> Self {
        match self {
            Self::FaceDown(_) if viewer != Viewer::Master => Self::Unseen,
            seen => seen,
        }
    }

    /// A number for hashing, 0 for partners across the table, whom everybody knows.
    #[must_use]
    pub const fn bits(self) -> u64 {
        match self {
            Self::Open(pairs) => (pairs.bits() ^ Pairs::ACROSS.bits()) as u64,
            Self::FaceDown(pairs) => 0x10 | pairs.bits() as u64,
            Self::Unseen => 0x20,
            Self::Undealt => 0x30,
        }
    }
}
