//! Starts the referee of a tournament, and starts it again if it dies.

use super::plan::Plan;
use anyhow::Result;
use game::{Answers, Patience, RefereeError, RestartingReferee, Situation, Wanted};
use runner::{Dialogue, Guard, Log, Process, Program, open, open_referee};
use std::sync::Arc;
use ugi::{Client, ClientError, DEFAULT_TIMEOUT, History};

/// A client of the referee's process.
pub type RefereeClient = Client<Process>;

/// A game has no result if the referee dies this many times in it.
const MAX_DEATHS: usize = 3;

/// Starts the referee of a plan and sets the game and its options.
pub fn start(plan: &Plan, guard: Option<&Guard>, dialogue: Dialogue) -> Result<RefereeClient, ClientError> {
    let program = &plan.referee;
    let mut referee = open("the referee", program, guard, dialogue, plan.run.timeouts.ready)?;
    // The referee's answers must not depend on the plan's seed. The smallest hash table is allocated and cleared
    // fastest.
    let fixed = [("Hash", "1"), ("Seed", "1"), ("Game", plan.game.name.as_str())].into_iter();
    let rules = plan.game.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let own = program.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    fixed.chain(rules).chain(own).try_for_each(|(name, value)| referee.set_option(name, value))?;
    Ok(referee)
}

/// Starts a referee for finished games. The game and its options are set for each record.
pub fn start_for_records(program: &Program) -> Result<RefereeClient, ClientError> {
    open_referee(program, None, DEFAULT_TIMEOUT)
}

/// The referee of one worker. A referee that exits, or does not answer in time, is started again.
pub struct Referee(RestartingReferee<RefereeClient>);

impl Referee {
    /// Creates a referee without a process. The process is started when the first question is asked.
    pub fn new(plan: Arc<Plan>, guard: Option<Guard>, log: Log) -> Self {
        let start = move || start(&plan, guard.as_ref(), Dialogue::new("referee", log.clone()));
        Self(RestartingReferee::new(start, Patience::PerGame(MAX_DEATHS)))
    }

    /// Starts a new game: earlier deaths no longer count.
    pub fn new_game(&mut self) {
        self.0.new_game();
    }

    /// Returns the number of round trips.
    pub fn round_trips(&self) -> u64 {
        self.0.round_trips()
    }

    /// Calls `action`. If the referee dies, starts it again, sends it the line `position` unless it is empty, and calls
    /// `action` again. Returns a [`game::RefereeError`] if the referee has died too often in this game. Other errors
    /// are returned at once.
    pub fn ask<T>(&mut self, position: &str, mut action: impl FnMut(&mut RefereeClient) -> Result<T>) -> Result<T> {
        let outcome = self.0.with(position, |client| match action(client) {
            Err(error) if matches!(error.downcast_ref(), Some(ClientError::Connection { .. })) => {
                error.downcast::<ClientError>().map_or_else(|error| Ok(Err(error)), Err)
            }
            other => Ok(other),
        });
        outcome.unwrap_or_else(|error| Err(error.into_error()))
    }

    /// Sends lines, of which the first must be a `position`, and returns the answers to the queries among them.
    pub fn answers(&mut self, lines: &[String]) -> Result<Answers> {
        self.0.ask(lines).map_err(RefereeError::into_error)
    }

    /// Asks whether a move is legal and what follows from it; see [`RestartingReferee::judge`].
    pub fn judge(&mut self, history: &History, token: &str, wanted: Wanted) -> Result<Option<Situation>> {
        self.0.judge(history, token, wanted).map_err(RefereeError::into_error)
    }

    /// Asks about a history; see [`RestartingReferee::situation`].
    pub fn situation(&mut self, history: History, wanted: Wanted) -> Result<Situation> {
        self.0.situation(history, wanted).map_err(RefereeError::into_error)
    }

    /// Draws the event that is due; see [`RestartingReferee::draw`].
    pub fn draw(&mut self, history: &History, seed: u64) -> Result<String> {
        self.0.draw(history, seed).map_err(RefereeError::into_error)
    }
}
