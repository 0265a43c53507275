//! The engines of one worker. Engines are reused from game to game and restarted after a failure, unless the plan has
//! them restarted more often.

use super::game::{GameContext, SeatedEngine};
use super::plan::{Participant, Plan, Restart};
use super::schedule::{Fixture, engine_seed};
use anyhow::{Result, bail};
use runner::record::Fault;
use runner::{Dialogue, EngineError, EngineProcess, Guard, Log};
use std::collections::BTreeMap;
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
    /// The idle engines, each with the index of its participant, least recently used first.
    idle: Vec<(usize, EngineProcess)>,
    /// The number of consecutive failed starts for each participant.
    failed_starts: BTreeMap<usize, u32>,
}

impl EnginePool {
    /// Creates a pool without engines.
    pub fn new(plan: Arc<Plan>, guard: Option<Guard>, log: Log) -> Self {
        Self { plan, guard, log, idle: Vec::new(), failed_starts: BTreeMap::new() }
    }

    /// Assigns an engine to every seat of a game and sets each engine's seed. If an engine fails, its seat contains the
    /// error.
    pub fn acquire(&mut self, game: &GameContext, fixture: &Fixture) -> Result<Vec<SeatedEngine>> {
        let mut engines = Vec::new();
        let sides = game.side_of_seats();
        for (seat, side) in Seat::all(sides.len()).zip(sides) {
            let participant = fixture.sides[side];
            let label = format!("{seat} {}", self.plan.participants[participant].name);
            let mut engine = self.take_or_start(participant, &label)?;
            if let Ok(ready) = &mut engine
                && let Err(error) = ready.new_game(engine_seed(&self.plan, &fixture.id, seat))
            {
                engine = Err(EngineError { dialogue: ready.last_lines(), ..error });
            }
            engines.push(SeatedEngine { participant, engine });
        }
        Ok(engines)
    }

    /// Takes back the engines of a finished game with these `faults`. Keeps at most [`MAX_IDLE_ENGINES`] engines, and
    /// none that is to be restarted, and terminates the others.
    pub fn release(&mut self, engines: Vec<SeatedEngine>, faults: &[Fault]) {
        for (seat, SeatedEngine { participant, engine }) in Seat::all(engines.len()).zip(engines) {
            let Ok(engine) = engine else { continue };
            let is_spent = match self.plan.participants[participant].restart {
                Restart::Never => false,
                Restart::Always => true,
                Restart::OnFault => faults.iter().any(|fault| fault.seat == Some(seat)),
            };
            if is_spent { engine.close() } else { self.idle.push((participant, engine)) }
        }
        let spare = self.idle.len().saturating_sub(MAX_IDLE_ENGINES);
        self.idle.drain(..spare).for_each(|(_, engine)| engine.close());
    }

    /// Terminates all engines.
    pub fn close(&mut self) {
        self.idle.drain(..).for_each(|(_, engine)| engine.close());
    }

    fn take_or_start(&mut self, participant: usize, label: &str) -> Result<Result<EngineProcess, EngineError>> {
        if let Some(place) = self.idle.iter().rposition(|(other, _)| *other == participant) {
            let (_, mut engine) = self.idle.remove(place);
            engine.set_label(label);
            return Ok(Ok(engine));
        }
        let plan = &self.plan;
        match start(plan, &plan.participants[participant], self.guard.as_ref(), Dialogue::new(label, self.log.clone()))
        {
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

/// Starts a participant's engine and sets the game, the rule options and the engine's own options.
pub fn start(
    plan: &Plan,
    participant: &Participant,
    guard: Option<&Guard>,
    dialogue: Dialogue,
) -> Result<EngineProcess, EngineError> {
    let rules = plan.game.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let wanted: Vec<_> = [("Game", plan.game.name.as_str())].into_iter().chain(rules).collect();
    let engine = EngineProcess::start(&participant.program, &wanted, plan.run.timeouts, guard, dialogue);
    engine.map(|engine| engine.forgiving_steal_time())
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
