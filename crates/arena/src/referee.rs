//! Starts the referee of a tournament, and starts it again if it dies.

use super::plan::Plan;
use anyhow::Result;
use runner::{Dialogue, EngineError, Guard, Log, Process, Program, open, open_referee};
use std::sync::Arc;
use thiserror::Error;
use ugi::{Client, ClientError, DEFAULT_TIMEOUT};

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
pub struct Referee {
    plan: Arc<Plan>,
    guard: Option<Guard>,
    log: Log,
    client: Option<RefereeClient>,
    /// The number of round trips to referees that have died.
    past_trips: u64,
    /// The deaths in the current game.
    deaths: Vec<RefereeError>,
}

/// The last death of a referee that died `MAX_DEATHS` times in a game. The game cannot be continued.
#[derive(Clone, Debug, Error)]
#[error("{}; it has died {MAX_DEATHS} times in this game", _0.text)]
pub struct RefereeError(pub EngineError);

impl Referee {
    /// Creates a referee without a process. The process is started when the first question is asked.
    pub const fn new(plan: Arc<Plan>, guard: Option<Guard>, log: Log) -> Self {
        Self { plan, guard, log, client: None, past_trips: 0, deaths: Vec::new() }
    }

    /// Starts a new game: earlier deaths no longer count.
    pub fn new_game(&mut self) {
        self.deaths.clear();
    }

    /// Returns the number of round trips.
    pub fn round_trips(&self) -> u64 {
        self.past_trips + self.client.as_ref().map_or(0, Client::round_trips)
    }

    /// Calls `action`. If the referee dies, starts it again, sends it the line `position` unless it is empty, and calls
    /// `action` again. Returns a [`RefereeError`] if the referee has died too often in this game.
    ///
    /// Other errors are returned at once. An answer that is wrong or an error would be the same the next time.
    pub fn ask<T>(&mut self, position: &str, mut action: impl FnMut(&mut RefereeClient) -> Result<T>) -> Result<T> {
        while self.deaths.len() < MAX_DEATHS {
            match self.client(position).and_then(&mut action) {
                Ok(found) => return Ok(found),
                Err(error) => self.deaths.push(RefereeError::of(error)?),
            }
            self.past_trips += self.client.take().map_or(0, |client| client.round_trips());
        }
        Err(self.deaths[MAX_DEATHS - 1].clone().into())
    }

    /// Returns the running referee, or starts one and sends it the position.
    fn client(&mut self, position: &str) -> Result<&mut RefereeClient> {
        let client = match self.client.take() {
            Some(client) => client,
            None => {
                let dialogue = Dialogue::new("referee", self.log.clone());
                let mut client = start(&self.plan, self.guard.as_ref(), dialogue)?;
                if !position.is_empty() {
                    client.send(position)?;
                }
                client
            }
        };
        Ok(self.client.insert(client))
    }
}

impl RefereeError {
    /// Describes the death that an error reports. Returns other errors unchanged.
    fn of(error: anyhow::Error) -> Result<Self> {
        match error.downcast_ref() {
            Some(ClientError::Connection { .. }) => Ok(Self(error.downcast::<ClientError>()?.into())),
            _ => Err(error),
        }
    }
}
