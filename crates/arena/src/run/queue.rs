//! The queue of games. Workers take games from it until the plan is played or the tournament is stopped.

use crate::plan::Plan;
use crate::schedule::{Fixture, KnownFixtures, PlayedGames, known_fixtures};
use crate::tune::Trajectory;
use crate::wave::Share;
use runner::record::Record;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The games to play.
pub struct Queue<'a> {
    plan: &'a Plan,
    sides: usize,
    state: Mutex<QueueState>,
    changed: Condvar,
}

/// Closes the queue when it is dropped.
pub struct ClosingQueue<'a>(&'a Queue<'a>);

struct QueueState {
    /// The finished games, including those that are not in the plan.
    played: PlayedGames,
    /// The games of the plan, as far as they are known.
    known: KnownFixtures,
    /// The numbers of the known games to play, if only a part is played. Then no other games become known.
    part: Option<Vec<u64>>,
    /// The index of the next of the games to play.
    next: u64,
    /// In a tuning, the values that follow from the finished games.
    trajectory: Option<Trajectory>,
    closed: bool,
    /// Whether the user stopped the runner.
    stopped: bool,
    /// The number of the games to play that are finished.
    done: usize,
    /// The number of games to play, or of finished games if there are more of them.
    total: usize,
}

impl<'a> Queue<'a> {
    /// Creates a queue of all games of a plan that are not among the games `played`.
    pub fn new(plan: &'a Plan, sides: usize, played: PlayedGames) -> Self {
        let queue = Self::of(plan, sides, played, KnownFixtures::default(), None);
        queue.fill(&mut queue.lock());
        queue
    }

    /// Creates a queue of the games of a part that are not among the games `played`.
    pub fn of_part(plan: &'a Plan, sides: usize, Share { known, games }: Share, played: PlayedGames) -> Self {
        let queue = Self::of(plan, sides, played, KnownFixtures { more: false, ..known }, Some(games));
        let mut state = queue.lock();
        state.total = state.part.as_ref().map_or(0, Vec::len);
        let is_done = |index: &u64| state.fixture(plan, *index).is_some_and(|fixture| state.played.contains(&fixture));
        state.done = (0..state.total as u64).filter(is_done).count();
        drop(state);
        queue
    }

    fn of(plan: &'a Plan, sides: usize, played: PlayedGames, known: KnownFixtures, part: Option<Vec<u64>>) -> Self {
        let done = played.len();
        let mut trajectory = Trajectory::new(plan);
        trajectory.iter_mut().for_each(|trajectory| trajectory.advance(&played));
        let (closed, stopped) = (false, false);
        let state = QueueState { played, known, part, next: 0, trajectory, closed, stopped, done, total: 0 };
        Self { plan, sides, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Returns the next game. Waits while the next game depends on running games. Returns `None` if there are no more
    /// games or the queue is closed.
    pub fn next(&self) -> Option<Fixture> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(mut fixture) = state.skip_played(self.plan) {
                state.next += 1;
                fixture.options = state.options(fixture.block);
                return Some(fixture);
            }
            if !state.known.more && state.fixture(self.plan, state.next).is_none() {
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
        state.done += 1;
        let QueueState { trajectory, played, .. } = &mut *state;
        trajectory.iter_mut().for_each(|trajectory| trajectory.advance(played));
        // The last game of a round can be followed by games that an earlier run has played.
        state.skip_played(self.plan);
        if state.known.more && state.next >= state.known.len(self.plan) {
            self.fill(&mut state);
        }
        self.changed.notify_all();
    }

    /// Closes the queue when the result is dropped.
    pub const fn closing(&'a self) -> ClosingQueue<'a> {
        ClosingQueue(self)
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
        state.known.more || state.done < state.total
    }

    /// Returns the number of finished games and the number of games to play, including the finished ones.
    pub fn counts(&self) -> (usize, usize) {
        let state = self.lock();
        (state.done, state.total.max(state.done))
    }

    /// Returns a line with the latest values of a tuning; `None` in a tournament.
    pub fn tuning_line(&self) -> Option<String> {
        self.lock().trajectory.as_ref().map(Trajectory::line)
    }

    fn fill(&self, state: &mut QueueState) {
        state.known = known_fixtures(self.plan, self.sides, &state.played);
        let planned = state.known.len(self.plan);
        // The results may contain games that are not in the plan, for example after a merge with the results of a plan
        // with more games.
        state.total = (planned as usize).max(state.played.len());
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ClosingQueue<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl QueueState {
    /// Returns the number of games that may be started now. Those of a tuning depend on the values that they need.
    fn ready(&self) -> u64 {
        self.trajectory.as_ref().map_or(u64::MAX, Trajectory::ready_games)
    }

    /// Skips the games that have been played, and returns the next one if it may be started now.
    fn skip_played(&mut self, plan: &Plan) -> Option<Fixture> {
        while self.next < self.ready() {
            let fixture = self.fixture(plan, self.next)?;
            if !self.played.contains(&fixture) {
                return Some(fixture);
            }
            self.next += 1;
        }
        None
    }

    /// Returns the options with which the participants play a block.
    fn options(&self, block: u64) -> Vec<Vec<(String, String)>> {
        self.trajectory.as_ref().map_or_else(Vec::new, |trajectory| trajectory.options(block))
    }

    /// Returns the game with this index among the games to play.
    fn fixture(&self, plan: &Plan, index: u64) -> Option<Fixture> {
        let number = match &self.part {
            Some(numbers) => *numbers.get(usize::try_from(index).ok()?)?,
            None => index,
        };
        self.known.fixture(plan, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::FormatKind;
    use crate::statistics::synthetic::{plan, records};
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    /// The first game of a round is missing, and the others have been played. The next round begins when it has
    /// finished, also if no worker has asked for a game before.
    #[test]
    fn a_round_ends_with_any_of_its_games() {
        let mut plan = plan(&["a", "b", "c", "d"], 2);
        plan.format.kind = FormatKind::Knockout;
        let games = records(&plan, 2, &[9000.0, 6000.0, 3000.0, 0.0], 0.0);
        let first: Vec<&Record> = games.iter().filter(|game| game.pairing.starts_with("r1/")).collect();
        let queue = Queue::new(&plan, 2, PlayedGames::of(first[1..].iter().copied()));
        assert_eq!(queue.next().map(|game| game.id), Some(first[0].id.clone()));
        queue.finished(first[0]);
        assert_eq!(queue.lock().known.stages.len(), 2);
        assert!(queue.next().is_some_and(|game| game.id.starts_with("r2/")));
    }

    /// If the thread that collects the games panics, no worker waits for ever.
    #[test]
    fn a_panic_closes_the_queue() {
        let plan = plan(&["a", "b"], 4);
        let queue = Queue::new(&plan, 2, PlayedGames::default());
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let _closing = queue.closing();
            assert!(queue.next().is_some());
            resume_unwind(Box::new(()));
        }));
        assert!(outcome.is_err() && queue.next().is_none());
    }

    /// Results that were joined by hand can contain games that are not in the plan.
    #[test]
    fn no_more_games_are_finished_than_there_are() {
        let long = plan(&["a", "b"], 8);
        let games = records(&long, 2, &[0.0, 0.0], 0.3);
        let plan = plan(&["a", "b"], 4);
        let queue = Queue::new(&plan, 2, PlayedGames::of(&games[2..]));
        games[..2].iter().for_each(|game| queue.finished(game));
        assert_eq!(queue.counts(), (8, 8));
    }
}
