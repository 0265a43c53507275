//! The facts at the top of the page: the plan and its progress. The parts of a setting are labelled with their plan
//! keys, so new parts need no change in this module.

use super::words::{grouped, signed};
use crate::plan::{Openings, Plan};
use crate::report::Summary;
use crate::report::text::later_note;
use crate::statistics::Residual;
use base::counted::noun;
use serde::Serialize;
use serde_json::Value;

/// The number of digest digits shown at the top of the page.
const DIGITS: usize = 12;

/// The smallest residual that is shown, in standard errors.
const OFF: f64 = 3.0;

/// The key that specifies the kind of a setting. Its value is printed first, without the key.
const KIND: &str = "from";

/// Returns the facts about the plan, its progress and the machines. `game` is the display name of the game. Facts
/// without a value are omitted.
pub(super) fn facts(plan: &Plan, summary: &Summary, game: &str) -> Vec<(&'static str, String)> {
    let options = plan.game.options.iter().map(|(name, value)| format!("{name} {value}"));
    let game = std::iter::once(game.to_string()).chain(options).collect::<Vec<_>>().join(", ");
    let counts = &summary.counts;
    let more = if counts.more { " so far" } else { "" };
    let nonzero = |count: u64, what: &str, more: &str| match count {
        0 => String::new(),
        _ => format!("{} {}{more}", grouped(count), noun(count, what)),
    };
    let list = [
        ("game", game),
        ("format", format(plan)),
        ("games", format!("{} of {}{more}", grouped(counts.games), grouped(counts.planned))),
        ("complete blocks", grouped(counts.blocks)),
        ("not counted yet", nonzero(counts.waiting, "game", " of incomplete blocks")),
        ("not counted", if counts.later > 0 { later_note(summary) } else { String::new() }),
        ("repeats", nonzero(counts.repeated, "game", " with the moves of another")),
        ("never counted", nonzero(counts.void, "block", " with a game without a result")),
        ("with faults", nonzero(counts.faulty, "game", "")),
        ("forgiven", summary.tally.forgiven_note().unwrap_or_default()),
        ("runner stopped", summary.tally.stopped_note().unwrap_or_default()),
        ("limit", plan.limits_text()),
        ("clocks scaled to", nonzero(plan.limit.scale_clock.unwrap_or(0), "node", " a second")),
        ("openings", describe(&shortened(&plan.openings.from))),
        ("adjudication", describe(&plan.adjudication)),
        ("stop rule", describe(&plan.stop.sprt)),
        ("seed", if plan.secret_seed { "secret".to_string() } else { plan.seed.to_string() }),
        ("played on", summary.hosts.join(", ")),
        ("machines off the rest", off(summary)),
        ("version", summary.versions.join(", ")),
    ];
    list.into_iter().filter(|(_, text)| !text.is_empty()).collect()
}

fn format(plan: &Plan) -> String {
    match (&plan.tune, plan.format.teams) {
        (Some(_), _) => "tuning".to_string(),
        (None, Some(_)) => describe(&plan.format.kind) + ", mixed tables",
        (None, None) => describe(&plan.format.kind),
    }
}

/// Returns the machines and parts with a large residual, the largest first, because a bad machine is off most.
fn off(summary: &Summary) -> String {
    let large = |one: &Residual| one.residual.filter(|residual| residual.abs() >= OFF);
    let mut found: Vec<(f64, &str)> =
        summary.residuals.iter().filter_map(|one| Some((large(one)?, one.name.as_str()))).collect();
    found.sort_by(|(one, _), (other, _)| other.abs().total_cmp(&one.abs()));
    let text = |(residual, name): &(f64, &str)| format!("{name} {}", signed(*residual));
    let list = found.iter().map(text).collect::<Vec<_>>().join(", ");
    if list.is_empty() { list } else { list + " standard errors" }
}

/// Returns the openings with the digest shortened to [`DIGITS`] digits.
fn shortened(openings: &Openings) -> Openings {
    let mut shown = openings.clone();
    if let Openings::File { digest, .. } = &mut shown
        && digest.len() > DIGITS
    {
        *digest = digest.chars().take(DIGITS).chain(['\u{2026}']).collect();
    }
    shown
}

/// Describes a setting as `key value, key value`. Values that are not set are omitted.
pub(super) fn describe(setting: &impl Serialize) -> String {
    // All settings of a plan have a JSON form, so the default is never used.
    flat(&serde_json::to_value(setting).unwrap_or_default())
}

fn flat(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(flat).collect::<Vec<_>>().join(" "),
        Value::Object(map) => {
            let part = |(key, value): (&String, &Value)| match flat(value) {
                text if text.is_empty() || key == KIND => None,
                text => Some(format!("{} {text}", key.replace('_', " "))),
            };
            map.get(KIND).map(flat).into_iter().chain(map.iter().filter_map(part)).collect::<Vec<_>>().join(", ")
        }
        Value::Number(number) => number.to_string().trim_end_matches(".0").to_string(),
        Value::Bool(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Clock, EloModel, MoveLimits, Sprt};
    use crate::statistics::synthetic::{plan, records};
    use runner::record::Record;
    use std::time::Duration;

    #[test]
    fn games_after_the_decision_and_scaled_clocks_are_named() {
        let mut plan = plan(&["a", "b"], 600);
        plan.stop.sprt = Some(Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic });
        let summary = Summary::of(&plan, &records(&plan, 2, &[200.0, 0.0], 0.2));
        plan.limit.scale_clock = Some(1_000_000);
        let note = format!("{} games after the decision", 600 - 2 * summary.counts.blocks);
        let found = facts(&plan, &summary, "toss");
        assert!(found.contains(&("not counted", note)), "{found:?}");
        assert!(found.contains(&("clocks scaled to", "1,000,000 nodes a second".to_string())), "{found:?}");
    }

    /// One bad machine makes the others look too good. It is named first.
    #[test]
    fn machines_off_the_rest_are_named_by_their_residuals() {
        let plan = plan(&["a", "b"], 200);
        let mut games = records(&plan, 2, &[0.0, 0.0], 0.3);
        games.iter_mut().for_each(|game| game.run.host = format!("m{}", game.block % 3));
        let found = |games: &[Record]| off(&Summary::of(&plan, games));
        assert_eq!(found(&games), "");
        for game in games.iter_mut().filter(|game| game.run.host == "m2") {
            game.played.ranks = if game.seating == 0 { vec![2, 1] } else { vec![1, 2] };
        }
        let text = found(&games);
        assert!(text.starts_with("host m2 \u{2212}") && text.contains(", host m0 +"), "{text}");
        assert_eq!(text.matches("standard errors").count(), 1, "{text}");
    }

    #[test]
    fn settings_are_named_by_their_keys() {
        let thinking = MoveLimits { nodes: Some(1000), depth: Some(9), ..MoveLimits::default() };
        assert_eq!(describe(&thinking), "depth 9, nodes 1000");
        let clock = Some(Clock { base: Duration::from_secs(10), increment: Duration::from_millis(100), moves: None });
        assert_eq!(describe(&MoveLimits { clock, depth: None, ..thinking }), "clock 10s+100ms, nodes 1000");
        assert_eq!(describe(&MoveLimits { clock, ..MoveLimits::default() }), "clock 10s+100ms");
        assert_eq!(
            describe(&Openings::Random { plies: 8, nodes: 500, balance: 40 }),
            "random, balance 40, nodes 500, plies 8"
        );
        assert_eq!((describe(&None::<u8>), describe(&Openings::Start)), (String::new(), "start".to_string()));
    }
}
