//! Quiescence search: beyond the nominal depth, only forced moves and non-quiet moves are searched.

use super::order::pick_next;
use super::worker::Worker;
use crate::search::control::Aborted;
use crate::search::evaluate::{Evaluate, Evaluator};
use crate::search::value::{MATE, MAX_PLY};
use ugi::Turn;

/// Plies of quiescence search after which only forced moves are tried.
const CAPTURE_PLIES: i32 = 4;

impl<G: Evaluate, E: Evaluator<G>> Worker<'_, G, E> {
    /// Returns the value of a position by quiescence search. `depth` is 0 in its first node and decreases by 1 per ply.
    /// If moves are forced, all are searched. Otherwise the side to move may stand pat or play a non-quiet move.
    ///
    /// The transposition table is not used: most nodes are in quiescence search, and probing the table at each of them
    /// would cost more than it saves. Repetitions are detected only if a rule makes them draws. In games without such a
    /// rule, the moves of quiescence search do not repeat positions.
    pub(super) fn quiesce(
        &mut self,
        position: &G,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Result<i32, Aborted> {
        self.seldepth = self.seldepth.max(ply as u32);
        if let Some(value) = self.terminal_value(position, ply) {
            return Ok(value);
        }
        if self.path.has_rule() {
            self.path.enter(position, ply);
            if self.repeats(ply) {
                return Ok(0);
            }
        }
        let outcome = self.probe(position);
        if let Some(value) = outcome.and_then(|outcome| self.tablebase_cutoff(outcome, ply)) {
            return Ok(value);
        }
        let forced = position.is_forced() && ply < MAX_PLY - 1;
        let mut best = -MATE;
        if !forced {
            best = self.static_eval(position, outcome, ply);
            let deep = ply >= MAX_PLY - 1 || depth <= -CAPTURE_PLIES;
            if best >= beta || deep || !self.shared.techniques.captures {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }

        let first = self.moves.len();
        position.actions(&mut self.moves);
        let mut end = first;
        for index in first..self.moves.len() {
            let action = self.moves[index];
            let order = if forced || !position.is_quiet(action) { position.order(action) } else { -1 };
            if forced || order >= 0 {
                self.moves.swap(index, end);
                self.ranks.push(order);
                end += 1;
            }
        }
        self.moves.truncate(end);
        for index in first..end {
            pick_next(&mut self.moves[first..], &mut self.ranks[first..], index - first);
            let next = self.advance(position, self.moves[index], ply)?;
            let value = if G::EVENTS.has_chance && next.turn() == Turn::Chance {
                self.chance(&next, depth - 1, ply + 1)?
            } else if self.turns(&next, ply + 1) {
                -self.quiesce(&next, -beta, -alpha, depth - 1, ply + 1)?
            } else {
                self.quiesce(&next, alpha, beta, depth - 1, ply + 1)?
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        self.ranks.truncate(first);
        Ok(best)
    }
}
