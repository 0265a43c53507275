//! One node of the tree: principal variation search with its table, ordering, reductions and prunings.

use super::goal::DECIDED;
use super::order::{NodePlace, is_quiet, pick_next};
use super::pruning::PruningTerms;
use super::split::{RankedMove, SplitNode, SplitState};
use super::worker::Worker;
use crate::search::control::Aborted;
use crate::search::evaluate::{Evaluate, Evaluator};
use crate::search::transposition_table::TableHit;
use crate::search::value::{MATE, MATE_ZONE, MAX_PLY};
use base::rng::mix;
use ugi::Bound;

/// Plies beyond the nominal depth in which an end by a counter is still seen coming.
const COUNTER_MARGIN: i32 = 16;
/// Up to this depth branches are cut on the static evaluation.
const PRUNING_DEPTH: i32 = 6;
/// Up to this depth a hopeless position is only looked at for what is not quiet.
const RAZORING_DEPTH: i32 = 3;
/// From this depth on late moves are reduced, and nodes without a table move.
const REDUCTION_DEPTH: i32 = 3;
const IIR_DEPTH: i32 = 5;
/// From this depth on idle threads help at a node.
const SPLIT_DEPTH: i32 = 4;

impl<G: Evaluate, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of `position` for the side to move: exact inside the window, else a bound (fail-soft).
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
            return self.quiesce(position, alpha, beta, 0, ply);
        }
        self.seldepth = self.seldepth.max(ply as u32);
        if let Some(value) = self.terminal_value(position, ply) {
            return Ok(value);
        }
        let techniques = self.shared.techniques;
        let step = self.path.enter(position, ply);
        if self.path.is_repetition_draw(ply) || techniques.repetition && self.path.repeats_in_search(ply) {
            return Ok(0);
        }
        let outcome = self.probe(position);
        if let Some(value) = outcome.and_then(|outcome| self.tablebase_cutoff(outcome, ply)) {
            return Ok(value);
        }
        // Mate distance: nothing here is better than winning at the next ply or worse than having lost at this one.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return Ok(alpha);
        }

        let counted = i64::from(step.plies_left) <= i64::from(depth + COUNTER_MARGIN);
        let key = step.key ^ self.shared.salt;
        let key = if counted { key ^ mix(u64::from(step.plies_left) + 1) } else { key };
        let tabled = depth >= techniques.table_depth;
        let known = if tabled { self.shared.table.probe(key, ply) } else { None };
        if let Some(known) = known
            && !PV
            && self.serves(known, depth, ply, step.plies_left, counted)
            && known.cuts(alpha, beta)
        {
            return Ok(known.value);
        }
        let table_code = known.map_or(0, |known| known.encoded_move);

        let forced = position.is_forced();
        let calm = !PV && !forced && depth <= PRUNING_DEPTH && alpha > -DECIDED && beta < DECIDED;
        let standing = (techniques.pruning && calm).then(|| self.static_eval(position, outcome, ply));
        if let Some(standing) = standing
            && let Some(value) = self.prune_by_static_eval(position, standing, alpha, beta, depth, ply)?
        {
            return Ok(value);
        }
        // Internal iterative reduction (Schröder): without a table move the node is not worth its depth yet.
        if techniques.reductions && table_code == 0 && depth >= IIR_DEPTH {
            depth -= 1;
        }

        let first = self.moves.len();
        position.actions(&mut self.moves);
        let end = self.moves.len();
        let place = NodePlace { ply, side: self.side(ply) };
        self.history.rank(position, &self.moves[first..], table_code, place, &mut self.ranks);
        if techniques.extensions && end - first == 1 && ply < 2 * self.root_depth as usize {
            depth += 1;
        }

        let floor = alpha;
        let mut best = -MATE;
        let mut best_code = 0;
        let pool = self.shared.pool.as_ref().filter(|_| depth >= SPLIT_DEPTH);
        let terms = PruningTerms { depth, forced, static_eval: standing, futility: techniques.margins.futility };
        for index in first..end {
            let tried = index - first;
            pick_next(&mut self.moves[first..end], &mut self.ranks[first..end], tried);
            let candidate = RankedMove { action: self.moves[index], rank: self.ranks[index], tried };
            if terms.should_prune(candidate.rank, tried, alpha, best) {
                // All that is left ranks lower.
                break;
            }
            if let Some(pool) = pool
                && tried > 0
                && index + 1 < end
                && pool.wants_work()
            {
                let (root_depth, way) = (self.root_depth, self.path.prefix(ply));
                let node =
                    SplitNode { position: position.clone(), place, is_pv: PV, terms, beta, path: way, root_depth };
                let (moves, ranks) = (&self.moves[first..end], &self.ranks[first..end]);
                let rest = SplitState::new(moves, ranks, tried, [alpha, best], best_code);
                (best, best_code) = self.search_split_point::<PV>(pool, node, rest)?;
                break;
            }
            let action = candidate.action;
            let value = if tried == 0 {
                let next = self.advance(position, action, ply)?;
                -self.search::<PV>(&next, -beta, -alpha, depth - 1, ply + 1)?
            } else {
                self.search_later_move::<PV>(position, candidate, terms, ply, beta, || alpha)?
            };
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_code = G::encode(action);
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
            _ if best > floor => Bound::Exact,
            _ => Bound::Upper,
        };
        if tabled {
            self.shared.table.store(key, TableHit { encoded_move: best_code, value: best, depth, bound }, ply);
        }
        Ok(best)
    }

    /// The value of a node whose static evaluation is so far outside the window that it need not be searched.
    #[inline]
    fn prune_by_static_eval(
        &mut self,
        position: &G,
        standing: i32,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Result<Option<i32>, Aborted> {
        let techniques = self.shared.techniques;
        // Reverse futility: so far above beta that the few plies left will not bring it back (Heinz 1998).
        if standing - techniques.margins.reverse * depth >= beta {
            return Ok(Some(standing));
        }
        // Razoring: so far below alpha that nothing quiet helps in the few plies left (Birmingham and Kent 1977).
        if let Some(margin) = techniques.margins.razoring
            && depth <= RAZORING_DEPTH
            && standing + margin[0] + margin[1] * depth <= alpha
        {
            // Where no captures are tried it could say nothing else.
            if !techniques.captures {
                return Ok(Some(standing));
            }
            let value = self.quiesce(position, alpha, alpha + 1, 0, ply)?;
            return Ok((value <= alpha).then_some(value));
        }
        Ok(None)
    }

    /// The value of a move after the first: with an empty window, less deep where it is late, and searched again where
    /// it proves better. `alpha` is asked before each search, since at a split point others may raise it.
    #[inline]
    pub(super) fn search_later_move<const PV: bool>(
        &mut self,
        position: &G,
        RankedMove { action, rank, tried }: RankedMove<G::Action>,
        terms: PruningTerms,
        ply: usize,
        beta: i32,
        alpha: impl Fn() -> i32,
    ) -> Result<i32, Aborted> {
        let next = self.advance(position, action, ply)?;
        let depth = terms.depth;
        let quiet = is_quiet(rank) && !terms.forced;
        let late = self.shared.techniques.reductions && quiet && depth >= REDUCTION_DEPTH && tried >= 2;
        let less = if late { self.history.reduction(depth, tried, rank, PV) } else { 0 };
        let mut bar = alpha();
        let mut value = -self.search::<false>(&next, -bar - 1, -bar, depth - 1 - less, ply + 1)?;
        if value > bar && less > 0 {
            bar = alpha();
            value = -self.search::<false>(&next, -bar - 1, -bar, depth - 1, ply + 1)?;
        }
        if PV && value > bar && value < beta {
            value = -self.search::<true>(&next, -beta, -alpha(), depth - 1, ply + 1)?;
        }
        Ok(value)
    }

    /// May a table entry stand for a search of this depth? An entry of a key without the counter may come from a
    /// position with more plies left: it serves only where it cannot have looked beyond the end that the counter sets.
    fn serves(&self, known: TableHit, depth: i32, ply: usize, plies_left: u32, counted: bool) -> bool {
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
