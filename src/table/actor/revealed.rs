//! The deals that people at different browsers have played: a position that somebody pastes must not go on with one.

use super::game::Game;
use std::collections::BTreeSet;

/// A deal: the game, where it begins, and the tokens up to the end of the first events.
type Deal = (String, String, Vec<String>);

/// Deals whose hands have been shown to more than one person, so that nobody may play on with them.
#[derive(Default)]
pub struct Revealed {
    deals: BTreeSet<Deal>,
}

impl Revealed {
    /// From now on this game's deal is one of them.
    pub fn add(&mut self, game: &Game) {
        self.deals.extend(deal_of(game));
    }

    /// Would this game go on with one of them?
    #[must_use]
    pub fn goes_on(&self, game: &Game) -> bool {
        !game.is_over() && deal_of(game).is_some_and(|deal| self.deals.contains(&deal))
    }
}

/// `None`: nothing has been dealt.
fn deal_of(game: &Game) -> Option<Deal> {
    let tokens = &game.history.tokens;
    let is_event = |token: &String| token.starts_with('!');
    let first = tokens.iter().position(is_event)?;
    let end = tokens[first..].iter().position(|token| !is_event(token)).map_or(tokens.len(), |length| first + length);
    Some((game.name().to_string(), game.history.base.clone(), tokens[..end].to_vec()))
}
