//! Finished games for people and for other programs. Names no game: what has a format of its own brings it along.

mod plain;
#[cfg(test)]
mod tests;

pub use plain::plain;

use super::record::Record;
use crate::games::REGISTRY;
use anyhow::{Context, Result};
use kit::settings::Settings;
use kit::transcript::{Portable, Transcript, date};

/// The format in which people exchange games of this kind; `None` where there is none.
#[must_use]
pub fn portable(game: &str) -> Option<Portable> {
    REGISTRY.games().iter().find(|known| known.name == game)?.portable
}

/// One game of the tournament `event` in its portable format.
///
/// # Errors
/// The game has no such format, or the record cannot be read.
pub fn export(record: &Record, event: &str) -> Result<String> {
    let format =
        portable(&record.game).with_context(|| format!("games of {} have no format of their own", record.game))?;
    let mut settings = Settings::new(&REGISTRY);
    for option in &record.options {
        let (name, value) = option.split_once('=').with_context(|| format!("game {}: option {option}", record.id))?;
        settings.set(name, Some(value)).with_context(|| format!("game {}: option {option}", record.id))?;
    }
    (format.write)(settings.values(), &transcript(record, event)).with_context(|| format!("game {}", record.id))
}

fn transcript(record: &Record, event: &str) -> Transcript {
    Transcript {
        event: event.to_string(),
        site: record.run.host.clone(),
        date: (record.run.started > 0).then(|| date(record.run.started)),
        round: record.id.clone(),
        seats: record.seats.iter().map(|seat| seat.entrant.clone()).collect(),
        base: record.base.clone(),
        moves: record.moves.clone(),
        result: record.result.clone(),
        reason: record.ending().to_string(),
    }
}
