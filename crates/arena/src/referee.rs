//! Starts the referee of a tournament, and starts it again if it dies.

use super::plan::Plan;
use anyhow::Result;
use game::{Patience, RefereeError, RestartingReferee};
use runner::{Dialogue, Guard, Log, Process, Program, open, open_referee};
use std::sync::Arc;
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
pub type Referee = RestartingReferee<RefereeClient>;

/// Creates a referee without a process. The process is started when the first question is asked.
pub fn restarting(plan: Arc<Plan>, guard: Option<Guard>, log: Log) -> Referee {
    let start = move || start(&plan, guard.as_ref(), Dialogue::new("referee", log.clone()));
    Referee::new(start, Patience::PerGame(MAX_DEATHS))
}

/// Calls `action` with the client of the running referee. If the referee dies, starts it again and calls `action`
/// again. Other errors are returned at once.
pub fn with_client<T>(referee: &mut Referee, mut action: impl FnMut(&mut RefereeClient) -> Result<T>) -> Result<T> {
    referee.with(|client| match action(client) {
        Err(error) if matches!(error.downcast_ref(), Some(ClientError::Connection { .. })) => {
            error.downcast::<ClientError>().map_or_else(|error| Ok(Err(error)), Err)
        }
        other => Ok(other),
    })?
}

/// Returns whether an error says that the referee has died too often in the game.
pub fn is_death(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(RefereeError::Dead { .. }))
}
