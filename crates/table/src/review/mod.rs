//! The review of a finished game: what each move lost compared with the best move and, in games with hidden hands, how
//! lucky each deal was. The referee replays the game, and an engine evaluates the positions.

mod luck;
mod moves;
mod outline;
mod position_value;

use super::arguments::Setup;
use super::referee::RefereeProgram;
use super::worker;
use anyhow::{Result, anyhow};
use outline::{Outline, Step};
use room::{Referee, Review, ReviewTask, Unit};
use runner::{EngineProcess, Program, Timeouts};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The number of seeds with which each move is searched in games with hidden hands. The spread of the losses gives the
/// standard error.
const REPEATS: u64 = 4;

/// The time limit per search.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(600);

/// The programs that review a game.
pub struct ReviewPrograms {
    referee: RefereeProgram,
    /// The engine that evaluates the moves.
    engine: Program,
    /// The timeouts for the engine. `thinking` limits a single search.
    timeouts: Timeouts,
}

impl ReviewPrograms {
    /// Returns the programs for a review with this engine of the setup.
    pub fn of(setup: &Setup, referee: &RefereeProgram, engine: &str) -> Self {
        let found = setup.engines.iter().find(|(name, _)| name == engine);
        Self {
            referee: referee.in_background(),
            engine: found.map(|(_, program)| program.clone()).unwrap_or_default(),
            timeouts: Timeouts { thinking: SEARCH_TIMEOUT, ..setup.timeouts },
        }
    }
}

/// Reviews a game. Calls `report` at the start and after every step. Returns early, without an error, when `stop`
/// becomes true.
pub fn review(
    programs: &ReviewPrograms,
    task: &ReviewTask,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Review),
) -> Result<()> {
    let mut referee = Referee::start(&programs.referee.starter(), &task.game, task.options.clone())?;
    let outline = Outline::read(&mut referee, &task.base, &task.tokens)?;
    let mut engine = start_engine(programs, task, "true")?;
    // The luck of a deal is measured by an engine that sees all hands.
    let mut open_engine = if outline.hidden { Some(self::start_engine(programs, task, "false")?) } else { None };
    let mut review = Review {
        done: 0,
        of: outline.steps.len(),
        unit: if outline.hidden { Unit::Share } else { Unit::Points },
        plies: Vec::new(),
        events: Vec::new(),
        totals: Vec::new(),
    };
    let repeats = if outline.hidden { REPEATS } else { 1 };
    report(&review);
    for step in &outline.steps {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        match step {
            Step::Move(choice) => {
                let limit =
                    moves::SearchLimit { nodes: (task.nodes / repeats).max(1), repeats, unit: review.unit, stop };
                if let Some(mut ply) = moves::review_move(&mut engine, &outline, choice, &limit)? {
                    let seen = outline.seen(ply.seat, ply.at);
                    let best = referee.move_facts(&seen, &[&ply.best], &task.language)?;
                    ply.steps = best.into_iter().flat_map(|facts| facts.steps).collect();
                    review.plies.push(ply);
                }
            }
            Step::Event { at } => {
                if let Some(open_engine) = &mut open_engine {
                    let nodes = (task.nodes / luck::SAMPLES).max(1);
                    let limit = moves::SearchLimit { nodes, repeats: 1, unit: Unit::Share, stop };
                    review.events.extend(luck::measure_luck(open_engine, &mut referee, &outline, *at, &limit)?);
                }
            }
        }
        review.done += 1;
        review.totals = moves::totals(&review.plies, outline.seats, review.unit);
        report(&review);
    }
    Ok(())
}

/// Starts an engine for the game. `honest` is the value of its option `Honest`; `true` restricts its searches to the
/// mover's view.
fn start_engine(programs: &ReviewPrograms, task: &ReviewTask, honest: &str) -> Result<EngineProcess> {
    let more = [("Honest", honest), ("ShowWDL", "true"), ("Skill", "20"), ("MultiPV", "1")];
    let guard = programs.referee.guard.as_ref();
    let mut engine = worker::start_engine(&programs.engine, &task.game, &task.options, more, programs.timeouts, guard)
        .map_err(|error| anyhow!("review engine: {}", error.text))?;
    engine.lower_priority(worker::HELPER_NICE);
    Ok(engine)
}
