//! The queue of games. Workers take games from it until the plan is played or the tournament is stopped.

use crate::plan::Plan;
use crate::schedule::{Fixture, known_fixtures};
use crate::store::Shard;
use runner::record::Record;
use std::collections::{HashSet, VecDeque};
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
    waiting: VecDeque<Fixture>,
    /// Ids of games that are finished, running or waiting.
    seen: HashSet<String>,
    /// Finished games, without their moves.
    records: Vec<Record>,
    /// Whether further games depend on the results of the known games.
    more: bool,
    closed: bool,
    /// Whether the user stopped the runner.
    stopped: bool,
    total: usize,
}

impl<'a> Queue<'a> {
    /// Creates a queue of all games of a plan, or of one of its parts, that are not in `records`.
    pub fn new(plan: &'a Plan, sides: usize, shard: Option<Shard>, records: Vec<Record>) -> Self {
        let seen = records.iter().map(|record| record.id.clone()).collect();
        let records = records.into_iter().map(without_moves).collect();
        let state =
            QueueState { waiting: VecDeque::new(), seen, records, more: true, closed: false, stopped: false, total: 0 };
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
            if let Some(fixture) = state.waiting.pop_front() {
                return Some(fixture);
            }
            if !state.more {
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

    /// Adds the record of a finished game.
    pub fn finished(&self, record: Record) {
        let mut state = self.lock();
        state.records.push(without_moves(record));
        if state.more && state.waiting.is_empty() {
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
        state.more || state.records.len() < state.total
    }

    /// Returns the number of finished games and the number of known games.
    pub fn counts(&self) -> (usize, usize) {
        let state = self.lock();
        (state.records.len(), state.total)
    }

    /// Calls `read` with the records of the finished games. The records contain no moves.
    pub fn with_records<T>(&self, read: impl FnOnce(&[Record]) -> T) -> T {
        read(&self.lock().records)
    }

    fn fill(&self, state: &mut QueueState) {
        let known = known_fixtures(self.plan, self.sides, &state.records);
        state.more = known.more;
        let in_shard = |fixture: &Fixture| self.shard.is_none_or(|shard| shard.has(fixture.block));
        let mut total = 0;
        for fixture in known.fixtures.into_iter().filter(in_shard) {
            total += 1;
            if state.seen.insert(fixture.id.clone()) {
                state.waiting.push_back(fixture);
            }
        }
        // The results may contain games that are not in the plan, for example after a merge with the results of a plan
        // with more games.
        state.total = total.max(state.records.len());
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes the parts of a record that pairings and scores do not need. Without them, a hundred thousand records fit
/// into memory.
fn without_moves(mut record: Record) -> Record {
    record.moves = Vec::new();
    record.reports = Vec::new();
    record.run.times_ms = Vec::new();
    record.run.forgiven = Vec::new();
    record
}
