//! One node of the tree: principal variation search with transposition table, move ordering, reductions and pruning.

use super::goal::DECIDED;
use super::order::{NodePlace, is_quiet, pick_next};
use super::path::Step;
use super::pruning::PruningTerms;
use super::worker::Worker;
use crate::search::control::Aborted;
use crate::search::evaluate::{Evaluate, Evaluator};
use crate::search::transposition_table::TableHit;
use crate::search::value::{MATE, MATE_ZONE, MAX_PLY};
use base::rng::mix;
use ugi::{Bound, Turn};

/// A no-progress count or a ply limit is assumed to affect the value of a node if it can end the game at most this many
/// plies beyond the remaining depth.
const COUNTER_MARGIN: i32 = 16;
/// Maximum depth of pruning on the static evaluation and on the number of moves tried.
const PRUNING_DEPTH: i32 = 6;
/// Maximum depth of razoring.
const RAZORING_DEPTH: i32 = 3;
/// Minimum depth of late-move reductions.
const REDUCTION_DEPTH: i32 = 3;
/// Minimum depth of internal iterative reduction.
const IIR_DEPTH: i32 = 5;

impl<G: Evaluate, E: Evaluator<G>> Worker<'_, G, E> {
    /// Returns the value of `position` for the side to move: exact inside the window, otherwise a bound (fail-soft).
    /// `depth` is the remaining depth and `ply` the distance from the root, both in plies.
    pub(super) fn search<const PV: bool>(
        &mut self,
        position: &G,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
    ) -> Result<i32, Aborted> {
        self.pv_table[ply].clear();
        if depth <= 0 || ply >= MAX_PLY - 1 {
            return self.quiesce(position, alpha, beta, depth.min(0), ply);
        }
        self.seldepth = self.seldepth.max(ply as u32);
        if let Some(value) = self.terminal_value(position, ply) {
            return Ok(value);
        }
        let techniques = self.shared.techniques;
        let step = self.path.enter(position, ply);
        if self.repeats(ply) {
            return Ok(0);
        }
        let outcome = self.probe(position);
        if let Some(value) = outcome.and_then(|outcome| self.tablebase_cutoff(outcome, ply)) {
            return Ok(value);
        }
        // Mate distance pruning: no value of this node is better than a win at the next ply or worse than a loss at
        // this ply.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return Ok(alpha);
        }

        let (key, counted) = self.table_key(step, depth);
        let use_table = depth >= techniques.table_depth;
        let known = if use_table { self.shared.table.probe(key, ply) } else { None };
        if let Some(known) = known
            // Beyond an event there is no line to keep.
            && (!PV || self.events > 0)
            && self.serves(known, depth, ply, step.plies_left, counted)
            && known.cuts(alpha, beta)
        {
            return Ok(known.value);
        }
        let table_move = known.map_or(0, |known| known.encoded_move);

        let forced = position.is_forced();
        let may_prune = !PV && !forced && depth <= PRUNING_DEPTH && alpha > -DECIDED && beta < DECIDED;
        let static_eval = (techniques.pruning && may_prune).then(|| self.static_eval(position, outcome, ply));
        if let Some(static_eval) = static_eval
            && let Some(value) = self.prune_by_static_eval(position, static_eval, alpha, beta, depth, ply)?
        {
            return Ok(value);
        }
        // Internal iterative reduction (Schröder): a node without a table move is searched one ply less deep.
        if techniques.reductions && table_move == 0 && depth >= IIR_DEPTH {
            depth -= 1;
        }

        let first = self.moves.len();
        position.actions(&mut self.moves);
        let end = self.moves.len();
        let place = NodePlace { ply, side: self.side(ply) };
        self.history.rank(position, &self.moves[first..], table_move, place, &mut self.ranks);
        if techniques.extensions && end - first == 1 && ply < 2 * self.root_depth as usize {
            depth += 1;
        }

        let initial_alpha = alpha;
        let mut best = -MATE;
        let mut best_move = 0;
        let terms = PruningTerms { depth, forced, static_eval, futility: techniques.margins.futility };
        for index in first..end {
            let tried = index - first;
            pick_next(&mut self.moves[first..end], &mut self.ranks[first..end], tried);
            let (action, rank) = (self.moves[index], self.ranks[index]);
            if terms.should_prune(rank, tried, alpha, best) {
                // All remaining moves rank lower and are pruned too.
                break;
            }
            let next = self.advance(position, action, ply)?;
            let value = if tried == 0 {
                self.child::<PV>(&next, alpha, beta, depth - 1, ply + 1)?
            } else {
                // A later move is searched with a null window, at reduced depth if it is late. If it raises alpha, it
                // is searched again at full depth, and in PV nodes also with the full window.
                let quiet = is_quiet(rank) && !forced;
                let late = techniques.reductions && quiet && depth >= REDUCTION_DEPTH && tried >= 2;
                let reduction = if late { self.history.reduction(depth, tried, rank, PV) } else { 0 };
                let mut value = self.child::<false>(&next, alpha, alpha + 1, depth - 1 - reduction, ply + 1)?;
                if value > alpha && reduction > 0 {
                    value = self.child::<false>(&next, alpha, alpha + 1, depth - 1, ply + 1)?;
                }
                if PV && value > alpha && value < beta {
                    value = self.child::<true>(&next, alpha, beta, depth - 1, ply + 1)?;
                }
                value
            };
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_move = G::encode(action);
                if PV {
                    self.extend_line(ply, action);
                }
                if value >= beta {
                    self.history.reward(position, &self.moves[first..=index], depth, place);
                    break;
                }
            }
        }
        self.moves.truncate(first);
        self.ranks.truncate(first);

        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > initial_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if use_table {
            self.shared.table.store(key, TableHit { encoded_move: best_move, value: best, depth, bound }, ply);
        }
        Ok(best)
    }

    /// Returns the value of `next`, the position at `ply`, for the side that moved to it.
    #[inline]
    pub(super) fn child<const PV: bool>(
        &mut self,
        next: &G,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Result<i32, Aborted> {
        if G::EVENTS.has_chance && next.turn() == Turn::Chance {
            self.chance(next, depth, ply)
        } else if self.turns(next, ply) {
            Ok(-self.search::<PV>(next, -beta, -alpha, depth, ply)?)
        } else {
            self.search::<PV>(next, alpha, beta, depth, ply)
        }
    }

    /// Reverse futility and razoring: returns a value if the static evaluation is so far outside the window that the
    /// node is pruned.
    #[inline]
    fn prune_by_static_eval(
        &mut self,
        position: &G,
        static_eval: i32,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Result<Option<i32>, Aborted> {
        let techniques = self.shared.techniques;
        // Reverse futility: the static evaluation is so far above beta that the value is unlikely to fall below beta in
        // the remaining plies (Heinz 1998).
        if static_eval - techniques.margins.reverse * depth >= beta {
            return Ok(Some(static_eval));
        }
        // Razoring: the static evaluation is so far below alpha that quiet moves are unlikely to help in the
        // remaining plies (Birmingham and Kent 1977).
        if let Some(margin) = techniques.margins.razoring
            && depth <= RAZORING_DEPTH
            && static_eval + margin[0] + margin[1] * depth <= alpha
        {
            // If `captures` is off, quiescence search would return the same value.
            if !techniques.captures {
                return Ok(Some(static_eval));
            }
            let value = self.quiesce(position, alpha, alpha + 1, 0, ply)?;
            return Ok((value <= alpha).then_some(value));
        }
        Ok(None)
    }

    /// Returns the table key of a node, and whether it contains [`State::plies_left`](crate::state::State::plies_left).
    #[inline]
    pub(super) fn table_key(&self, Step { key, plies_left, .. }: Step, depth: i32) -> (u64, bool) {
        let key = key ^ self.shared.salt;
        let counted = i64::from(plies_left) <= i64::from(depth + COUNTER_MARGIN);
        (if counted { key ^ mix(u64::from(plies_left) + 1) } else { key }, counted)
    }

    /// Returns whether a table entry can replace a search of this depth. `plies_left` is
    /// [`State::plies_left`](crate::state::State::plies_left) of the position, and `counted` means that the table key
    /// contains this number. If the key does not contain it, the entry may come from a search of the same position with
    /// a different number of plies left. Such an entry is used only if its value is assumed to depend on fewer than
    /// `plies_left` further plies.
    pub(super) fn serves(&self, known: TableHit, depth: i32, ply: usize, plies_left: u32, counted: bool) -> bool {
        if known.depth < depth || known.depth > depth && !self.shared.techniques.deeper_entries {
            return false;
        }
        let reach = match MATE - known.value.abs() {
            to_mate if to_mate <= MATE - MATE_ZONE => to_mate - ply as i32,
            _ => known.depth + COUNTER_MARGIN,
        };
        counted || i64::from(reach) < i64::from(plies_left)
    }

    fn extend_line(&mut self, ply: usize, action: G::Action) {
        let (here, below) = self.pv_table.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(action);
        here[ply].extend_from_slice(&below[0]);
    }
}
