//! `run --dry-run`: prints the number of games.

use super::DONE;
use crate::run::Prepared;
use crate::schedule::{count_games, count_matches};
use crate::statistics::Forecast;
use crate::store::Shard;
use crate::wave::share;
use anyhow::Result;
use base::counted::counted;
use std::io::Write;

/// Prints the number of games in a plan and the forecast of its test.
pub fn print(prepared: &Prepared, shard: Option<Shard>, out: &mut dyn Write) -> Result<u8> {
    let (plan, sides) = (&prepared.plan, prepared.game.teams.len());
    let (games, matches) = (counted(count_games(plan, sides), "game"), counted(count_matches(plan, sides), "match"));
    let bound = if plan.stop.sprt.is_some() { "at most " } else { "" };
    writeln!(out, "{}: {bound}{games} in {matches}", plan.name)?;
    if let Some(forecast) = Forecast::of(plan, sides) {
        writeln!(out, "{forecast}")?;
    }
    if let Some(shard) = shard {
        let count = share(&plan.run.out, plan, sides, &prepared.game.fingerprint, shard)?.games.len();
        writeln!(out, "part {} of {}: {}", shard.index, shard.of, counted(count, "game"))?;
    }
    Ok(DONE)
}
