//! The engines of one worker. Engines are reused from game to game and restarted after a failure, unless the plan has
//! them restarted more often.

use super::affinity::Cores;
use super::game::{GameContext, SeatedEngine};
use super::plan::{Participant, Plan, Restart};
use super::schedule::{Fixture, engine_seed};
use anyhow::{Result, bail};
use runner::record::{Fault, FaultKind};
use runner::{Dialogue, EngineError, EngineProcess, Guard, Log};
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use ugi::Seat;

/// The tournament ends with an error when a participant's engine fails to start this many times in a row in one worker.
const MAX_START_ATTEMPTS: u32 = 3;
/// The maximum number of idle engines that a worker keeps after a game.
pub const MAX_IDLE_ENGINES: usize = 16;

/// The engines of one worker.
pub struct EnginePool {
    plan: Arc<Plan>,
    guard: Option<Guard>,
    log: Log,
    /// The cores of the engines, one set for each seat of a game; empty if engines run on any core.
    cores: Vec<Cores>,
    /// The idle engines, least recently used first.
    idle: Vec<IdleEngine>,
    /// The maximum number of idle engines after a game.
    max_idle: usize,
    /// The number of consecutive failed starts for each participant.
    failed_starts: BTreeMap<usize, u32>,
}

/// An engine that waits for its next game.
struct IdleEngine {
    /// The index of its participant.
    participant: usize,
    /// The index of its cores; `None` if it runs on any core.
    cores: Option<usize>,
    engine: EngineProcess,
}

impl EnginePool {
    /// Creates a pool without engines, which keeps at most `max_idle` after a game. `cores` has one set for each seat
    /// of a game, none of which overlap. If it is empty, engines run on any core.
    pub fn new(plan: Arc<Plan>, guard: Option<Guard>, log: Log, cores: Vec<Cores>, max_idle: usize) -> Self {
        Self { plan, guard, log, cores, idle: Vec::new(), max_idle, failed_starts: BTreeMap::new() }
    }

    /// Assigns an engine to every seat of a game and sets each engine's seed. If an engine fails, its seat contains the
    /// error. No two engines have the same cores.
    pub fn acquire(&mut self, game: &GameContext, fixture: &Fixture) -> Result<Vec<SeatedEngine>> {
        let mut engines = Vec::new();
        // Engines start on the cores that those of earlier games leave.
        let mut free: Vec<usize> = (0..self.cores.len()).rev().collect();
        let participants = game.participants(fixture).into_iter();
        let taken: Vec<_> = participants.map(|participant| (participant, self.take(participant, &mut free))).collect();
        for (seat, (participant, idle)) in Seat::all(taken.len()).zip(taken) {
            let label = format!("{seat} {}", self.plan.participants[participant].name);
            let (cores, mut engine) = match idle {
                Some(IdleEngine { cores, mut engine, .. }) => {
                    engine.set_label(label);
                    (cores, Ok(engine))
                }
                None => {
                    let cores = free.pop();
                    (cores, self.start(participant, cores, label)?)
                }
            };
            if let Ok(ready) = &mut engine
                && let Err(error) = begin(ready, &self.plan, fixture, participant, seat)
            {
                engine = Err(EngineError { dialogue: ready.last_lines(), ..error });
            }
            engines.push(SeatedEngine { participant, cores, engine });
        }
        Ok(engines)
    }

    /// Takes back the engines of a finished game with these `faults`. Keeps at most `max_idle` engines, and none that
    /// is to be restarted, and terminates the others.
    pub fn release(&mut self, engines: Vec<SeatedEngine>, faults: &[Fault]) {
        for (seat, SeatedEngine { participant, cores, engine }) in Seat::all(engines.len()).zip(engines) {
            let Ok(engine) = engine else { continue };
            let is_spent = match self.plan.participants[participant].restart {
                Restart::Never => false,
                Restart::Always => true,
                Restart::OnFault => faults.iter().any(|fault| fault.seat == Some(seat)),
            };
            if is_spent { engine.close() } else { self.idle.push(IdleEngine { participant, cores, engine }) }
        }
        let spare = self.idle.len().saturating_sub(self.max_idle);
        self.idle.drain(..spare).for_each(|idle| idle.engine.close());
    }

    /// Terminates all engines.
    pub fn close(&mut self) {
        self.idle.drain(..).for_each(|idle| idle.engine.close());
    }

    /// Takes an idle engine of a participant whose cores are `free`, and removes them from that list.
    fn take(&mut self, participant: usize, free: &mut Vec<usize>) -> Option<IdleEngine> {
        let fits =
            |idle: &IdleEngine| idle.participant == participant && idle.cores.is_none_or(|cores| free.contains(&cores));
        let idle = self.idle.iter().rposition(fits).map(|place| self.idle.remove(place))?;
        free.retain(|&cores| idle.cores != Some(cores));
        Some(idle)
    }

    /// Starts an engine on the cores with this index.
    fn start(
        &mut self,
        participant: usize,
        cores: Option<usize>,
        label: String,
    ) -> Result<Result<EngineProcess, EngineError>> {
        let (plan, cores) = (&self.plan, cores.and_then(|index| self.cores.get(index)));
        let dialogue = Dialogue::new(label, self.log.clone());
        match start(plan, &plan.participants[participant], self.guard.as_ref(), cores, dialogue) {
            Ok(engine) => {
                self.failed_starts.remove(&participant);
                Ok(Ok(engine))
            }
            Err(error) => {
                let failed = self.failed_starts.entry(participant).or_default();
                *failed += 1;
                if *failed == MAX_START_ATTEMPTS || error.out_of_resources {
                    bail!(cannot_start(&plan.participants[participant], &error));
                }
                Ok(Err(error))
            }
        }
    }
}

/// Prepares an engine for a game: sets the options that the game has for its participant, and the seed.
fn begin(
    engine: &mut EngineProcess,
    plan: &Plan,
    fixture: &Fixture,
    participant: usize,
    seat: Seat,
) -> Result<(), EngineError> {
    for (name, value) in fixture.options.get(participant).into_iter().flatten() {
        engine.demand(name, value)?;
    }
    engine.new_game(engine_seed(plan, &fixture.id, seat))
}

/// Starts a participant's engine, on these cores or on any, and sets the game, the rule options and the engine's own
/// options.
pub fn start(
    plan: &Plan,
    participant: &Participant,
    guard: Option<&Guard>,
    cores: Option<&Cores>,
    dialogue: Dialogue,
) -> Result<EngineProcess, EngineError> {
    let rules = plan.game.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let wanted: Vec<_> = [("Game", plan.game.name.as_str())].into_iter().chain(rules).collect();
    let start = || EngineProcess::start(&participant.program, &wanted, plan.run.timeouts, guard, dialogue);
    let engine = match cores {
        Some(cores) => cores.run(start).unwrap_or_else(|error| Err(cannot_bind(cores, &error))),
        None => start(),
    };
    engine.map(|engine| engine.forgiving_steal_time())
}

/// Returns the error for an engine that cannot be started on its cores. The engine is not at fault.
fn cannot_bind(cores: &Cores, error: &io::Error) -> EngineError {
    let text = format!("cannot start a process on the CPUs {cores}: {error}");
    EngineError { out_of_resources: true, ..EngineError::new(FaultKind::NoHandshake, true, text) }
}

/// Formats the error message for an engine that cannot start.
pub fn cannot_start(participant: &Participant, error: &EngineError) -> String {
    // An option that is wrong is explained by the message alone. Control characters in engine output must not reach the
    // terminal.
    let shown = if error.option.is_some() { &[][..] } else { &error.dialogue };
    let lines = shown.iter().map(|line| format!("\n  {}", line.replace(char::is_control, "?")));
    let dialogue: String = lines.collect();
    let advice = if error.out_of_resources { "; reduce the concurrency" } else { "" };
    format!("participant {} cannot start: {}{advice}{dialogue}", participant.name, error.text)
}
