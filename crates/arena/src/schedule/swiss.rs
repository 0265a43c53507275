//! Pairings of a Swiss tournament: participants with about equal points meet, and repeated pairings are avoided.

use super::fixture::{KnownFixtures, Pairing, Stage};
use super::played::PlayedGames;
use super::results::{MatchResult, swiss_placings};
use crate::model::Plan;
use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

/// Returns all games that follow from the results so far. A won match or a bye counts 1 point, a tied match half a
/// point. A round is paired after all games of the previous round have been played.
pub(super) fn known_fixtures(plan: &Plan, played: &PlayedGames) -> KnownFixtures {
    let length = plan.format.blocks(2);
    let mut standings = SwissStandings::new(plan.participants.len());
    let mut known = KnownFixtures { placings: swiss_placings(&standings.points, &[]), ..KnownFixtures::default() };
    for round in 0..plan.format.rounds {
        let (pairings, bye) = standings.pair();
        let blocks = round * length..(round + 1) * length;
        let stage = Stage { round: Some(round), pairings: pairings.clone(), blocks };
        known.stages.push(stage.clone());
        known.more = round + 1 < plan.format.rounds;
        let results = pairings.iter().map(|pairing| played.result(plan, &stage, pairing));
        let results: Vec<MatchResult> = results.chain(bye.map(MatchResult::bye)).collect();
        known.rounds.push(results.clone());
        if !played.all(plan, &stage) {
            return known;
        }
        for (pairing, result) in pairings.iter().zip(&results) {
            standings.add(pairing, result.points[0] - result.points[1]);
        }
        if let Some(participant) = bye {
            standings.had_bye[participant] = true;
            standings.points[participant] += 1.0;
        }
        known.placings = swiss_placings(&standings.points, &known.rounds);
    }
    known
}

/// The standings of a Swiss tournament.
struct SwissStandings {
    points: Vec<f64>,
    /// The opponents of each participant so far.
    met: Vec<Vec<usize>>,
    had_bye: Vec<bool>,
}

impl SwissStandings {
    fn new(count: usize) -> Self {
        Self { points: vec![0.0; count], met: vec![Vec::new(); count], had_bye: vec![false; count] }
    }

    /// Adds a finished match. `lead` is the number of points by which the first participant is ahead, negative if it
    /// lost.
    fn add(&mut self, pairing: &Pairing, lead: f64) {
        let share = if lead == 0.0 { 0.5 } else { f64::from(lead > 0.0) };
        self.points[pairing[0]] += share;
        self.points[pairing[1]] += 1.0 - share;
        if !self.met[pairing[0]].contains(&pairing[1]) {
            self.met[pairing[0]].push(pairing[1]);
            self.met[pairing[1]].push(pairing[0]);
        }
    }

    /// Returns the pairings of the next round, and the participant with the bye if the number of participants is odd.
    ///
    /// Participants are paired from the best down. Each gets the nearest opponent with which the total number of
    /// repeated pairings stays at its minimum. Among participants with equal points, which are in the order of the
    /// plan, the upper half meets the lower half, as in the Dutch system (FIDE Handbook C.04.3).
    fn pair(&self) -> (Vec<Pairing>, Option<usize>) {
        let mut left: Vec<usize> = (0..self.points.len()).collect();
        left.sort_by(|&a, &b| self.points[b].total_cmp(&self.points[a]).then(a.cmp(&b)));
        let bye = (left.len() % 2 == 1).then(|| self.choose_bye(&left));
        left.retain(|&participant| Some(participant) != bye);
        let mut rematches = self.count_rematches(&left);
        let mut pairings = Vec::new();
        while let Some((&best, others)) = left.split_first() {
            let fits = |&&other: &&usize| {
                let rest: Vec<usize> = others.iter().copied().filter(|&participant| participant != other).collect();
                self.count_rematches(&rest) + usize::from(self.met[best].contains(&other)) == rematches
            };
            let nearest = self.opponent_order(best, others);
            // The pairings with the fewest repetitions pair `best` with some opponent, so at least one opponent fits.
            let Some(other) = nearest.iter().find(fits).copied() else { break };
            rematches -= usize::from(self.met[best].contains(&other));
            pairings.push(vec![best.min(other), best.max(other)]);
            left.retain(|&participant| participant != best && participant != other);
        }
        (pairings, bye)
    }

    /// Returns the participant with the bye: the lowest-placed participant without an earlier bye whose absence
    /// minimizes the number of repeated pairings.
    fn choose_bye(&self, ranking: &[usize]) -> usize {
        let without = |participant: usize| {
            let rest: Vec<usize> = ranking.iter().copied().filter(|&other| other != participant).collect();
            self.count_rematches(&rest)
        };
        let candidates = ranking.iter().rev().copied();
        candidates.min_by_key(|&participant| (self.had_bye[participant], without(participant))).unwrap_or(0)
    }

    /// Returns the opponents of `best` in the order in which they are tried. The participants with as many points as
    /// `best` come first: their lower half, then their upper half from its end. All other participants follow, from the
    /// highest place down.
    fn opponent_order(&self, best: usize, others: &[usize]) -> Vec<usize> {
        let equal = others.iter().take_while(|&&other| self.points[other] == self.points[best]).count();
        let (group, lower) = others.split_at(equal);
        let (upper, half) = group.split_at(equal.saturating_sub(1) / 2);
        half.iter().chain(upper.iter().rev()).chain(lower).copied().collect()
    }

    /// Returns the minimum number of repeated pairings when all of these participants are paired.
    fn count_rematches(&self, participants: &[usize]) -> usize {
        let mut included = vec![false; self.points.len()];
        participants.iter().for_each(|&participant| included[participant] = true);
        let met = |participant: usize| self.met[participant].iter().filter(|&&other| included[other]).count();
        // If each of these n participants has at least n/2 possible new opponents, a pairing without repetition exists
        // (Dirac 1952). In most rounds, this check makes the matching unnecessary.
        if participants.iter().all(|&participant| 2 * (participants.len() - 1 - met(participant)) >= participants.len())
        {
            return 0;
        }
        let pairs = (0..participants.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let fresh = pairs.filter(|&(one, other)| !self.met[participants[one]].contains(&participants[other]));
        participants.len() / 2 - maximum_matching(&UnGraph::<(), (), usize>::from_edges(fresh)).len()
    }
}
