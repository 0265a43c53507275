//! Runs a tournament. Worker threads play the games. Only the main thread writes the results and applies the stop rule.

mod files;
mod game_file;
mod logs;
mod progress;
mod queue;
mod sample;
mod short_plan;
mod signals;
mod start_checks;
mod summary;
mod worker;

pub use progress::Progress;
pub use queue::Queue;
pub use sample::play_sample_games;
pub use summary::write_summary;

use super::database;
use super::engine_pool::MAX_IDLE_ENGINES;
use super::game::GameContext;
use super::openings::OpeningSource;
use super::plan::{Openings, Plan, Source, change, find_misfits, most_games};
use super::redo::set_aside;
use super::referee::{self, RefereeClient};
use super::report::{SummaryBuilder, standings_text};
use super::schedule::PlayedGames;
use super::statistics::{Decision, Tracker};
use super::store::{Shard, Store, is_begun, load_plan, save_plan};
use anyhow::{Context, Result, anyhow, ensure};
use game_file::GameFile;
use runner::record::Record;
use runner::{Dialogue, Guard, Log};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use signals::ResultsLock;
use start_checks::{check_cores, check_engines, check_openings};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
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
    /// What to show before the first game: the names of the engines, and warnings.
    pub lines: Vec<String>,
    /// How long the start took.
    pub took: Duration,
}

/// Starts the guard, the referee and, once, every engine, asks the referee about the game, and checks everything that can
/// be known before the first game. `program` is the path of this program, which also runs as the guard. With
/// `force_concurrency`, any number of engines may think at once.
pub fn prepare(mut plan: Plan, source: &mut Source, program: &Path, force_concurrency: bool) -> Result<Prepared> {
    if plan.secret_seed {
        let stored = load_plan(&plan.run.out)?.filter(|stored| stored.secret_seed);
        plan.seed = stored.map_or_else(|| RandomState::new().hash_one(()), |stored| stored.seed);
    }
    let before = Instant::now();
    // The errors of the plan are reported together with those that only the referee can find, if it starts.
    if source.is_wrong("referee") || source.is_wrong("game") {
        source.finish()?;
    }
    let guard = Guard::start(program)?;
    let asked = ask_about_game(&plan, &guard, source);
    if source.has_errors() {
        if let Ok((_, game)) = &asked {
            find_misfits(&plan, game.teams.len(), game.dealt, source);
        }
        source.finish()?;
    }
    let (mut referee, mut game) = asked?;
    find_misfits(&plan, game.teams.len(), game.dealt, source);
    let engines = engines_at_once(&plan, game.teams.len());
    let cores = cores();
    let warnings = [check_cores(engines, cores, force_concurrency, source), check_openings(&plan, &game)];
    // The digests of large programs take as long as the starts of the engines.
    let (checked, digests) = thread::scope(|scope| {
        let digests = scope.spawn(|| files::digests(&plan));
        (check_engines(&plan, &game, &mut referee, &guard, source), digests.join())
    });
    let mut lines = checked?;
    source.finish()?;
    game.files = Arc::new(digests.unwrap_or_default());
    lines.extend(warnings.into_iter().flatten());
    database::check(&plan, &mut referee).with_context(|| source.of("adjudicate.database"))?;
    let openings = OpeningSource::open(&plan, &mut referee).map_err(|error| match plan.openings {
        Openings::Deck { .. } => error.context(source.of("openings.deck")),
        _ => error,
    })?;
    Ok(Prepared { plan: Arc::new(plan), game, guard, openings, referee, lines, took: before.elapsed() })
}

/// Returns the number of cores that this process may use; a huge number if it is unknown. On Linux, its affinity mask
/// and the quota of its control group count.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(usize::MAX / 2, NonZero::get)
}

/// Starts the referee and asks it about the game.
fn ask_about_game(plan: &Plan, guard: &Guard, source: &Source) -> Result<(RefereeClient, GameContext)> {
    let referee = referee::start(plan, Some(guard), Dialogue::new("referee", Log::default()));
    let mut referee = referee.map_err(|error| option_error(error, plan, source))?;
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let game = GameContext::ask_referee(&mut referee, change::fingerprint(plan), host)?;
    Ok((referee, game))
}

/// Returns the number of engines that think at once. In each game, it is the one to move.
fn engines_at_once(plan: &Plan, sides: usize) -> usize {
    plan.run.concurrency.min(usize::try_from(most_games(plan, sides)).unwrap_or(usize::MAX))
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

/// Plays the missing games of a plan or of one of its parts, and returns why the tournament ended, with the results. The
/// games in `redo` are set aside before; see [`set_aside`].
pub fn run(
    prepared: Prepared,
    shard: Option<Shard>,
    redo: &[String],
    progress: &mut Progress,
) -> Result<(EndReason, SummaryBuilder)> {
    let Prepared { plan, game, guard, openings, mut referee, lines, .. } = prepared;
    lines.iter().for_each(|line| progress.print_line(line));
    let folder = &plan.run.out;
    // Before the first finished game, any change to the plan is accepted.
    let before = if is_begun(folder) { load_plan(folder)? } else { None };
    if let Some(before) = &before {
        change::compare(before, &plan, game.teams.len())
            .with_context(|| format!("{} belongs to another plan", folder.display()))?;
    }
    raise_open_file_limit(&plan, game.side_of_seats().len());
    let (redone, counts) = set_aside(&plan, shard, redo)?;
    if !redo.is_empty() {
        progress.print_line(&counts.to_string());
    }
    let (mut results, mut played) = (SummaryBuilder::new(&plan), PlayedGames::default());
    let mut store = Store::open(folder, shard, |record| {
        let is_same = record.plan == game.fingerprint;
        ensure!(is_same, "{}: game {} was played under another plan", folder.display(), record.id);
        results.add(&record);
        played.add(&record);
        Ok(())
    })?;
    let log_budget = logs::open_folder(&plan)?;
    // The plan is stored only after all engines have started, in `prepare`. Once games have finished, a participant in
    // the stored plan can no longer be changed, so a new participant with a wrong command could not be corrected.
    if before.as_ref() != Some(&*plan) {
        save_plan(folder, &plan)?;
    }

    let mut game_file = GameFile::open(&plan, shard, &mut referee)?;
    drop(referee);
    let queue = Queue::new(&plan, game.teams.len(), shard, played);
    let worker_context = WorkerContext {
        plan: Arc::clone(&plan),
        game,
        guard: guard.clone(),
        queue,
        redone,
        source: openings,
        openings: Mutex::new(BTreeMap::new()),
        game_format: game_file.as_ref().map(|file| file.format),
        log_budget,
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
        let summary = SummaryWriter::new(&plan.run.out, &results_lock, shard.is_none());
        let mut files = ResultFiles { store: &mut store, games: game_file.as_mut(), lock: &results_lock };
        let outcome =
            collect_results(&worker_context.queue, &messages, &mut files, &mut results, summary, shard, progress);
        worker_context.queue.close();
        // Without a receiver, each worker exits after its current game.
        drop(messages);
        signals.end();
        outcome
    });
    guard.shut_down();
    progress.end();
    Ok((outcome?, results))
}

/// The files to which finished games are written.
struct ResultFiles<'a> {
    store: &'a mut Store,
    games: Option<&'a mut GameFile>,
    lock: &'a ResultsLock,
}

impl ResultFiles<'_> {
    /// Appends a game to the results, and then its text to the file of games.
    fn append(&mut self, record: &Record, text: Option<&str>) -> Result<()> {
        let Self { store, games, lock } = self;
        lock.write(|| {
            store.append(record)?;
            match (games, text) {
                (Some(games), Some(text)) => games.append(&record.id, text),
                _ => Ok(()),
            }
        })?
    }
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

/// Writes the workers' results until all workers are done, and adds them to `results`. Closes the queue when the stop rule
/// decides.
fn collect_results(
    queue: &Queue,
    messages: &std::sync::mpsc::Receiver<WorkerMessage>,
    files: &mut ResultFiles,
    results: &mut SummaryBuilder,
    mut summary: SummaryWriter,
    shard: Option<Shard>,
    progress: &mut Progress,
) -> Result<EndReason> {
    // One part of a plan does not have the results of the others, so it cannot apply the stop rule.
    let decided = |tracker: &Tracker| shard.is_none() && tracker.decision() != Decision::Undecided;
    if decided(results.tracker()) {
        queue.close();
    }
    let mut failed = None;
    let mut without_referee = 0;
    let output = &results.tracker().plan().run.output;
    let (game_lines, every) = (output.game_lines, output.standings);
    progress.show(queue, results.tracker());
    while let Some(message) = summary.next(messages, results)? {
        match message {
            WorkerMessage::Done(record, text) => {
                files.append(&record, text.as_deref()).inspect_err(|_| queue.close())?;
                progress.report_game(&record, game_lines);
                without_referee = if record.has_failed_referee() { without_referee + 1 } else { 0 };
                if without_referee == MAX_FAILED_GAMES {
                    queue.close();
                    let error = anyhow!(
                        "the referee failed in {MAX_FAILED_GAMES} games in a row, the last of them {}",
                        record.id
                    );
                    failed = failed.or(Some(error));
                }
                results.add(&record);
                queue.finished(&record);
                if decided(results.tracker()) {
                    queue.close();
                }
                progress.show(queue, results.tracker());
                if every.is_some_and(|every| (queue.counts().0 as u64).is_multiple_of(every)) {
                    progress.print_line(&standings_text(&results.summary()));
                }
            }
            WorkerMessage::Failed(error) => failed = failed.or(Some(error)),
        }
    }
    match failed {
        Some(error) => Err(error),
        None if decided(results.tracker()) => Ok(EndReason::Decided),
        None if queue.is_open() => Ok(EndReason::Stopped),
        None => Ok(EndReason::Complete),
    }
}
