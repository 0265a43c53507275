//! Pairings of a knockout: the loser of a match is eliminated.

use super::fixture::{KnownFixtures, Pairing, Stage};
use super::played::PlayedGames;
use super::results::{MatchResult, knockout_placings};
use crate::model::Plan;

/// Returns all games that follow from the results so far.
///
/// Participants are seeded in the order of the plan. The first two can meet only in the final. If the number of
/// participants is not a power of two, the first participants have a bye in the first round.
///
/// A tied match continues with additional blocks, each with its own opening and deals, until the match is decided. If
/// it is still tied after `extra_blocks` additional blocks, the higher seed advances.
///
/// A round or an additional block is known only after all earlier games have been played, so the list grows only at its
/// end.
pub(super) fn known_fixtures(plan: &Plan, played: &PlayedGames) -> KnownFixtures {
    let mut field = bracket(plan.participants.len());
    let mut losers = Vec::new();
    let mut points = vec![0.0; plan.participants.len()];
    let mut known = KnownFixtures { placings: knockout_placings(&points, &[]), ..KnownFixtures::default() };
    while field.len() > 1 {
        let third = if plan.format.third_place && field.len() == 2 { match_pair(&losers) } else { None };
        let matches: Vec<Pairing> = field.chunks(2).filter_map(match_pair).chain(third.clone()).collect();
        let earlier = known.stages.len();
        let is_over = add_round(plan, played, &matches, field.len() > 2, &mut known);
        let result = |pairing: &Pairing| {
            let most = 1 + plan.format.extra_blocks as usize;
            played.result(plan, &known.stages[earlier..], pairing, Some(most))
        };
        let of_pair = |pair: &[Option<usize>]| match match_pair(pair) {
            Some(pairing) => Some(result(&pairing)),
            None => pair.iter().copied().flatten().next().map(MatchResult::bye),
        };
        let mut results: Vec<MatchResult> = field.chunks(2).filter_map(of_pair).collect();
        let next: Vec<Option<usize>> = results.iter().map(|result| result.winner).collect();
        losers = results.iter().map(MatchResult::loser).collect();
        results.extend(third.map(|third| MatchResult { is_for_third: true, ..result(&third) }));
        known.rounds.push(results);
        if !is_over {
            return known;
        }
        field = next;
        field.iter().flatten().for_each(|&participant| points[participant] += 1.0);
        known.placings = knockout_placings(&points, &known.rounds);
    }
    known.more = false;
    known
}

/// Adds the stages of the next round that are known: the planned games of the matches, and additional blocks of those that
/// are tied. `more` is whether there are later rounds. Returns whether all games of the round have been played.
fn add_round(plan: &Plan, played: &PlayedGames, matches: &[Pairing], more: bool, known: &mut KnownFixtures) -> bool {
    let normal = plan.format.blocks(2);
    let round = known.rounds.len() as u64;
    let start = round * (normal + plan.format.extra_blocks);
    let end = start + normal + plan.format.extra_blocks;
    let mut blocks = start..start + normal;
    let mut tied = matches.to_vec();
    while !tied.is_empty() && blocks.start < end {
        let stage = Stage { round: Some(round), pairings: tied.clone(), blocks: blocks.clone() };
        known.more = more || blocks.end < end;
        known.stages.push(stage.clone());
        if !played.all(plan, &stage) {
            return false;
        }
        // All earlier stages of these matches were tied.
        let is_tied = |pairing: &Pairing| {
            let points = played.result(plan, std::slice::from_ref(&stage), pairing, None).points;
            points[0] == points[1]
        };
        tied.retain(is_tied);
        blocks = blocks.end..blocks.end + 1;
    }
    true
}

/// Returns the participants of a match, the higher seed first, or `None` if one of them has a bye.
fn match_pair(pair: &[Option<usize>]) -> Option<Pairing> {
    match *pair {
        [Some(one), Some(other)] => Some(vec![one.min(other), one.max(other)]),
        _ => None,
    }
}

/// Returns the bracket: the participants in an order in which neighbours meet, then the winners of neighbouring pairs,
/// and so on. `None` is an empty place, whose neighbour has a bye. If the higher seed always wins, the best remaining
/// participant meets the worst remaining participant in each round.
fn bracket(participants: usize) -> Vec<Option<usize>> {
    let mut places = vec![0];
    while places.len() < participants {
        let last = 2 * places.len() - 1;
        places = places.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    places.into_iter().map(|seed| (seed < participants).then_some(seed)).collect()
}
