//! Which move is searched first: what one thread remembers about moves that proved good. Knows codes and slots, no game.

use crate::search::evaluate::Evaluate;
use crate::search::value::MAX_PLY;

/// History values stay within this.
const HISTORY_LIMIT: i32 = 1 << 14;
/// Ranks of moves in the order of search; the history and [`Evaluate::order`] rank what is between the last two.
const TABLE: i32 = i32::MAX;
const NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const LOSING: i32 = -(1 << 28);
/// [`Evaluate::order`] is kept within this.
const ORDER_LIMIT: i32 = 1 << 20;
/// Depths and move numbers beyond this are reduced like it.
const REDUCTIONS: usize = 64;
/// The reduction of a late move is `BASE + ln(depth) · ln(number) / SLOPE`.
const REDUCTION_BASE: f32 = 0.4;
const REDUCTION_SLOPE: f32 = 2.2;

/// Is it neither the table move nor one that is not quiet?
pub(super) fn is_quiet(rank: i32) -> bool {
    (-HISTORY_LIMIT - ORDER_LIMIT..=KILLER + 1).contains(&rank)
}

/// Has a quiet move refuted something in this place?
pub(super) fn is_killer(rank: i32) -> bool {
    (KILLER..=KILLER + 1).contains(&rank)
}

/// Where a list of moves stands in the tree.
#[derive(Clone, Copy)]
pub(super) struct NodePlace {
    pub(super) ply: usize,
    /// The side to move, 0 or 1.
    pub(super) side: usize,
}

/// Killers and history of one thread.
// Each thread has one of a list: on cache lines of its own it does not slow its neighbour down.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct HistoryTable {
    size: usize,
    /// By side, then slot: how often a quiet move was best, recent searches first.
    history: Vec<i32>,
    /// Codes of the last two quiet moves that refuted something at this ply (Akl and Newborn 1977).
    killers: [[u32; 2]; MAX_PLY],
    /// By depth, then number of the move.
    reductions: Vec<i8>,
}

impl HistoryTable {
    pub(super) fn new(slots: usize) -> Self {
        let ln = |n: usize| (n.max(1) as f32).ln();
        let reduction = |n| REDUCTION_BASE + ln(n / REDUCTIONS) * ln(n % REDUCTIONS) / REDUCTION_SLOPE;
        Self {
            size: slots,
            history: vec![0; 2 * slots],
            killers: [[0; 2]; MAX_PLY],
            reductions: (0..REDUCTIONS * REDUCTIONS).map(|n| reduction(n) as i8).collect(),
        }
    }

    /// Forgets everything about moves; the reductions are the same for all games.
    pub(super) fn clear(&mut self) {
        self.history.fill(0);
        self.killers.fill([0; 2]);
    }

    /// A new search begins: plies have shifted, and what was good counts half.
    pub(super) fn age(&mut self) {
        self.killers.fill([0; 2]);
        self.history.iter_mut().for_each(|value| *value /= 2);
    }

    /// Appends the rank of each move.
    pub(super) fn rank<G: Evaluate>(
        &self,
        position: &G,
        moves: &[G::Action],
        table_code: u32,
        place: NodePlace,
        ranks: &mut Vec<i32>,
    ) {
        let killers = self.killers[place.ply];
        ranks.extend(moves.iter().map(|&action| {
            let code = G::encode(action);
            if code == table_code {
                return TABLE;
            }
            let order = position.order(action).clamp(-ORDER_LIMIT, ORDER_LIMIT);
            if !position.is_quiet(action) {
                return if order < 0 { LOSING + order } else { NOISY + order };
            }
            if killers.contains(&code) {
                KILLER + i32::from(code == killers[0])
            } else {
                self.history[place.side * self.size + position.history_index(action)] + order
            }
        }));
    }

    /// How much less deep a late quiet move is searched: logarithmic in depth and number (Romstad; Stockfish), less in
    /// the principal variation and for moves with a good record, more for those with a bad one.
    pub(super) fn reduction(&self, depth: i32, tried: usize, rank: i32, pv: bool) -> i32 {
        let row = REDUCTIONS * (depth as usize).min(REDUCTIONS - 1);
        let base = i32::from(self.reductions[row + tried.min(REDUCTIONS - 1)]);
        let record = if is_killer(rank) { 1 } else { rank / (HISTORY_LIMIT / 2) };
        (base - i32::from(pv) - record.clamp(-1, 1)).clamp(0, depth - 1)
    }

    /// The last of these moves refuted: if it is quiet it gains, and the quiet ones tried before it lose. At a split
    /// point those that were still being searched count as tried.
    pub(super) fn reward<G: Evaluate>(&mut self, position: &G, tried: &[G::Action], depth: i32, place: NodePlace) {
        let Some((&best, others)) = tried.split_last() else { return };
        if !position.is_quiet(best) {
            return;
        }
        let code = G::encode(best);
        let killers = &mut self.killers[place.ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let bonus = (16 * depth * depth).min(1600);
        self.update(place.side, position.history_index(best), bonus);
        for &other in others.iter().filter(|&&other| position.is_quiet(other)) {
            self.update(place.side, position.history_index(other), -bonus);
        }
    }

    /// Moves a history value towards its limit, the slower the nearer it is (Stockfish's history gravity).
    fn update(&mut self, side: usize, slot: usize, bonus: i32) {
        let value = &mut self.history[side * self.size + slot];
        *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
    }
}

/// Brings the best of the remaining moves (from `next` on) to the front of them: one step of a selection sort, since
/// most nodes need only the first few.
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
