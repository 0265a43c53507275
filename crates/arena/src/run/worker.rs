//! A worker: plays one game after another, with its own referee and engines.

use super::game_file::GameFormat;
use super::logs;
use super::queue::Queue;
use crate::affinity::Cores;
use crate::engine_pool::EnginePool;
use crate::game::{GameContext, SeatedEngine, play_game};
use crate::openings::{Opening, OpeningSource};
use crate::plan::Plan;
use crate::redo::Redone;
use crate::referee::{Referee, RefereeClient, is_death, restarting, with_client};
use crate::schedule::Fixture;
use anyhow::{Context, Result};
use runner::record::{FaultKind, Record};
use runner::{Guard, Log};
use std::collections::BTreeMap;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of cached openings.
const MAX_CACHED_OPENINGS: usize = 256;

/// A message from a worker.
pub enum WorkerMessage {
    /// A game is finished. The text is for the file of games, if there is one.
    Done(Box<Record>, Option<String>),
    /// The tournament cannot continue.
    Failed(anyhow::Error),
}

/// The state that all workers share.
pub struct WorkerContext<'a> {
    /// The plan of the user, with the rule options that keep the rules of existing results; see
    /// [`Prepared::plan`](super::prepare::Prepared::plan).
    pub plan: Arc<Plan>,
    /// The properties of the game that the referee reported.
    pub game: GameContext,
    /// The process that kills the runner's remaining processes if the runner dies.
    pub guard: Guard,
    /// The games to play.
    pub queue: Queue<'a>,
    /// The games that were set aside to be played again.
    pub redone: Redone,
    /// The part of the plan that is played, such as `2/8`; empty for the whole plan.
    pub part: String,
    /// The openings of the plan.
    pub source: OpeningSource,
    /// The cached openings by their number and block.
    pub openings: Mutex<BTreeMap<(u64, u64), Opening>>,
    /// The format of the file of games; `None` without such a file.
    pub game_format: Option<GameFormat>,
    /// How many idle engines each worker keeps.
    pub idle_engines: usize,
}

/// Plays games until the queue returns no more games, with engines on these `cores`; see [`EnginePool::new`]. If the
/// tournament cannot continue, closes the queue and sends [`WorkerMessage::Failed`].
pub fn work(context: &WorkerContext, cores: Vec<Cores>, messages: &SyncSender<WorkerMessage>) {
    if let Err(error) = games(context, cores, messages) {
        context.queue.close();
        // Sending fails only if the receiver has been dropped. In this case the tournament is already over.
        let _ = messages.send(WorkerMessage::Failed(error));
    }
}

fn games(context: &WorkerContext, cores: Vec<Cores>, messages: &SyncSender<WorkerMessage>) -> Result<()> {
    let log = Log::default();
    let mut referee = restarting(Arc::clone(&context.plan), Some(context.guard.clone()), log.clone());
    let mut engines = EnginePool::new(
        Arc::clone(&context.plan),
        Some(context.guard.clone()),
        log.clone(),
        cores,
        context.idle_engines,
    );
    let mut is_first = true;
    while let Some(fixture) = context.queue.next() {
        if !std::mem::take(&mut is_first) && !context.queue.pause(context.plan.run.wait) {
            break;
        }
        logs::open(&log, &context.plan, &fixture.id)?;
        let record =
            game(context, &fixture, &mut referee, &mut engines).with_context(|| format!("game {}", fixture.id))?;
        logs::close(&log, &context.plan, &record);
        if context.queue.is_stopped() && record.faults.iter().any(|fault| looks_killed(fault.kind)) {
            // The engine was probably killed by the signal that stopped the runner, because Slurm, for example, sends
            // it to all processes. This is not the engine's fault, so the game is not recorded.
            break;
        }
        // A game without a text is added to the file of games by the next run.
        let text = context
            .game_format
            .and_then(|format| with_client(&mut referee, |client| format.text(&record, &context.plan, client)).ok());
        if messages.send(WorkerMessage::Done(Box::new(record), text)).is_err() {
            break;
        }
    }
    engines.close();
    Ok(())
}

/// Plays a game.
fn game(context: &WorkerContext, fixture: &Fixture, referee: &mut Referee, engines: &mut EnginePool) -> Result<Record> {
    referee.new_game();
    let start = opening(context, fixture, referee).and_then(|opening| {
        with_client(referee, |client| context.game.of_game(&context.plan, fixture.block, opening.clone(), client))
    });
    let (game_context, opening, mut seated) = match start {
        Ok((game_context, opening)) => {
            let seated = engines.acquire(&game_context, fixture)?;
            (game_context, opening, seated)
        }
        // The referee answers no more questions about this game, so the record has no moves.
        Err(error) if is_death(&error) => {
            let vacant = context.game.participants(fixture).into_iter().map(SeatedEngine::vacant);
            (context.game.clone(), Opening::start(), vacant.collect())
        }
        Err(error) => return Err(error),
    };
    let mut record = play_game(&context.plan, &game_context, fixture, &opening, referee, &mut seated)?;
    record.run.redone = context.redone.count(&record.id);
    record.run.part.clone_from(&context.part);
    engines.release(seated, &record.faults);
    Ok(record)
}

/// Returns whether this kind of fault can mean that the engine was killed from outside.
const fn looks_killed(kind: FaultKind) -> bool {
    matches!(kind, FaultKind::Crash | FaultKind::NoHandshake)
}

/// Returns the opening of a game, which is cached because all games of the block need it.
fn opening(context: &WorkerContext, fixture: &Fixture, referee: &mut Referee) -> Result<Opening> {
    let key = (fixture.opening, fixture.block);
    let known = || context.openings.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(opening) = known().get(&key) {
        return Ok(opening.clone());
    }
    // The lock is not held during the computation, so other workers can continue. If two workers compute the opening of
    // the same block, both get the same result.
    let find =
        |client: &mut RefereeClient| context.source.opening(&context.plan, key.0, key.1, client)?.canonical(client);
    let opening = with_client(referee, find)?;
    let mut known = known();
    if known.len() == MAX_CACHED_OPENINGS {
        known.pop_first();
    }
    known.insert(key, opening.clone());
    Ok(opening)
}
