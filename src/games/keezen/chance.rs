//! What nature decides in Keezen: partner cards, deals, the turning of the cards; how it is drawn and who sees it.

use super::cards::{Cards, Rank};
use super::partners::{CARDS, Pairs, Partners};
use super::position::Keezen;
use base::rng::event_rng;
use kit::game::{Seat, Viewer};

/// What nature has to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PendingEvent {
    /// The partner cards are dealt, before all else.
    Partners,
    /// Every seat gets cards.
    Deal,
    /// The partner cards are turned.
    Reveal,
}

impl PendingEvent {
    /// Its name on the wire, and the first section of a position text in which it is due.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Partners => "partners",
            Self::Deal => "deal",
            Self::Reveal => "reveal",
        }
    }
}

/// The hands that a deal gives, p1's first.
pub type Deal = [Cards; 4];

/// What nature has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// `!deal/…`: cards for every seat.
    Deal(Deal),
    /// `!partners/…`: a partner card for every seat, face down; `None` for who does not see them.
    Partners(Option<Pairs>),
    /// `!reveal/…`: the partner cards are turned.
    Reveal(Pairs),
}

impl Event {
    /// What a viewer is told of it.
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
    /// What nature decides here, where it does.
    pub(super) fn pending_event(&self) -> PendingEvent {
        match self.partners {
            Partners::Undealt => PendingEvent::Partners,
            _ if self.reveal_is_due() => PendingEvent::Reveal,
            _ => PendingEvent::Deal,
        }
    }

    /// Do the partner cards have to be turned: has a seat all its pawns home, or has the last ply been played?
    #[inline]
    pub(super) fn reveal_is_due(&self) -> bool {
        self.partners.face_down() && (self.board.anybody_home() || self.is_capped())
    }

    /// Where nature decides: what this seed gives. `None` where a view would have to know the partner cards.
    pub(super) fn sampled_event(&self, seed: u64) -> Option<Event> {
        match self.pending_event() {
            PendingEvent::Partners => Some(Event::Partners(Some(sample_partners(seed)))),
            PendingEvent::Reveal => self.partners.known().map(Event::Reveal),
            PendingEvent::Deal => Some(Event::Deal(self.sample_hands(seed))),
        }
    }

    /// What is left of the pack is shuffled, sorted before, and dealt hand by hand, p1 first. The stream starts from the
    /// text `deal:5,5,5,5:` (or fours) and the letters of those cards.
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

    /// The seat to move as the hands tell: who has played in this round has a card less. Where nobody has cards the
    /// next deal is due; at the cap, where none follows, it is who moved last.
    pub(super) fn mover_by_hands(&self) -> Option<u8> {
        let most = self.hands.iter().map(|hand| hand.len()).max().unwrap_or_default();
        if most == 0 {
            return self.is_capped().then_some(self.last);
        }
        (1..=4).map(|ahead| (self.dealer + ahead) % 4).find(|&seat| self.hands[usize::from(seat)].len() == most)
    }
}

/// The hands as `viewer` sees them.
pub fn masked_hands(hands: &Deal, viewer: Viewer) -> Deal {
    std::array::from_fn(
        |seat| {
            if viewer.sees(Seat::new(seat)) { hands[seat] } else { Cards::unknown(hands[seat].len()) }
        },
    )
}

/// The two black and the two red cards are shuffled; the event text is `partners:1,1,1,1:bbrr`.
fn sample_partners(seed: u64) -> Pairs {
    let mut cards = CARDS;
    let sorted: String = cards.iter().collect();
    event_rng(seed, &format!("partners:1,1,1,1:{sorted}")).shuffle(&mut cards);
    let letters: String = cards.iter().collect();
    Pairs::of_letters(&letters).expect("two cards of each colour in any order")
}
