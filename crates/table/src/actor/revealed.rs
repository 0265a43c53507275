//! Positions whose hidden hands were revealed to people at different browsers. No game may continue from them.

use super::game::TableGame;
use crate::store::Store;
use anyhow::Result;
use std::sync::Arc;

/// The revealed positions.
pub struct RevealedDeals {
    /// Whether people at different browsers play or have played the current game.
    shared: bool,
    /// Keeps the positions of earlier games at all tables. The referee writes their texts in canonical form, so a deal
    /// is recognised in whatever notation it is entered.
    store: Arc<Store>,
}

impl RevealedDeals {
    /// Creates the state of a game about which `shared` is known.
    pub const fn new(store: Arc<Store>, shared: bool) -> Self {
        Self { shared, store }
    }

    pub const fn is_shared(&self) -> bool {
        self.shared
    }

    /// Records whether people at different browsers play the current game. Once set to true, the value stays true until
    /// `begin` is called.
    pub fn share(&mut self, shared: bool) {
        self.shared |= shared;
    }

    /// Prepares for another game about which `shared` is known. The revealed positions are kept.
    pub fn begin(&mut self, shared: bool) {
        self.shared = shared;
    }

    /// Returns whether the deals of the current game may be played again. They may not if hands were hidden and people
    /// at different browsers played, because each of these people has seen cards that the others have not.
    pub fn may_redeal(&self, game: &TableGame) -> bool {
        !(game.is_hidden() && self.shared)
    }

    /// Records all positions of the current game as revealed if its deals may not be played again.
    pub fn add(&mut self, game: &mut TableGame) -> Result<()> {
        if !self.may_redeal(game) {
            let positions = game.positions_from(0)?;
            self.store.reveal(game.name(), &positions)?;
        }
        Ok(())
    }

    /// Returns whether this game continues from a revealed position.
    pub fn continues_revealed(&self, game: &mut TableGame) -> Result<bool> {
        if game.is_over() || !self.store.has_revealed(game.name())? {
            return Ok(false);
        }
        let positions = game.positions_from(0)?;
        Ok(self.store.is_revealed(game.name(), &positions)?)
    }
}
