//! The chance events: dealing partner cards, dealing hands and revealing the partner cards. This module samples, reads,
//! writes and applies the events, and determines what each viewer sees of them and of positions.

use super::cards::{Cards, Rank};
use super::partners::{CARDS, FACE_DOWN, Pairs, Partners};
use super::position::Keezen;
use super::tokens::{hand_text, partners_text};
use super::words::ABOUT;
use base::rng::{Rng, event_rng};
use kit::chance::{Chance, Hidden};
use kit::state::State;
use kit::text::TokenError;
use ugi::facts::player;
use ugi::{Seat, Turn, Viewer};

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

impl Chance for Keezen {
    type Event = Event;

    fn event(&self) -> &'static str {
        self.pending_event().word()
    }

    /// The partner cards say who plays with whom.
    fn event_words(&self, event: &Event, language: &str) -> Option<String> {
        let (Event::Partners(Some(pairs)) | Event::Reveal(pairs)) = event else { return None };
        let members = |team: usize| {
            let seats = (0..4).filter(|&seat| pairs.team(seat) == team);
            ABOUT.list(language, &seats.map(|seat| player(Seat::new(seat))).collect::<Vec<_>>())
        };
        let name = ABOUT.word(language, &format!("event.{}", self.event()), &[]);
        Some(format!("{name}: {}, {}", members(0), members(1)))
    }

    /// The position has no holes, so a reveal finds the partner cards.
    fn sample_event(&self, seed: u64) -> Event {
        match self.pending_event() {
            PendingEvent::Partners => Event::Partners(Some(sample_partners(seed))),
            PendingEvent::Reveal => Event::Reveal(self.partners.known().unwrap_or(Pairs::ACROSS)),
            PendingEvent::Deal => Event::Deal(self.sample_hands(seed)),
        }
    }

    #[inline]
    fn apply_event(&mut self, event: &Event) {
        match event {
            Event::Deal(hands) => {
                self.hands = *hands;
                self.mover = Some((self.dealer + 1) % 4);
            }
            Event::Partners(pairs) => self.partners = pairs.map_or(Partners::Unseen, Partners::FaceDown),
            Event::Reveal(pairs) => {
                self.partners = Partners::Open(*pairs);
                self.mover = self.mover_by_hands();
                self.last = 0;
            }
        }
    }

    fn parse_event(&self, token: &str, viewer: Viewer) -> Result<Event, TokenError> {
        let (name, content) =
            token.strip_prefix('!').and_then(|rest| rest.split_once('/')).ok_or(TokenError::Illegal)?;
        if self.turn() != Turn::Chance || self.event() != name {
            return Err(TokenError::Illegal);
        }
        match self.pending_event() {
            PendingEvent::Partners if viewer != Viewer::Master => {
                (content == FACE_DOWN).then_some(Event::Partners(None))
            }
            PendingEvent::Partners => Pairs::of_letters(content).map(|pairs| Event::Partners(Some(pairs))),
            PendingEvent::Reveal => Pairs::of_letters(content)
                .filter(|pairs| self.partners.known().is_none_or(|known| known == *pairs))
                .map(Event::Reveal),
            PendingEvent::Deal => return self.parse_deal(content, viewer).map(Event::Deal),
        }
        .ok_or(TokenError::Illegal)
    }

    fn write_event(&self, event: &Event, out: &mut String) {
        let (due, content) = match event {
            Event::Deal(hands) => (PendingEvent::Deal, hands.map(hand_text).join("/")),
            Event::Partners(pairs) => (PendingEvent::Partners, partners_text(*pairs)),
            Event::Reveal(pairs) => (PendingEvent::Reveal, partners_text(Some(*pairs))),
        };
        out.push_str(&format!("!{}/{content}", due.word()));
    }
}

impl Hidden for Keezen {
    fn mask(&self, viewer: Viewer) -> Self {
        Self { hands: masked_hands(&self.hands, viewer), partners: self.partners.seen_by(viewer), ..*self }
    }

    fn mask_event(&self, event: &Event, viewer: Viewer) -> Event {
        match event {
            Event::Deal(hands) => Event::Deal(masked_hands(hands, viewer)),
            Event::Partners(_) if viewer != Viewer::Master => Event::Partners(None),
            Event::Partners(_) | Event::Reveal(_) => *event,
        }
    }

    fn is_partial(&self) -> bool {
        self.partners == Partners::Unseen || self.hands.iter().any(|hand| hand.unknown_count() > 0)
    }

    fn determinize(&self, rng: &mut Rng) -> Self {
        let mut pool = self.unseen();
        let mut full = *self;
        if self.partners == Partners::Unseen {
            full.partners = Partners::FaceDown(Pairs::random(rng));
        }
        for hand in &mut full.hands {
            let drawn = pool.take_random(hand.unknown_count(), rng);
            *hand = hand.known();
            hand.add_all(drawn);
        }
        full
    }
}

/// Returns the hands as `viewer` sees them: hands that the viewer cannot see become unknown cards.
fn masked_hands(hands: &Deal, viewer: Viewer) -> Deal {
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
