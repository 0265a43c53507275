//! The rules that the results in a folder were begun under: rule options that came later are set so that they change
//! nothing.

use crate::arena::judge::Judge;
use crate::arena::plan::Plan;
use crate::arena::store::first_game;
use crate::games::older_rules;
use anyhow::Result;
use ugi::Query;

/// Sets the rule options that the referee has and the first game in the folder of the plan does not name. Gives the plan
/// with them, for the engines.
///
/// # Errors
/// The results are unreadable, or the referee has gone.
pub(super) fn keep_rules(plan: &Plan, judge: &mut Judge) -> Result<Plan> {
    let mut played = plan.clone();
    let Some(first) = first_game(&plan.run.out)? else { return Ok(played) };
    let options = judge.ask_one(None, Query::Options)?;
    for (name, value) in older_rules(&plan.game.name, &first.options) {
        let is_known = options.iter().any(|option| option.split_once('=').is_some_and(|(known, _)| known == name));
        if is_known && !plan.game.options.contains_key(name) {
            judge.set(name, value)?;
            played.game.options.insert(name.to_string(), value.to_string());
        }
    }
    Ok(played)
}
