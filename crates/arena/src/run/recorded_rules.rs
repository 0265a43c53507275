//! The rules that the results in a folder were begun under: rule options that came later are set so that they change
//! nothing.

use crate::plan::Plan;
use crate::referee::RefereeClient;
use crate::store::first_game;
use anyhow::Result;

/// Sets the rule options that the referee has and the first game in the folder of the plan does not name. Gives the plan
/// with them, for the engines.
///
/// # Errors
/// The results are unreadable, or the referee has gone.
pub(super) fn keep_rules(plan: &Plan, judge: &mut RefereeClient) -> Result<Plan> {
    let mut played = plan.clone();
    let Some(first) = first_game(&plan.run.out)? else { return Ok(played) };
    for (name, value) in judge.older_rules(&first.options)? {
        if !plan.game.options.contains_key(&name) {
            judge.set_option(&name, &value)?;
            played.game.options.insert(name, value);
        }
    }
    Ok(played)
}
