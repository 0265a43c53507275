//! The race of the root moves: what the completions said of each, and which are so far behind that they are looked at
//! no more. Knows no thread and no limit.

use super::super::payoff::TeamPayoffs;
use super::super::playout::{Progress, RootSide};
use crate::game::GameResult;
use crate::search::sampled::{Payoffs, Sampled};
use crate::search::task::Report;
use crate::search::value::MATE;
use ugi::Score;

/// A move leaves the race when it is this many standard errors behind the leader. It does not come back, and the
/// replies to the best move may be learnt late. (Measured against 5: 50.2 ± 0.14 % of a win per deal of a card game
/// for two teams, 51.8 ± 1.1 % per round of a tile game for three seats; 2 does no better than 3.)
const BEHIND: f64 = 3.0;
/// Nobody leaves before so many completions.
const WARM_UP: u64 = 16;

/// Differences to the leader, completion by completion: both moves met the same hands and the same luck, so these
/// scatter much less than the values themselves.
#[derive(Clone, Copy, Debug, Default)]
struct PairedDifferences {
    count: u64,
    sum: f64,
    squares: f64,
}

impl PairedDifferences {
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

    /// Is the mean clearly below 0? Half a win is mixed in as one more observation: few samples prove little.
    fn is_clear(&self) -> bool {
        let count = self.count.max(1) as f64;
        let variance = (self.squares - self.sum * self.sum / count + 0.25).max(0.0) / count;
        self.count >= WARM_UP && -self.sum / count > BEHIND * (variance / count).sqrt()
    }
}

/// What some completions said of one move.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    means: TeamPayoffs,
    gap: PairedDifferences,
}

impl Tally {
    pub(super) fn merge(&mut self, other: &Self) {
        self.means.merge(&other.means);
        self.gap.merge(&other.gap);
    }
}

/// Counts one finished completion, in which the mover was of `team`; the leader's value stands first.
pub(super) fn count(tallies: &mut [Tally], values: &[Payoffs], team: usize) {
    let leader = f64::from(values[0][team]);
    for (tally, value) in tallies.iter_mut().zip(values) {
        tally.means.add(value, team);
        tally.gap.add(f64::from(value[team]) - leader);
    }
}

/// A root move.
#[derive(Clone, Debug)]
pub(super) struct Candidate<A> {
    pub(super) action: A,
    /// The shares, when the move ends the game: that is public and the same in every completion, and so are the teams.
    pub(super) terminal_payoffs: Option<Payoffs>,
    /// The same as a mean.
    terminal_means: Option<TeamPayoffs>,
    /// Plies to that end when it is a win or a loss.
    mate: Option<i32>,
    tally: Tally,
}

impl<A> Candidate<A> {
    /// The mean over the completions; what is settled needs none.
    fn means(&self) -> &TeamPayoffs {
        self.terminal_means.as_ref().unwrap_or(&self.tally.means)
    }
}

/// The root moves still in the race, the leader first.
#[derive(Debug)]
pub(super) struct Race<A> {
    pub(super) candidates: Vec<Candidate<A>>,
    pub(super) side: RootSide,
}

impl<A: Copy + PartialEq> Race<A> {
    /// All of `moves`, the most promising first.
    pub(super) fn new<G: Sampled<Action = A>>(root: &G, mut moves: Vec<A>) -> Self {
        moves.sort_by_cached_key(|&action| std::cmp::Reverse(root.prior(action)));
        let running = moves.into_iter().map(|action| Candidate {
            action,
            terminal_payoffs: None,
            terminal_means: None,
            mate: None,
            tally: Tally::default(),
        });
        Self { candidates: running.collect(), side: RootSide::to_move(root) }
    }

    /// Looks at the state after each move: some may end the game. Visits as many nodes as there are moves.
    pub(super) fn look_ahead<G: Sampled<Action = A>>(&mut self, root: &G) {
        for runner in &mut self.candidates {
            let next = root.after(runner.action);
            let Some(ending) = next.ending() else { continue };
            let (shares, team) = (next.final_payoffs(), next.team(self.side.seat));
            let mut means = TeamPayoffs::default();
            means.add(&shares, team);
            (runner.terminal_payoffs, runner.terminal_means) = (Some(shares), Some(means));
            runner.mate = match ending.result {
                GameResult::Win(winner) => Some(if winner == team { 1 } else { -1 }),
                GameResult::Draw | GameResult::None => None,
            };
        }
        self.sort();
    }

    /// Is there nothing to choose: a single move, or one that wins at once?
    pub(super) fn is_settled(&self) -> bool {
        self.candidates.len() == 1 || self.candidates[0].mate == Some(1)
    }

    /// Takes in what a number of completions said, puts the best first and lets those go that are clearly behind, but
    /// keeps `ranks` of them: their means stay comparable, over the same completions.
    pub(super) fn take_in(&mut self, tallies: &[Tally], ranks: usize) {
        let leader = self.candidates[0].action;
        for (runner, tally) in self.candidates.iter_mut().zip(tallies) {
            runner.tally.merge(tally);
        }
        self.sort();
        if self.candidates[0].action != leader {
            self.reset_gaps();
            return;
        }
        let behind = self.candidates.split_off(ranks.min(self.candidates.len()));
        self.candidates.extend(behind.into_iter().filter(|runner| !runner.tally.gap.is_clear()));
    }

    /// What was seen before does not count any more for who leaves: the replies were learnt only later.
    pub(super) fn reset_gaps(&mut self) {
        self.candidates.iter_mut().for_each(|runner| runner.tally.gap = PairedDifferences::default());
    }

    fn sort(&mut self) {
        // Stable: equal means stand in the order of promise.
        let side = self.side;
        self.candidates.sort_by(|a, b| side.payoff(&b.means().own).total_cmp(&side.payoff(&a.means().own)));
    }

    /// The score of the best move, unless nothing is known of it.
    pub(super) fn score(&self) -> Option<Score> {
        let best = &self.candidates[0];
        let mean = &best.means().own;
        best.mate.map(Score::Mate).or_else(|| (mean.count > 0).then(|| self.side.score(mean)))
    }

    /// The moves still running with their values, mates on the scale of `MATE - plies`.
    pub(super) fn values(&self) -> Vec<(A, i32)> {
        let value = |runner: &Candidate<A>| match (runner.mate, self.side.score(&runner.means().own)) {
            (Some(plies), _) | (None, Score::Mate(plies)) => (MATE - plies.abs()) * plies.signum(),
            (None, Score::Cp(score)) => score,
        };
        self.candidates.iter().map(|runner| (runner.action, value(runner))).collect()
    }

    /// The report of the move at `rank` (from 0).
    pub(super) fn report(&self, rank: usize, progress: Progress) -> Report<A> {
        let runner = &self.candidates[rank];
        let mut report = self.side.report(rank, runner.means(), progress, vec![runner.action]);
        if let Some(plies) = runner.mate {
            report.score = Score::Mate(plies);
        }
        report
    }
}
