//! Chance events: deals, dice, tiles drawn from a bag. Games without chance do not need this module.

use crate::events::Events;
use crate::game::Viewer;
use crate::notation::Notation;
use crate::text::TokenError;
use std::fmt::Debug;

/// The chance events of a game. A game that implements this trait sets [`Notation::CHANCE`] to
/// [`Some(&ChanceEvents)`](ChanceEvents) and calls [`Chance::roll`] in
/// [`Game::resolve_chance`](crate::game::Game::resolve_chance).
///
/// ```
/// use speltafel_kit::chance::{Chance, ChanceEvents};
/// use speltafel_kit::events::Events;
/// use speltafel_kit::game::{Ending, Game, Reason, Seat, State, Turn, Viewer};
/// use speltafel_kit::notation::{Notation, TextError, TokenError};
/// use speltafel_kit::rng::event_rng;
///
/// /// One roll of a die; p1 wins with a six.
/// #[derive(Clone, PartialEq, Debug)]
/// struct Dice(Option<u8>);
/// # impl State for Dice {
/// #     type Action = u8;
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
/// # }
///
/// impl Game for Dice {
///     fn resolve_chance(&mut self, seed: u64) -> bool {
///         self.roll(seed)
///     }
/// }
///
/// impl Notation for Dice {
///     type Rules = ();
///     const CHANCE: Option<&'static dyn Events<Self>> = Some(&ChanceEvents);
///     // ...
/// #     fn start((): &()) -> Self {
/// #         Self(None)
/// #     }
/// #     fn read_position((): &(), _: &str) -> Result<Self, TextError> {
/// #         Err(TextError::at(0, "not supported"))
/// #     }
/// #     fn write_position(&self, _: &mut String) {}
/// #     fn write_action(&self, _: u8, _: &mut String) {}
/// }
///
/// impl Chance for Dice {
///     type Event = u8;
///
///     fn event(&self) -> Option<&'static str> {
///         self.0.is_none().then_some("roll")
///     }
///
///     fn sample_event(&self, seed: u64) -> Option<u8> {
///         let name = self.event()?;
///         Some(1 + event_rng(seed, name).below(6) as u8)
///     }
///
///     fn apply_event(&mut self, event: &u8) {
///         self.0 = Some(*event);
///     }
///
///     fn read_event(&self, token: &str, _: Viewer) -> Result<u8, TokenError> {
///         let pips = token.strip_prefix("!roll/").and_then(|pips| pips.parse().ok());
///         pips.filter(|pips| (1..=6).contains(pips)).ok_or(TokenError::Illegal)
///     }
///
///     fn write_event(&self, event: &u8, out: &mut String) {
///         out.push_str(&format!("!roll/{event}"));
///     }
/// }
///
/// let start = Dice::start(&());
/// let next = ChanceEvents.after(&start, "!roll/6", Viewer::Master).unwrap();
/// assert_eq!(next.turn(), Turn::Over);
/// assert_eq!(start.sample_event(1), start.sample_event(1));
/// ```
pub trait Chance: Notation {
    /// A chance event. In a seat's view, parts of the event may be unknown.
    type Event: Clone + Eq + Debug + Send + Sync + 'static;

    /// Returns the name of the event that is due, without `!`, such as `deal`. Returns `Some` exactly when
    /// [`State::turn`](crate::game::State::turn) is [`Turn::Chance`](crate::game::Turn::Chance).
    fn event(&self) -> Option<&'static str>;

    /// Returns the event that `seed` selects, or `None` if no event is due. The event must depend only on the seed, the
    /// event's name, the sizes of the hands and the multiset of cards or tiles still to be dealt. See
    /// [`event_rng`](crate::rng::event_rng).
    fn sample_event(&self, seed: u64) -> Option<Self::Event>;

    /// Applies `event`, which must be possible in this position.
    fn apply_event(&mut self, event: &Self::Event);

    /// Returns the event as `viewer` sees it. The default hides nothing.
    fn mask_event(&self, event: &Self::Event, _viewer: Viewer) -> Self::Event {
        event.clone()
    }

    /// Reads an event token, which starts with `!`, in the view of `viewer`.
    ///
    /// # Errors
    /// Returns an error if the token is not an event that is possible in this position, if its unknown parts cannot be
    /// filled in consistently with the position, or if it hides a part that `viewer` sees.
    fn read_event(&self, token: &str, viewer: Viewer) -> Result<Self::Event, TokenError>;

    /// Appends the canonical token of an event.
    fn write_event(&self, event: &Self::Event, out: &mut String);

    /// Returns what [`Chance::write_event`] writes, as a string.
    fn event_text(&self, event: &Self::Event) -> String {
        let mut out = String::new();
        self.write_event(event, &mut out);
        out
    }

    /// Applies the event that `seed` selects. Returns `false` if no event is due.
    fn roll(&mut self, seed: u64) -> bool {
        let event = self.sample_event(seed);
        event.iter().for_each(|event| self.apply_event(event));
        event.is_some()
    }
}

/// The implementation of [`Events`] for all games that implement [`Chance`]; see [`Notation::CHANCE`].
///
/// See the example of [`Chance`].
#[derive(Clone, Copy, Debug)]
pub struct ChanceEvents;

impl<G: Chance> Events<G> for ChanceEvents {
    fn name(&self, position: &G) -> Option<&'static str> {
        position.event()
    }

    fn sample_event(&self, position: &G, seed: u64) -> Option<String> {
        position.sample_event(seed).map(|event| position.event_text(&event))
    }

    fn event_for_viewer(
        &self,
        position: &G,
        token: &str,
        author: Viewer,
        viewer: Viewer,
    ) -> Result<String, TokenError> {
        let event = position.read_event(token, author)?;
        Ok(position.event_text(&position.mask_event(&event, viewer)))
    }

    fn after(&self, position: &G, token: &str, author: Viewer) -> Result<G, TokenError> {
        let event = position.read_event(token, author)?;
        let mut next = position.clone();
        next.apply_event(&event);
        Ok(next)
    }
}
