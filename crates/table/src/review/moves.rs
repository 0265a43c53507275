//! The loss of a move: the value of the best move minus the value of the played move, from searches with the same
//! limits.

use super::outline::{Choice, Outline};
use super::position_value::{PositionValue, mean};
use anyhow::{Result, anyhow};
use room::{Ply, SeatTotal, Unit, Variation};
use runner::EngineProcess;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use ugi::{Go, Seat};

/// The smallest loss that counts as a mistake: in hundredths of a point, and in permille of win probability.
const MISTAKE: (f64, f64) = (50.0, 50.0);

/// The limits of the searches for one move.
pub struct SearchLimit<'a> {
    /// The number of nodes per search.
    pub nodes: u64,
    /// The number of seeds. With each seed, the engine searches for the best move and, if it is another, evaluates the
    /// played move.
    pub repeats: u64,
    /// The unit of losses.
    pub unit: Unit,
    /// Stops the search when it becomes true.
    pub stop: &'a AtomicBool,
}

/// Reviews one move. The field `steps` of the result is empty. Returns `None` if the review was stopped or the engine
/// reports no scores.
pub fn review_move(
    engine: &mut EngineProcess,
    outline: &Outline,
    choice: &Choice,
    limit: &SearchLimit,
) -> Result<Option<Ply>> {
    let position = outline.seen(choice.seat, choice.at);
    let team = outline.team(choice.seat);
    let (mut losses, mut values, mut best) = (Vec::new(), Vec::new(), None);
    for seed in 1..=limit.repeats {
        let Some((first, best_value)) = search(engine, position.line(), team, seed, limit, None)? else {
            return Ok(None);
        };
        let played = if first == choice.played {
            best_value.clone()
        } else {
            match search(engine, position.line(), team, seed, limit, Some(&choice.played))? {
                Some((_, played)) => played,
                None => return Ok(None),
            }
        };
        losses.push(best_value.in_unit(limit.unit) - played.in_unit(limit.unit));
        let own = team == outline.team(Seat::P1);
        values.push(if own { played.in_unit(limit.unit) } else { played.others_in_unit(limit.unit) });
        // Searches with other seeds may prefer other moves. The review shows the move of the first search.
        best.get_or_insert(first);
    }
    let (loss, error) = mean(&losses);
    let (value, _) = mean(&values);
    let best = best.unwrap_or_default();
    let (at, seat, played) = (choice.at, choice.seat, choice.played.clone());
    Ok(Some(Ply { at, seat, played, best, steps: Vec::new(), loss: loss.max(0.0), error, value }))
}

/// Returns the totals of all seats, in seat order. Seats without reviewed moves have totals of 0.
pub fn totals(plies: &[Ply], seats: usize, unit: Unit) -> Vec<SeatTotal> {
    let mistake = match unit {
        Unit::Points => MISTAKE.0,
        Unit::Share => MISTAKE.1,
    };
    let total = |seat| {
        let own: Vec<&Ply> = plies.iter().filter(|ply| ply.seat == seat).collect();
        SeatTotal {
            seat,
            moves: own.len(),
            loss: own.iter().map(|ply| ply.loss).sum(),
            error: own.iter().map(|ply| ply.error.powi(2)).sum::<f64>().sqrt(),
            mistakes: own.iter().filter(|ply| ply.loss >= mistake).count(),
        }
    };
    (0..seats).map(Seat::new).map(total).collect()
}

/// Searches a position and returns the best move and its value, or `None` if `limit.stop` became true or the engine
/// reports no score. `team` is the index of the team of the seat to move. `only` restricts the search to that move.
pub(super) fn search(
    engine: &mut EngineProcess,
    position: &str,
    team: usize,
    seed: u64,
    limit: &SearchLimit,
    only: Option<&str>,
) -> Result<Option<(String, PositionValue)>> {
    let engine_error = |error: runner::EngineError| anyhow!("review engine: {}", error.text);
    engine.new_game(seed).map_err(engine_error)?;
    let search_moves = only.map(str::to_string).into_iter().collect();
    let mut go = Go::default().with_nodes(limit.nodes);
    go.search_moves = search_moves;
    let mut value = None;
    let reply = engine.think_with_listener(position, &go, None, &mut |line| {
        let variation =
            line.and_then(Variation::parse).filter(|variation| variation.multipv == 1 && variation.bound.is_none());
        if let Some(found) = variation.and_then(|variation| PositionValue::from_variation(&variation, team)) {
            value = Some(found);
        }
        if limit.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let reply = reply.map_err(engine_error)?;
    Ok(reply.and_then(|reply| Some((reply.best, value?))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_per_seat() {
        let ply = |index, loss, error| Ply {
            at: 0,
            seat: Seat::new(index),
            played: "a".to_string(),
            best: "b".to_string(),
            steps: Vec::new(),
            loss,
            error,
            value: 0.5,
        };
        let plies = [ply(0, 25.0, 0.3), ply(1, 100.0, 0.0), ply(0, 50.0, 0.4)];
        let totals = totals(&plies, 2, Unit::Points);
        assert_eq!((totals[0].moves, totals[0].loss, totals[0].mistakes), (2, 75.0, 1));
        assert!((totals[0].error - 0.5).abs() < 1e-12);
        assert_eq!((totals[1].seat, totals[1].moves, totals[1].mistakes), (Seat::P2, 1, 1));
    }
}
