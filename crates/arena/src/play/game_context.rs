//! What the referee says of the game of a tournament, before any of it is played. Knows no rules.

use crate::openings::Opening;
use crate::plan::Plan;
use crate::referee::RefereeClient;
use crate::schedule::deal_seed;
use anyhow::{Context, Result, bail, ensure};
use ugi::client::position_queries;
use ugi::history::History;
use ugi::reply::{read_teams, read_turn};
use ugi::{Query, Turn};

/// What the referee says of the teams as long as they are not known.
const UNKNOWN: &str = "?";

/// What is the same in all games of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameContext {
    /// Seat numbers from 1, a list for each side; where they are dealt, those of this game.
    pub teams: Vec<Vec<usize>>,
    /// Is it part of each deal who plays with whom?
    pub dealt: bool,
    /// `NAME=VALUE` of the game.
    pub options: Vec<String>,
    /// Fingerprint of the plan.
    pub fingerprint: String,
    /// The machine.
    pub host: String,
}

impl GameContext {
    /// Asks the referee.
    ///
    /// # Errors
    /// It has gone or does not say.
    pub fn ask_referee(judge: &mut RefereeClient, fingerprint: String, host: String) -> Result<Self> {
        let dealt = judge.ask(Query::Teams)? == [UNKNOWN];
        let mut start = Opening { base: "startpos".to_string(), moves: Vec::new() };
        let teams = find_teams(judge, &mut start, |event| event)?;
        let seats: usize = teams.iter().map(Vec::len).sum();
        ensure!(
            (1..=seats).all(|seat| teams.iter().flatten().any(|&other| other == seat)),
            "query teams: not every seat"
        );
        ensure!(teams.len() > 1, "query teams: this game is played alone, and a tournament needs two sides");
        let options = judge.ask(Query::Options)?;
        Ok(Self { teams, dealt, options, fingerprint, host })
    }

    /// The venue of a game of this block. Where the teams are dealt the events that say who plays with whom are appended
    /// to the opening: both sides have them in the same block, each once on either side.
    ///
    /// # Errors
    /// The referee has gone, or does not say who plays with whom.
    pub fn of_game(
        &self,
        plan: &Plan,
        block: u64,
        mut opening: Opening,
        judge: &mut RefereeClient,
    ) -> Result<(Self, Opening)> {
        let mut venue = self.clone();
        if self.dealt {
            venue.teams = find_teams(judge, &mut opening, |event| deal_seed(plan, block, event))?;
            ensure!(venue.teams.len() == self.teams.len(), "query teams: not as many sides as in other games");
        }
        Ok((venue, opening))
    }

    /// The side of each seat, both from 0.
    #[must_use]
    pub fn side_of_seats(&self) -> Vec<usize> {
        let seats: usize = self.teams.iter().map(Vec::len).sum();
        let side = |seat| self.teams.iter().position(|team| team.contains(&(seat + 1))).unwrap_or_default();
        (0..seats).map(side).collect()
    }
}

/// The teams of an opening. As long as they are not known nature goes on; `seed` is that of the event with this number.
fn find_teams(judge: &mut RefereeClient, opening: &mut Opening, seed: impl Fn(u64) -> u64) -> Result<Vec<Vec<usize>>> {
    loop {
        let history = History::new(&opening.base, &opening.moves);
        let answers = judge.ask_all(&position_queries(history.line(), &[Query::Turn, Query::Teams]))?.answers;
        let [Ok(next), Ok(teams)] = answers.as_slice() else { bail!("the referee does not say who plays with whom") };
        if teams != UNKNOWN {
            return read_teams(teams).context("query teams: expected seats");
        }
        ensure!(read_turn(next)? == Turn::Chance, "query teams: nobody knows who plays with whom behind an opening");
        let events = opening.moves.iter().filter(|token| token.starts_with('!')).count() as u64;
        opening.moves.push(judge.ask_word(Query::Draw(seed(events)))?);
    }
}
