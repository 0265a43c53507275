//! The events of nature as tokens, for whoever serves every game.

use crate::game::Viewer;
use crate::text::TokenError;

/// The events of a game as tokens: [`Chance`](crate::chance::Chance) without the type of an event, for whoever serves every game.
pub trait Events<G>: Sync {
    /// The name of what nature has to decide.
    fn name(&self, position: &G) -> Option<&'static str>;

    /// The token of the event that a seed gives.
    fn sample_event(&self, position: &G, seed: u64) -> Option<String>;

    /// What `viewer` is told of the event that `author` writes as `token`, as the canonical token.
    ///
    /// # Errors
    /// The token means no event that can happen here.
    fn event_for_viewer(&self, position: &G, token: &str, author: Viewer, viewer: Viewer)
    -> Result<String, TokenError>;

    /// The position after the event that `author` writes as `token`.
    ///
    /// # Errors
    /// The token means no event that can happen here.
    fn after(&self, position: &G, token: &str, author: Viewer) -> Result<G, TokenError>;
}
