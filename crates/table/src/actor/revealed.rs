//! Positions in which hidden hands have been shown: nobody may play on from one of them.

use super::game::Game;
use anyhow::Result;
use std::collections::BTreeSet;

/// The positions of games that people at different browsers have played, by game and position text. Texts are the
/// referee's, so a deal is found in whatever form it comes back.
#[derive(Default)]
pub struct Revealed {
    positions: BTreeSet<(String, String)>,
}

impl Revealed {
    /// Adds all positions of this game.
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn add(&mut self, game: &mut Game) -> Result<()> {
        let name = game.name().to_string();
        self.positions.extend(game.trail(0)?.into_iter().map(|fen| (name.clone(), fen)));
        Ok(())
    }

    /// Does this game go on from one of them?
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn goes_on(&self, game: &mut Game) -> Result<bool> {
        if game.is_over() || self.positions.is_empty() {
            return Ok(false);
        }
        let name = game.name().to_string();
        Ok(game.trail(0)?.into_iter().any(|fen| self.positions.contains(&(name.clone(), fen))))
    }
}
