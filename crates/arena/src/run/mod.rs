//! Runs a tournament. Worker threads play the games. Only the main thread writes the results and applies the stop rule.

mod files;
mod progress;
mod queue;
mod signals;
mod summary;
mod worker;

pub use progress::Progress;
pub use queue::Queue;
pub use summary::write_summary;

use super::engine_pool::{MAX_IDLE_ENGINES, cannot_start, start};
use super::game::GameContext;
use super::openings::OpeningSource;
use super::plan::{Openings, Plan, Source, change, check_game};
use super::referee::{self, RefereeClient};
use super::statistics::{Decision, Tracker};
use super::store::{Shard, Store, is_begun, load_plan, save_plan};
use anyhow::{Context, Result, anyhow, bail};
use runner::{Dialogue, Guard, Log};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use signals::ResultsLock;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use summary::SummaryWriter;
use ugi::ClientError;
use worker::{WorkerContext, WorkerMessage, work};

/// The number of open files to allow for besides the pipes of the runner's processes.
const OPEN_FILES: u64 = 64;

/// The tournament ends with an error when the referee fails in this many games in a row.
const MAX_FAILED_GAMES: u32 = 10;

/// Why a tournament ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// Every game of the plan, or of the part to be played, has been played.
    Complete,
    /// The stop rule reached a decision.
    Decided,
    /// The user stopped the runner before all games were played.
    Stopped,
}

/// A plan that is ready for its first game: the guard and the referee have been started.
pub struct Prepared {
    /// The plan.
    pub plan: Arc<Plan>,
    /// The properties of the game that the referee reported.
    pub game: GameContext,
    /// The process that kills the runner's remaining processes if the runner dies.
    pub guard: Guard,
    openings: OpeningSource,
    /// The client of the running referee.
    pub referee: RefereeClient,
}

/// Starts the guard and the referee, and asks the referee about the game. `program` is the path of this program, which
/// also runs as the guard.
pub fn prepare(mut plan: Plan, source: &mut Source, program: &Path) -> Result<Prepared> {
    if plan.secret_seed {
        let stored = load_plan(&plan.run.out)?.filter(|stored| stored.secret_seed);
        plan.seed = stored.map_or_else(|| RandomState::new().hash_one(()), |stored| stored.seed);
    }
    let guard = Guard::start(program)?;
    let referee = referee::start(&plan, Some(&guard), Dialogue::new("referee", Log::default()));
    let mut referee = referee.map_err(|error| option_error(error, &plan, source))?;
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let game = GameContext::ask_referee(&mut referee, change::fingerprint(&plan), host)?;
    check_game(&plan, game.teams.len(), game.dealt, source)?;
    let openings = OpeningSource::open(&plan, &mut referee).map_err(|error| match plan.openings {
        Openings::Deck { .. } => error.context(source.of("openings.deck")),
        _ => error,
    })?;
    Ok(Prepared { plan: Arc::new(plan), game, guard, openings, referee })
}

/// If the referee refused an option, adds to the error where the plan gave this option.
fn option_error(error: ClientError, plan: &Plan, source: &Source) -> anyhow::Error {
    let ClientError::Option { option, .. } = &error else { return error.into() };
    let key = if option == "Game" {
        "game.name".to_string()
    } else if plan.game.options.contains_key(option) {
        format!("game.options.{option}")
    } else {
        format!("referee.options.{option}")
    };
    anyhow::Error::from(error).context(source.of(&key))
}

/// Plays the missing games of a plan or of one of its parts, and returns why the tournament ended.
pub fn run(prepared: Prepared, shard: Option<Shard>, progress: &mut Progress) -> Result<EndReason> {
    let Prepared { plan, mut game, guard, openings, referee } = prepared;
    drop(referee);
    let folder = &plan.run.out;
    // Before the first finished game, any change to the plan is accepted.
    let before = if is_begun(folder) { load_plan(folder)? } else { None };
    if let Some(before) = &before {
        change::compare(before, &plan, game.teams.len())
            .with_context(|| format!("{} belongs to another plan", folder.display()))?;
    }
    let (mut store, records) = Store::open(folder, shard)?;
    let foreign = records.iter().find(|record| record.plan != game.fingerprint);
    if let Some(record) = foreign {
        bail!("{}: game {} was played under another plan", folder.display(), record.id);
    }
    if let Some(logs) = &plan.run.log_dir {
        std::fs::create_dir_all(logs).with_context(|| format!("cannot create the folder {}", logs.display()))?;
    }
    raise_open_file_limit(&plan, game.side_of_seats().len());
    check_engines_start(&plan, &guard, progress)?;
    // The plan is stored only after all engines have started. Once games have finished, a participant in the stored
    // plan can no longer be changed, so a new participant with a wrong command could not be corrected.
    if before.as_ref() != Some(&*plan) {
        save_plan(folder, &plan)?;
    }

    game.files = Arc::new(files::digests(&plan));
    let queue = Queue::new(&plan, game.teams.len(), shard, records);
    let worker_context = WorkerContext {
        plan: Arc::clone(&plan),
        game,
        guard: guard.clone(),
        queue,
        source: openings,
        openings: Mutex::new(BTreeMap::new()),
    };
    let results_lock = ResultsLock::default();
    let outcome = thread::scope(|scope| {
        let (sender, messages) = channel();
        let signals =
            signals::SignalWatcher::start(scope, &worker_context.queue, &guard, &results_lock, progress.bar())?;
        for _ in 0..plan.run.concurrency {
            let sender = sender.clone();
            let worker_context = &worker_context;
            scope.spawn(move || work(worker_context, &sender));
        }
        drop(sender);
        let outcome =
            collect_results(&plan, &worker_context.queue, &messages, &mut store, shard, progress, &results_lock);
        worker_context.queue.close();
        // Without a receiver, each worker exits after its current game.
        drop(messages);
        signals.end();
        outcome
    });
    guard.shut_down();
    progress.end();
    outcome
}

/// Raises the limit on open files to the number that the processes of all concurrent games may need. If the system
/// allows fewer, an engine may fail to start, which ends the tournament with an error.
fn raise_open_file_limit(plan: &Plan, seats: usize) {
    let processes = plan.run.concurrency * (1 + seats + MAX_IDLE_ENGINES);
    let wanted = 3 * processes as u64 + OPEN_FILES;
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < wanted) {
        let current = limit.maximum.map_or(wanted, |most| most.min(wanted));
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(current), ..limit });
    }
}

/// Starts every engine once before the first game, to find engines that cannot start.
fn check_engines_start(plan: &Plan, guard: &Guard, progress: &mut Progress) -> Result<()> {
    for participant in &plan.participants {
        match start(plan, participant, Some(guard), Dialogue::new(&participant.name, Log::default())) {
            Ok(engine) => {
                progress.print_line(&format!("{}: {}", participant.name, engine.id));
                engine.close();
            }
            Err(error) => bail!(cannot_start(participant, &error)),
        }
    }
    Ok(())
}

/// Writes the workers' results until all workers are done. Closes the queue when the stop rule decides.
fn collect_results(
    plan: &Plan,
    queue: &Queue,
    messages: &std::sync::mpsc::Receiver<WorkerMessage>,
    store: &mut Store,
    shard: Option<Shard>,
    progress: &mut Progress,
    results_lock: &ResultsLock,
) -> Result<EndReason> {
    let mut tracker = queue.with_records(|records| Tracker::of(plan, records));
    // One part of a plan does not have the results of the others, so it cannot apply the stop rule.
    let decided = |tracker: &Tracker| shard.is_none() && tracker.decision() != Decision::Undecided;
    if decided(&tracker) {
        queue.close();
    }
    let mut failed = None;
    let mut without_referee = 0;
    progress.show(queue, &tracker);
    let mut summary = SummaryWriter::new(plan, results_lock, shard.is_none());
    while let Some(message) = summary.next(messages)? {
        match message {
            WorkerMessage::Done(record) => {
                let written = results_lock.write(|| store.append(&record))?;
                written.inspect_err(|_| queue.close())?;
                progress.report_game(&record);
                without_referee = if record.has_failed_referee() { without_referee + 1 } else { 0 };
                if without_referee == MAX_FAILED_GAMES {
                    queue.close();
                    let error = anyhow!(
                        "the referee failed in {MAX_FAILED_GAMES} games in a row, the last of them {}",
                        record.id
                    );
                    failed = failed.or(Some(error));
                }
                tracker.add(&record);
                queue.finished(*record);
                if decided(&tracker) {
                    queue.close();
                }
                progress.show(queue, &tracker);
            }
            WorkerMessage::Failed(error) => failed = failed.or(Some(error)),
        }
    }
    match failed {
        Some(error) => Err(error),
        None if decided(&tracker) => Ok(EndReason::Decided),
        None if queue.is_open() => Ok(EndReason::Stopped),
        None => Ok(EndReason::Complete),
    }
}
