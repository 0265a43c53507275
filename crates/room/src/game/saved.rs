//! A game as it is kept on the disk. It holds what the referee cannot derive again, and no words of any language.

use super::event_seeds::EventSeeds;
use super::game_setup::GameSetup;
use super::master::TableGame;
use crate::referee::StartReferee;
use anyhow::{Context, Result, ensure};
use game::{Clocks, Played, Record};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use ugi::Seat;

/// The contents of a saved game.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// The rules, the date, and what was played.
    record: Record,
    forced: BTreeSet<usize>,
    stand_ins: BTreeSet<usize>,
    committed: usize,
    deals: EventSeeds,
    clocks: Option<Clocks>,
    paused: bool,
    hidden: bool,
}

impl TableGame {
    /// Returns the contents to save.
    pub fn saved(&self) -> SavedGame {
        SavedGame {
            record: Record {
                game: self.name().to_string(),
                options: self.options().clone(),
                date: self.date.clone(),
                ..self.played.record()
            },
            forced: self.forced.clone(),
            stand_ins: self.stand_ins.clone(),
            committed: self.committed,
            deals: self.deals.clone(),
            clocks: self.clocks.clone(),
            paused: self.paused,
            hidden: self.hidden,
        }
    }

    /// Restores a game. A game with clocks is paused, so that nobody loses time.
    pub fn restore(program: &StartReferee, saved: SavedGame, is_person: &dyn Fn(Seat) -> bool) -> Result<Self> {
        let SavedGame { record, deals, .. } = saved;
        let played = Played::from_record(&record).context("the saved game does not have a mover for each token")?;
        ensure!(saved.committed <= played.len(), "the saved game is too short");
        let Record { game, options, base, moves, date, .. } = record;
        let setup = GameSetup { deals, date, ..GameSetup::new(&game, options, base, moves) };
        let mut game = Self::open(program, setup)?;
        game.paused = saved.paused || saved.clocks.is_some();
        ensure!(
            saved.clocks.as_ref().is_none_or(|clocks| clocks.fit(game.seats)),
            "the saved clocks are not those of a game with {} seats",
            game.seats
        );
        game.clocks = saved.clocks;
        (game.played, game.committed, game.hidden) = (played, saved.committed, saved.hidden);
        (game.forced, game.stand_ins) = (saved.forced, saved.stand_ins);
        game.opening = game.seats_to_move(game.played.opening())?;
        game.reload(is_person)?;
        Ok(game)
    }
}
