//! Pairings of a knockout: the loser of a match is eliminated.

use super::fixture::{KnownFixtures, Pairing, Stage};
use super::played::PlayedGames;
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
    let normal = plan.format.games.div_ceil(plan.format.games_per_block(2) as u64);
    let stride = normal + plan.format.extra_blocks;
    let mut field = bracket(plan.participants.len());
    let mut known = KnownFixtures { points: vec![0.0; plan.participants.len()], ..KnownFixtures::default() };
    for round in 0.. {
        if field.len() < 2 {
            break;
        }
        let matches: Vec<Pairing> = field.chunks(2).filter_map(match_pair).collect();
        let mut tied = matches.clone();
        let mut stages: Vec<Stage> = Vec::new();
        let mut first = round * stride;
        let mut next = first + normal;
        while !tied.is_empty() {
            let (pairings, blocks) = (tied.clone(), first..next);
            let stage = Stage { round: Some(round), pairings, blocks, first: round * stride };
            known.stages.push(stage.clone());
            known.more = field.len() > 2 || next < (round + 1) * stride;
            if !played.all(plan, &stage) {
                return known;
            }
            stages.push(stage);
            tied.retain(|pairing| played.lead(plan, &stages, pairing) == 0.0);
            (first, next) = (next, next + 1);
            if first == (round + 1) * stride {
                break;
            }
        }
        let winner = |pair: &[Option<usize>]| match match_pair(pair) {
            Some(pairing) if played.lead(plan, &stages, &pairing) < 0.0 => Some(pairing[1]),
            Some(pairing) => Some(pairing[0]),
            None => pair.iter().copied().flatten().next(),
        };
        field = field.chunks(2).map(winner).collect();
        field.iter().flatten().for_each(|&participant| known.points[participant] += 1.0);
    }
    known.more = false;
    known
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
