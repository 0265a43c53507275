//! Starts the referee of a tournament.

use super::plan::Plan;
use runner::{Dialogue, Guard, Process, Program, open, open_referee};
use ugi::{Client, ClientError, DEFAULT_TIMEOUT};

/// A client of the referee's process.
pub type RefereeClient = Client<Process>;

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
