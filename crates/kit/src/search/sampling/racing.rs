//! Racing (sequential elimination) of the root moves: their results over the determinizations, and the
//! elimination of clearly worse moves.

use super::super::payoff::TeamPayoffs;
use super::super::playout::{Progress, RootSide};
use crate::payoffs::Payoffs;
use crate::search::sampled::Sampled;
use crate::search::task::Report;
use crate::search::value::MATE;
use ugi::{GameResult, Score};

/// A move is eliminated when it is this many standard errors worse than the leader. Elimination is final, so a
/// threshold that is too low loses moves that would lead later, when the tree has found good replies to the leader. In
/// a card game for two teams, a threshold of 3 scored 50.2 ± 0.14 % per deal against one of 5; in a tile game for three
/// seats, it scored 51.8 ± 1.1 % per round. A threshold of 2 was no better.
const ELIMINATION_GAP: f64 = 3.0;
/// No move is eliminated before it has been compared with the leader in this many determinizations.
const WARM_UP: u64 = 16;

/// The differences between the payoffs of a move and those of the leader, over a number of determinizations. Both moves
/// are played with the same hands and the same random numbers, so the differences vary much less than the payoffs.
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

    /// Returns whether the mean is clearly below 0.
    fn is_clear(&self) -> bool {
        self.count >= WARM_UP && -self.sum / self.count as f64 > ELIMINATION_GAP * self.standard_error()
    }

    /// Returns whether the mean is clearly above 0, after `pseudo_visits` that the move lost and the leader won.
    fn is_lead(&self, pseudo_visits: f64) -> bool {
        (self.sum - pseudo_visits) / self.count.max(1) as f64 > ELIMINATION_GAP * self.standard_error()
    }

    /// Returns the standard error of the mean. The variance includes one extra deviation of half a win, because few
    /// samples give an unreliable variance.
    fn standard_error(&self) -> f64 {
        let count = self.count.max(1) as f64;
        let variance = (self.squares - self.sum * self.sum / count + 0.25).max(0.0) / count;
        (variance / count).sqrt()
    }
}

/// The results of one move over a number of determinizations.
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

/// Adds the payoffs of one determinization to the tallies. `values` contains the payoffs of each candidate, the
/// leader's first. `team` is the team of the seat to move in this determinization.
pub(super) fn count(tallies: &mut [Tally], values: &[Payoffs], team: usize) {
    let leader = f64::from(values[0][team]);
    for (tally, value) in tallies.iter_mut().zip(values) {
        tally.means.add(value, team);
        tally.gap.add(f64::from(value[team]) - leader);
    }
}

/// A root move and its results.
#[derive(Clone, Debug)]
pub(super) struct Candidate<A> {
    pub(super) action: A,
    /// The payoffs if the move ends the game. These payoffs and the teams are then public and the same in every
    /// determinization.
    pub(super) terminal_payoffs: Option<Payoffs>,
    /// `terminal_payoffs` in the form of means over one playout.
    terminal_means: Option<TeamPayoffs>,
    /// 1 if the move wins the game and -1 if it loses the game, as in [`Score::Mate`]; `None` for all other moves.
    mate: Option<i32>,
    tally: Tally,
}

impl<A> Candidate<A> {
    /// Returns the terminal payoffs if the move ends the game, otherwise the means over the determinizations.
    fn means(&self) -> &TeamPayoffs {
        self.terminal_means.as_ref().unwrap_or(&self.tally.means)
    }
}

/// The root moves that have not been eliminated, the leader first.
#[derive(Debug)]
pub(super) struct Race<A> {
    pub(super) candidates: Vec<Candidate<A>>,
    pub(super) side: RootSide,
    /// The move with the highest prior.
    favourite: A,
    /// [`Sampled::PRIOR_VISITS`] of the game.
    pseudo_visits: f64,
}

impl<A: Copy + PartialEq> Race<A> {
    /// Creates a race of all `moves`, ordered by [`Sampled::prior`], highest first.
    pub(super) fn new<G: Sampled<Action = A>>(root: &G, mut moves: Vec<A>) -> Self {
        moves.sort_by_cached_key(|&action| std::cmp::Reverse(root.prior(action)));
        let (favourite, pseudo_visits) = (moves[0], f64::from(G::PRIOR_VISITS));
        let candidates = moves.into_iter().map(|action| Candidate {
            action,
            terminal_payoffs: None,
            terminal_means: None,
            mate: None,
            tally: Tally::default(),
        });
        Self { candidates: candidates.collect(), side: RootSide::to_move(root), favourite, pseudo_visits }
    }

    /// Evaluates the moves that end the game. Visits one node per move.
    pub(super) fn look_ahead<G: Sampled<Action = A>>(&mut self, root: &G) {
        for candidate in &mut self.candidates {
            let next = root.after(candidate.action);
            let Some(ending) = next.ending() else { continue };
            let (payoffs, team) = (next.payoffs(), next.team(self.side.seat));
            let mut means = TeamPayoffs::default();
            means.add(&payoffs, team);
            (candidate.terminal_payoffs, candidate.terminal_means) = (Some(payoffs), Some(means));
            candidate.mate = match ending.result {
                GameResult::Win(winner) => Some(if winner == team { 1 } else { -1 }),
                GameResult::Draw | GameResult::None => None,
            };
        }
        self.sort();
    }

    /// Returns whether there is no choice: only one move is left, or the best one wins immediately.
    pub(super) fn is_settled(&self) -> bool {
        self.candidates.len() == 1 || self.candidates[0].mate == Some(1)
    }

    /// Adds the results of a batch, sorts the moves and eliminates those that are clearly worse than the leader. The
    /// first `ranks` moves are kept, so that their means are over the same determinizations. If the leader has changed,
    /// the comparison restarts and no move is eliminated.
    pub(super) fn add_tallies(&mut self, tallies: &[Tally], ranks: usize) {
        let leader = self.candidates[0].action;
        for (candidate, tally) in self.candidates.iter_mut().zip(tallies) {
            candidate.tally.merge(tally);
        }
        self.sort();
        self.keep_leader(leader);
        if self.candidates[0].action != leader {
            self.reset_gaps();
            return;
        }
        let behind = self.candidates.split_off(ranks.min(self.candidates.len()));
        self.candidates.extend(behind.into_iter().filter(|candidate| !candidate.tally.gap.is_clear()));
    }

    /// If the prior counts, puts the last leader back to the front unless the new one is clearly better.
    fn keep_leader(&mut self, leader: A) {
        let first = &self.candidates[0];
        let pseudo_visits = match self.favourite {
            favourite if favourite == leader => self.pseudo_visits,
            favourite if favourite == first.action => -self.pseudo_visits,
            _ => 0.0,
        };
        if self.pseudo_visits > 0.0
            && first.mate.is_none()
            && !first.tally.gap.is_lead(pseudo_visits)
            && let Some(at) = self.candidates.iter().position(|candidate| candidate.action == leader)
        {
            self.candidates[..=at].rotate_right(1);
        }
    }

    /// Restarts the comparison with the leader. The earlier differences are from another leader, or from a time when
    /// less was known about the replies.
    pub(super) fn reset_gaps(&mut self) {
        self.candidates.iter_mut().for_each(|candidate| candidate.tally.gap = PairedDifferences::default());
    }

    fn sort(&mut self) {
        // The sort is stable: moves with equal means stay in the order of their priors.
        let side = self.side;
        self.candidates.sort_by(|a, b| side.payoff(&b.means().own).total_cmp(&side.payoff(&a.means().own)));
    }

    /// Returns the score of the best move, or `None` if that move does not end the game and has no finished playout.
    pub(super) fn score(&self) -> Option<Score> {
        let best = &self.candidates[0];
        let mean = &best.means().own;
        best.mate.map(Score::Mate).or_else(|| (mean.count > 0).then(|| self.side.score(mean)))
    }

    /// Returns the remaining moves with their values: centipawns, or `±(MATE − plies)` for mates.
    pub(super) fn values(&self) -> Vec<(A, i32)> {
        let value = |candidate: &Candidate<A>| match (candidate.mate, self.side.score(&candidate.means().own)) {
            (Some(plies), _) | (None, Score::Mate(plies)) => (MATE - plies.abs()) * plies.signum(),
            (None, Score::Cp(score)) => score,
        };
        self.candidates.iter().map(|candidate| (candidate.action, value(candidate))).collect()
    }

    /// Returns the report of the move at the zero-based `rank`.
    pub(super) fn report(&self, rank: usize, progress: Progress) -> Report<A> {
        let candidate = &self.candidates[rank];
        let mut report = self.side.report(rank, candidate.means(), progress, vec![candidate.action]);
        if let Some(plies) = candidate.mate {
            report.score = Some(Score::Mate(plies));
        }
        report
    }
}
