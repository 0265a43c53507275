//! Pairings of a knockout: the loser of a match is eliminated.

use super::fixture::{KnownFixtures, Pairing, Stage};
use super::played::PlayedGames;
use super::results::{DecidedBy, MatchResult, knockout_placings};
use crate::model::Plan;

/// Returns all games that follow from the results so far.
///
/// Participants are seeded in the order of the plan. The first two can meet only in the final. If the number of
/// participants is not a power of two, the first participants have a bye in the first round.
///
/// If a match is tied, the higher seed advances. A round is known only after all earlier games have been played, so the
/// list grows only at its end.
pub(super) fn known_fixtures(plan: &Plan, played: &PlayedGames) -> KnownFixtures {
    let length = plan.format.blocks(2);
    let mut field = bracket(plan.participants.len());
    let mut losers = Vec::new();
    let mut points = vec![0.0; plan.participants.len()];
    let mut known = KnownFixtures { placings: knockout_placings(&points, &[]), ..KnownFixtures::default() };
    while field.len() > 1 {
        let third = if plan.format.third_place && field.len() == 2 { match_pair(&losers) } else { None };
        let matches: Vec<Pairing> = field.chunks(2).filter_map(match_pair).chain(third.clone()).collect();
        let round = known.rounds.len() as u64;
        let stage = Stage { round: Some(round), pairings: matches, blocks: round * length..(round + 1) * length };
        known.stages.push(stage.clone());
        known.more = field.len() > 2;
        let of_pair = |pair: &[Option<usize>]| match match_pair(pair) {
            Some(pairing) => Some(match_result(plan, played, &stage, &pairing)),
            None => pair.iter().copied().flatten().next().map(MatchResult::bye),
        };
        let mut results: Vec<MatchResult> = field.chunks(2).filter_map(of_pair).collect();
        let next: Vec<Option<usize>> = results.iter().map(|result| result.winner).collect();
        losers = results.iter().map(MatchResult::loser).collect();
        let for_third = |third| MatchResult { is_for_third: true, ..match_result(plan, played, &stage, &third) };
        results.extend(third.map(for_third));
        known.rounds.push(results);
        if !played.all(plan, &stage) {
            return known;
        }
        field = next;
        field.iter().flatten().for_each(|&participant| points[participant] += 1.0);
        known.placings = knockout_placings(&points, &known.rounds);
    }
    known.more = false;
    known
}

/// Returns the result of a match, which the higher seed wins if it is tied after all games.
fn match_result(plan: &Plan, played: &PlayedGames, stage: &Stage, pairing: &Pairing) -> MatchResult {
    let result = played.result(plan, stage, pairing);
    if result.is_finished && result.winner.is_none() {
        return MatchResult { winner: pairing.first().copied(), decided_by: Some(DecidedBy::Seed), ..result };
    }
    result
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
