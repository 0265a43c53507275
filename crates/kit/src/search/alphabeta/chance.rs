//! Chance nodes: the expected value over all outcomes of an event (expectimax, Michie 1966).

use super::worker::Worker;
use crate::search::control::Aborted;
use crate::search::evaluate::{Evaluate, Evaluator};
use crate::search::payoff;
use crate::search::transposition_table::TableHit;
use crate::search::value::{MATE, MATE_ZONE, WIN, score_of};
use ugi::{Bound, Score, Turn};

/// The depth at which an event that follows another one is no longer searched. Each of them costs a ply of depth,
/// because they could follow each other for ever.
pub(super) const LAST_EVENT: i32 = -2;

/// The least probability of all outcomes together. Their sum may be inexact.
const ALL: f64 = 1.0 - 1e-5;

/// The expected value of an event, from the values of its outcomes.
#[derive(Clone, Copy)]
pub(super) struct Expectation {
    probability: f64,
    sum: f64,
    lowest: i32,
    highest: i32,
}

impl Default for Expectation {
    fn default() -> Self {
        Self { probability: 0.0, sum: 0.0, lowest: MATE, highest: -MATE }
    }
}

impl Expectation {
    pub(super) fn add(&mut self, probability: f64, value: i32) {
        self.probability += probability;
        self.sum += probability * f64::from(value.clamp(-WIN, WIN));
        (self.lowest, self.highest) = (self.lowest.min(value), self.highest.max(value));
    }

    /// Returns the mean of the values; 0 without an outcome. If all outcomes are won or all are lost, and none was left
    /// out, returns the longest way to the end.
    pub(super) fn value(self) -> i32 {
        let Self { probability, sum, lowest, highest } = self;
        match probability > ALL {
            _ if probability <= 0.0 => 0,
            true if lowest >= MATE_ZONE => lowest,
            true if highest <= -MATE_ZONE => highest,
            _ => (sum / probability).round() as i32,
        }
    }
}

/// Returns a value in hundredths of a piece. In a game with chance it is an expected payoff, which is converted as that
/// of a search by playouts. Mates stay mates.
pub(super) fn centipawns<G: Evaluate>(value: i32) -> i32 {
    match payoff::score(probability(value), 2) {
        Score::Cp(converted) if G::EVENTS.has_chance && value.abs() < MATE_ZONE => converted,
        _ => value,
    }
}

/// Returns the score of a value.
pub(super) fn score<G: Evaluate>(value: i32) -> Score {
    score_of(centipawns::<G>(value))
}

/// Returns the probability of a win that a value in a game with chance stands for.
pub(super) fn probability(value: i32) -> f64 {
    0.5 + 0.5 * f64::from(value.clamp(-WIN, WIN)) / f64::from(WIN)
}

impl<G: Evaluate, E: Evaluator<G>> Worker<'_, G, E> {
    /// Returns the value of `position`, in which an event is due, for the side that moved to it. An event takes no
    /// depth if it follows a move. Beyond [`LAST_EVENT`], outcomes that lead to a further event are left out.
    pub(super) fn chance(&mut self, position: &G, depth: i32, ply: usize) -> Result<i32, Aborted> {
        // Another side may have moved to the same position, so the table has the value for the first side.
        let sign = if self.side(ply - 1) == 0 { 1 } else { -1 };
        let (step, stored_depth) = (self.path.enter(position, ply), depth - LAST_EVENT);
        let (key, counted) = self.table_key(step, depth);
        if let Some(known) = self.shared.table.probe(key, ply)
            && self.serves(known, stored_depth, ply, step.plies_left, counted)
        {
            self.pv_table[ply].clear();
            return Ok(sign * known.value);
        }
        let first = self.outcomes.len();
        (G::EVENTS.successors)(position, &mut self.outcomes);
        let end = self.outcomes.len();
        assert!(end > first, "AlphaBeta needs Chance::outcomes, which lists no event here; Sampling does not");
        self.events += 1;
        let mut expectation = Expectation::default();
        for index in first..end {
            let (next, probability) = self.outcomes[index].clone();
            let again = next.turn() == Turn::Chance;
            if !again || depth > LAST_EVENT {
                self.count()?;
                // The mean needs exact values, hence the full window.
                let value = self.child::<true>(&next, -MATE, MATE, depth - i32::from(again), ply)?;
                expectation.add(probability, value);
            }
        }
        self.events -= 1;
        self.outcomes.truncate(first);
        self.pv_table[ply].clear();
        let value = expectation.value();
        let hit = TableHit { encoded_move: 0, value: sign * value, depth: stored_depth, bound: Bound::Exact };
        self.shared.table.store(key, hit, ply);
        Ok(value)
    }
}
