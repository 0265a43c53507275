//! Exports finished games as transcripts, or in the interchange format that the referee provides for the game.

mod plain;
#[cfg(test)]
mod tests;

pub use plain::plain;

use crate::plan::{Clock, MoveLimits, Plan};
use anyhow::{Context, Result};
use base::counted::counted;
use base::date::date;
use game::TimeControl;
use runner::record::Record;
use runner::replay::set_rules;
use std::time::Duration;
use ugi::{Client, Pipe, Score};

/// Returns one game of a plan in the referee's interchange format for that game.
pub fn export(record: &Record, plan: &Plan, client: &mut Client<impl Pipe>) -> Result<String> {
    set_rules(record, client)?;
    export_with_rules(record, plan, client)
}

/// Returns one game like [`export`], from a referee that already has the rules of the game.
pub fn export_with_rules(record: &Record, plan: &Plan, client: &mut Client<impl Pipe>) -> Result<String> {
    client.export(&game_file(record, plan)).with_context(|| format!("game {}", record.id))
}

/// Returns the game with the tags, comments and time controls of the tournament.
fn game_file(record: &Record, plan: &Plan) -> game::Record {
    let limits = |name: &str| {
        let participant = plan.participants.iter().find(|one| one.name == name);
        participant.map(|one| plan.limits_of(one).scaled(record.run.scale))
    };
    game::Record {
        event: plan.name.clone(),
        site: record.run.host.clone(),
        date: (record.run.started > 0).then(|| date(record.run.started)),
        round: record.id.clone(),
        reason: record.ending().to_string(),
        comments: (0..record.played.moves.len()).map(|ply| comment(record, ply)).collect(),
        time_controls: record
            .played
            .seats
            .iter()
            .map(|name| limits(name).as_ref().map_or_else(String::new, time_control))
            .collect(),
        ..record.played.clone()
    }
}

/// Returns score, depth and time of a move, such as `+0.12/9 0.080s`; empty if an engine did not choose the move. The
/// score is in pieces, or `+M5` for a win in 5 plies.
fn comment(record: &Record, ply: usize) -> String {
    if record.played.movers.get(ply).copied().flatten().is_none() {
        return String::new();
    }
    let report = record.reports.get(ply).and_then(Option::as_ref);
    let score = report.and_then(|report| report.score).map_or_else(String::new, |score| match score {
        Score::Cp(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Mate(plies) => format!("{}M{}", if plies < 0 { '-' } else { '+' }, plies.unsigned_abs()),
    });
    let depth = report.and_then(|report| report.depth).map_or_else(String::new, |depth| format!("/{depth}"));
    let time = record.run.times_ms.get(ply).map_or_else(String::new, |time| format!(" {:.3}s", time / 1000.0));
    format!("{score}{depth}{time}").trim_start().to_string()
}

/// Formats limits as the tag TimeControl of PGN: `40/60+0.5` for a clock, with times in seconds, and `-` without
/// limits. A time per move is `0.1/move`, as other runners write it, and limits of nodes and depth follow in the same
/// way.
fn time_control(limits: &MoveLimits) -> String {
    // Scaled times are not whole milliseconds.
    let seconds = |time: Duration| ((time.as_secs_f64() * 1000.0).round() / 1000.0).to_string();
    let clock = |Clock(TimeControl { base, increment, moves })| {
        let moves = moves.map_or_else(String::new, |moves: u32| format!("{moves}/"));
        let increment = if increment.is_zero() { String::new() } else { format!("+{}", seconds(increment)) };
        format!("{moves}{}{increment}", seconds(base))
    };
    let parts = [
        limits.clock.map(clock),
        limits.movetime.map(|time| format!("{}/move", seconds(time))),
        limits.nodes.map(|nodes| format!("{}/move", counted(nodes, "node"))),
        limits.depth.map(|depth| format!("depth {depth}/move")),
    ];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    if text.is_empty() { "-".to_string() } else { text }
}
