//! A seat: who sits in it, its engine if it has one, and what is wrong with that. Knows no game.

use super::request::{Occupant, PlayerKind};
use super::worker::Worker;
use serde::Serialize;
use thiserror::Error;
use ugi::Score;
use ugi::engine::EngineError;
use ugi::record::ForfeitKind;

/// Characters of a name.
const LONGEST_NAME: usize = 60;
/// Milliseconds for a move of an engine that has no limit at all.
const DEFAULT_MOVETIME: u64 = 1000;
/// The strongest.
pub const FULL_SKILL: u32 = 20;

/// A seat.
#[derive(Debug)]
pub struct Seat {
    /// What kind of player.
    pub who: PlayerKind,
    /// For people.
    pub name: String,
    /// The name of its engine.
    pub engine: Option<String>,
    /// Strength, 0 to 20.
    pub skill: u32,
    /// Milliseconds for a move.
    pub movetime: Option<u64>,
    /// Nodes for a move.
    pub nodes: Option<u64>,
    /// The engine, once it is needed.
    pub worker: Option<Worker>,
    /// The search that it is on.
    pub thinking: Option<Thinking>,
    /// What is wrong with it.
    pub error: Option<SeatError>,
    /// It has been told of this game.
    pub informed: bool,
    /// Whoever plays for it has been there: before that no clock runs.
    pub was_present: bool,
    /// What its engine thought of its last move.
    pub last_score: Option<Score>,
}

/// A search of a seat.
#[derive(Clone, Copy, Debug)]
pub struct Thinking {
    /// Its number at the worker.
    pub job: u64,
    /// Is there a clock that it can lose on?
    pub timed: bool,
}

/// Why an engine does not play on.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[error("{text}")]
pub struct SeatError {
    /// `start`, `crash`, `stall`, `flood` or `illegal`.
    pub what: &'static str,
    /// For people.
    pub text: String,
}

impl Seat {
    /// Somebody sits down; `first` is the engine for those who name none.
    #[must_use]
    pub fn new(occupant: Occupant, first: &str) -> Self {
        let plays = occupant.who == PlayerKind::Engine;
        let engine = plays.then(|| occupant.engine.unwrap_or_else(|| first.to_string()));
        let free = plays && occupant.movetime.is_none() && occupant.nodes.is_none();
        Self {
            who: occupant.who,
            name: occupant.name.chars().filter(|sign| !sign.is_control()).take(LONGEST_NAME).collect(),
            engine,
            skill: occupant.skill.unwrap_or(FULL_SKILL).min(FULL_SKILL),
            movetime: if free { Some(DEFAULT_MOVETIME) } else { occupant.movetime },
            nodes: occupant.nodes,
            worker: None,
            thinking: None,
            error: None,
            informed: false,
            was_present: false,
            last_score: None,
        }
    }

    /// A person, or nobody yet.
    #[must_use]
    pub fn is_person(&self) -> bool {
        self.who != PlayerKind::Engine
    }

    /// Calls off what its engine is thinking about.
    pub fn cancel_search(&mut self) {
        self.thinking = None;
        if let Some(worker) = &self.worker {
            worker.stop();
        }
    }
}

impl SeatError {
    /// What people read of an error of an engine. Where hands are hidden nothing that the engine has said is repeated.
    #[must_use]
    pub fn new(error: &EngineError, hidden: bool) -> Self {
        let what = match error.kind {
            ForfeitKind::NoHandshake => "start",
            ForfeitKind::Crash => "crash",
            ForfeitKind::Stall | ForfeitKind::Time if error.flood => "flood",
            ForfeitKind::Stall | ForfeitKind::Time => "stall",
            ForfeitKind::IllegalMove | ForfeitKind::WrongBestmove | ForfeitKind::Disagreement => "illegal",
        };
        let told = if hidden && what == "illegal" { "" } else { &error.text };
        let text = told.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).take(300).collect();
        Self { what, text }
    }
}
