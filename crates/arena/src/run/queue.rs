//! The queue of games. Workers take games from it until the plan is played or the tournament is stopped.

use crate::plan::Plan;
use crate::schedule::{Fixture, KnownFixtures, PlayedGames, known_fixtures};
use crate::store::Shard;
use runner::record::Record;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The games to play.
pub struct Queue<'a> {
    plan: &'a Plan,
    sides: usize,
    shard: Option<Shard>,
    state: Mutex<QueueState>,
    changed: Condvar,
}

struct QueueState {
    /// The finished games, including those that are not in the plan.
    played: PlayedGames,
    /// The games of the plan, as far as they are known.
    known: KnownFixtures,
    /// The number of the next of these games.
    next: u64,
    closed: bool,
    /// Whether the user stopped the runner.
    stopped: bool,
    /// The number of games that are known, or finished although they are not in the plan.
    total: usize,
}

impl<'a> Queue<'a> {
    /// Creates a queue of all games of a plan, or of one of its parts, that are not among the games `played`.
    pub fn new(plan: &'a Plan, sides: usize, shard: Option<Shard>, played: PlayedGames) -> Self {
        let known = KnownFixtures::default();
        let state = QueueState { played, known, next: 0, closed: false, stopped: false, total: 0 };
        let queue = Self { plan, sides, shard, state: Mutex::new(state), changed: Condvar::new() };
        queue.fill(&mut queue.lock());
        queue
    }

    /// Returns the next game. Waits while the next game depends on running games. Returns `None` if there are no more
    /// games or the queue is closed.
    pub fn next(&self) -> Option<Fixture> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            while let Some(fixture) = state.known.fixture(self.plan, state.next) {
                state.next += 1;
                if self.is_in_shard(fixture.block) && !state.played.contains(&fixture) {
                    return Some(fixture);
                }
            }
            if !state.known.more {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for this time, or until the queue is closed. Returns whether the queue is still open.
    pub fn pause(&self, time: Duration) -> bool {
        let is_open = |state: &mut QueueState| !state.closed;
        let waited = self.changed.wait_timeout_while(self.lock(), time, is_open);
        !waited.unwrap_or_else(PoisonError::into_inner).0.closed
    }

    /// Adds a finished game.
    pub fn finished(&self, record: &Record) {
        let mut state = self.lock();
        state.played.add(record);
        if state.known.more && state.next >= state.known.len(self.plan) {
            self.fill(&mut state);
        }
        self.changed.notify_all();
    }

    /// Closes the queue: no more games are started, and running games finish.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Closes the queue because the user stopped the runner.
    pub fn stop(&self) {
        self.lock().stopped = true;
        self.close();
    }

    /// Returns whether the user stopped the runner.
    pub fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    /// Returns whether some games have not been played, even if the queue is closed.
    pub fn is_open(&self) -> bool {
        let state = self.lock();
        state.known.more || state.played.len() < state.total
    }

    /// Returns the number of finished games and the number of known games.
    pub fn counts(&self) -> (usize, usize) {
        let state = self.lock();
        (state.played.len(), state.total)
    }

    fn is_in_shard(&self, block: u64) -> bool {
        self.shard.is_none_or(|shard| shard.has(block))
    }

    fn fill(&self, state: &mut QueueState) {
        state.known = known_fixtures(self.plan, self.sides, &state.played);
        let planned = state.known.count(self.plan, |block| self.is_in_shard(block));
        // The results may contain games that are not in the plan, for example after a merge with the results of a plan
        // with more games.
        state.total = (planned as usize).max(state.played.len());
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
