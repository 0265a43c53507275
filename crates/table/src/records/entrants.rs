//! The entrants of a recorded game.

use ugi::record::Record;

/// The entrant in each seat.
pub(super) fn names(record: &Record) -> Vec<String> {
    record.seats.iter().map(|seat| seat.entrant.clone()).collect()
}
