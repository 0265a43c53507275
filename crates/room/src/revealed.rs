//! Positions of hidden deals that have been played. No guest is dealt hands that somebody has seen, and no game may
//! continue from a position whose hands were revealed to people at different browsers.

use super::game::TableGame;
use crate::archive::Archive;
use anyhow::Result;
use std::sync::Arc;

/// The revealed positions.
pub struct RevealedDeals {
    /// Whether people at different browsers play or have played the current game.
    shared: bool,
    /// Keeps the positions of earlier games at all tables. The referee writes their texts in canonical form, so a deal
    /// is recognised in whatever notation it is entered.
    archive: Arc<dyn Archive>,
}

impl RevealedDeals {
    /// Creates the state of a game about which `shared` is known.
    pub const fn new(archive: Arc<dyn Archive>, shared: bool) -> Self {
        Self { shared, archive }
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

    /// Records all positions of the current game if hands were hidden.
    pub fn add(&mut self, game: &mut TableGame) -> Result<()> {
        if game.is_hidden() {
            let positions = game.positions_from(0)?;
            self.archive.reveal(game.name(), &positions, self.shared)?;
        }
        Ok(())
    }

    /// If this game continues from a position that was recorded, returns whether people at different browsers have seen
    /// its hands.
    pub fn continued(&self, game: &mut TableGame) -> Result<Option<bool>> {
        if game.is_over() || !self.archive.has_revealed(game.name())? {
            return Ok(None);
        }
        let positions = game.positions_from(0)?;
        Ok(self.archive.revealed(game.name(), &positions)?)
    }
}
