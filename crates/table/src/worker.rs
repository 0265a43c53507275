//! An engine on a thread of its own: it gets one search after the other, each of which can be called off at any moment,
//! and reports what comes of it. Knows no game and no seat.

use super::variation::Variation;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use ugi::dialogue::{Dialogue, Log};
use ugi::engine::{EngineError, EngineProcess, MoveReply};
use ugi::guard::Guard;
use ugi::program::{Program, Timeouts};
use ugi::record::ForfeitKind;
use ugi::{Go, Reply};

/// Between two reports of a running analysis.
const PAUSE: Duration = Duration::from_millis(100);
/// Lines within a second that no analysis has.
const MAX_LINES_PER_SECOND: u32 = 20_000;
/// No job has this number.
const NO_JOB: u64 = 0;

/// An engine and its thread; who drops it ends both.
#[derive(Debug)]
pub struct Worker {
    /// Its number among all workers.
    pub id: u64,
    searches: Sender<(u64, WorkerSearch)>,
    /// The number of the search that is wanted.
    wanted: Arc<AtomicU64>,
    jobs: u64,
}

/// How an engine is started.
#[derive(Clone)]
pub struct WorkerConfig {
    /// The program.
    pub program: Program,
    /// Options that it is sent if it declares them.
    pub options: Vec<(String, String)>,
    /// How long it may take.
    pub timeouts: Timeouts,
    /// Ends it when this process ends.
    pub guard: Option<Guard>,
}

/// A search.
#[derive(Clone, Debug)]
pub struct WorkerSearch {
    /// What the seat may know, a whole line.
    pub view: String,
    /// The whole history, where nothing of it is hidden from the seat: for engines that know no views.
    pub open: Option<String>,
    /// Its limits.
    pub go: Go,
    /// When it comes too late.
    pub flag: Duration,
    /// A new game begins, with this seed.
    pub new_game: Option<u64>,
    /// Lines that are wanted; `None`: what it says on its way is not reported.
    pub lines: Option<u32>,
}

/// What comes of an engine.
#[derive(Debug)]
pub struct WorkerReport {
    /// The worker.
    pub worker: u64,
    /// The search; 0 before the first.
    pub job: u64,
    /// What happened.
    pub event: WorkerEvent,
}

/// What can happen.
#[derive(Debug)]
pub enum WorkerEvent {
    /// It has started, and calls itself so.
    Ready(String),
    /// Its lines so far, by rank.
    Lines(Vec<Variation>),
    /// It has found a move.
    Done(MoveReply),
    /// Something is wrong with it; with the code of the error that it has named.
    Fails(EngineError, Option<String>),
}

impl Worker {
    /// Starts an engine on a new thread; `report` is called from there.
    #[must_use]
    pub fn start(id: u64, start: WorkerConfig, report: impl Fn(WorkerReport) + Send + 'static) -> Self {
        let (searches, inbox) = channel();
        let wanted = Arc::new(AtomicU64::new(NO_JOB));
        let watched = Arc::clone(&wanted);
        let report = move |job, news| report(WorkerReport { worker: id, job, event: news });
        let spawned = thread::Builder::new().name("engine".to_string()).spawn(move || {
            run(&start, &inbox, &watched, &report);
        });
        // Without a thread nobody answers; searches then find their inbox closed.
        drop(spawned);
        Self { id, searches, wanted, jobs: NO_JOB }
    }

    /// Begins a search, instead of the one before; gives its number.
    ///
    /// # Errors
    /// The engine has gone.
    pub fn search(&mut self, search: WorkerSearch) -> Result<u64, EngineError> {
        self.jobs += 1;
        self.wanted.store(self.jobs, Ordering::Release);
        let gone = || EngineError::new(ForfeitKind::Crash, true, "the engine has gone");
        self.searches.send((self.jobs, search)).map_err(|_| gone())?;
        Ok(self.jobs)
    }

    /// Calls the search off.
    pub fn stop(&self) {
        self.wanted.store(NO_JOB, Ordering::Release);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn run(
    start: &WorkerConfig,
    inbox: &Receiver<(u64, WorkerSearch)>,
    wanted: &AtomicU64,
    report: &dyn Fn(u64, WorkerEvent),
) {
    let options: Vec<(&str, &str)> =
        start.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let dialogue = Dialogue::new("engine", Log::default());
    let mut engine =
        match EngineProcess::start(&start.program, &options, start.timeouts, start.guard.as_ref(), dialogue) {
            Ok(engine) => engine,
            Err((error, _)) => {
                report(NO_JOB, WorkerEvent::Fails(error, None));
                // A search that is on its way must not fail for another reason: the report says why there is no engine.
                return inbox.iter().for_each(drop);
            }
        };
    report(NO_JOB, WorkerEvent::Ready(engine.id.clone()));
    for (job, search) in inbox {
        if wanted.load(Ordering::Acquire) != job {
            // A search that is no longer wanted; a game that began with it has still begun.
            if let Some(seed) = search.new_game
                && let Err(error) = engine.new_game(seed)
            {
                return report(job, WorkerEvent::Fails(error, None));
            }
            continue;
        }
        let mut listener = Listener::new(job, search.lines.is_some(), wanted, report);
        match think(&mut engine, search, &mut listener) {
            Ok(Some(thought)) => {
                listener.flush();
                report(job, WorkerEvent::Done(thought));
            }
            Ok(None) if listener.flood => {
                let text = "output without end";
                let error = EngineError { flood: true, ..EngineError::new(ForfeitKind::Stall, true, text) };
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
        // It must never be sent what its seat may not know.
        let unfit =
            || EngineError::new(ForfeitKind::NoHandshake, false, "it knows no views, and this game hides something");
        search.open.ok_or_else(unfit)?
    };
    engine.think_with_listener(&position, &search.go, Some(search.flag), &mut |line| listener.handle_line(line))
}

/// Follows a search.
struct Listener<'a> {
    job: u64,
    collects_lines: bool,
    wanted: &'a AtomicU64,
    report: &'a dyn Fn(u64, WorkerEvent),
    lines: BTreeMap<u32, Variation>,
    /// Something has come since the last report.
    has_changes: bool,
    reported: Option<Instant>,
    /// Lines of this second, and when it began.
    second: (Instant, u32),
    flood: bool,
    /// The code of the first error.
    error: Option<String>,
}

impl<'a> Listener<'a> {
    fn new(job: u64, keeps: bool, wanted: &'a AtomicU64, report: &'a dyn Fn(u64, WorkerEvent)) -> Self {
        Self {
            job,
            collects_lines: keeps,
            wanted,
            report,
            lines: BTreeMap::new(),
            has_changes: false,
            reported: None,
            second: (Instant::now(), 0),
            flood: false,
            error: None,
        }
    }

    fn handle_line(&mut self, line: Option<&str>) -> ControlFlow<()> {
        if self.wanted.load(Ordering::Acquire) != self.job {
            return ControlFlow::Break(());
        }
        if let Some(line) = line {
            self.count();
            if self.flood {
                return ControlFlow::Break(());
            }
            match Reply::read(line) {
                Reply::Error(fault) if self.error.is_none() => {
                    self.error = Some(fault.code.to_string().chars().take(40).collect());
                }
                Reply::Info(info) if self.collects_lines => {
                    if let Some(told) = Variation::of(info) {
                        self.lines.insert(told.multipv, told);
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
            // No engine makes the report grow without end by inventing ranks.
            let lines = self.lines.values().take(256).cloned().collect();
            (self.report)(self.job, WorkerEvent::Lines(lines));
        }
    }
}
