//! One thread of a search: what it keeps, its share of the nodes, and what a finished game is worth to it. Knows no tree.

use super::order::HistoryTable;
use super::path::Path;
use super::shared::Shared;
use super::split::SplitPoint;
use crate::game::{GameResult, Turn};
use crate::search::control::Aborted;
use crate::search::evaluate::{Evaluate, Evaluator};
use crate::search::task::SearchTask;
use crate::search::value::{MATE, MATE_ZONE, MAX_PLY};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Nodes after which a thread tells the others of them.
const FLUSH_INTERVAL: u64 = 4096;

/// One thread of a search.
pub(super) struct Worker<'a, G: Evaluate, E> {
    pub(super) shared: &'a Shared<'a, G, E>,
    pub(super) history: &'a mut HistoryTable,
    pub(super) roots: Vec<G::Action>,
    pub(super) root_depth: i32,
    pub(super) seldepth: u32,
    /// Move lists of all plies, one after the other, and their ranks.
    pub(super) moves: Vec<G::Action>,
    pub(super) ranks: Vec<i32>,
    /// The principal variation from each ply on.
    pub(super) pv_table: Vec<Vec<G::Action>>,
    /// What the evaluation keeps.
    pub(super) evaluator: E,
    pub(super) tbhits: u64,
    pub(super) path: Path,
    /// The split point that it is below, if there is one.
    pub(super) split_point: Option<Arc<SplitPoint<G>>>,
    root_side: usize,
    /// Nodes until the next look at the clock, and those not yet told to the others.
    pub(super) nodes_until_check: u64,
    unflushed: u64,
}

impl<'a, G: Evaluate, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        root: &G,
        task: &SearchTask<G::Action>,
        shared: &'a Shared<'a, G, E>,
        memory: &'a mut HistoryTable,
    ) -> Self {
        memory.age();
        let root_side = match root.turn() {
            Turn::Seat(seat) => seat.index(),
            Turn::Chance | Turn::Over => 0,
        };
        Self {
            shared,
            history: memory,
            roots: root_moves(root, &task.moves),
            root_depth: 0,
            seldepth: 0,
            moves: Vec::with_capacity(4096),
            ranks: Vec::with_capacity(4096),
            pv_table: vec![Vec::new(); MAX_PLY + 2],
            evaluator: shared.evaluator.clone(),
            tbhits: 0,
            path: Path::new(root, Arc::clone(&shared.repeated)),
            root_side,
            split_point: None,
            nodes_until_check: 0,
            unflushed: 0,
        }
    }

    pub(super) fn side(&self, ply: usize) -> usize {
        (self.root_side + ply) & 1
    }

    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.signals.nodes.load(Ordering::Relaxed) + self.unflushed
    }

    /// Tells the others how many nodes there were.
    pub(super) fn flush(&mut self) {
        self.shared.signals.tbhits.fetch_add(std::mem::take(&mut self.tbhits), Ordering::Relaxed);
        self.shared.signals.nodes.fetch_add(std::mem::take(&mut self.unflushed), Ordering::Relaxed);
    }

    /// Tells what it did and gives back the nodes that it has not used: it may be long before there is something to do.
    pub(super) fn pause(&mut self) {
        self.flush();
        self.shared.signals.left.fetch_add(std::mem::take(&mut self.nodes_until_check), Ordering::Relaxed);
    }

    /// The position after a move that is played `ply` plies from the root. It counts as a node before it is made, so that
    /// no limit is overstepped.
    #[inline]
    pub(super) fn advance(&mut self, position: &G, action: G::Action, ply: usize) -> Result<G, Aborted> {
        self.count()?;
        self.path.record_move(ply, position.is_irreversible(action));
        Ok(position.after(action))
    }

    /// Counts a node.
    #[inline]
    fn count(&mut self) -> Result<(), Aborted> {
        if self.nodes_until_check == 0 {
            // Seldom: whoever reads the sum then has to fetch it from the writer.
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

    /// Is what this thread does still needed?
    pub(super) fn check_abort(&self) -> Result<(), Aborted> {
        self.shared.control.check()?;
        let vain = self.split_point.as_ref().is_some_and(|split| split.is_obsolete());
        if vain || self.shared.signals.done.load(Ordering::Relaxed) { Err(Aborted) } else { Ok(()) }
    }

    /// The value for the side that would be to move where nothing is left to search: the game is over, or settled.
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

/// The legal moves (those of `only`, if there are any), the most promising first.
fn root_moves<G: Evaluate>(root: &G, only: &[G::Action]) -> Vec<G::Action> {
    let mut moves = root.legal();
    if moves.iter().any(|action| only.contains(action)) {
        moves.retain(|action| only.contains(action));
    }
    moves.sort_by_cached_key(|&action| std::cmp::Reverse(root.order(action)));
    moves
}
