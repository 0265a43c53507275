//! A tournament from its plan to its last game: workers play, this thread alone writes down what they played and
//! decides when it is enough. Knows no rules; what a terminal shows is in `progress`.

mod recorded_rules;
mod progress;
mod queue;
mod signals;
mod summary;
mod worker;

pub use progress::Progress;
pub use queue::Queue;
pub use summary::write_summary;

use super::engine_pool::{MAX_IDLE_ENGINES, cannot_start, start};
use super::openings::OpeningSource;
use super::plan::{KeyOrigins, Openings, Plan, change, check_clocks, check_sides};
use super::play::GameContext;
use super::referee::{self, RefereeClient};
use super::statistics::{Decision, Tracker};
use super::store::{Shard, Store, is_begun, load_plan, save_plan};
use anyhow::{Context, Result, bail};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use signals::ResultsLock;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use summary::SummaryWriter;
use ugi::client::ClientError;
use ugi::dialogue::{Dialogue, Log};
use ugi::guard::Guard;
use worker::{WorkerContext, WorkerMessage, work};

/// Files that the runner has open besides the pipes of its processes.
const OPEN_FILES: u64 = 64;

/// Why a tournament ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// Every game of the plan has been played.
    Complete,
    /// The stop rule has decided.
    Decided,
    /// Somebody stopped it.
    Stopped,
}

/// Everything that is known before the first game.
pub struct Prepared {
    /// The plan as it is played: with the rules that its results were begun under.
    pub plan: Arc<Plan>,
    /// The plan as it was written.
    written: Plan,
    /// What the referee said of the game.
    pub venue: GameContext,
    /// The process that kills what is left.
    pub guard: Guard,
    source: OpeningSource,
    /// The referee that was asked.
    pub referee: RefereeClient,
}

/// Starts the guard and the referee, and asks the referee about the game. `program` is this program.
///
/// # Errors
/// One of them does not start, or the plan does not fit the game.
pub fn prepare(plan: Plan, places: &KeyOrigins, program: &Path) -> Result<Prepared> {
    let guard = Guard::start(program)?;
    let judge = referee::start(&plan, Some(&guard), Dialogue::new("referee", Log::default()));
    let mut judge = judge.map_err(|error| option_error(error, &plan, places))?;
    let played = recorded_rules::keep_rules(&plan, &mut judge)?;
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let venue = GameContext::ask_referee(&mut judge, change::fingerprint(&plan), host)?;
    check_sides(&plan, venue.teams.len(), places)?;
    check_clocks(&plan, venue.dealt, places)?;
    let source = OpeningSource::open(&plan, &mut judge).map_err(|error| match plan.openings {
        Openings::Deck { .. } => error.context(places.of("openings.deck")),
        _ => error,
    })?;
    Ok(Prepared { plan: Arc::new(played), written: plan, venue, guard, source, referee: judge })
}

/// An option that the referee refuses, with the place of its key in the plan.
fn option_error(error: ClientError, plan: &Plan, places: &KeyOrigins) -> anyhow::Error {
    let ClientError::Option { option, .. } = &error else { return error.into() };
    let key = if option == "Game" {
        "game.name".to_string()
    } else if plan.game.options.contains_key(option) {
        format!("game.options.{option}")
    } else {
        format!("referee.options.{option}")
    };
    let place = places.of(&key);
    anyhow::Error::from(error).context(place)
}

/// Plays what has not been played of a plan, or of a part of it; why it ended.
///
/// # Errors
/// The folder belongs to another plan; an engine cannot start; the referee breaks down; the disk does not obey. What
/// was played before is kept.
pub fn run(prepared: Prepared, shard: Option<Shard>, progress: &mut Progress) -> Result<EndReason> {
    let Prepared { plan, written, venue, guard, source, referee: judge } = prepared;
    drop(judge);
    let folder = &plan.run.out;
    // A plan that was mended before its first game ended is no change.
    let before = if is_begun(folder) { load_plan(folder)? } else { None };
    if let Some(before) = &before {
        change::compare(before, &written, venue.teams.len())
            .with_context(|| format!("{} belongs to another plan", folder.display()))?;
    }
    let (mut store, records) = Store::open(folder, shard)?;
    let foreign = records.iter().find(|record| record.plan != venue.fingerprint);
    if let Some(record) = foreign {
        bail!("{}: game {} was played under another plan", folder.display(), record.id);
    }
    if let Some(logs) = &plan.run.log_dir {
        std::fs::create_dir_all(logs).with_context(|| format!("cannot make the folder {}", logs.display()))?;
    }
    raise_open_file_limit(&plan, venue.side_of_seats().len());
    check_engines_start(&plan, &guard, progress)?;
    // A plan whose engines do not even start binds nobody: it may be mended.
    if before.as_ref() != Some(&written) {
        save_plan(folder, &written)?;
    }

    let queue = Queue::new(&plan, venue.teams.len(), shard, records);
    let hall = WorkerContext {
        plan: Arc::clone(&plan),
        venue,
        guard: guard.clone(),
        queue,
        source,
        openings: Mutex::new(BTreeMap::new()),
    };
    let pen = ResultsLock::default();
    let outcome = thread::scope(|scope| {
        let (sender, messages) = channel();
        let signals = signals::SignalWatcher::start(scope, &hall.queue, &guard, &pen, progress.bar())?;
        for _ in 0..plan.run.concurrency {
            let sender = sender.clone();
            let hall = &hall;
            scope.spawn(move || work(hall, &sender));
        }
        drop(sender);
        let outcome = collect_results(&plan, &hall.queue, &messages, &mut store, shard, progress, &pen);
        hall.queue.close();
        // Games that still run end without a listener.
        drop(messages);
        signals.end();
        outcome
    });
    guard.shut_down();
    progress.end();
    outcome
}

/// Asks the system for as many open files as the processes of all games at once may need. Where it gives fewer, an engine
/// that cannot start ends the tournament and says why.
fn raise_open_file_limit(plan: &Plan, seats: usize) {
    let processes = plan.run.concurrency * (1 + seats + MAX_IDLE_ENGINES);
    let wanted = 3 * processes as u64 + OPEN_FILES;
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < wanted) {
        let current = limit.maximum.map_or(wanted, |most| most.min(wanted));
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(current), ..limit });
    }
}

/// Starts every engine once, before any game: who cannot start at all is found here.
fn check_engines_start(plan: &Plan, guard: &Guard, progress: &mut Progress) -> Result<()> {
    for participant in &plan.participants {
        match start(plan, participant, Some(guard), Dialogue::new(&participant.name, Log::default())) {
            Ok(engine) => {
                progress.print_line(&format!("{}: {}", participant.name, engine.id));
                engine.close();
            }
            Err((error, lines)) => bail!(cannot_start(participant, &error, &lines)),
        }
    }
    Ok(())
}

/// Writes down what the workers play until they are done or the stop rule decides.
fn collect_results(
    plan: &Plan,
    queue: &Queue,
    messages: &std::sync::mpsc::Receiver<WorkerMessage>,
    store: &mut Store,
    shard: Option<Shard>,
    progress: &mut Progress,
    pen: &ResultsLock,
) -> Result<EndReason> {
    let mut tracker = queue.with_records(|records| Tracker::of(plan, records));
    // A part of a plan cannot decide for the whole.
    let decided = |tracker: &Tracker| shard.is_none() && tracker.decision() != Decision::Undecided;
    if decided(&tracker) {
        queue.close();
    }
    let mut failed = None;
    progress.show(queue, &tracker);
    let mut reporter = SummaryWriter::new(plan, pen, shard.is_none());
    while let Some(message) = reporter.next(messages)? {
        match message {
            WorkerMessage::Done(record) => {
                let written = pen.write(|| store.append(&record))?;
                written.inspect_err(|_| queue.close())?;
                progress.report_game(&record);
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
