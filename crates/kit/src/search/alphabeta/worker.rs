//! One thread of a search: its data, its node count, and the values of finished games.

use super::order::HistoryTable;
use super::path::Path;
use super::shared::Shared;
use crate::search::control::Aborted;
use crate::search::evaluate::{Evaluate, Evaluator};
use crate::search::task::SearchTask;
use crate::search::value::{MATE, MATE_ZONE, MAX_PLY};
use std::cmp::Reverse;
use std::sync::atomic::Ordering;
use ugi::{GameResult, Turn};

/// Nodes after which a thread adds its count to the total of all threads.
const FLUSH_INTERVAL: u64 = 4096;

/// One thread of a search.
pub(super) struct Worker<'a, G: Evaluate, E> {
    pub(super) shared: &'a Shared<'a, G, E>,
    pub(super) history: &'a mut HistoryTable,
    pub(super) roots: Vec<G::Action>,
    pub(super) root_depth: i32,
    pub(super) seldepth: u32,
    /// The move lists of all plies, one after the other.
    pub(super) moves: Vec<G::Action>,
    /// The ranks of `moves`.
    pub(super) ranks: Vec<i32>,
    /// The outcomes of all chance nodes on the path, one list after the other.
    pub(super) outcomes: Vec<(G, f64)>,
    /// The number of chance nodes on the path.
    pub(super) events: usize,
    /// The principal variation from each ply on.
    pub(super) pv_table: Vec<Vec<G::Action>>,
    pub(super) evaluator: E,
    pub(super) tbhits: u64,
    pub(super) path: Path,
    /// The side to move at each ply. Only games whose sides do not alternate use it after the root.
    sides: Vec<usize>,
    /// Nodes until the next check of the limits.
    nodes_until_check: u64,
    /// Nodes not yet added to the total of all threads.
    unflushed: u64,
}

impl<'a, G: Evaluate, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        root: &G,
        task: &SearchTask<G::Action>,
        shared: &'a Shared<'a, G, E>,
        history: &'a mut HistoryTable,
    ) -> Self {
        history.age();
        let root_side = match root.turn() {
            Turn::Seat(seat) => root.team(seat),
            Turn::Chance | Turn::Over => 0,
        };
        let mut roots = task.root_moves(root);
        roots.sort_by_cached_key(|&action| Reverse(root.order(action)));
        Self {
            shared,
            history,
            roots,
            root_depth: 0,
            seldepth: 0,
            moves: Vec::with_capacity(4096),
            ranks: Vec::with_capacity(4096),
            outcomes: Vec::new(),
            events: 0,
            pv_table: vec![Vec::new(); MAX_PLY + 2],
            evaluator: shared.evaluator.clone(),
            tbhits: 0,
            path: Path::new(root),
            sides: vec![root_side; MAX_PLY + 1],
            // The first nodes are searched before the clock is checked, so that even a search without time compares
            // some moves.
            nodes_until_check: shared.grant(),
            unflushed: 0,
        }
    }

    /// Returns the side to move at this ply.
    #[inline]
    pub(super) fn side(&self, ply: usize) -> usize {
        if G::ALTERNATES { (self.sides[0] + ply) & 1 } else { self.sides[ply] }
    }

    /// Records the side to move in `next`, the position at `ply`. Returns whether it is another side than before. At
    /// the end of the game, it is.
    #[inline]
    pub(super) fn turns(&mut self, next: &G, ply: usize) -> bool {
        if G::ALTERNATES {
            return true;
        }
        let before = self.sides[ply - 1];
        self.sides[ply] = match next.turn() {
            Turn::Seat(seat) => next.team(seat),
            Turn::Chance | Turn::Over => 1 - before,
        };
        self.sides[ply] != before
    }

    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.signals.nodes.load(Ordering::Relaxed) + self.unflushed
    }

    /// Adds this thread's counts to the totals of all threads.
    pub(super) fn flush(&mut self) {
        self.shared.signals.tbhits.fetch_add(std::mem::take(&mut self.tbhits), Ordering::Relaxed);
        self.shared.signals.nodes.fetch_add(std::mem::take(&mut self.unflushed), Ordering::Relaxed);
    }

    /// Returns the position after a move that is played `ply` plies from the root. The node is counted before
    /// the move is made, so that no limit is exceeded.
    #[inline]
    pub(super) fn advance(&mut self, position: &G, action: G::Action, ply: usize) -> Result<G, Aborted> {
        self.count()?;
        self.path.record_move(ply, position.is_irreversible(action));
        Ok(position.after(action))
    }

    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Aborted> {
        if self.nodes_until_check == 0 {
            // The total is not updated at every node, because each update moves its cache line between cores.
            if self.unflushed >= FLUSH_INTERVAL {
                self.flush();
            }
            self.check_abort()?;
            self.nodes_until_check = self.shared.grant();
            if self.nodes_until_check == 0 {
                return Err(Aborted);
            }
        }
        self.nodes_until_check -= 1;
        self.unflushed += 1;
        Ok(())
    }

    /// Returns whether a repetition draws the game at this ply.
    #[inline]
    pub(super) fn repeats(&self, ply: usize) -> bool {
        self.path.is_one_of(&self.shared.repeated, ply)
            || self.shared.techniques.repetition && self.path.repeats_in_search::<G>(ply)
    }

    /// Returns an error if the search has to stop or the main thread has its result.
    fn check_abort(&self) -> Result<(), Aborted> {
        self.shared.control.check()?;
        if self.shared.signals.done.load(Ordering::Relaxed) { Err(Aborted) } else { Ok(()) }
    }

    /// Returns the value for the side to move at this ply if the game is over or [`Evaluate::terminal_value`] gives a
    /// value; otherwise `None`.
    #[inline]
    pub(super) fn terminal_value(&self, position: &G, ply: usize) -> Option<i32> {
        let Some(ending) = position.ending() else {
            return position.terminal_value().map(|value| value.clamp(1 - MATE_ZONE, MATE_ZONE - 1));
        };
        Some(match ending.result {
            GameResult::Win(team) if team == self.side(ply) => MATE - ply as i32,
            GameResult::Win(_) => ply as i32 - MATE,
            GameResult::Draw | GameResult::None => 0,
        })
    }
}
