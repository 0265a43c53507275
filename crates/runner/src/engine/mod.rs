//! Engines that play games. Every call has a deadline. Every failure is reported as an [`EngineError`], whose
//! [`FaultKind`] can be written to a game record.

mod error;
mod info_lines;
mod introduction;
mod options;
mod ponder;
#[cfg(test)]
mod tests;

pub use error::EngineError;
use info_lines::InfoLines;
use introduction::{declared_by, name_of, seed_within, seeds_of};

use crate::connect::open;
use crate::dialogue::Dialogue;
use crate::guard::Guard;
use crate::process::Process;
use crate::program::{Program, Timeouts};
use crate::record::{FaultKind, SearchReport};
use crate::running_time;
use crate::steal_time::{StealClock, StealTimer, steal_note};
use base::quote::quote;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::time::{Duration, Instant};
use ugi::{
    Client, ClientError, Command as Order, Go, Info, NO_MOVE, PipeError, ProtocolError, Query, Reply, position_queries,
};

/// Timeout for the exit of an engine after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// Interval at which a listener is called while a search writes nothing.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Maximum length of a move in bytes. A longer move is an error, so the referee is not asked about it.
const MAX_MOVE_LENGTH: usize = 1000;
/// Maximum number of faults that are recorded for one move.
const MAX_FAULTS: usize = 4;

/// A running engine that has completed the handshake.
///
/// ```no_run
/// # extern crate ugi as speltafel_ugi;
/// use speltafel_runner::{Dialogue, EngineProcess, Log, Program, Timeouts};
/// use speltafel_ugi::Go;
///
/// let program = Program { command: "speltafel".into(), ..Program::default() };
/// let dialogue = Dialogue::new("p1", Log::default());
/// let mut engine = EngineProcess::start(&program, &[("Game", "jeex")], Timeouts::default(), None, dialogue)?;
/// engine.new_game(1)?;
/// let reply = engine.think("position startpos", &Go::default().with_nodes(1000), None)?;
/// println!("{} after {} ms", reply.best, reply.elapsed.as_millis());
/// engine.close();
/// # Ok::<(), speltafel_runner::EngineError>(())
/// ```
pub struct EngineProcess {
    client: Client<Process>,
    timeouts: Timeouts,
    /// The source of steal time; [`StealClock::NONE`] if late moves are not forgiven.
    steal_clock: StealClock,
    /// The name that the engine reports with `id name`.
    pub id: String,
    /// The options that the engine declares: a map from the lower-case name to the declared name.
    declared: BTreeMap<String, String>,
    /// The seeds that the engine takes.
    seeds: RangeInclusive<u64>,
    /// The values of the options that were set, by the names that the engine declares.
    pub options: BTreeMap<String, String>,
    /// The time from sending `uginewgame` to reading `readyok`, for the last new game.
    pub ready_time: Duration,
    /// The search on the opponent's time.
    pondering: Option<Search>,
}

/// A search in progress.
struct Search {
    /// The line that started it.
    go: String,
    /// Whether the `readyok` before the search has been read.
    ready: bool,
    /// Whether its `bestmove` came while the engine pondered.
    is_over: bool,
    infos: InfoLines,
    faults: Vec<(FaultKind, String)>,
}

/// Measures the time of a search.
struct MoveTimer {
    start: Instant,
    /// The time for which this program had been stopped before the search.
    stopped_before: Duration,
    /// The time that the search may take.
    limit: Duration,
    /// The time after which the move is late.
    flag: Option<Duration>,
    steal: StealTimer,
}

impl MoveTimer {
    fn elapsed(&self) -> Duration {
        running_time::now().saturating_duration_since(self.start)
    }

    /// Returns the time for which this program was stopped during the search; zero without a flag.
    fn stopped(&self) -> Duration {
        self.flag.map_or(Duration::ZERO, |_| running_time::stopped().saturating_sub(self.stopped_before))
    }
}

impl Search {
    fn new(go: &Go) -> Self {
        let (infos, faults) = (InfoLines::default(), Vec::new());
        Self { go: go.to_string(), ready: false, is_over: false, infos, faults }
    }

    /// Records a fault that does not invalidate the move.
    fn note(&mut self, kind: FaultKind, text: String) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push((kind, text));
        }
    }

    fn note_error(&mut self, error: &ProtocolError) {
        self.note(FaultKind::Disagreement, format!("the engine reported: error {}", quote(&error.to_string())));
    }

    /// Keeps an `info` line, unless it is late output of an earlier search.
    fn add_info(&mut self, line: String) {
        if self.ready {
            self.infos.add(line);
        }
    }
}

/// An engine's answer to `go`.
///
/// See the example of [`EngineProcess`].
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReply {
    /// The move of `bestmove`. It may be illegal.
    pub best: String,
    /// The score, depth and nodes that the engine reported.
    pub report: SearchReport,
    /// What the engine reported, with the score, depth and nodes.
    pub info: Box<Info>,
    /// The reply that the engine expects.
    pub ponder: Option<String>,
    /// Whether the engine had already searched the position on the opponent's time.
    pub is_ponder_hit: bool,
    /// Time from sending `go`, or `ponderhit`, to reading `bestmove`, less the time for which this program was stopped.
    pub elapsed: Duration,
    /// The time for which this program was stopped meanwhile; zero without a time limit.
    pub stopped: Duration,
    /// Steal time that may be forgiven; zero unless the move came after the flag.
    pub steal: Duration,
    /// Faults that did not invalidate the move: kind and description.
    pub faults: Vec<(FaultKind, String)>,
}

impl MoveReply {
    /// Returns a note on steal time and stops to append to a message about a late move; empty if there were none.
    #[must_use]
    pub fn note(&self) -> String {
        note(self.steal, self.stopped)
    }

    /// Returns the engine's error if the referee rejects the move. The referee must be asked about
    /// [`NO_MOVE`] too, because some games write a pass so.
    #[must_use]
    pub fn rejected(&self) -> EngineError {
        let (kind, text) = match self.best.as_str() {
            best @ (NO_MOVE | "(none)") => {
                (FaultKind::Disagreement, format!("bestmove {best} in a position with legal moves"))
            }
            best => (FaultKind::IllegalMove, format!("{} is not legal", quote(best))),
        };
        EngineError::new(kind, false, text)
    }
}

impl EngineProcess {
    /// Starts a program, waits for `ugiok`, and sets options: those of `wanted` that the engine declares, and all
    /// options of `program`.
    ///
    /// # Errors
    /// Returns an error, with its [`EngineError::dialogue`], if the process does not start, does not write `ugiok` in
    /// time, or does not accept the options.
    pub fn start(
        program: &Program,
        wanted: &[(&str, &str)],
        timeouts: Timeouts,
        guard: Option<&Guard>,
        dialogue: Dialogue,
    ) -> Result<Self, EngineError> {
        let mut client = open("the engine", program, guard, dialogue, timeouts.handshake)
            .map_err(|error| EngineError { kind: FaultKind::NoHandshake, ..error.into() })?;
        client.set_timeout(timeouts.ready);
        let mut engine = Self {
            id: name_of(&client),
            declared: declared_by(&client),
            seeds: seeds_of(&client),
            client,
            timeouts,
            steal_clock: StealClock::NONE,
            options: BTreeMap::new(),
            ready_time: Duration::ZERO,
            pondering: None,
        };
        engine.configure(program, wanted).map(|()| engine)
    }

    /// Lets late moves be forgiven for steal time: the time for which a hypervisor did not run the cores of this
    /// virtual machine. If the machine has counted any since boot, the engine gets extra time for a late move, and
    /// [`MoveReply::steal`] is the steal time that may be forgiven. Only Linux counts steal time.
    #[must_use]
    pub fn forgiving_steal_time(self) -> Self {
        Self { steal_clock: StealClock::of_machine(), ..self }
    }

    /// Lets other processes go first, as [`Process::lower_priority`] does.
    pub fn lower_priority(&mut self, nice: i32) {
        self.client.pipe_mut().lower_priority(nice);
    }

    /// Returns the most recent lines sent and received.
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.client.last_lines()
    }

    /// Sets the engine's name in logs.
    pub fn set_label(&mut self, label: impl Into<String>) {
        self.client.pipe_mut().dialogue.label = label.into();
    }

    /// Returns whether the engine declares an extension, such as `views`.
    #[must_use]
    pub fn has_extension(&self, extension: &str) -> bool {
        self.client.has_extension(extension)
    }

    /// Starts a new game: sets the option `Seed`, if the engine declares it, and sends `uginewgame`. A seed outside the
    /// bounds of the option is replaced by one within them.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not answer.
    pub fn new_game(&mut self, seed: u64) -> Result<(), EngineError> {
        let seed = seed_within(&self.seeds, seed).to_string();
        let mut lines = Vec::new();
        if let Some(name) = self.declared.get("seed") {
            lines.push(Order::set_option(name, &seed).to_string());
            self.options.insert(name.clone(), seed);
        }
        lines.extend([Order::NewGame, Order::IsReady].map(|order| order.to_string()));
        let start = running_time::now();
        self.client.send_all(&lines)?;
        // This also reads late output of the previous game, up to `readyok`.
        self.client.read_until(|reply| (reply == Reply::ReadyOk).then_some(()))?;
        self.ready_time = running_time::now().saturating_duration_since(start);
        Ok(())
    }

    /// Searches `position`, a complete `position` line, and returns the move.
    ///
    /// `flag` is the time after which the move is late, measured from `go`. If steal time may forgive the delay, the
    /// engine gets extra time after the flag. The caller must then check whether [`MoveReply::elapsed`] exceeds the sum
    /// of the flag and [`MoveReply::steal`]. Without a flag the search may take [`Timeouts::thinking`].
    ///
    /// # Errors
    /// Returns an error if the engine has exited, writes too much output, or writes no `bestmove` line in time. Also
    /// returns an error if that line contains no word or a move of more than 1000 bytes.
    pub fn think(&mut self, position: &str, go: &Go, flag: Option<Duration>) -> Result<MoveReply, EngineError> {
        let reply = self.think_with_listener(position, go, flag, &mut |_| ControlFlow::Continue(()))?;
        Ok(reply.expect("the listener never stops the search"))
    }

    /// Searches like [`EngineProcess::think`], and calls `listener` with each line of the search except `bestmove`, and
    /// with `None` about every 20 ms while there is no output.
    ///
    /// If `listener` returns [`ControlFlow::Break`], the search is stopped and the result is `None`.
    ///
    /// # Errors
    /// Returns any error from [`EngineProcess::think`], and an error if the engine does not stop.
    pub fn think_with_listener(
        &mut self,
        position: &str,
        go: &Go,
        flag: Option<Duration>,
        listener: &mut dyn FnMut(Option<&str>) -> ControlFlow<()>,
    ) -> Result<Option<MoveReply>, EngineError> {
        let search = Search::new(go);
        // `readyok` separates the output of this search from late output of earlier ones.
        let lines = [position, "isready", &search.go];
        let timer = self.timer(flag);
        self.with_timeout(timer.limit, |client| client.send_all(&lines))?;
        self.finish_search(search, timer, listener)
    }

    /// Starts the timer of a search with this flag.
    fn timer(&self, flag: Option<Duration>) -> MoveTimer {
        let limit = flag.unwrap_or(self.timeouts.thinking);
        let steal = StealTimer::for_flag(limit, if flag.is_some() { self.steal_clock } else { StealClock::NONE });
        MoveTimer { stopped_before: running_time::stopped(), start: running_time::now(), limit, flag, steal }
    }

    /// Reads the output of a search up to its move. `listener` is that of [`EngineProcess::think_with_listener`].
    fn finish_search(
        &mut self,
        mut search: Search,
        mut timer: MoveTimer,
        listener: &mut dyn FnMut(Option<&str>) -> ControlFlow<()>,
    ) -> Result<Option<MoveReply>, EngineError> {
        let mut most = timer.limit;
        loop {
            timer.steal.update();
            let left = most.saturating_sub(timer.elapsed());
            let line = match self.client.line(Instant::now() + left.min(POLL_INTERVAL)) {
                Ok(line) => Some(line),
                Err(error) if !is_late(&error) => return Err(error.into()),
                Err(_) if timer.elapsed() < most => None,
                Err(_) => {
                    most = timer.limit + timer.steal.grace();
                    if timer.elapsed() >= most {
                        return Err(self.stop_overdue_search(&search, &timer));
                    }
                    None
                }
            };
            let Some(line) = line else {
                if listener(None).is_break() {
                    return self.stop_search(search.ready).map(|()| None);
                }
                continue;
            };
            if InfoLines::has(&line) {
                if listener(Some(&line)).is_break() {
                    return self.stop_search(search.ready).map(|()| None);
                }
                search.add_info(line);
                continue;
            }
            match Reply::parse(&line) {
                Reply::ReadyOk => search.ready = true,
                Reply::BestMove { best, .. } if !search.ready => {
                    search.note(FaultKind::WrongBestmove, format!("bestmove {} before the search", quote(&best)));
                }
                Reply::BestMove { best, .. } if best.len() > MAX_MOVE_LENGTH => {
                    let text = format!("bestmove with a move of {} bytes: {}", best.len(), quote(&best));
                    return Err(EngineError::new(FaultKind::WrongBestmove, false, text));
                }
                Reply::BestMove { best, ponder } => {
                    let words = if ponder.is_some() { 4 } else { 2 };
                    if line.split_whitespace().count() != words {
                        search.note(FaultKind::WrongBestmove, format!("unexpected words in {}", quote(&line)));
                    }
                    let (elapsed, stopped) = (timer.elapsed(), timer.stopped());
                    let Search { infos, faults, .. } = search;
                    let info = Box::new(infos.parse());
                    let report = SearchReport { score: info.score, depth: info.depth, nodes: info.nodes };
                    let steal = if elapsed > timer.limit { timer.steal.so_far() } else { Duration::ZERO };
                    let is_ponder_hit = false;
                    let reply =
                        MoveReply { best, report, info, ponder, is_ponder_hit, elapsed, stopped, steal, faults };
                    return Ok(Some(reply));
                }
                Reply::Error(error) => search.note_error(&error),
                Reply::Text(line) if search.ready && line == "bestmove" => {
                    return Err(EngineError::new(FaultKind::WrongBestmove, false, "bestmove without a move"));
                }
                _ => {}
            }
            if listener(Some(&line)).is_break() {
                return self.stop_search(search.ready).map(|()| None);
            }
        }
    }

    /// Sends a `position` line and a query, and returns the words of the answer. An error is returned as the words
    /// `error CODE`.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not answer.
    pub fn ask(&mut self, position: &str, query: Query) -> Result<Vec<String>, EngineError> {
        let answers = self.client.ask_all(&position_queries(position, &[query]))?.answers;
        let words = |text: &str| text.split_whitespace().map(str::to_string).collect();
        Ok(match answers.first() {
            Some(Err(code)) => vec!["error".to_string(), code.to_string()],
            answer => words(answer.and_then(|answer| answer.as_deref().ok()).unwrap_or_default()),
        })
    }

    /// Sends `quit`, waits up to half a second for the exit, and kills the process group.
    pub fn close(self) {
        self.client.into_pipe().close(QUIT_TIMEOUT);
    }

    /// Stops a search that exceeded its time, and returns the error to report. Reads the late `bestmove`, which would
    /// otherwise be taken for the answer to a later `go`.
    fn stop_overdue_search(&mut self, search: &Search, timer: &MoveTimer) -> EngineError {
        let note = note(timer.steal.so_far(), timer.stopped());
        match (self.stop_search(search.ready), timer.flag) {
            (Err(error), _) => error,
            (Ok(()), Some(flag)) => {
                let text = format!("no move within {} ms{note}", flag.as_millis());
                EngineError::new(FaultKind::Time, false, text)
            }
            (Ok(()), None) => EngineError::new(
                FaultKind::Stall,
                false,
                format!("no move until `stop` was sent, after `{}`", quote(&search.go)),
            ),
        }
    }

    /// Stops a search and reads its `bestmove`. `ready` is true if the `readyok` before the search has been read.
    fn stop_search(&mut self, mut ready: bool) -> Result<(), EngineError> {
        let timeout = self.timeouts.stop;
        self.client.send_command(&Order::Stop)?;
        self.with_timeout(timeout, |client| {
            client.read_until(|reply| match reply {
                Reply::ReadyOk => {
                    ready = true;
                    None
                }
                Reply::BestMove { .. } if ready => Some(()),
                Reply::Text(line) if ready && line == "bestmove" => Some(()),
                _ => None,
            })
        })
    }

    /// Calls `run` with `timeout` as the client's timeout, and then restores the previous timeout.
    fn with_timeout<T>(
        &mut self,
        timeout: Duration,
        run: impl FnOnce(&mut Client<Process>) -> Result<T, ClientError>,
    ) -> Result<T, EngineError> {
        let usual = self.client.timeout();
        self.client.set_timeout(timeout);
        let result = run(&mut self.client);
        self.client.set_timeout(usual);
        Ok(result?)
    }
}

/// Returns a note on steal time and stops to append to a message about a late move; empty if there were none.
fn note(steal: Duration, stopped: Duration) -> String {
    let stop = if stopped.is_zero() {
        String::new()
    } else {
        format!("; this program was stopped for {} ms more", stopped.as_millis())
    };
    steal_note(steal) + &stop
}

fn is_late(error: &ClientError) -> bool {
    matches!(error, ClientError::Connection { cause: PipeError::TimedOut, .. })
}
