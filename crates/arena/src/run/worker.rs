//! A worker: a referee and engines of its own, one game after the other. Knows no statistics and no file of results.

use super::queue::Queue;
use crate::engine_pool::EnginePool;
use crate::openings::{Opening, OpeningSource};
use crate::plan::Plan;
use crate::play::{GameContext, play};
use crate::referee::{self, RefereeClient};
use crate::schedule::Fixture;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use ugi::dialogue::{Dialogue, Log};
use ugi::guard::Guard;
use ugi::record::{ForfeitKind, Record};

/// Openings that are remembered, so that the games of a block need not look for it again.
const MAX_CACHED_OPENINGS: usize = 256;

/// What a worker has to say.
pub enum WorkerMessage {
    /// A game has ended.
    Done(Box<Record>),
    /// The tournament cannot go on.
    Failed(anyhow::Error),
}

/// What all workers share.
pub struct WorkerContext<'a> {
    /// The plan.
    pub plan: Arc<Plan>,
    /// What the referee said of the game.
    pub venue: GameContext,
    /// Who kills what is left.
    pub guard: Guard,
    /// The games.
    pub queue: Queue<'a>,
    /// Where they start.
    pub source: OpeningSource,
    /// Openings by block.
    pub openings: Mutex<BTreeMap<u64, Opening>>,
}

/// Plays until there is nothing left to play.
pub fn work(hall: &WorkerContext, messages: &Sender<WorkerMessage>) {
    if let Err(error) = games(hall, messages) {
        hall.queue.close();
        // Nobody listens any more: then the tournament is over anyway.
        let _ = messages.send(WorkerMessage::Failed(error));
    }
}

fn games(hall: &WorkerContext, messages: &Sender<WorkerMessage>) -> Result<()> {
    let log = Log::default();
    let mut judge = None;
    let mut players = EnginePool::new(Arc::clone(&hall.plan), Some(hall.guard.clone()), log.clone());
    while let Some(fixture) = hall.queue.next() {
        if let Some(folder) = &hall.plan.run.log_dir {
            let path = folder.join(log_name(&fixture.id));
            log.open(&path).with_context(|| format!("cannot write the log {}", path.display()))?;
        }
        let record =
            game(hall, &fixture, &mut judge, &mut players, &log).with_context(|| format!("game {}", fixture.id))?;
        log.close();
        if hall.queue.is_stopped() && record.faults.iter().any(|fault| looks_killed(fault.kind)) {
            // Slurm, for one, stops the engines together with the runner. That is no fault of theirs.
            break;
        }
        if messages.send(WorkerMessage::Done(Box::new(record))).is_err() {
            break;
        }
    }
    players.close();
    Ok(())
}

fn game(
    hall: &WorkerContext,
    fixture: &Fixture,
    judge: &mut Option<RefereeClient>,
    players: &mut EnginePool,
    log: &Log,
) -> Result<Record> {
    let judge = match judge {
        Some(judge) => judge,
        none => none.insert(referee::start(&hall.plan, Some(&hall.guard), Dialogue::new("referee", log.clone()))?),
    };
    let opening = opening(hall, fixture.block, judge)?;
    let (venue, opening) = hall.venue.of_game(&hall.plan, fixture.block, opening, judge)?;
    let mut seated = players.acquire(&venue, fixture)?;
    let record = play(&hall.plan, &venue, fixture, &opening, judge, &mut seated)?;
    players.release(seated);
    Ok(record)
}

/// Is it what an engine does that is ended from outside?
const fn looks_killed(kind: ForfeitKind) -> bool {
    matches!(kind, ForfeitKind::Crash | ForfeitKind::NoHandshake)
}

/// The opening of a block: both games of a pair have the same one, and it is looked for once.
fn opening(hall: &WorkerContext, block: u64, judge: &mut RefereeClient) -> Result<Opening> {
    let known = || hall.openings.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(opening) = known().get(&block) {
        return Ok(opening.clone());
    }
    // Not under the lock: the others go on meanwhile, and whoever looks for the same one finds the same.
    let opening = hall.source.opening(&hall.plan, block, judge)?;
    let opening = referee::canonical(judge, opening)?;
    let mut known = known();
    if known.len() == MAX_CACHED_OPENINGS {
        known.pop_first();
    }
    known.insert(block, opening.clone());
    Ok(opening)
}

/// The log of a game: its id with commas, which no name of a participant has, so that no two games share a file.
fn log_name(id: &str) -> String {
    format!("{}.log", id.replace(['/', ':'], ","))
}

#[cfg(test)]
mod tests {
    use super::log_name;

    #[test]
    fn games_of_similar_names_have_logs_of_their_own() {
        assert_eq!(log_name("r1/old:new/7/1"), "r1,old,new,7,1.log");
        assert_ne!(log_name("a_b:c/0/0"), log_name("a:b_c/0/0"));
    }
}
