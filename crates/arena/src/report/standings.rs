//! The standings: points, games and rating of every participant.

use crate::plan::{Participant, Plan};
use crate::statistics::{Block, Blocks, Estimate, Field, Pair, QUANTILE, bradley_terry, weng_lin};
use runner::record::Record;
use serde::Serialize;

/// A scale of ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Elo from the Bradley–Terry model, for two-sided games.
    Elo,
    /// Weng–Lin ratings, which start at 25, for games with more than two sides.
    WengLin,
}

/// The standing of one participant. All numbers are computed from complete blocks.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Standing {
    /// The place in the list of all participants, counted from 1. Adjacent participants with equal ratings share a
    /// place.
    pub place: usize,
    /// The participant's name.
    pub participant: String,
    /// The participant's index in the plan.
    pub index: usize,
    /// The number of games that the participant played.
    pub games: u64,
    /// The number of games in which only this participant has the best rank.
    pub wins: u64,
    /// The number of games in which the participant shares the best rank with another participant.
    pub draws: u64,
    /// The number of all other games.
    pub losses: u64,
    /// The mean payoff per game, 0 to 1; `None` without games. The payoff of a side is the fraction of the other sides
    /// with a worse rank, where a tie counts half. If the participant plays several sides, their payoffs are averaged.
    pub score: Option<f64>,
    /// The rating on the scale of the summary; `None` without games, except for anchors.
    pub rating: Option<f64>,
    /// Half the width of the rating's 95 % interval; 0 for anchors, `None` without games.
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

impl Scale {
    /// Returns the name of the ratings.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Elo => "Elo",
            Self::WengLin => "rating",
        }
    }
}

impl Standing {
    /// Returns the rating with its interval.
    pub fn estimate(&self) -> Estimate {
        let end = |sign: f64| Some(self.rating? + sign * self.error?);
        Estimate { value: self.rating, low: end(-1.0), high: end(1.0) }
    }
}

/// Returns the standings of all participants, group by group and best first within each group. `pairs` contains the
/// results of each pair that met.
pub(super) fn standings(
    plan: &Plan,
    records: &[Record],
    blocks: &Blocks,
    pairs: &[PairNumbers],
    scale: Scale,
) -> Vec<Standing> {
    let blank =
        |(index, one): (usize, &Participant)| Standing { index, participant: one.name.clone(), ..Standing::default() };
    let mut standings: Vec<Standing> = plan.participants.iter().enumerate().map(blank).collect();
    let mut points = vec![0.0; standings.len()];
    for game in blocks.complete.iter().flat_map(|block| &block.games) {
        for (index, payoff) in payoffs(plan, &records[*game]) {
            let standing = &mut standings[index];
            points[index] += payoff;
            standing.games += 1;
            match firsts(plan, &records[*game], index) {
                (true, false) => standing.wins += 1,
                (true, true) => standing.draws += 1,
                (false, _) => standing.losses += 1,
            }
        }
    }
    for (standing, points) in standings.iter_mut().zip(points) {
        standing.score = (standing.games > 0).then(|| points / standing.games as f64);
    }
    match scale {
        Scale::Elo => rate_by_pairs(plan, pairs, &mut standings),
        Scale::WengLin => rate_by_games(plan, records, &blocks.complete, &mut standings),
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

/// Returns the index of each participant in a game, with the mean payoff over the participant's sides.
fn payoffs(plan: &Plan, record: &Record) -> Vec<(usize, f64)> {
    let mut found: Vec<(usize, f64, f64)> = Vec::new();
    for (name, payoff) in record.sides().iter().zip(record.payoffs()) {
        let Some(index) = plan.participants.iter().position(|participant| participant.name == *name) else { continue };
        match found.iter_mut().find(|(other, ..)| *other == index) {
            Some((_, sum, sides)) => (*sum, *sides) = (*sum + payoff, *sides + 1.0),
            None => found.push((index, payoff, 1.0)),
        }
    }
    found.into_iter().map(|(index, sum, sides)| (index, sum / sides)).collect()
}

/// Returns whether a side of this participant has rank 1, and whether a side of another participant has rank 1.
fn firsts(plan: &Plan, record: &Record, index: usize) -> (bool, bool) {
    let name = plan.participants[index].name.as_str();
    let (mut own, mut others) = (false, false);
    for (side, rank) in record.sides().into_iter().zip(record.side_ranks()) {
        if side == name { own |= rank == 1 } else { others |= rank == 1 }
    }
    (own, others)
}

fn rate_by_pairs(plan: &Plan, pairs: &[PairNumbers], standings: &mut [Standing]) {
    let count = standings.len();
    let anchor = |participant: &Participant| plan.ratings.anchors.get(&participant.name).copied();
    let anchors = plan.participants.iter().map(anchor).collect();
    let mut field = Field { points: vec![vec![0.0; count]; count], anchors };
    for PairNumbers { indices: (one, other), numbers, .. } in pairs {
        let half = numbers.draws as f64 / 2.0;
        field.points[*one][*other] += numbers.wins as f64 + half;
        field.points[*other][*one] += numbers.losses as f64 + half;
    }
    for (index, (standing, rating)) in standings.iter_mut().zip(bradley_terry(&field)).enumerate() {
        standing.anchored = field.anchors[index].is_some();
        standing.group = rating.group;
        standing.bounded = rating.bounded && standing.games > 0 && !standing.anchored;
        if standing.games > 0 || standing.anchored {
            standing.rating = Some(rating.elo);
            standing.error = Some(QUANTILE * rating.error);
        }
    }
}

fn rate_by_games(plan: &Plan, records: &[Record], blocks: &[Block], standings: &mut [Standing]) {
    let games = blocks.iter().flat_map(|block| &block.games).map(|&game| payoffs(plan, &records[game]));
    for (standing, belief) in standings.iter_mut().zip(weng_lin(plan.participants.len(), games)) {
        if standing.games > 0 {
            standing.rating = Some(belief.mean);
            standing.error = Some(QUANTILE * belief.deviation);
        }
    }
}
