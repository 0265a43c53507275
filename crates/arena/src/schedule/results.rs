//! The results of matches and rounds, and the order of the participants that follows from them.

use serde::Serialize;

/// The matches of a round, in the order of the bracket or of the pairings.
pub type RoundResult = Vec<MatchResult>;

/// A match of a knockout or Swiss tournament. It may not be finished.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MatchResult {
    /// The participants, as indices into the plan; only one if it has a bye.
    pub participants: Vec<usize>,
    /// The points of the games that each of them won so far; a draw counts half.
    pub points: Vec<f64>,
    /// Whether all games have been played.
    pub is_finished: bool,
    /// Who won, if the match is finished and not tied.
    pub winner: Option<usize>,
    /// What decided, if there is a winner.
    pub decided_by: Option<DecidedBy>,
    /// Whether this is the match for third place.
    pub is_for_third: bool,
}

/// What decided a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedBy {
    /// There is no opponent.
    Bye,
    /// The games.
    Games,
    /// The higher seed, because the match was tied.
    Seed,
}

/// The place of a participant in a knockout or Swiss tournament.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placing {
    /// The participant's index in the plan.
    pub participant: usize,
    /// The place, counted from 1. Participants that nothing separates share a place.
    pub place: usize,
    /// The match points. In a knockout: one point per round survived. In a Swiss tournament: one point per match won or
    /// bye, half a point per tied match.
    pub points: f64,
    /// In a Swiss tournament, the tie-breaks.
    pub tie_breaks: Option<TieBreaks>,
}

/// The tie-breaks of a participant in a Swiss tournament. A bye counts as a win against an opponent with the
/// participant's own points (FIDE Handbook C.07).
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct TieBreaks {
    /// The sum of the opponents' points.
    pub buchholz: f64,
    /// The sum of the points of the opponents that were beaten, and half of the points of those with whom a match was
    /// tied.
    pub sonneborn_berger: f64,
}

impl DecidedBy {
    /// Returns the word for tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bye => "bye",
            Self::Games => "games",
            Self::Seed => "seed",
        }
    }
}

impl MatchResult {
    /// Returns the match of a participant that has a bye.
    pub(super) fn bye(participant: usize) -> Self {
        Self {
            participants: vec![participant],
            is_finished: true,
            winner: Some(participant),
            decided_by: Some(DecidedBy::Bye),
            ..Self::default()
        }
    }

    /// Returns the participant that did not win; `None` for a bye, or if nobody won.
    pub(super) fn loser(&self) -> Option<usize> {
        let winner = self.winner?;
        self.participants.iter().copied().find(|&participant| participant != winner)
    }

    /// Returns the share of a participant in a finished match: 1 for a win or bye, 1/2 for a tie.
    fn share(&self, participant: usize) -> f64 {
        self.winner.map_or(0.5, |winner| f64::from(u8::from(winner == participant)))
    }
}

/// Returns the order in a knockout. `points` are the match points; if two participants played for the third place, its
/// winner is ahead of the loser.
pub(super) fn knockout_placings(points: &[f64], rounds: &[RoundResult]) -> Vec<Placing> {
    let third = rounds.iter().flatten().find(|result| result.is_for_third).and_then(|result| result.winner);
    let keys =
        points.iter().enumerate().map(|(index, &points)| [points, f64::from(u8::from(third == Some(index))), 0.0]);
    placings(keys.collect(), |_| None)
}

/// Returns the order in a Swiss tournament: by points, then by the tie-breaks. All matches of `rounds` are finished.
pub(super) fn swiss_placings(points: &[f64], rounds: &[RoundResult]) -> Vec<Placing> {
    let mut found = vec![TieBreaks::default(); points.len()];
    for result in rounds.iter().flatten() {
        for (place, &participant) in result.participants.iter().enumerate() {
            // With a bye, the opponent is the participant itself.
            let opponent = result.participants[result.participants.len() - 1 - place];
            found[participant].buchholz += points[opponent];
            found[participant].sonneborn_berger += result.share(participant) * points[opponent];
        }
    }
    let key = |(&points, breaks): (&f64, &TieBreaks)| [points, breaks.buchholz, breaks.sonneborn_berger];
    placings(points.iter().zip(&found).map(key).collect(), |index| Some(found[index]))
}

/// Orders the participants by their keys, greatest first. The first part of a key is the number of points. Equal
/// participants share a place, in the order of the plan.
fn placings(keys: Vec<[f64; 3]>, tie_breaks: impl Fn(usize) -> Option<TieBreaks>) -> Vec<Placing> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|&one, &other| keys[other].partial_cmp(&keys[one]).unwrap_or(std::cmp::Ordering::Equal));
    let mut found: Vec<Placing> = Vec::with_capacity(order.len());
    for participant in order {
        let next = found.len() + 1;
        let tied = found.last().filter(|last| keys[last.participant] == keys[participant]);
        let place = tied.map_or(next, |last| last.place);
        found.push(Placing { participant, place, points: keys[participant][0], tie_breaks: tie_breaks(participant) });
    }
    found
}
