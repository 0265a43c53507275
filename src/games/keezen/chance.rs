//! The chance events: dealing partner cards, dealing hands, revealing the partner cards. How they are sampled and what
//! each viewer sees.

use super::cards::{Cards, Rank};
use super::partners::{CARDS, Pairs, Partners};
use super::position::Keezen;
use base::rng::event_rng;
use kit::game::{Seat, Viewer};

/// A chance event that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PendingEvent {
    /// The partner cards are dealt. This is the first event of a game.
    Partners,
    /// Each seat gets cards.
    Deal,
    /// The partner cards are revealed.
    Reveal,
}

impl PendingEvent {
    /// Returns the name in event tokens, which is also the first section of a position text in which the event is due.
    #[must_use]
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
    /// `!deal/…`: the cards of each seat.
    Deal(Deal),
    /// `!partners/…`: a partner card for each seat, face down; `None` in a view, which does not contain them.
    Partners(Option<Pairs>),
    /// `!reveal/…`: the partner cards are revealed.
    Reveal(Pairs),
}

impl Event {
    /// Returns the event as a viewer sees it.
    #[must_use]
    pub fn seen_by(&self, viewer: Viewer) -> Self {
        match self {
            Self::Deal(hands) => Self::Deal(masked_hands(hands, viewer)),
            Self::Partners(_) if viewer != Viewer::Master => Self::Partners(None),
            Self::Partners(_) | Self::Reveal(_) => *self,
        }
    }
}

impl Keezen {
    /// Returns the event that is due. The result is meaningful only at a chance event.
    pub(super) fn pending_event(&self) -> PendingEvent {
        match self.partners {
            Partners::Undealt => PendingEvent::Partners,
            _ if self.reveal_is_due() => PendingEvent::Reveal,
            _ => PendingEvent::Deal,
        }
    }

    /// Returns whether the partner cards must be revealed: they lie face down, and a seat has all its pawns home or the
    /// ply limit is reached.
    #[inline]
    pub(super) fn reveal_is_due(&self) -> bool {
        self.partners.face_down() && (self.board.anybody_home() || self.is_capped())
    }

    /// Samples the event that is due with this seed. Returns `None` at the reveal in a view, which does not contain the
    /// partner cards.
    pub(super) fn sampled_event(&self, seed: u64) -> Option<Event> {
        match self.pending_event() {
            PendingEvent::Partners => Some(Event::Partners(Some(sample_partners(seed)))),
            PendingEvent::Reveal => self.partners.known().map(Event::Reveal),
            PendingEvent::Deal => Some(Event::Deal(self.sample_hands(seed))),
        }
    }

    /// Shuffles the sorted rest of the pack and deals it hand by hand, p1 first. The random stream is seeded with the
    /// text `deal:5,5,5,5:` (or fours) followed by the letters of these cards.
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

    /// Returns the seat to move as it follows from the hands: the seats that have played in this round have one card
    /// fewer. If all hands are empty the result is `None`, because a deal is due, or the seat that moved last if the
    /// ply limit is reached.
    pub(super) fn mover_by_hands(&self) -> Option<u8> {
        let most = self.hands.iter().map(|hand| hand.len()).max().unwrap_or_default();
        if most == 0 {
            return self.is_capped().then_some(self.last);
        }
        (1..=4).map(|ahead| (self.dealer + ahead) % 4).find(|&seat| self.hands[usize::from(seat)].len() == most)
    }
}

/// Returns the hands as `viewer` sees them.
pub fn masked_hands(hands: &Deal, viewer: Viewer) -> Deal {
    std::array::from_fn(
        |seat| {
            if viewer.sees(Seat::new(seat)) { hands[seat] } else { Cards::unknown(hands[seat].len()) }
        },
    )
}

/// Shuffles the two black and two red cards; the text of the random stream is `partners:1,1,1,1:bbrr`.
fn sample_partners(seed: u64) -> Pairs {
    let mut cards = CARDS;
    let sorted: String = cards.iter().collect();
    event_rng(seed, &format!("partners:1,1,1,1:{sorted}")).shuffle(&mut cards);
    let letters: String = cards.iter().collect();
    Pairs::of_letters(&letters).expect("two cards of each colour in any order")
}
