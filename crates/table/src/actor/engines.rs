//! The engines of the setup: how they are started, and what they call themselves.

use super::event::ActorEvent;
use super::game::TableGame;
use super::message::RequestError;
use crate::arguments::Setup;
use crate::worker::{Worker, WorkerConfig};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::mpsc::Sender;
use ugi::guard::Guard;
use ugi::program::{Program, Timeouts};

/// The engines that can be chosen.
pub struct Engines {
    programs: Vec<(String, Program)>,
    timeouts: Timeouts,
    guard: Option<Guard>,
    /// Where they report.
    inbox: Sender<ActorEvent>,
    /// Those that have started, and what they call themselves.
    ids: BTreeMap<String, String>,
    workers: u64,
}

impl Engines {
    /// The engines of a setup.
    pub fn new(setup: &Setup, guard: Option<Guard>, inbox: Sender<ActorEvent>) -> Self {
        let (programs, patience) = (setup.engines.clone(), setup.timeouts);
        Self { programs, timeouts: patience, guard, inbox, ids: BTreeMap::new(), workers: 0 }
    }

    /// As in the message `hello`.
    pub fn to_json(&self) -> Vec<Value> {
        self.programs.iter().map(|(name, _)| json!({ "name": name, "id": self.ids.get(name) })).collect()
    }

    /// The name of the one that plays where nobody names another.
    pub fn first(&self) -> &str {
        self.programs.first().map_or("", |(name, _)| name)
    }

    /// The program of an engine.
    ///
    /// # Errors
    /// There is no such engine.
    pub fn program(&self, engine: &str) -> Result<&Program, RequestError> {
        let found = self.programs.iter().find(|(name, _)| name == engine);
        found.map(|(_, program)| program).ok_or_else(|| RequestError::new("unknown_engine", engine))
    }

    /// How long they may take.
    pub const fn timeouts(&self) -> Timeouts {
        self.timeouts
    }

    /// An engine has started and calls itself `id`.
    pub fn introduce(&mut self, engine: &str, id: &str) {
        self.ids.insert(engine.to_string(), id.to_string());
    }

    /// Starts an engine for a game.
    ///
    /// # Errors
    /// There is no such engine.
    pub fn start(&mut self, engine: &str, skill: Option<u32>, game: &TableGame) -> Result<Worker, RequestError> {
        let program = self.program(engine)?.clone();
        let mut options = vec![("Game".to_string(), game.name().to_string())];
        options.extend(game.options().iter().map(|(name, value)| (name.clone(), value.clone())));
        options.extend(skill.map(|skill| ("Skill".to_string(), skill.to_string())));
        let start = WorkerConfig { program, options, timeouts: self.timeouts, guard: self.guard.clone() };
        self.workers += 1;
        let inbox = self.inbox.clone();
        Ok(Worker::start(self.workers, start, move |report| _ = inbox.send(ActorEvent::Engine(report))))
    }
}
