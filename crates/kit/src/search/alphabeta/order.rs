//! Move ordering of one thread: killers, history and late-move reductions.

use crate::search::evaluate::Evaluate;
use crate::search::value::MAX_PLY;

/// Maximum magnitude of a history value.
const HISTORY_LIMIT: i32 = 1 << 14;
/// The rank of the table move. Moves are searched in descending order of rank.
const TABLE: i32 = i32::MAX;
/// The rank of a non-quiet move whose [`Evaluate::order`] is at least 0; the order is added.
const NOISY: i32 = 1 << 28;
/// The rank of the older killer; the newer one ranks 1 higher. The rank of any other quiet move is the sum of its
/// history value and its [`Evaluate::order`].
const KILLER: i32 = 1 << 27;
/// The rank of a non-quiet move whose [`Evaluate::order`] is below 0; the order is added.
const LOSING: i32 = -(1 << 28);
/// [`Evaluate::order`] is clamped to this magnitude.
const ORDER_LIMIT: i32 = 1 << 20;
/// Size of the reduction table in both dimensions. Greater depths and move numbers use the last entry.
const REDUCTIONS: usize = 64;
/// The reduction of a late move is `REDUCTION_BASE + ln(depth) · ln(tried) / REDUCTION_SLOPE`, rounded down, before
/// adjustments for PV nodes and history. `tried` is the number of moves tried before it.
const REDUCTION_BASE: f32 = 0.4;
const REDUCTION_SLOPE: f32 = 2.2;

/// Returns whether the rank is that of a quiet move other than the table move.
pub(super) fn is_quiet(rank: i32) -> bool {
    (-HISTORY_LIMIT - ORDER_LIMIT..=KILLER + 1).contains(&rank)
}

/// Returns whether the rank is that of a killer.
pub(super) fn is_killer(rank: i32) -> bool {
    (KILLER..=KILLER + 1).contains(&rank)
}

/// The ply and the side to move of a node.
#[derive(Clone, Copy)]
pub(super) struct NodePlace {
    pub(super) ply: usize,
    /// The side to move, 0 or 1.
    pub(super) side: usize,
}

/// Killers and history of one thread.
// The tables of all threads lie in one `Vec`; the alignment avoids false sharing.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct HistoryTable {
    size: usize,
    /// History values, by side, then by history index.
    history: Vec<i32>,
    /// The last two quiet moves, in encoded form, that caused a cutoff at each ply, newest first (Akl and Newborn
    /// 1977).
    killers: [[u32; 2]; MAX_PLY],
    /// Reductions, by depth, then by number of moves tried.
    reductions: Vec<i8>,
}

impl HistoryTable {
    pub(super) fn new(size: usize) -> Self {
        let ln = |n: usize| (n.max(1) as f32).ln();
        let reduction = |n| REDUCTION_BASE + ln(n / REDUCTIONS) * ln(n % REDUCTIONS) / REDUCTION_SLOPE;
        Self {
            size,
            history: vec![0; 2 * size],
            killers: [[0; 2]; MAX_PLY],
            reductions: (0..REDUCTIONS * REDUCTIONS).map(|n| reduction(n) as i8).collect(),
        }
    }

    /// Clears killers and history. The reduction table never changes, so it is kept.
    pub(super) fn clear(&mut self) {
        self.history.fill(0);
        self.killers.fill([0; 2]);
    }

    /// Prepares for a new search: clears the killers, because they belong to plies of the last search, and halves the
    /// history.
    pub(super) fn age(&mut self) {
        self.killers.fill([0; 2]);
        self.history.iter_mut().for_each(|value| *value /= 2);
    }

    /// Appends the rank of each move to `ranks`.
    pub(super) fn rank<G: Evaluate>(
        &self,
        position: &G,
        moves: &[G::Action],
        table_move: u32,
        place: NodePlace,
        ranks: &mut Vec<i32>,
    ) {
        let killers = self.killers[place.ply];
        ranks.extend(moves.iter().map(|&action| {
            let encoded = G::encode(action);
            if encoded == table_move {
                return TABLE;
            }
            let order = position.order(action).clamp(-ORDER_LIMIT, ORDER_LIMIT);
            if !position.is_quiet(action) {
                return if order < 0 { LOSING + order } else { NOISY + order };
            }
            if killers.contains(&encoded) {
                KILLER + i32::from(encoded == killers[0])
            } else {
                self.history[place.side * self.size + position.history_index(action)] + order
            }
        }));
    }

    /// Returns the reduction of a late quiet move. It is logarithmic in depth and move number (Romstad; Stockfish),
    /// smaller in PV nodes and for moves with good history, and larger for moves with bad history.
    pub(super) fn reduction(&self, depth: i32, tried: usize, rank: i32, pv: bool) -> i32 {
        let row = REDUCTIONS * (depth as usize).min(REDUCTIONS - 1);
        let base = i32::from(self.reductions[row + tried.min(REDUCTIONS - 1)]);
        let history = if is_killer(rank) { 1 } else { rank / (HISTORY_LIMIT / 2) };
        (base - i32::from(pv) - history.clamp(-1, 1)).clamp(0, depth - 1)
    }

    /// Updates killers and history after a cutoff by the last move of `tried`. If that move is quiet, it gets a bonus,
    /// and the quiet moves tried before it get the same amount as a malus.
    pub(super) fn reward<G: Evaluate>(&mut self, position: &G, tried: &[G::Action], depth: i32, place: NodePlace) {
        let Some((&best, others)) = tried.split_last() else { return };
        if !position.is_quiet(best) {
            return;
        }
        let encoded = G::encode(best);
        let killers = &mut self.killers[place.ply];
        if killers[0] != encoded {
            *killers = [encoded, killers[0]];
        }
        let bonus = (16 * depth * depth).min(1600);
        self.update(place.side, position.history_index(best), bonus);
        for &other in others.iter().filter(|&&other| position.is_quiet(other)) {
            self.update(place.side, position.history_index(other), -bonus);
        }
    }

    /// Adds `bonus`, which is negative for a malus, to a history value. The step shrinks as the value approaches the
    /// limit in that direction (history gravity, as in Stockfish).
    fn update(&mut self, side: usize, index: usize, bonus: i32) {
        let value = &mut self.history[side * self.size + index];
        *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
    }
}

/// Swaps the highest-ranked of the remaining moves to index `next`. This is one step of a selection sort. A full sort
/// would rarely pay, because most nodes need only the first few moves.
pub(super) fn pick_next<A>(moves: &mut [A], ranks: &mut [i32], next: usize) {
    let mut best = next;
    for index in next + 1..ranks.len() {
        if ranks[index] > ranks[best] {
            best = index;
        }
    }
    moves.swap(next, best);
    ranks.swap(next, best);
}
