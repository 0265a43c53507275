//! Alpha-beta search for two sides that move in turn and hide nothing. Names no game.
//! This file: one search from `go` to the answer; its threads, its lines and its reports.

mod brothers;
mod leaf;
mod node;
mod order;
mod path;
mod pool;
mod quiesce;
mod root;
mod split;
#[cfg(test)]
mod split_tests;
mod techniques;
#[cfg(test)]
mod tests;
mod worker;

pub use techniques::{Margins, Techniques};

use super::skill::Skill;
use super::table::Table;
use super::tablebase::Tablebase;
use super::{Answer, Bound, Control, Evaluate, MATE, MAX_PLY, Report, Searcher, Task, score_of};
use base::rng::Rng;
use leaf::Aim;
use order::Memory;
use path::Spent;
use pool::Pool;
use root::Line;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::Builder;
use worker::Worker;

/// Values at or beyond this are mates.
const MATE_ZONE: i32 = MATE - 2 * MAX_PLY as i32;

/// The player. It keeps its table and its histories between the searches of one game.
#[derive(Debug)]
pub struct AlphaBeta<G: Evaluate> {
    table: Table,
    memories: Vec<Memory>,
    techniques: Techniques,
    tablebase: Option<Arc<dyn Tablebase<G>>>,
    /// What the accumulators of each thread start as.
    accumulators: G::Accumulators,
    /// What was missing when it was made and has not been told yet.
    faults: Vec<String>,
}

impl<G: Evaluate> AlphaBeta<G> {
    /// A player that knows nothing yet and has taken no memory.
    #[must_use]
    pub fn new() -> Self {
        Self::with(G::TECHNIQUES)
    }

    /// A player with other techniques, for tests and measurements.
    #[must_use]
    pub fn with(techniques: Techniques) -> Self {
        Self {
            table: Table::default(),
            memories: Vec::new(),
            techniques,
            tablebase: None,
            accumulators: G::Accumulators::default(),
            faults: Vec::new(),
        }
    }

    /// The same player, asking this database on the way.
    #[must_use]
    pub fn with_tablebase(self, tablebase: Option<Arc<dyn Tablebase<G>>>) -> Self {
        Self { tablebase, ..self }
    }

    /// The same player, evaluating with these accumulators: they may hold other weights than the usual ones.
    #[must_use]
    pub fn with_accumulators(self, accumulators: G::Accumulators) -> Self {
        Self { accumulators, ..self }
    }

    /// The same player, which will tell of these faults first.
    #[must_use]
    pub fn with_faults(self, faults: Vec<String>) -> Self {
        Self { faults, ..self }
    }
}

impl<G: Evaluate> Default for AlphaBeta<G> {
    fn default() -> Self {
        Self::new()
    }
}

/// What the threads of one search share.
struct Shared<'a, G: Evaluate> {
    table: &'a Table,
    accumulators: &'a G::Accumulators,
    tablebase: Option<&'a dyn Tablebase<G>>,
    control: &'a Control<'a>,
    techniques: Techniques,
    aim: Aim,
    spent: Arc<Spent>,
    /// Mixed into the table keys, because a position may have another value in another search.
    salt: u64,
    /// Where threads help each other, if there are several.
    pool: Option<Pool<G>>,
    /// Are the nodes limited?
    limited: bool,
    signals: Signals,
}

/// What threads write. On a cache line of its own: every node reads what stands around it.
#[derive(Default)]
#[repr(align(128))]
struct Signals {
    /// The main thread has its answer, or some thread cannot go on.
    done: AtomicBool,
    /// Nodes that may still be handed out, where they are limited.
    left: AtomicU64,
    /// Nodes of all threads that have been told.
    nodes: AtomicU64,
    /// Positions found in the database, told with the nodes.
    tbhits: AtomicU64,
}

/// Ends the search of all threads where one panics: the others would wait for it.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl<G: Evaluate> Searcher<G> for AlphaBeta<G> {
    fn prepare(&mut self, hash: usize, threads: usize) {
        self.table.prepare(hash, threads);
        self.memories.resize_with(threads.max(self.memories.len()), || Memory::new(G::SLOTS));
    }

    fn clear(&mut self) {
        self.table.forget();
        self.memories.iter_mut().for_each(Memory::forget);
    }

    fn faults(&mut self) -> Vec<String> {
        let mut faults = std::mem::take(&mut self.faults);
        faults.extend(self.tablebase.iter().flat_map(|tablebase| tablebase.faults()));
        faults
    }

    fn judge(&self, position: &G) -> Option<i32> {
        Some(position.evaluate_with(&mut self.accumulators.clone(), 0))
    }

    fn search(
        &mut self,
        root: &G,
        task: &Task<G::Action>,
        control: &Control,
        report: &mut dyn FnMut(Report<G::Action>),
    ) -> Answer<G::Action> {
        let skill = Skill::new(task.skill);
        let threads = if skill.is_some() { 1 } else { task.threads.max(1) };
        self.prepare(task.hash, threads);
        self.table.begin_search();
        let techniques = if task.mate.is_some() { self.techniques.proving() } else { self.techniques };
        let (table, tablebase, accumulators) = (&self.table, self.tablebase.as_deref(), &self.accumulators);
        let known = tablebase.and_then(|tablebase| tablebase.outcome(root));
        let aim = Aim::new(known, task.mate.is_some());
        let spent = Arc::new(Spent::new(root, &task.before));
        let salt = aim.salt() ^ spent.salt();
        let pool = (threads > 1).then(Pool::new);
        let budget = [control.nodes, skill.map(Skill::nodes)].into_iter().flatten().min();
        let signals = Signals { left: AtomicU64::new(budget.unwrap_or(0)), ..Signals::default() };
        let limited = budget.is_some();
        let shared =
            Shared { table, accumulators, tablebase, control, techniques, aim, spent, salt, pool, limited, signals };

        let Some((first, others)) = self.memories.split_first_mut() else { return nothing() };
        let lines = std::thread::scope(|scope| {
            for memory in others.iter_mut().take(threads - 1) {
                let shared = &shared;
                let help = move || {
                    let _alarm = Alarm(&shared.signals.done);
                    Worker::new(root, task, shared, memory).help();
                };
                // Where the system gives no more threads those there are do the work.
                if Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let _alarm = Alarm(&shared.signals.done);
            let mut main = Worker::new(root, task, &shared, first);
            let lines = main.lead(root, task, skill, report);
            shared.signals.done.store(true, Ordering::Relaxed);
            lines
        });
        answer(root, task, skill, &lines, &shared)
    }
}

fn nothing<A>() -> Answer<A> {
    Answer { best: None, ponder: None, nodes: 0, score: None }
}

/// The answer from the best lines, best first.
fn answer<G: Evaluate>(
    root: &G,
    task: &Task<G::Action>,
    skill: Option<Skill>,
    lines: &[Line<G::Action>],
    shared: &Shared<G>,
) -> Answer<G::Action> {
    let picked = skill.and_then(|skill| {
        let moves: Vec<_> = lines.iter().map(|line| (line, line.value)).collect();
        skill.pick(&moves, MATE - 1, &mut Rng::new(task.seed ^ root.key().wrapping_add(root.plies())))
    });
    let Some(line) = picked.or(lines.first()) else { return nothing() };
    let best = line.moves.first().copied();
    let ponder = line.moves.get(1).copied().or_else(|| {
        let next = root.after(best?);
        let code = shared.table.probe(next.key() ^ shared.salt, 0)?.code;
        let mut replies = Vec::new();
        next.actions(&mut replies);
        replies.into_iter().find(|&reply| G::code(reply) == code)
    });
    Answer { best, ponder, nodes: shared.signals.nodes.load(Ordering::Relaxed), score: Some(score_of(line.value)) }
}

impl<G: Evaluate> Worker<'_, G> {
    /// One report for each line.
    fn tell(&self, lines: &[Line<G::Action>], report: &mut dyn FnMut(Report<G::Action>)) {
        for (index, line) in lines.iter().enumerate() {
            report(Report {
                depth: line.depth,
                seldepth: self.seldepth.max(line.depth),
                multi_pv: index + 1,
                score: score_of(line.value),
                bound: Bound::Exact,
                wdl: Some(wdl(line.value)),
                nodes: self.all_nodes(),
                hashfull: self.shared.table.hashfull(),
                tbhits: self.shared.signals.tbhits.load(Ordering::Relaxed),
                evs: Vec::new(),
                pv: line.moves.clone(),
            });
        }
    }
}

/// Win, draw and loss in permille: two logistic curves, as if a game were won from an advantage of two pieces up
/// (200 ± 75 hundredths) and lost likewise. A mate is certain.
fn wdl(value: i32) -> [u16; 3] {
    if value.abs() >= MATE_ZONE {
        return if value > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let chance = |value: i32| (1000.0 / (1.0 + ((200.0 - f64::from(value)) / 75.0).exp())) as u16;
    let (win, loss) = (chance(value), chance(-value));
    [win, 1000 - win - loss, loss]
}
