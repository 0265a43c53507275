//! The engines of one worker: seated for a game, kept for the next one, started anew when they broke. Knows no game
//! and no results.

use super::plan::{Participant, Plan};
use super::play::{GameContext, SeatedEngine};
use super::schedule::{Fixture, engine_seed, game_seed};
use super::steal_time;
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::sync::Arc;
use ugi::dialogue::{Dialogue, Log};
use ugi::engine::{EngineError, EngineProcess};
use ugi::guard::Guard;

/// Starts in a row that may fail before the tournament ends.
const MAX_START_ATTEMPTS: u32 = 3;
/// Engines that are kept though the game at hand does not need them.
pub const MAX_IDLE_ENGINES: usize = 16;

/// The engines of one worker.
pub struct EnginePool {
    plan: Arc<Plan>,
    guard: Option<Guard>,
    log: Log,
    /// Those without a seat, the latest used last.
    idle: Vec<(usize, EngineProcess)>,
    /// Failed starts in a row of each participant.
    failed_starts: BTreeMap<usize, u32>,
}

impl EnginePool {
    /// Nobody yet.
    #[must_use]
    pub fn new(plan: Arc<Plan>, guard: Option<Guard>, log: Log) -> Self {
        Self { plan, guard, log, idle: Vec::new(), failed_starts: BTreeMap::new() }
    }

    /// Seats an engine in every seat of a game, each with its own seed; one that fails leaves its seat empty.
    ///
    /// # Errors
    /// A participant's engine did not start several times in a row, or this machine has no room for it.
    pub fn acquire(&mut self, venue: &GameContext, fixture: &Fixture) -> Result<Vec<SeatedEngine>> {
        let seed = game_seed(&self.plan, &fixture.id);
        let mut players = Vec::new();
        for (seat, side) in venue.side_of_seats().into_iter().enumerate() {
            let participant = fixture.sides[side];
            let label = format!("p{} {}", seat + 1, self.plan.participants[participant].name);
            let mut engine = self.take_or_start(participant, &label)?;
            if let Ok(ready) = &mut engine
                && let Err(error) = ready.new_game(engine_seed(seed, seat + 1))
            {
                engine = Err((error, ready.last_lines()));
            }
            players.push(SeatedEngine { participant, engine });
        }
        Ok(players)
    }

    /// Takes the engines of a finished game back.
    pub fn release(&mut self, players: Vec<SeatedEngine>) {
        self.idle.extend(players.into_iter().filter_map(|player| Some((player.participant, player.engine.ok()?))));
        let spare = self.idle.len().saturating_sub(MAX_IDLE_ENGINES);
        self.idle.drain(..spare).for_each(|(_, engine)| engine.close());
    }

    /// Ends all engines.
    pub fn close(&mut self) {
        self.idle.drain(..).for_each(|(_, engine)| engine.close());
    }

    fn take_or_start(
        &mut self,
        participant: usize,
        label: &str,
    ) -> Result<Result<EngineProcess, (EngineError, Vec<String>)>> {
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
            Err((error, lines)) => {
                let failed = self.failed_starts.entry(participant).or_default();
                *failed += 1;
                if *failed == MAX_START_ATTEMPTS || error.out_of_resources {
                    bail!(cannot_start(&plan.participants[participant], &error, &lines));
                }
                Ok(Err((error, lines)))
            }
        }
    }
}

/// Starts the engine of a participant with all its options.
///
/// # Errors
/// It does not start or does not take an option; with the last lines of the dialogue.
pub fn start(
    plan: &Plan,
    participant: &Participant,
    guard: Option<&Guard>,
    dialogue: Dialogue,
) -> Result<EngineProcess, (EngineError, Vec<String>)> {
    let rules = plan.game.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let wanted: Vec<_> = [("Game", plan.game.name.as_str())].into_iter().chain(rules).collect();
    let engine = EngineProcess::start(&participant.program, &wanted, plan.run.patience, guard, dialogue);
    engine.map(|engine| engine.with_steal_clock(steal_time::machine_clock()))
}

/// What people read when an engine cannot start.
#[must_use]
pub fn cannot_start(participant: &Participant, error: &EngineError, lines: &[String]) -> String {
    // What it wrote must not steer the terminal.
    let dialogue: String = lines.iter().map(|line| format!("\n  {}", line.replace(char::is_control, "?"))).collect();
    let advice = if error.out_of_resources { "; play fewer games at the same time" } else { "" };
    format!("participant {} cannot start: {}{advice}{dialogue}", participant.name, error.text)
}
