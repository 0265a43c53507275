//! Lines about finished games, for a tournament in progress.

use super::numbers::tidy;
use crate::statistics::is_void;
use base::counted::counted;
use runner::record::Record;
use ugi::may_be_move;

/// Returns a line about a finished game: the id, the sides, their payoffs, the reason for the end and the number of
/// plies.
///
/// `new:old/7/1: old : new 0 : 1, no_moves, 64 plies`
pub fn game_line(record: &Record) -> String {
    let payoffs: Vec<String> = record.payoffs().iter().map(|payoff| tidy(*payoff, 2)).collect();
    let payoffs = if is_void(record) { "no result".to_string() } else { payoffs.join(" : ") };
    let plies = record.played.moves.iter().filter(|token| may_be_move(token)).count();
    let (sides, plies) = (record.side_names().join(" : "), counted(plies, "ply"));
    format!("{}: {sides} {payoffs}, {}, {plies}", record.id, record.ending())
}
