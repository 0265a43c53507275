//! The standings: points, games and rating of every participant.

use super::rounds::MatchPoints;
use crate::plan::{Participant, Plan};
use crate::statistics::{Blocks, Field, Pair, QUANTILE, Side, bradley_terry, payoffs, sides};
use serde::Serialize;

/// The number of steps of a rating in one Elo. Ratings that differ by less are equal.
const PRECISION: f64 = 1e6;

/// The standing of one participant. All numbers are computed from complete blocks.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Standing {
    /// The place in the list of all participants, counted from 1. Adjacent participants with equal ratings share a
    /// place. In a knockout or Swiss tournament, the place of its result.
    pub place: usize,
    /// The participant's name.
    pub participant: String,
    /// The participant's index in the plan.
    pub index: usize,
    /// The number of games that the participant played.
    pub games: u64,
    /// The number of games in which only this participant's side has the best rank.
    pub wins: u64,
    /// The number of games in which the participant shares the best rank with another participant.
    pub draws: u64,
    /// The number of all other games.
    pub losses: u64,
    /// The mean payoff per game, 0 to 1; `None` without games. The payoff of a side is the fraction of the other sides
    /// with a worse rank, where a tie counts half. If the participant plays several sides, their payoffs are averaged.
    pub score: Option<f64>,
    /// The Elo rating; `None` without games, except for anchors.
    pub rating: Option<f64>,
    /// Half the width of the rating's 95 % interval; 0 for anchors. `None` without games, after a single block, or if
    /// all blocks have the same result.
    pub error: Option<f64>,
    /// Whether the participant is an anchor, whose rating is fixed by the plan.
    pub anchored: bool,
    /// Whether the rating is finite only because of a small prior, as for a participant that won or lost all its games.
    pub bounded: bool,
    /// The zero-based number of the group. Ratings of different groups cannot be compared, because no games connect the
    /// groups.
    pub group: usize,
}

/// The results of one participant against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairNumbers {
    /// The participant from whose point of view the results are given.
    pub first: String,
    /// The other participant.
    pub second: String,
    /// The indices of the two participants in the plan.
    #[serde(skip)]
    pub indices: (usize, usize),
    /// The results and the statistics computed from them.
    #[serde(flatten)]
    pub numbers: Pair,
}

impl Standing {
    /// Counts games with the same result.
    fn add(&mut self, game: &[Side], count: u64) {
        self.games += count;
        let is_own = |side: &[Side]| side.iter().any(|member| usize::from(member.participant) == self.index);
        let first = |own: bool| sides(game).any(|side| side[0].rank == 1 && is_own(side) == own);
        match (first(true), first(false)) {
            (true, false) => self.wins += count,
            (true, true) => self.draws += count,
            (false, _) => self.losses += count,
        }
    }
}

/// Returns the standings of all participants in the order of `result`, or without a result group by group and best
/// first within each group.
pub(super) fn standings(plan: &Plan, blocks: &Blocks, result: &[MatchPoints]) -> Vec<Standing> {
    let blank =
        |(index, one): (usize, &Participant)| Standing { index, participant: one.name.clone(), ..Standing::default() };
    let mut standings: Vec<Standing> = plan.participants.iter().enumerate().map(blank).collect();
    let mut points = vec![0.0; standings.len()];
    for (block, count) in blocks.complete() {
        for game in block {
            for (index, payoff) in payoffs(game) {
                points[index] += count as f64 * payoff;
                standings[index].add(game, count);
            }
        }
    }
    for (standing, points) in standings.iter_mut().zip(points) {
        standing.score = (standing.games > 0).then(|| points / standing.games as f64);
    }
    rate(plan, blocks, &mut standings);
    if !result.is_empty() {
        let placed = |one: &MatchPoints| Standing { place: one.place, ..standings[one.index].clone() };
        return result.iter().map(placed).collect();
    }
    standings.sort_by(|one, other| {
        let best = |standing: &Standing| standing.rating.unwrap_or(f64::NEG_INFINITY);
        one.group.cmp(&other.group).then(best(other).total_cmp(&best(one)))
    });
    for index in 0..standings.len() {
        let tied = index > 0 && standings[index - 1].rating == standings[index].rating;
        standings[index].place = if tied { standings[index - 1].place } else { index + 1 };
    }
    standings
}

fn rate(plan: &Plan, blocks: &Blocks, standings: &mut [Standing]) {
    let anchor = |participant: &Participant| plan.ratings.anchors.get(&participant.name).copied();
    let anchors: Vec<Option<f64>> = plan.participants.iter().map(anchor).collect();
    let ratings = bradley_terry(&Field::of(blocks, anchors.clone()));
    for ((standing, rating), anchor) in standings.iter_mut().zip(ratings).zip(anchors) {
        standing.anchored = anchor.is_some();
        standing.group = rating.group;
        standing.bounded = rating.bounded && standing.games > 0 && !standing.anchored;
        if standing.games > 0 || standing.anchored {
            // Equal participants differ in the rounding errors of the fit. A rating is never -0.
            standing.rating = Some((rating.elo * PRECISION).round() / PRECISION + 0.0);
            standing.error = rating.error.map(|error| QUANTILE * error);
        }
    }
}
