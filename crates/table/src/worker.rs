//! An engine on a separate thread. It runs one search at a time, which can be cancelled, and reports the results.

use super::variation::Variation;
use runner::record::FaultKind;
use runner::{Dialogue, EngineError, EngineProcess, Guard, Log, MoveReply, Program, Timeouts};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use ugi::{ErrorCode, Go, Reply};

/// What is added to the nice value of engines that play, so that the server and the referees of games go first.
pub const PLAYER_NICE: i32 = 5;
/// What is added to the nice value of engines and referees that help, so that engines that play go first.
pub const HELPER_NICE: i32 = 10;
/// The minimum time between two reports of a running analysis.
const PAUSE: Duration = Duration::from_millis(100);
/// The number of lines per second above which an engine counts as flooding.
const MAX_LINES_PER_SECOND: u32 = 20_000;
/// The search number that stands for "no search". The first search has the number 1.
const NO_JOB: u64 = 0;

/// An engine and its thread. Dropping it stops both.
#[derive(Debug)]
pub struct Worker {
    /// A number that identifies the worker in its reports.
    pub id: u64,
    searches: Sender<(u64, WorkerSearch)>,
    /// The number of the search that should be running.
    wanted: Arc<AtomicU64>,
    jobs: u64,
}

#[derive(Clone, Debug)]
pub struct WorkerSearch {
    /// The view of the seat, as a position line.
    pub view: String,
    /// The master history as a position line, for engines without the extension `views`; `None` if anything is hidden.
    pub open: Option<String>,
    pub go: Go,
    /// The time after which the move counts as late.
    pub flag: Duration,
    /// The seed of the new game that begins with this search; `None` if the game continues.
    pub new_game: Option<u64>,
    /// The number of variations to report; `None` reports the move only.
    pub lines: Option<u32>,
}

/// A report from a worker.
#[derive(Debug)]
pub struct WorkerReport {
    /// The number of the worker.
    pub worker: u64,
    /// The number of the search; 0 before the first one.
    pub job: u64,
    /// The event that the worker reports.
    pub event: WorkerEvent,
}

/// An event from an engine.
#[derive(Debug)]
pub enum WorkerEvent {
    /// The engine has started. Contains the name that it reports.
    Ready(String),
    /// The current variations, in order of rank.
    Lines(Vec<Variation>),
    /// The search has ended with a move.
    Done(MoveReply),
    /// The engine has failed. Contains the code of the first `error` line of the search, if any.
    Fails(EngineError, Option<String>),
}

impl Worker {
    /// Calls `start` on a new thread, and `report` there for every event.
    pub fn start(
        id: u64,
        start: impl FnOnce() -> Result<EngineProcess, EngineError> + Send + 'static,
        report: impl Fn(WorkerReport) + Send + 'static,
    ) -> Self {
        let (searches, inbox) = channel();
        let wanted = Arc::new(AtomicU64::new(NO_JOB));
        let watched = Arc::clone(&wanted);
        let report = move |job, event| report(WorkerReport { worker: id, job, event });
        let spawned = thread::Builder::new().name("engine".to_string()).spawn(move || {
            run(start(), &inbox, &watched, &report);
        });
        // If the thread does not start, the inbox is closed and `search` returns an error.
        drop(spawned);
        Self { id, searches, wanted, jobs: NO_JOB }
    }

    /// Starts a search that replaces the current one. Returns its number.
    pub fn search(&mut self, search: WorkerSearch) -> Result<u64, EngineError> {
        self.jobs += 1;
        self.wanted.store(self.jobs, Ordering::Release);
        let exited = || EngineError::new(FaultKind::Crash, true, "the engine has exited");
        self.searches.send((self.jobs, search)).map_err(|_| exited())?;
        Ok(self.jobs)
    }

    pub fn stop(&self) {
        self.wanted.store(NO_JOB, Ordering::Release);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts an engine for a game with these rule options and `more` options. Options that the engine does not declare are
/// not set.
pub fn start_engine<'a>(
    program: &Program,
    game: &'a str,
    rules: &'a BTreeMap<String, String>,
    more: impl IntoIterator<Item = (&'a str, &'a str)>,
    timeouts: Timeouts,
    guard: Option<&Guard>,
) -> Result<EngineProcess, EngineError> {
    let rules = rules.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let options: Vec<(&str, &str)> = [("Game", game)].into_iter().chain(rules).chain(more).collect();
    EngineProcess::start(program, &options, timeouts, guard, Dialogue::new("engine", Log::default()))
}

fn run(
    started: Result<EngineProcess, EngineError>,
    inbox: &Receiver<(u64, WorkerSearch)>,
    wanted: &AtomicU64,
    report: &dyn Fn(u64, WorkerEvent),
) {
    let mut engine = match started {
        Ok(engine) => engine,
        Err(error) => {
            report(NO_JOB, WorkerEvent::Fails(error, None));
            // Keep the inbox open, so that later searches do not fail with a second error.
            return inbox.iter().for_each(drop);
        }
    };
    report(NO_JOB, WorkerEvent::Ready(engine.id.clone()));
    for (job, search) in inbox {
        if wanted.load(Ordering::Acquire) != job {
            // The search was cancelled before it began, but the engine must still be told that a new game has begun.
            if let Some(seed) = search.new_game
                && let Err(error) = engine.new_game(seed)
            {
                return report(job, WorkerEvent::Fails(error, None));
            }
            continue;
        }
        let mut listener = Listener {
            job,
            collects_lines: search.lines.is_some(),
            wanted,
            report,
            lines: BTreeMap::new(),
            has_changes: false,
            reported: None,
            second: (Instant::now(), 0),
            flood: false,
            error: None,
        };
        match think(&mut engine, search, &mut listener) {
            Ok(Some(reply)) => {
                listener.flush();
                report(job, WorkerEvent::Done(reply));
            }
            Ok(None) if listener.flood => {
                let text = format!("more than {MAX_LINES_PER_SECOND} lines per second");
                let error = EngineError { flood: true, ..EngineError::new(FaultKind::Stall, true, text) };
                return report(job, WorkerEvent::Fails(error, None));
            }
            Ok(None) => {}
            Err(error) => {
                let lost = error.must_restart;
                let error = EngineError { flood: error.flood || listener.flood, ..error };
                report(job, WorkerEvent::Fails(error, listener.error));
                if lost {
                    return;
                }
            }
        }
    }
    engine.close();
}

fn think(
    engine: &mut EngineProcess,
    search: WorkerSearch,
    listener: &mut Listener,
) -> Result<Option<MoveReply>, EngineError> {
    if let Some(seed) = search.new_game {
        engine.new_game(seed)?;
    }
    if let Some(lines) = search.lines {
        engine.set("MultiPV", &lines.to_string())?;
        engine.set("ShowWDL", "true")?;
    }
    let position = if engine.has_extension("views") {
        search.view
    } else {
        // The engine must not receive anything that is hidden from its seat.
        let unsupported = || {
            EngineError::new(
                FaultKind::NoHandshake,
                false,
                "the engine does not support views, and this game hides something",
            )
        };
        search.open.ok_or_else(unsupported)?
    };
    if search.go.observe && !engine.has_extension("observe") {
        listener.error = Some(ErrorCode::NotYourTurn.to_string());
        let text = "the engine does not support `go observe`, and the hand of the seat to move is hidden";
        return Err(EngineError::new(FaultKind::NoHandshake, false, text));
    }
    engine.think_with_listener(&position, &search.go, Some(search.flag), &mut |line| listener.handle_line(line))
}

/// Collects the output of a search.
struct Listener<'a> {
    job: u64,
    collects_lines: bool,
    wanted: &'a AtomicU64,
    report: &'a dyn Fn(u64, WorkerEvent),
    lines: BTreeMap<u32, Variation>,
    /// Whether the variations have changed since the last report.
    has_changes: bool,
    reported: Option<Instant>,
    /// The start of the current second, and the number of lines in it.
    second: (Instant, u32),
    flood: bool,
    /// The code of the first `error` line.
    error: Option<String>,
}

impl Listener<'_> {
    fn handle_line(&mut self, line: Option<&str>) -> ControlFlow<()> {
        if self.wanted.load(Ordering::Acquire) != self.job {
            return ControlFlow::Break(());
        }
        if let Some(line) = line {
            self.count();
            if self.flood {
                return ControlFlow::Break(());
            }
            match Reply::parse(line) {
                Reply::Error(error) if self.error.is_none() => {
                    self.error = Some(error.code.to_string().chars().take(40).collect());
                }
                Reply::Info(info) if self.collects_lines => {
                    if let Some(variation) = Variation::of(info) {
                        let (rank, earlier) = (variation.multipv, self.lines.remove(&variation.multipv));
                        self.lines.insert(rank, variation.with_values_of(earlier.unwrap_or_default()));
                        self.has_changes = true;
                    }
                }
                _ => {}
            }
        }
        if self.reported.is_none_or(|at| at.elapsed() >= PAUSE) {
            self.flush();
        }
        ControlFlow::Continue(())
    }

    fn count(&mut self) {
        let (since, count) = &mut self.second;
        if since.elapsed() >= Duration::from_secs(1) {
            (*since, *count) = (Instant::now(), 0);
        }
        *count += 1;
        self.flood = *count > MAX_LINES_PER_SECOND;
    }

    fn flush(&mut self) {
        if std::mem::take(&mut self.has_changes) {
            self.reported = Some(Instant::now());
            // Limit the size of the report, because an engine may send arbitrary ranks.
            let lines = self.lines.values().take(256).cloned().collect();
            (self.report)(self.job, WorkerEvent::Lines(lines));
        }
    }
}
