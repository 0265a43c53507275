//! Who meets whom in a knockout: who loses a match is out. Knows results, no file.

use super::fixture::{Fixture, KnownFixtures, Pairing, blocks, match_name};
use super::played::PlayedGames;
use crate::model::Plan;

/// All games that follow from the results so far. The order of the plan is that of the seeds: the first two can meet in
/// the final at the earliest, and where the field is no power of two the first ones have no opponent in the first round.
/// A match that is tied plays one more block after the other, each with an opening and a deal of its own, until it is
/// decided; when `extra_blocks` are used up the higher seed goes on. Nothing is known of a round, and of no further
/// block, before all games before it have been played: so the list only ever grows at its end.
pub(super) fn known_fixtures(plan: &Plan, played: &PlayedGames<'_>) -> KnownFixtures {
    let normal = plan.format.games.div_ceil(2);
    let stride = normal + plan.format.extra_blocks;
    let mut field = bracket(plan.participants.len());
    let mut known = KnownFixtures { points: vec![0.0; plan.participants.len()], ..KnownFixtures::default() };
    for round in 0.. {
        if field.len() < 2 {
            break;
        }
        let matches: Vec<Pairing> = field.chunks(2).filter_map(match_pair).collect();
        let mut tied = matches.clone();
        let mut games: Vec<Fixture> = Vec::new();
        let mut first = round * stride;
        let mut next = first + normal;
        while !tied.is_empty() {
            let stage = blocks(plan, &tied, Some(round), first..next);
            known.fixtures.extend(stage.iter().cloned());
            known.more = field.len() > 2 || next < (round + 1) * stride;
            if !played.all(&stage) {
                return known;
            }
            games.extend(stage);
            tied.retain(|pairing| lead(plan, played, &games, round, pairing) == 0.0);
            (first, next) = (next, next + 1);
            if first == (round + 1) * stride {
                break;
            }
        }
        let winner = |pair: &[Option<usize>]| match match_pair(pair) {
            Some(pairing) if lead(plan, played, &games, round, &pairing) < 0.0 => Some(pairing[1]),
            Some(pairing) => Some(pairing[0]),
            None => pair.iter().copied().flatten().next(),
        };
        field = field.chunks(2).map(winner).collect();
        field.iter().flatten().for_each(|&participant| known.points[participant] += 1.0);
    }
    known.more = false;
    known
}

/// How many points the higher seed of a match is ahead.
fn lead(plan: &Plan, played: &PlayedGames<'_>, games: &[Fixture], round: u64, pairing: &Pairing) -> f64 {
    let name = match_name(plan, pairing, Some(round));
    played.points(games, &name, pairing[0]) - played.points(games, &name, pairing[1])
}

/// The two of a match, the higher seed first; `None` where one has no opponent.
fn match_pair(pair: &[Option<usize>]) -> Option<Pairing> {
    match *pair {
        [Some(one), Some(other)] => Some(vec![one.min(other), one.max(other)]),
        _ => None,
    }
}

/// The places of a bracket: neighbours meet, and so do the winners of neighbouring pairs. In each round that goes by
/// the seeds the best meets the worst that is left.
fn bracket(participants: usize) -> Vec<Option<usize>> {
    let mut places = vec![0];
    while places.len() < participants {
        let last = 2 * places.len() - 1;
        places = places.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    places.into_iter().map(|seed| (seed < participants).then_some(seed)).collect()
}
