//! `run --dry-run`: the number of games and an estimate of the time.

use super::DONE;
use crate::plan::estimate::Estimate;
use crate::run::{Prepared, cores, play_sample_games};
use crate::statistics::Forecast;
use crate::store::Shard;
use crate::wave::share;
use anyhow::Result;
use base::counted::counted;
use std::io::Write;

/// Prints the number of games in a plan and their estimated time. To measure times, plays a few of the games, which are
/// not stored.
pub fn print(prepared: &mut Prepared, shard: Option<Shard>, out: &mut dyn Write) -> Result<u8> {
    let sides = prepared.game.teams.len();
    let plan = prepared.plan.clone();
    let mut sample = play_sample_games(prepared)?;
    sample.measurements.start += prepared.took;
    let estimate = Estimate::of(&plan, sides, cores(), &sample.measurements);
    writeln!(out, "{}: {estimate}", plan.name)?;
    let (games, pairings) = (sample.games, sample.pairings);
    writeln!(
        out,
        "a game: about {}, as in the sample games: {games}, pairings: {pairings}",
        counted(sample.plies.round() as u64, "ply")
    )?;
    for fault in sample.faults {
        writeln!(out, "fault in a sample game: {fault}")?;
    }
    if let Some(forecast) = Forecast::of(&plan, sides) {
        writeln!(out, "{forecast}")?;
    }
    if let Some(shard) = shard {
        let count = share(&plan.run.out, &plan, sides, &prepared.game.fingerprint, shard)?.games.len();
        writeln!(out, "part {} of {}: {}", shard.index, shard.of, counted(count, "game"))?;
    }
    Ok(DONE)
}
