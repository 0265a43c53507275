//! Positions whose hidden hands were revealed to people at different browsers. No game may continue from them.

use super::game::TableGame;
use anyhow::Result;
use std::collections::BTreeSet;

/// The revealed positions.
#[derive(Default)]
pub struct RevealedDeals {
    /// Whether people at different browsers play or have played the current game.
    shared: bool,
    /// The positions of earlier games, as pairs of game name and position text. The referee writes these texts in
    /// canonical form, so a deal is recognised in whatever notation it is entered.
    positions: BTreeSet<(String, String)>,
}

impl RevealedDeals {
    /// Records whether people at different browsers play the current game. Once set to true, the value stays true until
    /// `begin` is called.
    pub fn share(&mut self, shared: bool) {
        self.shared |= shared;
    }

    /// Prepares for a new game. The revealed positions are kept.
    pub fn begin(&mut self) {
        self.shared = false;
    }

    /// Returns whether the deals of the current game may be played again. They may not if hands were hidden and people
    /// at different browsers played, because each of these people has seen cards that the others have not.
    pub fn may_redeal(&self, game: &TableGame) -> bool {
        !(game.is_hidden() && self.shared)
    }

    /// Records all positions of the current game as revealed if its deals may not be played again.
    pub fn add(&mut self, game: &mut TableGame) -> Result<()> {
        if !self.may_redeal(game) {
            let name = game.name().to_string();
            self.positions.extend(game.positions_from(0)?.into_iter().map(|fen| (name.clone(), fen)));
        }
        Ok(())
    }

    /// Returns whether this game continues from a revealed position.
    pub fn continues_revealed(&self, game: &mut TableGame) -> Result<bool> {
        if game.is_over() || self.positions.is_empty() {
            return Ok(false);
        }
        let name = game.name().to_string();
        Ok(game.positions_from(0)?.into_iter().any(|fen| self.positions.contains(&(name.clone(), fen))))
    }
}
