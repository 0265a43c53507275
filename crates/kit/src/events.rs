//! Chance events and hidden hands for code that is generic over all games.

use crate::text::TokenError;
use base::rng::Rng;
use std::fmt;
use ugi::Viewer;

/// What is left to chance in the game `G`, and what is hidden; see [`State::EVENTS`](crate::state::State::EVENTS). Code
/// that is generic over all games calls these methods, because only some games implement
/// [`Chance`](crate::chance::Chance) and [`Hidden`](crate::chance::Hidden).
///
/// See the example of [`Chance`](crate::chance::Chance).
pub struct Events<G: 'static> {
    chance: Option<&'static dyn EventTokens<G>>,
    hidden: Option<&'static dyn Views<G>>,
}

/// The functions of `Chance`, with events as tokens.
pub(crate) trait EventTokens<G>: Sync {
    fn name(&self, position: &G) -> &'static str;
    fn sample(&self, position: &G, seed: u64) -> String;
    fn roll(&self, position: &mut G, seed: u64);
    fn canonical(&self, position: &G, token: &str, author: Viewer) -> Result<String, TokenError>;
    fn after(&self, position: &G, token: &str, author: Viewer) -> Result<G, TokenError>;
}

/// The functions of `Hidden`, with events as tokens.
pub(crate) trait Views<G>: Sync {
    fn view(&self, position: &G, token: &str, author: Viewer, viewer: Viewer) -> Result<String, TokenError>;
    fn mask(&self, position: &G, viewer: Viewer) -> G;
    fn is_partial(&self, position: &G) -> bool;
    fn determinize(&self, position: &G, rng: &mut Rng) -> G;
}

/// The error of a game whose [`turn`](crate::state::State::turn) returns [`Turn::Chance`](ugi::Turn::Chance) although it
/// declares no chance events.
pub(crate) const UNDECLARED: &str =
    "a chance event is due, but the game declares none: implement Chance and set State::EVENTS";

impl<G> Events<G> {
    /// The game has no chance events and hides nothing.
    pub const NONE: Self = Self { chance: None, hidden: None };

    pub(crate) const fn declared(chance: &'static dyn EventTokens<G>, hidden: Option<&'static dyn Views<G>>) -> Self {
        Self { chance: Some(chance), hidden }
    }

    /// Returns whether the game has no chance events.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.chance.is_none()
    }

    /// Returns whether the game hides something from some seats.
    #[must_use]
    pub const fn is_hidden(&self) -> bool {
        self.hidden.is_some()
    }

    fn chance(&self) -> &'static dyn EventTokens<G> {
        self.chance.expect(UNDECLARED)
    }

    /// Returns the name of the chance event that is due.
    ///
    /// # Panics
    /// Panics if the game declares no chance events; [`sample`](Self::sample) and [`roll`](Self::roll) do, too.
    #[must_use]
    pub fn name(&self, position: &G) -> &'static str {
        self.chance().name(position)
    }

    /// Returns the token of the event that `seed` selects.
    #[must_use]
    pub fn sample(&self, position: &G, seed: u64) -> String {
        self.chance().sample(position, seed)
    }

    /// Applies the event that `seed` selects.
    #[inline]
    pub fn roll(&self, position: &mut G, seed: u64) {
        self.chance().roll(position, seed);
    }

    /// Returns the position after an event. `token` is the event as `author` sees it.
    ///
    /// # Errors
    /// Returns an error if the token is not an event that is possible in this position.
    pub fn after(&self, position: &G, token: &str, author: Viewer) -> Result<G, TokenError> {
        self.chance.ok_or(TokenError::Illegal)?.after(position, token, author)
    }

    /// Returns the canonical token of an event as `viewer` sees it. `token` is the event as `author` sees it.
    ///
    /// # Errors
    /// Returns an error if the token is not an event that is possible in this position.
    pub fn view(&self, position: &G, token: &str, author: Viewer, viewer: Viewer) -> Result<String, TokenError> {
        match self.hidden {
            Some(hidden) => hidden.view(position, token, author, viewer),
            None => self.chance.ok_or(TokenError::Illegal)?.canonical(position, token, author),
        }
    }

    /// Returns the position as `viewer` sees it.
    #[must_use]
    pub fn mask(&self, position: &G, viewer: Viewer) -> G
    where
        G: Clone,
    {
        self.hidden.map_or_else(|| position.clone(), |hidden| hidden.mask(position, viewer))
    }

    /// Returns whether the position contains holes.
    #[must_use]
    pub fn is_partial(&self, position: &G) -> bool {
        self.hidden.is_some_and(|hidden| hidden.is_partial(position))
    }

    /// Returns the position with its holes filled at random.
    #[must_use]
    #[inline]
    pub fn determinize(&self, position: &G, rng: &mut Rng) -> G
    where
        G: Clone,
    {
        self.hidden.map_or_else(|| position.clone(), |hidden| hidden.determinize(position, rng))
    }
}

impl<G> Clone for Events<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Events<G> {}

impl<G> fmt::Debug for Events<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.chance, self.hidden) {
            (None, _) => "NONE",
            (Some(_), None) => "open",
            (Some(_), Some(_)) => "hidden",
        })
    }
}
