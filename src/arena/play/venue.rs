//! What the referee says of the game of a tournament, before any of it is played.

use crate::arena::judge::Judge;
use crate::protocol::Query;
use anyhow::{Context, Result, ensure};

/// What is the same in all games of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Venue {
    /// Seat numbers from 1, a list for each side.
    pub teams: Vec<Vec<usize>>,
    /// `NAME=VALUE` of the game.
    pub options: Vec<String>,
    /// Fingerprint of the plan.
    pub fingerprint: String,
    /// The machine.
    pub host: String,
}

impl Venue {
    /// Asks the referee.
    ///
    /// # Errors
    /// It has gone or does not say.
    pub fn survey(judge: &mut Judge, fingerprint: String, host: String) -> Result<Self> {
        let teams = judge.ask_one(None, Query::Teams)?;
        let team = |team: &String| team.split('+').map(str::parse).collect::<Result<Vec<usize>, _>>();
        let teams = teams.iter().map(team).collect::<Result<Vec<_>, _>>().context("query teams: expected seats")?;
        let seats: usize = teams.iter().map(Vec::len).sum();
        ensure!(
            (1..=seats).all(|seat| teams.iter().flatten().any(|&other| other == seat)),
            "query teams: not every seat"
        );
        ensure!(teams.len() > 1, "query teams: this game is played alone, and a tournament needs two sides");
        let options = judge.ask_one(None, Query::Options)?;
        Ok(Self { teams, options, fingerprint, host })
    }

    /// The side of each seat, both from 0.
    #[must_use]
    pub fn side_of_seats(&self) -> Vec<usize> {
        let seats: usize = self.teams.iter().map(Vec::len).sum();
        let side = |seat| self.teams.iter().position(|team| team.contains(&(seat + 1))).unwrap_or_default();
        (0..seats).map(side).collect()
    }
}
