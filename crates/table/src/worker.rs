//! An engine on a separate thread. It runs one search at a time, which can be cancelled, and reports the results.

use room::{
    EngineEvent, EngineMove, EngineReport, EngineSearch, Purpose, SeatFault, SeatFaultKind, StartEngine, Variation,
};
use runner::record::FaultKind;
use runner::{Dialogue, EngineError, EngineProcess, Guard, Log, MoveReply, Program, Timeouts};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use ugi::{ErrorCode, Reply};

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
    searches: Sender<(u64, EngineSearch)>,
    /// The number of the search that should be running.
    wanted: Arc<AtomicU64>,
}

impl Worker {
    /// Starts an engine on a new thread, which calls `report` for every event.
    pub fn start(
        engine: StartEngine,
        program: Program,
        timeouts: Timeouts,
        guard: Option<Guard>,
        report: impl Fn(EngineReport) + Send + 'static,
    ) -> Self {
        let (searches, inbox) = channel();
        let wanted = Arc::new(AtomicU64::new(NO_JOB));
        let watched = Arc::clone(&wanted);
        let StartEngine { worker, game, options, purpose, .. } = engine;
        let report = move |job, event| report(EngineReport { worker, job, event });
        let spawned = thread::Builder::new().name("engine".to_string()).spawn(move || {
            let (skill, nice) = match &purpose {
                Purpose::Play(skill) => (Some(skill.to_string()), PLAYER_NICE),
                Purpose::Help(_) => (None, HELPER_NICE),
            };
            let more = skill.iter().map(|skill| ("Skill", skill.as_str()));
            let mut started = start_engine(&program, &game, &options, more, timeouts, guard.as_ref());
            started.iter_mut().for_each(|engine| engine.lower_priority(nice));
            run(started, &inbox, &watched, &report);
            // The permit of a helper is in use until the engine has exited, so that nobody can start many by asking
            // again and again.
            drop(purpose);
        });
        // If the thread does not start, the inbox is closed and `search` returns false.
        drop(spawned);
        Self { searches, wanted }
    }

    /// Starts a search, which replaces the current one. Returns false if the engine has exited.
    pub fn search(&self, job: u64, search: EngineSearch) -> bool {
        self.wanted.store(job, Ordering::Release);
        self.searches.send((job, search)).is_ok()
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
    inbox: &Receiver<(u64, EngineSearch)>,
    wanted: &AtomicU64,
    report: &dyn Fn(u64, EngineEvent),
) {
    let mut engine = match started {
        Ok(engine) => engine,
        Err(error) => {
            report(NO_JOB, EngineEvent::Fails(seat_fault(error), None));
            // Keep the inbox open, so that later searches do not fail with a second error.
            return inbox.iter().for_each(drop);
        }
    };
    report(NO_JOB, EngineEvent::Ready(engine.id.clone()));
    for (job, search) in inbox {
        if wanted.load(Ordering::Acquire) != job {
            // The search was cancelled before it began, but the engine must still be told that a new game has begun.
            if let Some(seed) = search.new_game
                && let Err(error) = engine.new_game(seed)
            {
                return report(job, EngineEvent::Fails(seat_fault(error), None));
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
                report(job, EngineEvent::Done(engine_move(reply)));
            }
            Ok(None) if listener.flood => {
                let text = format!("more than {MAX_LINES_PER_SECOND} lines per second");
                let error = EngineError { flood: true, ..EngineError::new(FaultKind::Stall, true, text) };
                return report(job, EngineEvent::Fails(seat_fault(error), None));
            }
            Ok(None) => {}
            Err(error) => {
                let lost = error.must_restart;
                let error = EngineError { flood: error.flood || listener.flood, ..error };
                report(job, EngineEvent::Fails(seat_fault(error), listener.error));
                if lost {
                    return;
                }
            }
        }
    }
    engine.close();
}

fn engine_move(reply: MoveReply) -> EngineMove {
    EngineMove { if_rejected: seat_fault(reply.rejected()), token: reply.best, score: reply.report.score }
}

fn seat_fault(error: EngineError) -> SeatFault {
    let what = match error.kind {
        FaultKind::NoHandshake => SeatFaultKind::Start,
        FaultKind::Crash => SeatFaultKind::Crash,
        FaultKind::Stall | FaultKind::Time if error.flood => SeatFaultKind::Flood,
        FaultKind::Stall | FaultKind::Time => SeatFaultKind::Stall,
        FaultKind::IllegalMove | FaultKind::WrongBestmove | FaultKind::Disagreement => SeatFaultKind::Illegal,
    };
    let (must_restart, is_late) = (error.must_restart, error.kind == FaultKind::Time && !error.must_restart);
    SeatFault { must_restart, is_late, ..SeatFault::new(what, &error.text) }
}

fn think(
    engine: &mut EngineProcess,
    search: EngineSearch,
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
    report: &'a dyn Fn(u64, EngineEvent),
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
            (self.report)(self.job, EngineEvent::Lines(lines));
        }
    }
}
