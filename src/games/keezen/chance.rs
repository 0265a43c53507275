//! The chance events: dealing partner cards, dealing hands and revealing the partner cards. This module samples the
//! events and determines what each viewer sees of them.

use super::cards::{Cards, Rank};
use super::partners::{CARDS, Pairs, Partners};
use super::position::Keezen;
use base::rng::event_rng;
use ugi::{Seat, Viewer};

/// A chance event that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PendingEvent {
    /// The partner cards are dealt. With hidden partners, this is the first event of a game.
    Partners,
    /// The hands are dealt.
    Deal,
    /// The partner cards are revealed.
    Reveal,
}

impl PendingEvent {
    /// Returns the event's name in event tokens. A position text in which the event is due begins with the same word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Partners => "partners",
            Self::Deal => "deal",
            Self::Reveal => "reveal",
        }
    }
}

/// The hands of a deal, p1's first.
pub type Deal = [Cards; 4];

/// A chance event with its outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// `!deal/…`: the hand of each seat.
    Deal(Deal),
    /// `!partners/…`: the partner cards, which are dealt face down; `None` in a view, which does not contain them.
    Partners(Option<Pairs>),
    /// `!reveal/…`: the partner cards are revealed.
    Reveal(Pairs),
}

impl Event {
    /// Returns the event as `viewer` sees it: cards in hands that the viewer cannot see become unknown cards, and
    /// partner cards that the viewer cannot see become `None`.
    pub fn seen_by(&self, viewer: Viewer) -> Self {
        match self {
            Self::Deal(hands) => Self::Deal(masked_hands(hands, viewer)),
            Self::Partners(_) if viewer != Viewer::Master => Self::Partners(None),
            Self::Partners(_) | Self::Reveal(_) => *self,
        }
    }
}

impl Keezen {
    /// Returns the event that is due. Call this only if a chance event is due; otherwise the result is meaningless.
    pub(super) fn pending_event(&self) -> PendingEvent {
        match self.partners {
            Partners::Undealt => PendingEvent::Partners,
            _ if self.reveal_is_due() => PendingEvent::Reveal,
            _ => PendingEvent::Deal,
        }
    }

    /// Returns whether the reveal of the partner cards is due: they lie face down, and either a seat has all its pawns
    /// home or the ply limit is reached.
    #[inline]
    pub(super) fn reveal_is_due(&self) -> bool {
        self.partners.face_down() && (self.board.anybody_home() || self.is_capped())
    }

    /// Samples the event that is due. The position has no holes, so a reveal finds the partner cards.
    pub(super) fn sampled_event(&self, seed: u64) -> Event {
        match self.pending_event() {
            PendingEvent::Partners => Event::Partners(Some(sample_partners(seed))),
            PendingEvent::Reveal => Event::Reveal(self.partners.known().unwrap_or(Pairs::ACROSS)),
            PendingEvent::Deal => Event::Deal(self.sample_hands(seed)),
        }
    }

    /// Shuffles the sorted cards that have not been played since the last shuffle and deals them hand by hand, p1's
    /// first. The random stream is seeded with `seed` and the text `deal:5,5,5,5:` (or `deal:4,4,4,4:`) followed by the
    /// letters of these cards.
    fn sample_hands(&self, seed: u64) -> Deal {
        let size = self.deal_size();
        let mut pack = [Rank::ACE; 52];
        let mut left = 0;
        let mut text = String::with_capacity(80);
        text.push_str(if size == 5 { "deal:5,5,5,5:" } else { "deal:4,4,4,4:" });
        for rank in Cards::PACK.minus(self.used).iter() {
            pack[left] = rank;
            left += 1;
            text.push(rank.letter());
        }
        event_rng(seed, &text).shuffle(&mut pack[..left]);
        std::array::from_fn(|seat| pack[..left].iter().skip(seat * size).take(size).copied().collect())
    }

    /// Returns the seat to move, derived from the hand sizes: the first seat after the dealer that has as many cards as
    /// the largest hand. A seat that has already played in this round has one card fewer, or none if it has folded.
    ///
    /// If all hands are empty, a deal is due and the result is `None`, except at the ply limit: no deal follows then,
    /// and the result is the seat that moved last.
    pub(super) fn mover_by_hands(&self) -> Option<u8> {
        let most = self.hands.iter().map(|hand| hand.len()).max().unwrap_or_default();
        if most == 0 {
            return self.is_capped().then_some(self.last);
        }
        (1..=4).map(|ahead| (self.dealer + ahead) % 4).find(|&seat| self.hands[usize::from(seat)].len() == most)
    }
}

/// Returns the hands as `viewer` sees them: hands that the viewer cannot see become unknown cards.
pub fn masked_hands(hands: &Deal, viewer: Viewer) -> Deal {
    std::array::from_fn(
        |seat| {
            if viewer.sees(Seat::new(seat)) { hands[seat] } else { Cards::unknown(hands[seat].len()) }
        },
    )
}

/// Shuffles the two black and two red partner cards. The random stream is seeded with `seed` and the text
/// `partners:1,1,1,1:bbrr`.
fn sample_partners(seed: u64) -> Pairs {
    let mut cards = CARDS;
    let sorted: String = cards.iter().collect();
    event_rng(seed, &format!("partners:1,1,1,1:{sorted}")).shuffle(&mut cards);
    let letters: String = cards.iter().collect();
    Pairs::of_letters(&letters).expect("two cards of each colour in any order")
}
