//! A game as it is kept on the disk. It holds what the referee cannot derive again, and no words of any language.

use super::event_seeds::EventSeeds;
use super::game_setup::GameSetup;
use super::master::{Mover, TableGame};
use crate::clocks::Clocks;
use crate::referee::StartReferee;
use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ugi::Seat;

/// The contents of a saved game.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    game: String,
    options: BTreeMap<String, String>,
    base: String,
    tokens: Vec<String>,
    /// Who chose each token.
    movers: Vec<Mover>,
    setup_length: usize,
    committed: usize,
    deals: EventSeeds,
    date: Option<String>,
    clocks: Option<Clocks>,
    paused: bool,
    hidden: bool,
}

impl TableGame {
    /// Returns the contents to save.
    pub fn saved(&self) -> SavedGame {
        SavedGame {
            game: self.name().to_string(),
            options: self.options().clone(),
            base: self.history.base.clone(),
            tokens: self.history.tokens.clone(),
            movers: self.movers.clone(),
            setup_length: self.setup_length,
            committed: self.committed,
            deals: self.deals.clone(),
            date: self.date.clone(),
            clocks: self.clocks.clone(),
            paused: self.paused,
            hidden: self.hidden,
        }
    }

    /// Restores a game. A game with clocks is paused, so that nobody loses time.
    pub fn restore(program: &StartReferee, saved: SavedGame, is_person: &dyn Fn(Seat) -> bool) -> Result<Self> {
        let SavedGame { game, options, base, tokens, deals, date, .. } = saved;
        ensure!(saved.movers.len() == tokens.len(), "the saved game has {} movers", saved.movers.len());
        ensure!(saved.committed.max(saved.setup_length) <= tokens.len(), "the saved game is too short");
        let setup = GameSetup { deals, date, ..GameSetup::new(&game, options, base, tokens) };
        let mut game = Self::open(program, setup)?;
        game.paused = saved.paused || saved.clocks.is_some();
        game.clocks = saved.clocks.map(|clocks| clocks.for_seats(game.seats));
        (game.movers, game.committed, game.setup_length) = (saved.movers, saved.committed, saved.setup_length);
        game.hidden = saved.hidden;
        game.opening = game.seats_to_move(game.setup_length)?;
        game.reload(is_person)?;
        Ok(game)
    }
}
