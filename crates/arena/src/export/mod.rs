//! Exports finished games as transcripts, or in the interchange format that the referee provides for the game.

mod plain;
#[cfg(test)]
mod tests;

pub use plain::plain;

use anyhow::{Context, Result};
use base::date::date;
use runner::record::Record;
use runner::replay::set_rules;
use ugi::{Client, Pipe, Transcript};

/// Returns one game of the tournament `event` in the referee's interchange format for that game.
pub fn export(record: &Record, event: &str, client: &mut Client<impl Pipe>) -> Result<String> {
    set_rules(record, client)?;
    client.export(&transcript(record, event)).with_context(|| format!("game {}", record.id))
}

fn transcript(record: &Record, event: &str) -> Transcript {
    Transcript {
        event: event.to_string(),
        site: record.run.host.clone(),
        date: (record.run.started > 0).then(|| date(record.run.started)),
        round: record.id.clone(),
        seats: record.seats.iter().map(|seat| seat.participant.clone()).collect(),
        base: record.base.clone(),
        moves: record.moves.clone(),
        result: record.result.clone(),
        reason: record.ending().to_string(),
    }
}
