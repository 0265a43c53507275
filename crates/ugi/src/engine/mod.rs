//! An engine as the arena sees it: started, told its options, asked for moves, and never trusted. Knows no game and no
//! schedule; whatever goes wrong becomes a [`EngineError`] of one of the kinds that a record can hold.

mod error;
mod introduction;
mod options;
#[cfg(test)]
mod tests;

pub use error::EngineError;
use introduction::{declared_by, name_of, no_handshake};

use crate::client::{Client, ClientError, set_option};
use crate::dialogue::Dialogue;
use crate::guard::Guard;
use crate::pipe::PipeError;
use crate::process::Process;
use crate::program::{Patience, Program};
use crate::record::{FaultKind, Said};
use crate::reply::NO_MOVE;
use crate::stolen::{Stolen, StolenClock, in_words};
use crate::{Command as Order, Go, Info, Query, Reply};
use base::quote::quote;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How long an engine that is asked to leave may take.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often a listener is asked whether a search that says nothing shall go on.
const GLANCE: Duration = Duration::from_millis(20);
/// No move of any game is longer, in bytes. The referee is not asked about longer ones.
const LONGEST_MOVE: usize = 1000;
/// Things that were wrong but did no harm are noted so often for one move.
const MOST_ODDITIES: usize = 4;

/// A running engine that has said `ugiok`.
pub struct Engine {
    client: Client<Process>,
    patience: Patience,
    /// What is stolen from the machine; nothing where that excuses no late moves.
    stolen: StolenClock,
    /// What it calls itself.
    pub id: String,
    /// The options that it declares: name in small letters to name as it writes it.
    declared: BTreeMap<String, String>,
    /// The options that it was sent.
    pub options: BTreeMap<String, String>,
}

/// A move of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The move as it stands behind `bestmove`.
    pub best: String,
    /// What it said of it.
    pub said: Said,
    /// From the sending of `go` to the reading of `bestmove`.
    pub elapsed: Duration,
    /// What stolen time excuses, where the move came after its flag.
    pub stolen: Duration,
    /// Things that were wrong, but did no harm.
    pub oddities: Vec<(FaultKind, String)>,
}

impl Engine {
    /// Starts a program, waits for its `ugiok` and sets options: those of `wanted` that it declares, and all of the
    /// program's own.
    ///
    /// # Errors
    /// It does not start, does not shake hands in time, or does not take one of its own options.
    pub fn start(
        program: &Program,
        wanted: &[(&str, &str)],
        patience: Patience,
        guard: Option<&Guard>,
        dialogue: Dialogue,
    ) -> Result<Self, (EngineError, Vec<String>)> {
        let handshake = Duration::from_millis(patience.handshake);
        let mut client = Client::open("the engine", program, guard, dialogue, handshake).map_err(no_handshake)?;
        client.set_patience(Duration::from_millis(patience.ready));
        let stolen = StolenClock::NONE;
        let mut engine = Self {
            id: name_of(&client),
            declared: declared_by(&client),
            client,
            patience,
            stolen,
            options: BTreeMap::new(),
        };
        match engine.configure(program, wanted) {
            Ok(()) => Ok(engine),
            Err(error) => Err((error, engine.last_lines())),
        }
    }

    /// From now on time that is stolen from the machine excuses late moves.
    #[must_use]
    pub fn with_stolen_time(self, stolen: StolenClock) -> Self {
        Self { stolen, ..self }
    }

    /// The last lines that went between.
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.client.last_lines()
    }

    /// How logs call it.
    pub fn call(&mut self, label: impl Into<String>) {
        self.client.label(label);
    }

    /// Does it declare an extension of UGI, such as `views`?
    #[must_use]
    pub fn knows(&self, extension: &str) -> bool {
        self.client.knows(extension)
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
    pub fn think(&mut self, position: &str, go: &Go, flag: Option<Duration>) -> Result<Thought, EngineError> {
        let thought = self.think_aloud(position, go, flag, &mut |_| ControlFlow::Continue(()))?;
        Ok(thought.expect("nobody has asked it to stop"))
    }

    /// As [`Engine::think`]; `hear` gets every other line of the search, and `None` from time to time while none comes.
    /// When it breaks the search is stopped, and nothing comes of it: `None`.
    ///
    /// # Errors
    /// As [`Engine::think`], and an engine that does not stop.
    pub fn think_aloud(
        &mut self,
        position: &str,
        go: &Go,
        flag: Option<Duration>,
        hear: &mut dyn FnMut(Option<&str>) -> ControlFlow<()>,
    ) -> Result<Option<Thought>, EngineError> {
        let go = go.to_string();
        // `readyok` parts what belongs to this search from what is late.
        let lines = [position, "isready", &go];
        let limit = flag.unwrap_or(Duration::from_millis(self.patience.thinking));
        let mut watch = Stolen::before(limit, if flag.is_some() { self.stolen } else { StolenClock::NONE });
        let start = Instant::now();
        let mut deadline = start + limit;
        self.within(limit, |client| client.send_all(&lines))?;
        let mut told = Info::default();
        let mut oddities = Vec::new();
        let mut odd = |kind, text| {
            if oddities.len() < MOST_ODDITIES {
                oddities.push((kind, text));
            }
        };
        let mut ready = false;
        loop {
            watch.look();
            let line = match self.client.line(deadline.min(Instant::now() + GLANCE)) {
                Ok(line) => Some(line),
                Err(error) if !is_late(&error) => return Err(error.into()),
                Err(_) if Instant::now() < deadline => None,
                Err(_) => {
                    deadline = start + limit + watch.grace();
                    if Instant::now() >= deadline {
                        return Err(self.overdue(ready, &go, flag, watch.so_far()));
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
                    odd(FaultKind::WrongBestmove, format!("bestmove {} without a go", quote(&best)));
                }
                Reply::BestMove { best, .. } if best == NO_MOVE || best == "(none)" => {
                    let text = format!("bestmove {best}, though it has moves");
                    return Err(EngineError::new(FaultKind::Disagreement, false, text));
                }
                Reply::BestMove { best, .. } if best.len() > LONGEST_MOVE => {
                    let text = format!("bestmove with a move of {} bytes: {}", best.len(), quote(&best));
                    return Err(EngineError::new(FaultKind::WrongBestmove, false, text));
                }
                Reply::BestMove { best, ponder } => {
                    let words = if ponder.is_some() { 4 } else { 2 };
                    if line.split_whitespace().count() != words {
                        odd(FaultKind::WrongBestmove, format!("more than a move: {}", quote(&line)));
                    }
                    let said = Said { score: told.score, depth: told.depth, nodes: told.nodes };
                    let elapsed = start.elapsed();
                    let stolen = if elapsed > limit { watch.so_far() } else { Duration::ZERO };
                    return Ok(Some(Thought { best, said, elapsed, stolen, oddities }));
                }
                Reply::Error(error) => {
                    odd(FaultKind::Disagreement, format!("it said: error {}", quote(&error.to_string())));
                }
                Reply::Text(line) if ready && line == "bestmove" => {
                    return Err(EngineError::new(FaultKind::WrongBestmove, false, "bestmove without a move"));
                }
                Reply::Info(info) => told = told.then(info),
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
            Err(ClientError::Answer { code, .. }) => Ok(vec!["error".to_string(), code.to_string()]),
            answer => Ok(answer?),
        }
    }

    /// Asks it to leave and sees that it does.
    pub fn close(self) {
        self.client.close(FAREWELL);
    }

    /// Ends a search whose time is over: the answer that still comes is read here, so that it is never taken for one of
    /// the next game.
    fn overdue(&mut self, ready: bool, go: &str, flag: Option<Duration>, stolen: Duration) -> EngineError {
        let stopped = self.stop_search(ready);
        match (stopped, flag) {
            (Err(error), _) => error,
            (Ok(()), Some(flag)) => {
                let text = format!("no move within {} ms{}", flag.as_millis(), in_words(stolen));
                EngineError::new(FaultKind::Time, false, text)
            }
            (Ok(()), None) => {
                EngineError::new(FaultKind::Stall, false, format!("no move until `stop` ended `{}`", quote(go)))
            }
        }
    }

    /// Stops a search and reads its `bestmove`; `ready`: its `readyok` has been read.
    fn stop_search(&mut self, mut ready: bool) -> Result<(), EngineError> {
        let patience = Duration::from_millis(self.patience.stop);
        self.client.tell(&Order::Stop)?;
        self.within(patience, |client| {
            client.until(|reply| match reply {
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
    fn within<T>(
        &mut self,
        patience: Duration,
        run: impl FnOnce(&mut Client<Process>) -> Result<T, ClientError>,
    ) -> Result<T, EngineError> {
        let usual = self.client.patience();
        self.client.set_patience(patience);
        let done = run(&mut self.client);
        self.client.set_patience(usual);
        Ok(done?)
    }
}

fn is_late(error: &ClientError) -> bool {
    matches!(error, ClientError::Broken { cause: PipeError::Late, .. })
}
