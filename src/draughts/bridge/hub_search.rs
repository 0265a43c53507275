//! A search of a Hub engine: the lines that start it, and the lines that it writes.

use super::engine::{Choice, Played};
use super::hub_pipe::{SEND_TIMEOUT, failure};
use crate::draughts::hub::{HubLine, LETTERS, parse_move};
use crate::games::checkers::Checkers;
use crate::games::checkers::squares::{WireMove, write_position};
use anyhow::{Result, bail};
use base::quote::printable;
use kit::search::Stop;
use kit::session::{ReplySink, SearchRequest};
use kit::state::State;
use runner::Process;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use ugi::{ErrorCode, Go, Info, NO_MOVE, Pipe, PipeError, ProtocolError, Reply, Score, Seat};

/// Interval at which `stop` and `ponderhit` are noticed while the engine writes nothing.
const POLL_INTERVAL: Duration = Duration::from_millis(3);
/// How long to wait for `done` after `stop`. A client that is less patient ends the bridge.
const STOP_TIMEOUT: Duration = Duration::from_secs(60);

/// Formats a game as a `pos` line. It has the moves since the last capture or promotion, because no earlier position
/// can be repeated, and because the engine counts the plies without progress.
pub(super) fn position(game: &Played) -> String {
    let is_fresh = |position: &Checkers| position.counters().0 == 0;
    let first = if is_fresh(&game.position) {
        game.plies.len()
    } else {
        game.plies.iter().rposition(|(position, _)| is_fresh(position)).unwrap_or(0)
    };
    let root = game.plies.get(first).map_or(&game.position, |(position, _)| position);
    let side = if root.us() == 0 { 'B' } else { 'W' };
    let moves: Vec<String> = game.plies[first..].iter().map(|(_, action)| WireMove::of(*action).to_string()).collect();
    let squares = write_position(LETTERS, root);
    if moves.is_empty() {
        format!("pos pos={side}{squares}")
    } else {
        format!("pos pos={side}{squares} moves=\"{}\"", moves.join(" "))
    }
}

/// Formats the limits of a search for the side `mover` as a `level` line. `overhead` is subtracted from each time.
pub(super) fn level(go: &Go, mover: usize, overhead: Duration) -> String {
    if go.is_unlimited() {
        return "level infinite".to_string();
    }
    let own =
        |clocks: &BTreeMap<Seat, Duration>| clocks.get(&Seat::new(mover)).or_else(|| clocks.values().min()).copied();
    let mut line = "level".to_string();
    let mut add = |name: &str, value: Option<String>| {
        line.extend(value.map(|value| format!(" {name}={value}")));
    };
    let seconds = |time: Duration| format!("{:.3}", time.max(Duration::from_millis(1)).as_secs_f64());
    let depth = go.depth.into_iter().chain(go.mate).min();
    add("depth", depth.map(|depth| depth.to_string()));
    add("nodes", go.nodes.map(|nodes| nodes.to_string()));
    add("move-time", go.move_time.map(|time| seconds(time.saturating_sub(overhead))));
    if go.has_clock() {
        let time = own(&go.time).unwrap_or_default().saturating_sub(overhead);
        // A Hub engine adds the increment before its move, a UGI engine after it.
        let increment = own(&go.increment).unwrap_or_default().min(time / 2);
        add("moves", go.moves_to_go.map(|moves| moves.to_string()));
        add("time", Some(seconds(time.saturating_sub(increment))));
        add("inc", (!increment.is_zero()).then(|| seconds(increment)));
    }
    line
}

/// A running search.
pub(super) struct HubSearch<'a> {
    process: &'a mut Process,
    game: &'a Played,
    go: &'a Go,
    stop: &'a Stop,
    is_pondering: bool,
    /// When `stop` was sent.
    stopped: Option<Instant>,
    /// The nodes that the engine has reported. Few engines know a limit of nodes.
    nodes: u64,
}

impl<'a> HubSearch<'a> {
    pub(super) fn new(process: &'a mut Process, game: &'a Played, search: &'a SearchRequest, stop: &'a Stop) -> Self {
        let is_pondering = search.go.ponder && !search.go.infinite;
        Self { process, game, go: &search.go, stop, is_pondering, stopped: None, nodes: 0 }
    }

    /// Reads lines up to `done`. The engine may end a search before it has to; the caller then keeps the answer.
    pub(super) fn run(mut self, say: ReplySink) -> Result<Choice> {
        loop {
            self.send_commands()?;
            let text = match self.process.line(Instant::now() + POLL_INTERVAL) {
                Ok(text) => text,
                Err(PipeError::TimedOut) => {
                    if self.stopped.is_some_and(|stopped| stopped.elapsed() > STOP_TIMEOUT) {
                        bail!("the Hub engine did not answer `stop` within {} s", STOP_TIMEOUT.as_secs());
                    }
                    continue;
                }
                Err(error) => return Err(failure("go", &error)),
            };
            match HubLine::parse(&text) {
                Ok(Some(line)) if line.command == "done" => return Ok(self.choice(&line)),
                Ok(Some(line)) if line.command == "info" => say(Reply::Info(self.info(&line))),
                Ok(Some(line)) if line.command == "error" => {
                    let text =
                        format!("the Hub engine reports: {}", printable(line.get("message").unwrap_or_default()));
                    say(Reply::Error(ProtocolError::new(ErrorCode::Other("engine_error".to_string()), text)));
                }
                Err(_) if HubLine::command_of(&text) == "done" => return Ok(Choice::of(word(&text[4..]))),
                _ => {}
            }
        }
    }

    /// Sends `ponder-hit` and `stop` if they are due.
    fn send_commands(&mut self) -> Result<()> {
        let is_stopped = self.stop.is_set() || self.go.nodes.is_some_and(|nodes| self.nodes >= nodes);
        if self.is_pondering && !self.stop.is_pondering() {
            self.is_pondering = false;
            self.send("ponder-hit")?;
        }
        if is_stopped && self.stopped.is_none() {
            self.stopped = Some(Instant::now());
            self.send("stop")?;
        }
        Ok(())
    }

    fn send(&mut self, command: &str) -> Result<()> {
        let sent = self.process.send(&[command], Instant::now() + SEND_TIMEOUT);
        sent.map_err(|error| failure(command, &error))
    }

    /// Converts an `info` line. The score is in men, the time in seconds, the speed in million nodes per second.
    fn info(&mut self, line: &HubLine) -> Info {
        let number =
            |name| line.get(name).and_then(|text| text.parse::<f64>().ok()).filter(|number| number.is_finite());
        let mut info = Info::default();
        info.depth = number("depth").map(|depth| depth as u32);
        info.score = number("score").map(|men| Score::Cp((men * 100.0).round() as i32));
        info.nodes = number("nodes").map(|nodes| nodes as u64);
        info.nps = number("nps").map(|millions| (millions * 1e6) as u64);
        info.time = number("time").and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let mut position = self.game.position;
        for text in line.get("pv").unwrap_or_default().split_whitespace() {
            let Ok(action) = parse_move(text).and_then(|wire| wire.find(&position)) else { break };
            if self.game.is_over(&position) {
                break;
            }
            info.pv.push(self.game.token(&position, action));
            position.play(action);
        }
        self.nodes = info.nodes.unwrap_or(self.nodes);
        info
    }

    /// Converts a `done` line. A move that is not legal is returned as it is, so that the client sees it.
    fn choice(&self, line: &HubLine) -> Choice {
        let position = &self.game.position;
        let text = line.get("move").unwrap_or_default();
        let Ok(action) = parse_move(text).and_then(|wire| wire.find(position)) else { return Choice::of(word(text)) };
        let after = position.after(action);
        let reply = line.get("ponder").and_then(|text| parse_move(text).and_then(|wire| wire.find(&after)).ok());
        let ponder = reply.filter(|_| !self.game.is_over(&after)).map(|reply| self.game.token(&after, reply));
        Choice { best: self.game.token(position, action), ponder }
    }
}

/// Returns a text as one word of at most 40 characters that is not empty.
pub(super) fn word(text: &str) -> String {
    let word: String = printable(text).split_whitespace().collect::<Vec<_>>().join("_").chars().take(40).collect();
    if word.is_empty() { NO_MOVE.to_string() } else { word }
}
