//! The engines that can be selected, and the names that they report.

use super::game::TableGame;
use crate::effect::{Effect, Effects};
use crate::refusal::{Refusal, RequestError};
use crate::search::Worker;
use crate::tasks::{Purpose, StartEngine};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The engines that can be selected.
pub struct Engines {
    names: Vec<String>,
    /// How long an engine may think longer than it should.
    thinking: Duration,
    /// The `id name` of each engine that has started, by the engine's name in the setup.
    ids: BTreeMap<String, String>,
    workers: u64,
    effects: Effects,
}

/// An engine in the message `hello`.
#[derive(Serialize)]
pub struct EngineMessage<'a> {
    name: &'a str,
    /// The engine's `id name`, if it has started.
    id: Option<&'a str>,
}

impl Engines {
    /// Creates the list of engines from their names.
    pub const fn new(names: Vec<String>, thinking: Duration, effects: Effects) -> Self {
        Self { names, thinking, ids: BTreeMap::new(), workers: 0, effects }
    }

    /// Returns the engines for the message `hello`.
    pub fn messages(&self) -> Vec<EngineMessage<'_>> {
        self.names.iter().map(|name| EngineMessage { name, id: self.ids.get(name).map(String::as_str) }).collect()
    }

    /// Returns the name of the default engine.
    pub fn first(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }

    /// Returns the name of the engine after this one in the list.
    pub fn after(&self, engine: &str) -> Option<&str> {
        self.names.iter().map(String::as_str).skip_while(|name| *name != engine).nth(1)
    }

    /// Checks that there is an engine of this name, and returns the name.
    pub fn require<'a>(&self, engine: &'a str) -> Result<&'a str, RequestError> {
        let is_known = self.names.iter().any(|name| name == engine);
        if is_known { Ok(engine) } else { Err(RequestError::new(Refusal::UnknownEngine, engine)) }
    }

    pub const fn thinking(&self) -> Duration {
        self.thinking
    }

    /// Stores the `id name` of an engine that has started.
    pub fn introduce(&mut self, engine: &str, id: &str) {
        self.ids.insert(engine.to_string(), id.to_string());
    }

    /// Starts an engine for a game. If it does not start, its worker reports the error.
    pub fn start(&mut self, engine: &str, purpose: Purpose, game: &TableGame) -> Result<Worker, RequestError> {
        let (engine, game, options) =
            (self.require(engine)?.to_string(), game.name().to_string(), game.options().clone());
        self.workers += 1;
        let worker = self.workers;
        self.effects.push(Effect::Start(StartEngine { worker, engine, game, options, purpose }));
        Ok(Worker::new(worker, self.effects.clone()))
    }
}
