//! Who plays a seat: a person, an engine with its process and its fault, or nobody yet.

use super::absence::Absence;
use super::request::{LONGEST_NAME, Occupant, PlayerKind};
use super::search::{SeatFault, Worker};
use serde::{Deserialize, Serialize};
use ugi::Score;

/// The time per move of an engine without any other limit, in milliseconds.
const DEFAULT_MOVETIME: u64 = 1000;
/// The maximum skill, at which an engine plays at full strength.
pub const FULL_SKILL: u32 = 20;

/// A player. What is skipped is not kept on the disk.
#[derive(Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The person or the engine. For an engine, all settings that it needs are present.
    pub occupant: Occupant,
    /// The engine, if it has been started.
    #[serde(skip)]
    pub worker: Option<Worker>,
    /// The number that the worker assigned to the running search.
    #[serde(skip)]
    pub thinking: Option<u64>,
    /// The engine's fault, which pauses the game.
    #[serde(skip)]
    pub fault: Option<SeatFault>,
    /// Whether the engine has been informed of the current game with `uginewgame`.
    #[serde(skip)]
    pub informed: bool,
    /// Whether the seat's player has ever been online. Until then the seat's clock does not run.
    pub was_present: bool,
    /// The score that the engine reported for its last move.
    #[serde(skip)]
    pub last_score: Option<Score>,
    /// For a person who is away.
    #[serde(skip)]
    pub absence: Option<Absence>,
    /// The settings of the engine that plays for a person.
    pub stand_in: Option<Occupant>,
}

impl Player {
    /// Creates the player of a seat. `first` is the engine to use if the occupant names none.
    pub fn new(mut occupant: Occupant, first: &str) -> Self {
        occupant.name = occupant.name.chars().take(LONGEST_NAME).collect();
        if occupant.who == PlayerKind::Engine {
            occupant.engine.get_or_insert_with(|| first.to_string());
            occupant.skill = Some(occupant.skill.unwrap_or(FULL_SKILL).min(FULL_SKILL));
            if occupant.nodes.is_none() {
                occupant.movetime.get_or_insert(DEFAULT_MOVETIME);
            }
        } else {
            (occupant.engine, occupant.skill) = (None, None);
        }
        Self { occupant, ..Self::default() }
    }

    /// Returns the name of the person, or else that of the engine.
    pub fn shown_name(&self) -> &str {
        match self.occupant.name.as_str() {
            "" => self.engine().unwrap_or_default(),
            name => name,
        }
    }

    pub fn who(&self) -> PlayerKind {
        self.occupant.who
    }

    /// Returns the settings of the engine that plays, also if it stands in for a person.
    pub fn playing_engine(&self) -> Option<&Occupant> {
        self.stand_in.as_ref().or((!self.is_person()).then_some(&self.occupant))
    }

    /// Returns the name of the engine, or `None` if a person or nobody plays.
    pub fn engine(&self) -> Option<&str> {
        self.occupant.engine.as_deref()
    }

    /// Returns whether the occupant is not an engine. This includes open seats.
    pub fn is_person(&self) -> bool {
        self.who() != PlayerKind::Engine
    }

    /// Returns whether the player is a guest who has opened the link of the seat.
    pub fn is_known_guest(&self) -> bool {
        self.who() == PlayerKind::Link && self.was_present
    }

    /// Returns whether an engine plays for a person who is away.
    pub fn is_replaced(&self) -> bool {
        self.stand_in.is_some() && self.absence.is_some()
    }

    /// Stops the engine that stands in for the person.
    pub fn end_stand_in(&mut self) {
        self.stop_engine();
        self.stand_in = None;
    }

    /// Stops the engine, and forgets its fault. The next search starts it again.
    pub fn stop_engine(&mut self) {
        self.cancel_search();
        (self.worker, self.fault, self.informed) = (None, None, false);
    }

    pub fn cancel_search(&mut self) {
        self.thinking = None;
        if let Some(worker) = &self.worker {
            worker.stop();
        }
    }
}
