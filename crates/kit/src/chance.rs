//! Games in which nature decides something: deals, dice, tiles drawn from a bag. Games without chance use nothing of this.

use crate::events::Events;
use crate::game::Viewer;
use crate::notation::Notation;
use crate::text::TokenError;
use std::fmt::Debug;

/// What nature decides in a game. Such a game says so in [`Notation::CHANCE`] and calls [`Chance::roll`] in
/// [`Game::resolve_chance`](crate::game::Game::resolve_chance).
pub trait Chance: Notation {
    /// An event. As a seat sees it, it may have holes.
    type Event: Clone + Eq + Debug + Send + Sync + 'static;

    /// The name of what nature has to decide, without `!`: `deal`. `Some` exactly when the turn is that of chance.
    fn event(&self) -> Option<&'static str>;

    /// The event that `seed` gives: it depends on the seed, the kind of event and the multiset still to be dealt only
    /// (see [`base::rng::event_rng`]). `None` when nothing is to be decided.
    fn sample_event(&self, seed: u64) -> Option<Self::Event>;

    /// Nature decides. `event` must be possible here.
    fn apply_event(&mut self, event: &Self::Event);

    /// What `viewer` is told of an event: all of it, unless the game hides something.
    fn mask_event(&self, event: &Self::Event, _viewer: Viewer) -> Self::Event {
        event.clone()
    }

    /// Reads an event token (it starts with `!`), as `viewer` may give it.
    ///
    /// # Errors
    /// The event cannot happen here, or no way to fill its holes exists.
    fn read_event(&self, token: &str, viewer: Viewer) -> Result<Self::Event, TokenError>;

    /// Appends the canonical token of an event.
    fn write_event(&self, event: &Self::Event, out: &mut String);

    /// The canonical token of an event.
    fn event_text(&self, event: &Self::Event) -> String {
        let mut out = String::new();
        self.write_event(event, &mut out);
        out
    }

    /// The event that `seed` gives happens; `false` where nothing is to be decided.
    fn roll(&mut self, seed: u64) -> bool {
        let event = self.sample_event(seed);
        event.iter().for_each(|event| self.apply_event(event));
        event.is_some()
    }
}

/// The events of a game of chance, the value of its [`Notation::CHANCE`].
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
