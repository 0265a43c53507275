//! Engines that the program around the room runs, and what they report.

use crate::effect::{Effect, Effects};
use crate::tasks::EngineSearch;
use crate::variation::Variation;
use serde::Serialize;
use strum::VariantArray;
use ugi::Score;

/// A report from an engine.
#[derive(Debug)]
pub struct EngineReport {
    /// The number of its worker.
    pub worker: u64,
    /// The number of the search; 0 before the first one.
    pub job: u64,
    /// The event that the worker reports.
    pub event: EngineEvent,
}

/// An event from an engine.
#[derive(Debug)]
pub enum EngineEvent {
    /// The engine has started. Contains the name that it reports.
    Ready(String),
    /// The current variations, in order of rank.
    Lines(Vec<Variation>),
    /// The search has ended with a move.
    Done(EngineMove),
    /// The engine has failed. Contains the code of the first `error` line of the search, if any.
    Fails(SeatFault, Option<String>),
}

/// The move of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineMove {
    /// The token, which need not be legal.
    pub token: String,
    /// The last score that the engine reported.
    pub score: Option<Score>,
    /// The engine's fault if the move is not legal.
    pub if_rejected: SeatFault,
}

/// A fault of a seat's engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatFault {
    /// The kind of the fault.
    pub what: SeatFaultKind,
    /// A human-readable description.
    pub text: String,
    /// Whether the engine cannot be asked again.
    #[serde(skip)]
    pub must_restart: bool,
    /// Whether the move only came too late.
    #[serde(skip)]
    pub is_late: bool,
}

/// The kind of a fault. The page has a sentence for each kind in each of its languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum SeatFaultKind {
    /// It did not start.
    Start,
    /// It exited.
    Crash,
    /// It did not answer in time.
    Stall,
    /// It wrote too much.
    Flood,
    /// It played an illegal move.
    Illegal,
}

impl SeatFault {
    /// Describes a fault. Control characters and the end of a long text are dropped.
    pub fn new(what: SeatFaultKind, text: &str) -> Self {
        let text = text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).take(300).collect();
        Self { what, text, must_restart: false, is_late: false }
    }

    /// Returns the fault without the text of an illegal move, which may reveal a hand.
    pub fn without_move(self) -> Self {
        if self.what == SeatFaultKind::Illegal { Self { text: String::new(), ..self } } else { self }
    }
}

/// An engine that the program around the room runs. Dropping it stops the engine.
#[derive(Debug)]
pub struct Worker {
    /// A number that identifies the worker in its reports.
    pub id: u64,
    jobs: u64,
    effects: Effects,
}

impl Worker {
    /// Creates the worker of an engine that is being started.
    pub const fn new(id: u64, effects: Effects) -> Self {
        Self { id, jobs: 0, effects }
    }

    /// Starts a search that replaces the current one. Returns its number, counted from 1.
    pub fn search(&mut self, search: EngineSearch) -> u64 {
        self.jobs += 1;
        self.effects.push(Effect::Search { worker: self.id, job: self.jobs, search });
        self.jobs
    }

    /// Stops the current search.
    pub fn stop(&self) {
        self.effects.push(Effect::Cancel { worker: self.id });
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.effects.push(Effect::Stop { worker: self.id });
    }
}
