//! Which game is next: a queue that workers draw from until the plan is played, or the tournament is called off. Knows
//! no process and no file.

use crate::plan::Plan;
use crate::schedule::{Fixture, known_fixtures};
use crate::store::Shard;
use std::collections::{HashSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use ugi::record::Record;

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
    /// Do more games depend on the results of these?
    more: bool,
    closed: bool,
    /// Closed from outside?
    stopped: bool,
    total: usize,
}

impl<'a> Queue<'a> {
    /// All games of a plan, or of a part of it, but those that have been played.
    #[must_use]
    pub fn new(plan: &'a Plan, sides: usize, shard: Option<Shard>, records: Vec<Record>) -> Self {
        let seen = records.iter().map(|record| record.id.clone()).collect();
        let records = records.into_iter().map(without_moves).collect();
        let state =
            QueueState { waiting: VecDeque::new(), seen, records, more: true, closed: false, stopped: false, total: 0 };
        let queue = Self { plan, sides, shard, state: Mutex::new(state), changed: Condvar::new() };
        queue.fill(&mut queue.lock());
        queue
    }

    /// The next game; waits where it depends on games that still run. `None`: there is none any more.
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

    /// A game has ended.
    pub fn finished(&self, record: Record) {
        let mut state = self.lock();
        state.records.push(without_moves(record));
        if state.more && state.waiting.is_empty() {
            self.fill(&mut state);
        }
        self.changed.notify_all();
    }

    /// No more games: those that run may end.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// The same because somebody stops the runner.
    pub fn stop(&self) {
        self.lock().stopped = true;
        self.close();
    }

    /// Does somebody stop the runner?
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    /// Are there games that have not been played?
    #[must_use]
    pub fn is_open(&self) -> bool {
        let state = self.lock();
        state.more || state.records.len() < state.total
    }

    /// Games that have been played, and games that are known.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let state = self.lock();
        (state.records.len(), state.total)
    }

    /// Looks at the games that have been played.
    pub fn with_records<T>(&self, at: impl FnOnce(&[Record]) -> T) -> T {
        at(&self.lock().records)
    }

    fn fill(&self, state: &mut QueueState) {
        let known = known_fixtures(self.plan, self.sides, &state.records);
        state.more = known.more;
        let ours = |fixture: &Fixture| self.shard.is_none_or(|shard| shard.has(fixture.block));
        let mut total = 0;
        for fixture in known.fixtures.into_iter().filter(ours) {
            total += 1;
            if state.seen.insert(fixture.id.clone()) {
                state.waiting.push_back(fixture);
            }
        }
        // Games of a wider plan, played before, count too.
        state.total = total.max(state.records.len());
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A record as far as pairings and scores need it: a hundred thousand games shall fit into memory.
fn without_moves(mut record: Record) -> Record {
    record.moves = Vec::new();
    record.said = Vec::new();
    record.run.times = Vec::new();
    record.run.excused = Vec::new();
    record
}
