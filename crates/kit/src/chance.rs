//! Chance events (deals, dice, tiles drawn from a bag) and hidden hands. Games without chance do not need this module.

use crate::state::State;
use crate::text::TokenError;
use base::rng::Rng;
use std::fmt::Debug;
use ugi::Viewer;

pub use crate::events::Events;

/// A game with chance events. It sets [`State::EVENTS`] to [`Events::open`], or to [`Events::hidden`] if it implements
/// [`Hidden`]. The methods are called only if [`State::turn`] is [`Turn::Chance`](ugi::Turn::Chance).
///
/// ```
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::rng::event_rng;
///
/// /// One roll of a die; p1 wins with a six.
/// #[derive(Clone, PartialEq, Debug)]
/// struct Dice(Option<u8>);
///
/// impl State for Dice {
///     type Action = u8;
///     const EVENTS: Events<Self> = Events::open();
///     // ...
/// #     fn turn(&self) -> Turn {
/// #         if self.0.is_some() { Turn::Over } else { Turn::Chance }
/// #     }
/// #     fn ending(&self) -> Option<Ending> {
/// #         self.0.map(|pips| Ending::win(usize::from(pips < 6), Reason::new("roll")))
/// #     }
/// #     fn actions(&self, _: &mut Vec<u8>) {}
/// #     fn play(&mut self, _: u8) {}
/// #     fn key(&self) -> u64 {
/// #         self.0.map_or(0, u64::from)
/// #     }
/// }
///
/// impl Chance for Dice {
///     type Event = u8;
///
///     fn event(&self) -> &'static str {
///         "roll"
///     }
///
///     fn sample_event(&self, seed: u64) -> u8 {
///         1 + event_rng(seed, "roll").below(6) as u8
///     }
///
///     fn apply_event(&mut self, event: &u8) {
///         self.0 = Some(*event);
///     }
///
///     fn parse_event(&self, token: &str, _: Viewer) -> Result<u8, TokenError> {
///         let pips = token.strip_prefix("!roll/").and_then(|pips| pips.parse().ok());
///         pips.filter(|pips| (1..=6).contains(pips)).ok_or(TokenError::Illegal)
///     }
///
///     fn write_event(&self, event: &u8, out: &mut String) {
///         out.push_str(&format!("!roll/{event}"));
///     }
/// }
///
/// let next = (Dice::EVENTS.after)(&Dice(None), "!roll/6", Viewer::Master)?;
/// assert_eq!(next.turn(), Turn::Over);
/// assert_eq!((Dice::EVENTS.sample)(&Dice(None), 1), Dice(None).event_text(&Dice(None).sample_event(1)));
/// # Ok::<(), TokenError>(())
/// ```
pub trait Chance: State {
    /// A chance event. In a seat's view, parts of the event may be unknown.
    type Event: Clone + Eq + Debug + Send + Sync + 'static;

    /// Returns the name of the event that is due, without `!`, such as `deal`.
    fn event(&self) -> &'static str;

    /// Returns the event that `seed` selects in this position, which has no holes. The event must depend only on the
    /// seed, the event's name, the sizes of the hands and the multiset of cards or tiles still to be dealt. See
    /// [`event_rng`](crate::rng::event_rng). If another event follows at once, it gets another seed.
    fn sample_event(&self, seed: u64) -> Self::Event;

    /// Appends all events that are possible in this position, which has no holes, each with its probability. By
    /// default, nothing is appended: the game does not list its events. [`AlphaBeta`](crate::search::AlphaBeta) needs
    /// the list, and with it [`Sampling`](crate::search::Sampling) looks beyond an event.
    ///
    /// ```
    /// # use speltafel_kit::prelude::*;
    /// # struct Dice;
    /// # impl Dice {
    /// fn outcomes(&self, out: &mut Vec<(u8, f64)>) {
    ///     out.extend((1..=6).map(|pips| (pips, 1.0 / 6.0)));
    /// }
    /// # }
    /// # let mut out = Vec::new();
    /// # Dice.outcomes(&mut out);
    /// # assert_eq!(out.len(), 6);
    /// ```
    fn outcomes(&self, _out: &mut Vec<(Self::Event, f64)>) {}

    /// Applies `event`, which must be possible in this position.
    fn apply_event(&mut self, event: &Self::Event);

    /// Parses an event token, which starts with `!`, in the view of `viewer`.
    ///
    /// # Errors
    /// Returns an error if the token is not an event that is possible in this position, if its unknown parts cannot be
    /// filled in consistently with the position, or if it hides a part that `viewer` sees.
    fn parse_event(&self, token: &str, viewer: Viewer) -> Result<Self::Event, TokenError>;

    /// Appends the canonical token of an event.
    fn write_event(&self, event: &Self::Event, out: &mut String);

    /// Returns what [`Chance::write_event`] writes, as a string.
    fn event_text(&self, event: &Self::Event) -> String {
        let mut out = String::new();
        self.write_event(event, &mut out);
        out
    }

    /// Returns what a person would say about an event, with [`player`](ugi::facts::player) for the player of a seat.
    /// `event` is the event as a viewer sees it, so the words contain only what the viewer may know. By default, the
    /// words are the name of the event and the cards that it deals, or else all that its token shows.
    fn event_words(&self, _event: &Self::Event, _language: &str) -> Option<String> {
        None
    }

    /// Applies the event that `seed` selects.
    fn roll(&mut self, seed: u64) {
        let event = self.sample_event(seed);
        self.apply_event(&event);
    }
}

/// A game with hidden hands. It sets [`State::EVENTS`] to [`Events::hidden`].
///
/// A position may contain *holes*, which are cards or tiles that the viewer (a seat or the public) does not know. Such
/// a position is called a view. Every method that concerns only public information works on a view. Legal moves are
/// available only for a seat whose hand is known.
///
/// ```
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::rng::event_rng;
///
/// /// p1 gets a card, 0 to 9. p2 has one guess, and wins if it is right. 10 is a hole.
/// #[derive(Clone, PartialEq, Debug)]
/// struct Guess {
///     card: Option<u8>,
///     guess: Option<u8>,
/// }
///
/// impl State for Guess {
///     type Action = u8;
///     const EVENTS: Events<Self> = Events::hidden();
///     // ...
/// #     fn turn(&self) -> Turn {
/// #         match (self.card, self.guess) {
/// #             (None, _) => Turn::Chance,
/// #             (_, None) => Turn::Seat(Seat::P2),
/// #             _ => Turn::Over,
/// #         }
/// #     }
/// #     fn ending(&self) -> Option<Ending> {
/// #         self.guess.map(|_| Ending::win(usize::from(self.guess == self.card), Reason::new("guess")))
/// #     }
/// #     fn actions(&self, out: &mut Vec<u8>) {
/// #         out.extend(0..if self.turn() == Turn::Seat(Seat::P2) { 10 } else { 0 });
/// #     }
/// #     fn play(&mut self, card: u8) {
/// #         self.guess = Some(card);
/// #     }
/// #     fn key(&self) -> u64 {
/// #         u64::from(self.card.unwrap_or(11)) << 8 | u64::from(self.guess.unwrap_or(11))
/// #     }
/// }
/// # impl Chance for Guess {
/// #     type Event = u8;
/// #     fn event(&self) -> &'static str {
/// #         "deal"
/// #     }
/// #     fn sample_event(&self, seed: u64) -> u8 {
/// #         event_rng(seed, "deal").below(10) as u8
/// #     }
/// #     fn apply_event(&mut self, event: &u8) {
/// #         self.card = Some(*event);
/// #     }
/// #     fn parse_event(&self, token: &str, _: Viewer) -> Result<u8, TokenError> {
/// #         let card = token.strip_prefix("!deal/").map(|card| if card == "?" { "10" } else { card });
/// #         card.and_then(|card| card.parse().ok()).ok_or(TokenError::Illegal)
/// #     }
/// #     fn write_event(&self, event: &u8, out: &mut String) {
/// #         out.push_str(&if *event < 10 { format!("!deal/{event}") } else { "!deal/?".to_string() });
/// #     }
/// # }
///
/// // `Chance` is not shown.
/// impl Hidden for Guess {
///     fn mask(&self, viewer: Viewer) -> Self {
///         Self { card: self.card.map(|card| self.mask_event(&card, viewer)), guess: self.guess }
///     }
///
///     fn mask_event(&self, card: &u8, viewer: Viewer) -> u8 {
///         if viewer.sees(Seat::P1) || self.guess.is_some() { *card } else { 10 }
///     }
///
///     fn is_partial(&self) -> bool {
///         self.card == Some(10)
///     }
///
///     fn determinize(&self, rng: &mut Rng) -> Self {
///         if self.is_partial() { Self { card: Some(rng.below(10) as u8), ..*self } } else { self.clone() }
///     }
/// }
///
/// let dealt = Guess { card: None, guess: None };
/// assert_eq!((Guess::EVENTS.view)(&dealt, "!deal/7", Viewer::Master, Viewer::Public)?, "!deal/?");
/// let view = Guess { card: Some(7), guess: None }.mask(Viewer::Seat(Seat::P2));
/// assert!(view.is_partial() && !view.determinize(&mut Rng::new(1)).is_partial());
/// # Ok::<(), TokenError>(())
/// ```
pub trait Hidden: Chance {
    /// Returns the position as `viewer` sees it, with holes in place of hidden information.
    #[must_use]
    fn mask(&self, viewer: Viewer) -> Self;

    /// Returns the event that is due as `viewer` sees it.
    fn mask_event(&self, event: &Self::Event, viewer: Viewer) -> Self::Event;

    /// Returns whether the position contains holes.
    fn is_partial(&self) -> bool;

    /// Returns a determinization: the position with its holes filled at random. All assignments that are consistent
    /// with the known information are equally likely. A position without holes is returned unchanged.
    #[must_use]
    fn determinize(&self, rng: &mut Rng) -> Self;
}

impl<G: Chance> Events<G> {
    /// Declares the chance events of a game in which everybody sees everything.
    #[must_use]
    pub const fn open() -> Self {
        Self {
            has_chance: true,
            name: G::event,
            sample: |position, seed| position.event_text(&position.sample_event(seed)),
            roll: G::roll,
            outcomes: |position| {
                let mut events = Vec::new();
                position.outcomes(&mut events);
                events.into_iter().map(|(event, probability)| (position.event_text(&event), probability)).collect()
            },
            successors: |position, out| {
                let mut events = Vec::new();
                position.outcomes(&mut events);
                out.extend(events.into_iter().map(|(event, probability)| {
                    let mut next = position.clone();
                    next.apply_event(&event);
                    (next, probability)
                }));
            },
            after: |position, token, author| {
                let event = position.parse_event(token, author)?;
                let mut next = position.clone();
                next.apply_event(&event);
                Ok(next)
            },
            view: |position, token, author, _| Ok(position.event_text(&position.parse_event(token, author)?)),
            words: |position, token, author, language| {
                position.event_words(&position.parse_event(token, author).ok()?, language)
            },
            ..Self::NONE
        }
    }
}

impl<G: Hidden> Events<G> {
    /// Declares the chance events and the hidden hands of a game.
    #[must_use]
    pub const fn hidden() -> Self {
        Self {
            has_secrets: true,
            view: |position, token, author, viewer| {
                let event = position.parse_event(token, author)?;
                Ok(position.event_text(&position.mask_event(&event, viewer)))
            },
            mask: G::mask,
            is_partial: G::is_partial,
            determinize: G::determinize,
            ..Self::open()
        }
    }
}
