//! The programs and names of the engines in the setup.

use super::event::ActorEvent;
use super::game::TableGame;
use crate::arguments::Setup;
use crate::message::{Refusal, RequestError};
use crate::permits::Permit;
use crate::worker::{HELPER_NICE, PLAYER_NICE, Worker, start_engine};
use runner::{Guard, Program, Timeouts};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::mpsc::Sender;

/// The engines that can be selected.
pub struct Engines {
    programs: Vec<(String, Program)>,
    timeouts: Timeouts,
    guard: Option<Guard>,
    /// Receives the engines' events.
    inbox: Sender<ActorEvent>,
    /// The `id name` of each engine that has started, by the engine's name in the setup.
    ids: BTreeMap<String, String>,
    workers: u64,
}

/// An engine in the message `hello`.
#[derive(Serialize)]
pub struct EngineMessage<'a> {
    name: &'a str,
    /// The engine's `id name`, if it has started.
    id: Option<&'a str>,
}

/// What an engine is for.
pub enum Purpose {
    /// It plays with this skill.
    Play(u32),
    /// It helps a browser, and lets engines that play go first.
    Help(Permit),
}

impl Engines {
    /// Creates the list of engines from the setup.
    pub fn new(setup: &Setup, guard: Option<Guard>, inbox: Sender<ActorEvent>) -> Self {
        let (programs, timeouts) = (setup.engines.clone(), setup.timeouts);
        Self { programs, timeouts, guard, inbox, ids: BTreeMap::new(), workers: 0 }
    }

    /// Returns the engines for the message `hello`.
    pub fn messages(&self) -> Vec<EngineMessage<'_>> {
        self.programs
            .iter()
            .map(|(name, _)| EngineMessage { name, id: self.ids.get(name).map(String::as_str) })
            .collect()
    }

    /// Returns the name of the default engine.
    pub fn first(&self) -> &str {
        self.programs.first().map_or("", |(name, _)| name)
    }

    /// Returns the name of the engine after this one in the list.
    pub fn after(&self, engine: &str) -> Option<&str> {
        let mut names = self.programs.iter().map(|(name, _)| name.as_str()).skip_while(|name| *name != engine);
        names.nth(1)
    }

    /// Returns the program of an engine.
    pub fn program(&self, engine: &str) -> Result<&Program, RequestError> {
        let found = self.programs.iter().find(|(name, _)| name == engine);
        found.map(|(_, program)| program).ok_or_else(|| RequestError::new(Refusal::UnknownEngine, engine))
    }

    pub const fn timeouts(&self) -> Timeouts {
        self.timeouts
    }

    /// Stores the `id name` of an engine that has started.
    pub fn introduce(&mut self, engine: &str, id: &str) {
        self.ids.insert(engine.to_string(), id.to_string());
    }

    /// Starts an engine for a game on a new thread. If the engine does not start, its worker reports the error.
    pub fn start(&mut self, engine: &str, purpose: Purpose, game: &TableGame) -> Result<Worker, RequestError> {
        let (program, timeouts, guard) = (self.program(engine)?.clone(), self.timeouts, self.guard.clone());
        let (game, rules) = (game.name().to_string(), game.options().clone());
        let (skill, permit, nice) = match purpose {
            Purpose::Play(skill) => (Some(skill.to_string()), None, PLAYER_NICE),
            Purpose::Help(permit) => (None, Some(permit), HELPER_NICE),
        };
        let start = move || {
            let more = skill.iter().map(|skill| ("Skill", skill.as_str()));
            let mut engine = start_engine(&program, &game, &rules, more, timeouts, guard.as_ref())?;
            engine.lower_priority(nice);
            Ok(engine)
        };
        self.workers += 1;
        let inbox = self.inbox.clone();
        let report = move |report| {
            // The permit is in use until the engine has exited, so that nobody can start many by asking again and
            // again.
            let _ = &permit;
            let _ = inbox.send(ActorEvent::Engine(report));
        };
        Ok(Worker::start(self.workers, start, report))
    }
}
