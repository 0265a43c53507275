//! Chance events and hidden hands for code that is generic over all games.

use crate::text::TokenError;
use base::rng::Rng;
use ugi::Viewer;

/// What is left to chance in the game `G`, and what is hidden; see [`State::EVENTS`](crate::state::State::EVENTS). Code
/// that is generic over all games calls these functions, because only some games implement
/// [`Chance`](crate::chance::Chance) and [`Hidden`](crate::chance::Hidden). Events are passed as tokens.
///
/// See the example of [`Chance`](crate::chance::Chance).
#[derive(Debug)]
#[non_exhaustive]
pub struct Events<G> {
    /// Whether the game has chance events.
    pub has_chance: bool,
    /// Whether the game hides something from some seats.
    pub has_secrets: bool,
    /// Returns the name of the chance event that is due. Panics if the game declares no chance events; `sample` and
    /// `roll` do, too.
    pub name: fn(&G) -> &'static str,
    /// Returns the token of the event that the seed selects.
    pub sample: fn(&G, u64) -> String,
    /// Applies the event that the seed selects.
    pub roll: fn(&mut G, u64),
    /// Returns the tokens of all possible events with their probabilities; empty if the game does not list its events.
    pub outcomes: fn(&G) -> Vec<(String, f64)>,
    /// Appends the positions after all possible events, with their probabilities; nothing if the game does not list its
    /// events.
    pub successors: fn(&G, &mut Vec<(G, f64)>),
    /// Returns the position after an event, whose token is the event as this viewer sees it. Returns an error if the
    /// token is not an event that is possible in this position.
    pub after: fn(&G, &str, Viewer) -> Result<G, TokenError>,
    /// Returns the canonical token of an event as the second viewer sees it. The given token is the event as the first
    /// viewer sees it. Returns an error if the token is not an event that is possible in this position.
    pub view: fn(&G, &str, Viewer, Viewer) -> Result<String, TokenError>,
    /// Returns what a person would say about an event, whose token is the event as this viewer sees it, in a language.
    pub words: fn(&G, &str, Viewer, &str) -> Option<String>,
    /// Returns the position as this viewer sees it.
    pub mask: fn(&G, Viewer) -> G,
    /// Returns whether the position contains holes.
    pub is_partial: fn(&G) -> bool,
    /// Returns the position with its holes filled at random.
    pub determinize: fn(&G, &mut Rng) -> G,
}

/// The error of a game whose [`turn`](crate::state::State::turn) returns [`Turn::Chance`](ugi::Turn::Chance) although
/// it declares no chance events.
pub(crate) const UNDECLARED: &str =
    "a chance event is due, but the game declares none: implement Chance and set State::EVENTS";

impl<G: Clone> Events<G> {
    /// The game has no chance events and hides nothing.
    pub const NONE: Self = Self {
        has_chance: false,
        has_secrets: false,
        name: |_| panic!("{UNDECLARED}"),
        sample: |_, _| panic!("{UNDECLARED}"),
        roll: |_, _| panic!("{UNDECLARED}"),
        outcomes: |_| Vec::new(),
        successors: |_, _| (),
        after: |_, _, _| Err(TokenError::Illegal),
        view: |_, _, _, _| Err(TokenError::Illegal),
        words: |_, _, _, _| None,
        mask: |position, _| position.clone(),
        is_partial: |_| false,
        determinize: |position, _| position.clone(),
    };
}
