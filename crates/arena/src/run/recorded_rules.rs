//! Keeps the rules of existing results. Rule options that are newer than the results get the value that leaves the
//! rules unchanged.

use crate::plan::Plan;
use crate::referee::RefereeClient;
use crate::store::first_game;
use anyhow::Result;

/// Finds the newer rule options that neither the first recorded game nor the plan names, and sets them in the referee
/// to the values that keep the older rules. Returns the plan with these options, which the engines also receive.
///
/// # Errors
/// Returns an error if the results are unreadable or the referee fails.
pub(super) fn keep_rules(plan: &Plan, referee: &mut RefereeClient) -> Result<Plan> {
    let mut played = plan.clone();
    let Some(first) = first_game(&plan.run.out)? else { return Ok(played) };
    for (name, value) in referee.older_rules(&first.options)? {
        if !plan.game.options.contains_key(&name) {
            referee.set_option(&name, &value)?;
            played.game.options.insert(name, value);
        }
    }
    Ok(played)
}
