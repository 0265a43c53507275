//! Chance events as tokens.

use crate::game::Viewer;
use crate::text::TokenError;

/// The chance events of a game as tokens. Code that is generic over all games calls this trait through
/// [`Notation::CHANCE`](crate::notation::Notation::CHANCE), because only games with chance events implement
/// [`Chance`](crate::chance::Chance).
///
/// See the example of [`Chance`](crate::chance::Chance).
pub trait Events<G>: Sync {
    /// Returns the name of the chance event that is due, or `None` if no event is due.
    fn name(&self, position: &G) -> Option<&'static str>;

    /// Returns the token of the event that `seed` selects, or `None` if no event is due.
    fn sample_event(&self, position: &G, seed: u64) -> Option<String>;

    /// Returns the canonical token of an event as `viewer` sees it. `token` is the event as `author` sees it.
    ///
    /// # Errors
    /// Returns an error if the token is not an event that is possible in this position.
    fn event_for_viewer(&self, position: &G, token: &str, author: Viewer, viewer: Viewer)
    -> Result<String, TokenError>;

    /// Returns the position after an event. `token` is the event as `author` sees it.
    ///
    /// # Errors
    /// Returns an error if the token is not an event that is possible in this position.
    fn after(&self, position: &G, token: &str, author: Viewer) -> Result<G, TokenError>;
}
