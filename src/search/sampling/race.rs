//! The race of the root moves: what the completions said of each, and which are so far behind that they are looked at
//! no more. Knows no thread and no limit.

use super::super::worth::{self, Mean};
use super::super::{Sampled, Score, Shares};
use crate::game::{GameResult, Turn};

/// A move leaves the race when it is this many standard errors behind the leader.
const BEHIND: f64 = 2.5;
/// Nobody leaves before so many completions.
const WARM_UP: u64 = 8;

/// Differences to the leader, completion by completion: both moves met the same hands and the same luck, so these
/// scatter much less than the values themselves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gap {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Gap {
    fn add(&mut self, difference: f64) {
        self.count += 1;
        self.sum += difference;
        self.squares += difference * difference;
    }

    fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Variance of one difference. Half a win is mixed in as one more observation: few samples prove little.
    fn variance(&self) -> f64 {
        let count = self.count as f64;
        let mean = self.sum / count.max(1.0);
        (self.squares - mean * self.sum + 0.25).max(0.0) / count.max(1.0)
    }
}

/// What some completions said of one move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    mean: Mean,
    gap: Gap,
}

impl Tally {
    pub(super) fn merge(&mut self, other: &Self) {
        self.mean.merge(&other.mean);
        self.gap.merge(&other.gap);
    }
}

/// Counts one finished completion; the leader's value stands first.
pub(super) fn count(tallies: &mut [Tally], values: &[Shares], team: usize) {
    let leader = f64::from(values[0][team]);
    for (tally, value) in tallies.iter_mut().zip(values) {
        tally.mean.add(value);
        tally.gap.add(f64::from(value[team]) - leader);
    }
}

/// A root move.
#[derive(Clone, Debug)]
pub(super) struct Runner<A> {
    pub(super) action: A,
    /// The shares, when the move ends the game: that is public and the same in every completion.
    pub(super) settled: Option<Shares>,
    /// Plies to that end when it is a win or a loss.
    mate: Option<i32>,
    pub(super) tally: Tally,
}

/// The root moves still in the race, the leader first.
#[derive(Debug)]
pub(super) struct Race<A> {
    pub(super) running: Vec<Runner<A>>,
    pub(super) team: usize,
    teams: usize,
    seats: usize,
}

impl<A: Copy + PartialEq> Race<A> {
    /// All of `moves`, the most promising first.
    pub(super) fn new<G: Sampled<Action = A>>(root: &G, mut moves: Vec<A>) -> Self {
        let team = match root.turn() {
            Turn::Seat(seat) => root.team(seat),
            Turn::Chance | Turn::Over => 0,
        };
        moves.sort_by_cached_key(|&action| std::cmp::Reverse(root.prior(action)));
        let running = moves
            .into_iter()
            .map(|action| {
                let next = root.after(action);
                let ending = next.ending();
                let mate = ending.and_then(|ending| match ending.result {
                    GameResult::Win(winner) => Some(if winner == team { 1 } else { -1 }),
                    GameResult::Draw | GameResult::None => None,
                });
                let settled = ending.map(|_| next.final_shares());
                Runner { action, settled, mate, tally: Tally::default() }
            })
            .collect();
        Self { running, team, teams: root.teams(), seats: root.seats() }
    }

    /// Does the leader win at once?
    pub(super) fn is_won(&self) -> bool {
        self.running.iter().any(|runner| runner.mate == Some(1))
    }

    /// Takes in what a number of completions said, puts the best first and lets those go that are clearly behind, but
    /// keeps `ranks` of them: their means stay comparable, over the same completions.
    pub(super) fn take_in(&mut self, tallies: &[Tally], ranks: usize) {
        let leader = self.running[0].action;
        for (runner, tally) in self.running.iter_mut().zip(tallies) {
            runner.tally.merge(tally);
        }
        self.sort();
        if self.running[0].action != leader {
            for runner in &mut self.running {
                runner.tally.gap = Gap::default();
            }
            return;
        }
        let best = self.share(&self.running[0]);
        let first = ranks.max(1).min(self.running.len());
        let behind = self.running.split_off(first);
        for runner in behind {
            let Tally { mean, gap } = &runner.tally;
            let error = (gap.variance() / mean.count.max(1) as f64).sqrt();
            let hopeless = gap.count >= WARM_UP && best - self.share(&runner) > BEHIND * error;
            if !hopeless {
                self.running.push(runner);
            }
        }
    }

    fn sort(&mut self) {
        let (team, teams) = (self.team, self.teams);
        // Stable: equal means stand in the order of promise.
        self.running.sort_by(|a, b| b.worth(team, teams).total_cmp(&a.worth(team, teams)));
    }

    /// Expected share of the mover's team.
    pub(super) fn share(&self, runner: &Runner<A>) -> f64 {
        runner.worth(self.team, self.teams)
    }

    /// The figures of the move at `rank` (from 0): score, win-draw-loss, shares per team.
    pub(super) fn figures(&self, rank: usize) -> (Score, [u16; 3], Vec<u16>) {
        let runner = &self.running[rank];
        let share = self.share(runner);
        let score = runner.mate.map_or_else(|| worth::score(share, self.teams), Score::Mate);
        (score, worth::wdl(share), worth::evs(&runner.mean(), self.teams, self.seats))
    }
}

impl<A> Runner<A> {
    /// The mean over the completions; what is settled needs none.
    fn mean(&self) -> Mean {
        let mut mean = self.tally.mean;
        if let Some(shares) = &self.settled {
            mean = Mean::default();
            mean.add(shares);
        }
        mean
    }

    fn worth(&self, team: usize, teams: usize) -> f64 {
        self.mean().of(team, teams)
    }
}
