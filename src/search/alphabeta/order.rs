//! What one thread remembers about moves that proved good, to order the next ones. Knows codes and slots, no game.

use crate::search::MAX_PLY;

/// History values stay within this.
const HISTORY_LIMIT: i32 = 1 << 14;

/// Killers, countermoves and history of one thread.
#[derive(Debug)]
pub(super) struct Memory {
    slots: usize,
    /// By side, then slot: how often a quiet move was best, recent searches first.
    history: Vec<i32>,
    /// By side, then slot of the move before: the code of the quiet reply that refuted it.
    counters: Vec<u32>,
    /// Codes of the last two quiet moves that refuted something at this ply (Akl and Newborn 1977).
    killers: [[u32; 2]; MAX_PLY + 1],
}

impl Memory {
    pub(super) fn new(slots: usize) -> Self {
        Self { slots, history: vec![0; 2 * slots], counters: vec![0; 2 * slots], killers: [[0; 2]; MAX_PLY + 1] }
    }

    /// A new search begins: plies have shifted, and what was good counts half.
    pub(super) fn settle(&mut self) {
        self.killers.fill([0; 2]);
        self.history.iter_mut().for_each(|value| *value /= 2);
    }

    pub(super) fn killers(&self, ply: usize) -> [u32; 2] {
        self.killers[ply]
    }

    pub(super) fn counter(&self, side: usize, last: Option<usize>) -> u32 {
        last.map_or(0, |slot| self.counters[side * self.slots + slot])
    }

    pub(super) fn history(&self, side: usize, slot: usize) -> i32 {
        self.history[side * self.slots + slot]
    }

    /// A quiet move caused a cutoff.
    pub(super) fn refuted(&mut self, side: usize, ply: usize, code: u32, last: Option<usize>) {
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        if let Some(slot) = last {
            self.counters[side * self.slots + slot] = code;
        }
    }

    /// Moves a history value towards its limit, the slower the nearer it is (Stockfish's history gravity).
    pub(super) fn learn(&mut self, side: usize, slot: usize, bonus: i32) {
        let value = &mut self.history[side * self.slots + slot];
        *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
    }
}

/// Brings the best of the remaining moves (from `next` on) to the front of them: one step of a selection sort, since
/// most nodes need only the first few.
pub(super) fn select<A>(moves: &mut [A], ranks: &mut [i32], next: usize) {
    let mut best = next;
    for index in next + 1..ranks.len() {
        if ranks[index] > ranks[best] {
            best = index;
        }
    }
    moves.swap(next, best);
    ranks.swap(next, best);
}
