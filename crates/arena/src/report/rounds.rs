//! The rounds of a knockout or Swiss tournament, and its result.

use super::numbers::tidy;
use crate::schedule::{DecidedBy, KnownFixtures, MatchResult, Placing, TieBreaks};
use serde::Serialize;

/// A match of a round.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Match {
    /// The participants, in a knockout the higher seed first; only one if it has a bye.
    pub participants: Vec<String>,
    /// The points of the games that each of them won so far; a draw counts half. Empty for a bye.
    pub points: Vec<f64>,
    /// Whether all games have been played.
    pub finished: bool,
    /// Who won; `None` if the match is tied or not finished.
    pub winner: Option<String>,
    /// What decided, if there is a winner.
    pub decided_by: Option<DecidedBy>,
    /// Whether this is the match for third place.
    pub third_place: bool,
}

/// The result of a participant in a knockout or Swiss tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchPoints {
    /// The place, counted from 1. Participants that nothing separates share a place.
    pub place: usize,
    /// The participant's name in the plan.
    pub participant: String,
    /// The participant's index in the plan.
    #[serde(skip)]
    pub index: usize,
    /// In a knockout: one point per round survived. In a Swiss tournament: one point per match won or bye, half a point
    /// per tied match.
    pub points: f64,
    /// In a Swiss tournament, the tie-breaks.
    #[serde(flatten)]
    pub tie_breaks: Option<TieBreaks>,
}

impl Match {
    /// Returns the points with the first participant's first, such as `2.5 : 1.5`; empty for a bye.
    pub fn score(&self) -> String {
        self.points.iter().map(|points| tidy(*points, 2)).collect::<Vec<_>>().join(" : ")
    }

    /// Returns what decided the match, or its state.
    pub const fn decision(&self) -> &'static str {
        match self.decided_by {
            Some(DecidedBy::Bye) => "bye",
            Some(DecidedBy::Games) => "games",
            Some(DecidedBy::Seed) => "higher seed",
            None if self.finished => "tied",
            None => "not finished",
        }
    }
}

impl MatchPoints {
    /// Returns the tie-breaks in the order in which they count; empty in a knockout.
    pub fn tie_break_sums(&self) -> Vec<String> {
        let sums = self.tie_breaks.map(|breaks| [breaks.buchholz, breaks.sonneborn_berger]);
        sums.into_iter().flatten().map(|sum| tidy(sum, 2)).collect()
    }
}

/// Returns the matches of all rounds. `names` are those of the participants.
pub(super) fn rounds(names: &[&str], known: &KnownFixtures) -> Vec<Vec<Match>> {
    let name = |index: usize| names[index].to_string();
    let shown = |result: &MatchResult| Match {
        participants: result.participants.iter().copied().map(name).collect(),
        points: result.points.clone(),
        finished: result.is_finished,
        winner: result.winner.map(name),
        decided_by: result.decided_by,
        third_place: result.is_for_third,
    };
    known.rounds.iter().map(|round| round.iter().map(shown).collect()).collect()
}

/// Returns the participants, best first.
pub(super) fn matches(names: &[&str], known: &KnownFixtures) -> Vec<MatchPoints> {
    let shown = |&Placing { participant: index, place, points, tie_breaks }: &Placing| MatchPoints {
        place,
        participant: names[index].to_string(),
        index,
        points,
        tie_breaks,
    };
    known.placings.iter().map(shown).collect()
}

/// Returns the name of the round with this zero-based number.
pub(super) fn round_name(round: usize, is_knockout: bool, matches: &[Match]) -> String {
    match matches.iter().filter(|one| !one.third_place).count() {
        1 if is_knockout => "final".to_string(),
        2 if is_knockout => "semifinals".to_string(),
        _ => format!("round {}", round + 1),
    }
}
