//! An engine as the arena sees it: started, told its options, asked for moves, and never trusted. Knows no game and no
//! schedule; whatever goes wrong becomes a [`EngineError`] of one of the kinds that a record can hold.

mod error;
mod introduction;
mod options;
#[cfg(test)]
mod tests;

pub use error::EngineError;
use introduction::{declared_by, handshake_error, name_of};

use crate::client::{Client, ClientError, set_option};
use crate::dialogue::Dialogue;
use crate::guard::Guard;
use crate::pipe::PipeError;
use crate::process::Process;
use crate::program::{Program, Timeouts};
use crate::record::{ForfeitKind, SearchReport};
use crate::reply::NO_MOVE;
use crate::steal_time::{StealClock, StealTimer, steal_note};
use crate::{Command as Order, Go, Info, Query, Reply};
use base::quote::quote;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How long an engine that is asked to leave may take.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// How often a listener is asked whether a search that says nothing shall go on.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// No move of any game is longer, in bytes. The referee is not asked about longer ones.
const MAX_MOVE_LENGTH: usize = 1000;
/// Things that were wrong but did no harm are noted so often for one move.
const MAX_IRREGULARITIES: usize = 4;

/// A running engine that has said `ugiok`.
pub struct EngineProcess {
    client: Client<Process>,
    timeouts: Timeouts,
    /// What is stolen from the machine; nothing where that excuses no late moves.
    steal_clock: StealClock,
    /// What it calls itself.
    pub id: String,
    /// The options that it declares: name in small letters to name as it writes it.
    declared: BTreeMap<String, String>,
    /// The options that it was sent.
    pub options: BTreeMap<String, String>,
}

/// A move of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReply {
    /// The move as it stands behind `bestmove`.
    pub best: String,
    /// What it said of it.
    pub report: SearchReport,
    /// From the sending of `go` to the reading of `bestmove`.
    pub elapsed: Duration,
    /// What stolen time excuses, where the move came after its flag.
    pub steal: Duration,
    /// Things that were wrong, but did no harm.
    pub irregularities: Vec<(ForfeitKind, String)>,
}

impl EngineProcess {
    /// Starts a program, waits for its `ugiok` and sets options: those of `wanted` that it declares, and all of the
    /// program's own.
    ///
    /// # Errors
    /// It does not start, does not shake hands in time, or does not take one of its own options.
    pub fn start(
        program: &Program,
        wanted: &[(&str, &str)],
        patience: Timeouts,
        guard: Option<&Guard>,
        dialogue: Dialogue,
    ) -> Result<Self, (EngineError, Vec<String>)> {
        let handshake = Duration::from_millis(patience.handshake);
        let mut client = Client::open("the engine", program, guard, dialogue, handshake).map_err(handshake_error)?;
        client.set_timeout(Duration::from_millis(patience.ready));
        let stolen = StealClock::NONE;
        let mut engine = Self {
            id: name_of(&client),
            declared: declared_by(&client),
            client,
            timeouts: patience,
            steal_clock: stolen,
            options: BTreeMap::new(),
        };
        match engine.configure(program, wanted) {
            Ok(()) => Ok(engine),
            Err(error) => Err((error, engine.last_lines())),
        }
    }

    /// From now on time that is stolen from the machine excuses late moves.
    #[must_use]
    pub fn with_steal_clock(self, stolen: StealClock) -> Self {
        Self { steal_clock: stolen, ..self }
    }

    /// The last lines that went between.
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.client.last_lines()
    }

    /// How logs call it.
    pub fn set_label(&mut self, label: impl Into<String>) {
        self.client.set_label(label);
    }

    /// Does it declare an extension of UGI, such as `views`?
    #[must_use]
    pub fn has_extension(&self, extension: &str) -> bool {
        self.client.has_extension(extension)
    }

    /// Begins a game.
    ///
    /// # Errors
    /// It has gone or does not answer.
    pub fn new_game(&mut self, seed: u64) -> Result<(), EngineError> {
        let seed = seed.to_string();
        let mut lines = Vec::new();
        if let Some(name) = self.declared.get("seed") {
            lines.push(set_option(name, &seed));
            self.options.insert(name.clone(), seed);
        }
        lines.push(Order::NewGame.to_string());
        self.client.send_all(&lines)?;
        // What an engine has to say about the last game ends here.
        self.client.ready()?;
        Ok(())
    }

    /// Asks for a move in `position`, a whole line. `flag`: when the move comes too late; one that stolen time may excuse is
    /// waited for and given back. `None`: only patience ends the search.
    ///
    /// # Errors
    /// No move in time, no move at all, or none that could be meant.
    pub fn think(&mut self, position: &str, go: &Go, flag: Option<Duration>) -> Result<MoveReply, EngineError> {
        let thought = self.think_with_listener(position, go, flag, &mut |_| ControlFlow::Continue(()))?;
        Ok(thought.expect("nobody has asked it to stop"))
    }

    /// As [`EngineProcess::think`]; `hear` gets every other line of the search, and `None` from time to time while none comes.
    /// When it breaks the search is stopped, and nothing comes of it: `None`.
    ///
    /// # Errors
    /// As [`EngineProcess::think`], and an engine that does not stop.
    pub fn think_with_listener(
        &mut self,
        position: &str,
        go: &Go,
        flag: Option<Duration>,
        hear: &mut dyn FnMut(Option<&str>) -> ControlFlow<()>,
    ) -> Result<Option<MoveReply>, EngineError> {
        let go = go.to_string();
        // `readyok` parts what belongs to this search from what is late.
        let lines = [position, "isready", &go];
        let limit = flag.unwrap_or(Duration::from_millis(self.timeouts.thinking));
        let mut watch = StealTimer::for_flag(limit, if flag.is_some() { self.steal_clock } else { StealClock::NONE });
        let start = Instant::now();
        let mut deadline = start + limit;
        self.with_timeout(limit, |client| client.send_all(&lines))?;
        let mut told = Info::default();
        let mut oddities = Vec::new();
        let mut odd = |kind, text| {
            if oddities.len() < MAX_IRREGULARITIES {
                oddities.push((kind, text));
            }
        };
        let mut ready = false;
        loop {
            watch.update();
            let line = match self.client.line(deadline.min(Instant::now() + POLL_INTERVAL)) {
                Ok(line) => Some(line),
                Err(error) if !is_late(&error) => return Err(error.into()),
                Err(_) if Instant::now() < deadline => None,
                Err(_) => {
                    deadline = start + limit + watch.grace();
                    if Instant::now() >= deadline {
                        return Err(self.stop_overdue_search(ready, &go, flag, watch.so_far()));
                    }
                    None
                }
            };
            let Some(line) = line else {
                if hear(None).is_break() {
                    return self.stop_search(ready).map(|()| None);
                }
                continue;
            };
            match Reply::read(&line) {
                Reply::ReadyOk => ready = true,
                Reply::BestMove { best, .. } if !ready => {
                    odd(ForfeitKind::WrongBestmove, format!("bestmove {} without a go", quote(&best)));
                }
                Reply::BestMove { best, .. } if best == NO_MOVE || best == "(none)" => {
                    let text = format!("bestmove {best}, though it has moves");
                    return Err(EngineError::new(ForfeitKind::Disagreement, false, text));
                }
                Reply::BestMove { best, .. } if best.len() > MAX_MOVE_LENGTH => {
                    let text = format!("bestmove with a move of {} bytes: {}", best.len(), quote(&best));
                    return Err(EngineError::new(ForfeitKind::WrongBestmove, false, text));
                }
                Reply::BestMove { best, ponder } => {
                    let words = if ponder.is_some() { 4 } else { 2 };
                    if line.split_whitespace().count() != words {
                        odd(ForfeitKind::WrongBestmove, format!("more than a move: {}", quote(&line)));
                    }
                    let said = SearchReport { score: told.score, depth: told.depth, nodes: told.nodes };
                    let elapsed = start.elapsed();
                    let stolen = if elapsed > limit { watch.so_far() } else { Duration::ZERO };
                    return Ok(Some(MoveReply {
                        best,
                        report: said,
                        elapsed,
                        steal: stolen,
                        irregularities: oddities,
                    }));
                }
                Reply::Error(error) => {
                    odd(ForfeitKind::Disagreement, format!("it said: error {}", quote(&error.to_string())));
                }
                Reply::Text(line) if ready && line == "bestmove" => {
                    return Err(EngineError::new(ForfeitKind::WrongBestmove, false, "bestmove without a move"));
                }
                Reply::Info(info) => told = told.merged_with(info),
                _ => {}
            }
            if hear(Some(&line)).is_break() {
                return self.stop_search(ready).map(|()| None);
            }
        }
    }

    /// Asks a question; its answer's words.
    ///
    /// # Errors
    /// It has gone or does not answer.
    pub fn ask(&mut self, position: &str, query: Query) -> Result<Vec<String>, EngineError> {
        self.client.send(position)?;
        match self.client.ask(query) {
            Err(ClientError::Query { code, .. }) => Ok(vec!["error".to_string(), code.to_string()]),
            answer => Ok(answer?),
        }
    }

    /// Asks it to leave and sees that it does.
    pub fn close(self) {
        self.client.close(QUIT_TIMEOUT);
    }

    /// Ends a search whose time is over: the answer that still comes is read here, so that it is never taken for one of
    /// the next game.
    fn stop_overdue_search(&mut self, ready: bool, go: &str, flag: Option<Duration>, stolen: Duration) -> EngineError {
        let stopped = self.stop_search(ready);
        match (stopped, flag) {
            (Err(error), _) => error,
            (Ok(()), Some(flag)) => {
                let text = format!("no move within {} ms{}", flag.as_millis(), steal_note(stolen));
                EngineError::new(ForfeitKind::Time, false, text)
            }
            (Ok(()), None) => {
                EngineError::new(ForfeitKind::Stall, false, format!("no move until `stop` ended `{}`", quote(go)))
            }
        }
    }

    /// Stops a search and reads its `bestmove`; `ready`: its `readyok` has been read.
    fn stop_search(&mut self, mut ready: bool) -> Result<(), EngineError> {
        let patience = Duration::from_millis(self.timeouts.stop);
        self.client.send_command(&Order::Stop)?;
        self.with_timeout(patience, |client| {
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

    /// Does something with another patience than for answers.
    fn with_timeout<T>(
        &mut self,
        patience: Duration,
        run: impl FnOnce(&mut Client<Process>) -> Result<T, ClientError>,
    ) -> Result<T, EngineError> {
        let usual = self.client.timeout();
        self.client.set_timeout(patience);
        let done = run(&mut self.client);
        self.client.set_timeout(usual);
        Ok(done?)
    }
}

fn is_late(error: &ClientError) -> bool {
    matches!(error, ClientError::Connection { cause: PipeError::TimedOut, .. })
}
