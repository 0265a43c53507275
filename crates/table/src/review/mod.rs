//! The review of a finished game: what each move lost compared with the best move and, in games with hidden hands, how
//! lucky each deal was. The referee replays the game, and an engine evaluates the positions.

mod findings;
mod luck;
mod moves;
mod outline;
mod position_value;

use super::referee::{Referee, RefereeProgram};
use super::worker;
use anyhow::{Result, anyhow};
use findings::Unit;
use outline::{Outline, Step};
use runner::{EngineProcess, Program, Timeouts};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

pub use findings::Review;

/// The number of seeds with which each move is searched in games with hidden hands. The spread of the losses gives the
/// standard error.
const REPEATS: u64 = 4;

/// The game to review, and the engine that reviews it.
#[derive(Clone)]
pub struct ReviewTask {
    pub referee_program: RefereeProgram,
    /// The engine that evaluates the moves.
    pub program: Program,
    /// The timeouts for the engine. `thinking` limits a single search.
    pub timeouts: Timeouts,
    pub game: String,
    pub options: BTreeMap<String, String>,
    /// `startpos` or `fen TEXT`.
    pub base: String,
    /// The tokens of the master history.
    pub tokens: Vec<String>,
    /// A language of the game.
    pub language: String,
    /// The number of nodes per search. In games with hidden hands, a search for the loss of a move gets 1/4 of this
    /// number, and a search for the luck of an event gets 1/16.
    pub nodes: u64,
}

/// Reviews a game. Calls `report` at the start and after every step. Returns early, without an error, when `stop`
/// becomes true.
pub fn review(task: &ReviewTask, stop: &AtomicBool, report: &mut dyn FnMut(&Review)) -> Result<()> {
    let mut referee = Referee::start(&task.referee_program, &task.game, task.options.clone())?;
    let outline = Outline::read(&mut referee, &task.base, &task.tokens)?;
    let mut engine = start_engine(task, "true")?;
    // The luck of a deal is measured by an engine that sees all hands.
    let mut open_engine = if outline.hidden { Some(self::start_engine(task, "false")?) } else { None };
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
fn start_engine(task: &ReviewTask, honest: &str) -> Result<EngineProcess> {
    let more = [("Honest", honest), ("ShowWDL", "true"), ("Skill", "20"), ("MultiPV", "1")];
    let guard = task.referee_program.guard.as_ref();
    let mut engine = worker::start_engine(&task.program, &task.game, &task.options, more, task.timeouts, guard)
        .map_err(|error| anyhow!("review engine: {}", error.text))?;
    engine.lower_priority(worker::HELPER_NICE);
    Ok(engine)
}
