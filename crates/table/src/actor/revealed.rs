//! What hidden hands people at different browsers have shown each other: nobody may play on from there.

use super::game::TableGame;
use anyhow::Result;
use std::collections::BTreeSet;

/// What has been shown.
#[derive(Default)]
pub struct RevealedDeals {
    /// Do people at different browsers sit at the game on the table, or did they?
    shared: bool,
    /// The positions of such games before it, by game and position text. Texts are the referee's, so a deal is found in
    /// whatever form it comes back.
    positions: BTreeSet<(String, String)>,
}

impl RevealedDeals {
    /// People at different browsers sit at the game on the table.
    pub fn share(&mut self, shared: bool) {
        self.shared |= shared;
    }

    /// Another game begins.
    pub fn begin(&mut self) {
        self.shared = false;
    }

    /// May the deals of the game on the table be played once more? Not where hands are hidden and people at different
    /// browsers have played it: they have seen cards of each other.
    pub fn may_redeal(&self, game: &TableGame) -> bool {
        !(game.is_hidden() && self.shared)
    }

    /// Adds all positions of the game on the table, if its deals may not be played once more.
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn add(&mut self, game: &mut TableGame) -> Result<()> {
        if !self.may_redeal(game) {
            let name = game.name().to_string();
            self.positions.extend(game.positions_from(0)?.into_iter().map(|fen| (name.clone(), fen)));
        }
        Ok(())
    }

    /// Does this game go on from one of them?
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn continues_revealed(&self, game: &mut TableGame) -> Result<bool> {
        if game.is_over() || self.positions.is_empty() {
            return Ok(false);
        }
        let name = game.name().to_string();
        Ok(game.positions_from(0)?.into_iter().any(|fen| self.positions.contains(&(name.clone(), fen))))
    }
}
