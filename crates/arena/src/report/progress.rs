//! The status line of a running tournament.

use crate::plan::EloModel;
use crate::statistics::{Decision, Estimate, Pair, Sequential, Tracker, unsigned_zero};
use base::counted::counted;

/// The number of leaders shown in the status line of a tournament with more than two participants.
const LEADERS: usize = 3;

/// Returns the status line. It contains the score of the first participant against the second, the Elo difference with
/// its interval and, if the plan has a sequential test, the LLR with its bounds:
///
/// `new 52.1 % of 400, Elo +14.8 +- 20.1, LLR 1.23 (-2.94, 2.94)`
///
/// With more than two participants, the line shows the leaders with their scores instead. The line is empty while there
/// is no score.
pub fn progress_line(tracker: &Tracker) -> String {
    let participants = &tracker.plan().participants;
    let test = tracker.sequential().map(ratio);
    if participants.len() > 2 {
        let leaders = tracker.leaders();
        let scores = leaders.iter().take(LEADERS).map(|(name, score)| format!("{name} {:.1} %", 100.0 * score));
        return scores.chain(test.filter(|_| !leaders.is_empty())).collect::<Vec<_>>().join(", ");
    }
    let pair = tracker.pair();
    let (Some(score), Some(first)) = (pair.score.value, participants.first()) else { return String::new() };
    let line = format!("{} {:.1} % of {}, Elo {}", first.name, 100.0 * score, pair.games(), elo_text(&pair));
    [line].into_iter().chain(test).collect::<Vec<_>>().join(", ")
}

/// Formats an Elo difference with its interval. Words replace a bound that does not exclude 0, and say why there is no
/// interval.
pub(super) fn elo_text(pair: &Pair) -> String {
    let Estimate { value, low, high } = pair.elo;
    let excludes_zero = low.is_some_and(|low| low > 0.0) || high.is_some_and(|high| high < 0.0);
    let why = match (low, high) {
        _ if pair.games() == 0 => return pair.elo.to_string(),
        (Some(_), Some(_)) => return pair.elo.to_string(),
        (None, None) if pair.outcomes.blocks() > 1 => "all blocks equal",
        _ if excludes_zero => return pair.elo.to_string(),
        _ => "too few games",
    };
    match value {
        Some(_) => format!("{} ({why})", Estimate { low: None, high: None, ..pair.elo }),
        None => why.to_string(),
    }
}

/// Formats a normalized Elo difference. Words say why there is no interval.
pub(super) fn normalized_text(pair: &Pair) -> String {
    match (pair.normalized.value, pair.normalized.error()) {
        (Some(_), None) => format!("{} (too few games)", pair.normalized),
        _ => pair.normalized.to_string(),
    }
}

/// Formats a game-pair Elo difference, or says why there is none. Returns `None` if blocks are not pairs of games.
pub(super) fn game_pair_text(pair: &Pair) -> Option<String> {
    let unknown = match pair.outcomes.decided_pairs()? {
        [0, 0] => "no game pair was won or lost",
        [0, _] => "no game pair was lost",
        _ => "no game pair was won",
    };
    let known = |value| format!("game-pair Elo {}", Estimate { value: Some(value), ..Estimate::default() });
    Some(pair.game_pair.map_or_else(|| unknown.to_string(), known))
}

/// Formats the likelihood of superiority. A single block says nothing about it.
pub(super) fn superiority_text(pair: &Pair) -> String {
    match pair.superiority {
        Some(_) if pair.outcomes.blocks() == 1 => "too few games".to_string(),
        Some(chance) => format!("{:.1} %", 100.0 * chance),
        None => "-".to_string(),
    }
}

/// Formats a test as `LLR 1.23 (-2.94, 2.94)`, with its decision if there is one, or as `no LLR` with the reason.
fn ratio(test: &Sequential) -> String {
    let llr = match test.llr {
        Ok(llr) => llr,
        Err(error) => return format!("no LLR ({error})"),
    };
    let decision = match test.decision {
        Decision::Undecided => "",
        Decision::H0 => ", H0 accepted",
        Decision::H1 => ", H1 accepted",
    };
    format!("LLR {:.2} ({:.2}, {:.2}){decision}", unsigned_zero(llr, 2), test.lower, test.upper)
}

/// Describes a test, its log-likelihood ratio and its decision.
pub(super) fn sprt_text(test: &Sequential) -> String {
    let model = match test.test.model {
        EloModel::Logistic => "logistic",
        EloModel::Normalized => "normalized",
        EloModel::Bayesian => "Bayesian",
    };
    format!(
        "SPRT of {model} Elo {} against {}, alpha {}, beta {}: {} after {}",
        test.test.elo0,
        test.test.elo1,
        test.test.alpha,
        test.test.beta,
        ratio(test),
        counted(test.blocks, "block")
    )
}
