//! The alpha-beta player: starts the threads of a search and returns its result.

use super::chance::{centipawns, score};
use super::goal::Goal;
use super::law;
use super::order::HistoryTable;
use super::path::repeated_keys;
use super::root::RootLine;
use super::shared::{AbortOnPanic, Shared, Signals};
use super::worker::Worker;
use crate::error::KitError;
use crate::search::control::{Control, Stop};
use crate::search::evaluate::{Evaluate, Evaluator, Techniques};
use crate::search::skill::Skill;
use crate::search::tablebase::{Tablebase, Wdl};
use crate::search::task::{ReportHandler, SearchResult, SearchTask, Searcher};
use crate::search::transposition_table::TranspositionTable;
use crate::search::value::MATE;
use base::rng::{Rng, mix};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::Builder;
use ugi::Turn;

/// The depth of the search that [`Searcher::law`] compares with plain negamax, in positions with at most [`WIDEST`]
/// moves.
const LAW_DEPTH: u32 = 2;
const WIDEST: usize = 40;

/// The alpha-beta player. It keeps the transposition table and the histories between the searches of one game.
///
/// A game with chance must list its events with [`Chance::outcomes`](crate::chance::Chance::outcomes). The search
/// panics if an event is due that is not listed.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::search::{AlphaBeta, Control, SearchTask, Searcher, Stop};
/// use speltafel_kit::ugi::Score;
/// use nim::Nim;
///
/// let mut player = AlphaBeta::new();
/// let task = SearchTask { depth: Some(5), hash: 1, ..SearchTask::default() };
/// let result = player.search(&Nim { left: 10, mover: 0 }, &task, &Control::new(&Stop::default()), &mut |_| ());
/// assert_eq!((result.best, result.score), (Some(2), Some(Score::Mate(5))));
/// ```
#[derive(Debug)]
pub struct AlphaBeta<G: Evaluate, E = ()> {
    pub(super) table: TranspositionTable,
    pub(super) histories: Vec<HistoryTable>,
    techniques: Techniques,
    tablebase: Option<Arc<dyn Tablebase<G>>>,
    /// The initial evaluator, which each thread clones.
    evaluator: E,
    /// Errors from the construction of the player that have not been reported yet.
    errors: Vec<String>,
}

impl<G: Evaluate> AlphaBeta<G> {
    /// Creates a player. It allocates no memory before the first search or [`Searcher::prepare`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a player that uses `techniques` instead of [`Evaluate::TECHNIQUES`].
    #[must_use]
    pub fn with(techniques: Techniques) -> Self {
        Self { techniques, ..Self::default() }
    }
}

impl<G: Evaluate, E> AlphaBeta<G, E> {
    /// Returns the player with this tablebase, which the search probes at every node. With `None`, the player has no
    /// tablebase.
    #[must_use]
    pub fn with_tablebase(self, tablebase: Option<Arc<dyn Tablebase<G>>>) -> Self {
        Self { tablebase, ..self }
    }

    /// Returns the player with this evaluator.
    #[must_use]
    pub fn with_evaluator<F: Evaluator<G>>(self, evaluator: F) -> AlphaBeta<G, F> {
        let Self { table, histories, techniques, tablebase, evaluator: _, errors } = self;
        AlphaBeta { table, histories, techniques, tablebase, evaluator, errors }
    }

    /// Returns the player with these errors, which [`Searcher::errors`] returns before those of the tablebase.
    #[must_use]
    pub fn with_errors(self, errors: Vec<String>) -> Self {
        Self { errors, ..self }
    }
}

impl<G: Evaluate, E: Evaluator<G>> Default for AlphaBeta<G, E> {
    fn default() -> Self {
        Self {
            table: TranspositionTable::default(),
            histories: Vec::new(),
            techniques: G::TECHNIQUES,
            tablebase: None,
            evaluator: E::default(),
            errors: Vec::new(),
        }
    }
}

impl<G: Evaluate, E: Evaluator<G>> Searcher<G> for AlphaBeta<G, E> {
    fn prepare(&mut self, hash: usize, threads: usize) -> usize {
        self.table.prepare(hash, threads);
        self.histories.resize_with(threads.max(self.histories.len()), || HistoryTable::new(G::HISTORY_SIZE));
        self.table.allocated()
    }

    fn clear(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(HistoryTable::clear);
    }

    fn errors(&mut self) -> Vec<String> {
        let mut errors = std::mem::take(&mut self.errors);
        errors.extend(self.tablebase.iter().flat_map(|tablebase| tablebase.errors()));
        errors
    }

    fn tablebase(&self, position: &G) -> Option<Wdl> {
        self.tablebase.as_ref().and_then(|tablebase| tablebase.outcome(position))
    }

    fn static_eval(&self, position: &G) -> Option<i32> {
        Some(centipawns::<G>(self.evaluator.clone().evaluate(position, 0)))
    }

    fn law(&self, position: &G, _rng: &mut Rng) -> Result<(), KitError> {
        law::check(position).map_err(KitError::Law)?;
        if !matches!(position.turn(), Turn::Seat(_)) || position.count_actions() > WIDEST {
            return Ok(());
        }
        let task = SearchTask { depth: Some(LAW_DEPTH), hash: 1, ..SearchTask::default() };
        let found = AlphaBeta::<G>::with(Techniques::EXACT).search(
            position,
            &task,
            &Control::new(&Stop::default()),
            &mut |_| (),
        );
        let exact = score::<G>(law::negamax(position, LAW_DEPTH));
        if found.score != Some(exact) {
            let found = found.score;
            return Err(KitError::Law(format!(
                "A search to depth {LAW_DEPTH} gives {found:?}, but plain negamax {exact:?}."
            )));
        }
        Ok(())
    }

    fn search(
        &mut self,
        root: &G,
        task: &SearchTask<G::Action>,
        control: &Control,
        report: ReportHandler<G>,
    ) -> SearchResult<G::Action> {
        const { assert!(!G::EVENTS.has_secrets, "AlphaBeta cannot search a game with hidden hands; Sampling can") }
        assert_eq!(root.teams(), 2, "AlphaBeta searches games for two teams; Sampling searches others");
        let skill = Skill::new(task.skill);
        let threads = if skill.is_some() { 1 } else { task.threads.max(1) };
        self.prepare(task.hash, threads);
        self.table.begin_search();
        let techniques = match self.techniques {
            techniques if task.mate.is_some() => techniques.proving(),
            techniques if G::EVENTS.has_chance => techniques.with_chance(),
            techniques => techniques,
        };
        let (table, tablebase, evaluator) = (&self.table, self.tablebase.as_deref(), &self.evaluator);
        let known = tablebase.and_then(|tablebase| tablebase.outcome(root));
        let goal = Goal::new(known, task.mate.is_some());
        let repeated = repeated_keys(root, &task.earlier_keys, techniques.game_repetition);
        // Only a rule makes values wrong in another game. Without one, the table is worth more if it is kept.
        let by_rule = if root.repetitions().is_some() { &repeated[..] } else { &[] };
        let salt = goal.salt() ^ by_rule.iter().fold(0, |salt, &key| mix(salt ^ key));
        let budget = [control.nodes, skill.map(Skill::nodes)].into_iter().flatten().min();
        let signals = Signals { left: AtomicU64::new(budget.unwrap_or(0)), ..Signals::default() };
        let limited = budget.is_some();
        let shared =
            Shared { table, evaluator, tablebase, control, techniques, goal, repeated, salt, limited, signals };

        let Some((first, others)) = self.histories.split_first_mut() else { return SearchResult::NONE };
        let lines = std::thread::scope(|scope| {
            let mut main = Worker::new(root, task, &shared, first);
            for history in others.iter_mut().take(threads - 1) {
                let shared = &shared;
                let help = move || {
                    let _guard = AbortOnPanic(&shared.signals.done);
                    Worker::new(root, task, shared, history).run_helper(root, task);
                };
                // If a thread cannot be started, the search goes on with those already started.
                if Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let _guard = AbortOnPanic(&shared.signals.done);
            let lines = main.run_main(root, task, skill, report);
            shared.signals.done.store(true, Ordering::Relaxed);
            lines
        });
        result(root, task, skill, &lines, &shared)
    }
}

/// Returns the search result for these lines, which are given best first.
fn result<G: Evaluate, E>(
    root: &G,
    task: &SearchTask<G::Action>,
    skill: Option<Skill>,
    lines: &[RootLine<G::Action>],
    shared: &Shared<G, E>,
) -> SearchResult<G::Action> {
    let picked = skill.and_then(|skill| {
        let moves: Vec<_> = lines.iter().map(|line| (line, centipawns::<G>(line.value))).collect();
        skill.pick(&moves, MATE - 1, &mut Rng::new(task.seed ^ root.key().wrapping_add(root.plies())))
    });
    let Some(line) = picked.or(lines.first()) else { return SearchResult::NONE };
    let best = line.moves.first().copied();
    let ponder = line.moves.get(1).copied().or_else(|| {
        let next = root.after(best?);
        let encoded = shared.table.probe(next.key() ^ shared.salt, 0)?.encoded_move;
        next.legal().into_iter().find(|&reply| G::encode(reply) == encoded)
    });
    SearchResult {
        best,
        ponder,
        nodes: shared.signals.nodes.load(Ordering::Relaxed),
        score: Some(score::<G>(line.value)),
        remark: None,
    }
}
