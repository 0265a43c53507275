//! The rows of the page's tables.

use super::facts::describe;
use super::view::{CrossCell, CrossRow, FaultRow, ParticipantRow, ScoreRow, ScoreTable};
use super::words::{duration, grouped, interval, percent};
use crate::plan::{Participant, Plan};
use crate::report::{Standing, Summary};
use crate::statistics::{Effort, End, GroupScore, Pair, Tally};
use runner::record::Record;

/// The maximum number of openings that are shown.
const MAX_OPENINGS: usize = 24;

/// Returns the cross table, with rows and columns in the order of the standings.
pub(super) fn cross(summary: &Summary) -> Vec<CrossRow> {
    let row = |one: &Standing| CrossRow {
        name: one.participant.clone(),
        score: one.score.map_or(String::new(), percent),
        games: grouped(one.games),
        results: format!("{} / {} / {}", one.wins, one.draws, one.losses),
        cells: summary.standings.iter().map(|other| pair(summary, one, other).as_ref().map(cell)).collect(),
    };
    summary.standings.iter().map(row).collect()
}

/// Returns the results of `one` against `other`, from the point of view of `one`.
fn pair(summary: &Summary, one: &Standing, other: &Standing) -> Option<Pair> {
    let of = |first: &str, second: &str| {
        summary.pairs.iter().find(|pair| pair.first == first && pair.second == second).map(|pair| &pair.numbers)
    };
    let (one, other) = (one.participant.as_str(), other.participant.as_str());
    of(one, other).cloned().or_else(|| of(other, one).map(Pair::mirrored))
}

fn cell(pair: &Pair) -> CrossCell {
    let score = pair.score.value.unwrap_or(0.5);
    CrossCell {
        points: percent(score),
        results: format!("{} / {} / {}", pair.wins, pair.draws, pair.losses),
        title: format!("{} games, Elo {}", pair.games(), interval(pair.elo)),
        tint: if score >= 0.5 { "--tint-good" } else { "--tint-bad" },
        strength: format!("{:.2}", (score - 0.5).abs() * 0.7),
    }
}

/// Returns the participants in the order of the plan, with their time and search effort.
pub(super) fn participants(plan: &Plan, records: &[Record], effort: &[Effort]) -> Vec<ParticipantRow> {
    let engine = |name: &str| {
        let mut seats = records.iter().flat_map(|record| &record.seats);
        seats.find(|seat| seat.participant == name && !seat.engine.is_empty()).map_or("", |seat| seat.engine.as_str())
    };
    let row = |participant: &Participant| {
        let effort = effort.iter().find(|effort| effort.participant == participant.name);
        let number = |text: &dyn Fn(&Effort) -> Option<String>| effort.and_then(text).unwrap_or_default();
        ParticipantRow {
            name: participant.name.clone(),
            engine: engine(&participant.name).to_string(),
            limit: describe(participant.limit.as_ref().unwrap_or(&plan.limit.move_limits)),
            options: describe(&participant.program.options),
            numbers: [
                number(&|effort| Some(grouped(effort.moves))),
                number(&|effort| effort.mean.map(duration)),
                number(&|effort| (effort.moves > 0).then(|| duration(effort.slowest))),
                number(&|effort| effort.nodes.map(|nodes| grouped(nodes.round() as u64))),
                number(&|effort| effort.depth.map(|depth| format!("{depth:.1}"))),
            ],
        }
    };
    plan.participants.iter().map(row).collect()
}

/// Returns the scores by seat and by opening.
pub(super) fn score_tables(tally: &Tally) -> Vec<ScoreTable> {
    let row = |group: &GroupScore| ScoreRow {
        name: group.name.clone(),
        score: percent(group.score),
        percent: format!("{:.1}", group.score * 100.0),
        games: grouped(group.games),
    };
    let table = |title, what, list: &[GroupScore], most: usize| ScoreTable {
        title,
        what,
        rows: list.iter().take(most).map(row).collect(),
        more: list.len().saturating_sub(most),
    };
    vec![
        table("By seat", "seats of the side", &tally.seats, usize::MAX),
        table("By opening", "opening", &tally.openings, MAX_OPENINGS),
    ]
}

/// Returns the number of games for each reason why a game ended.
pub(super) fn ends(tally: &Tally) -> Vec<ScoreRow> {
    let all = tally.ends.iter().map(|end| end.games).sum::<u64>().max(1) as f64;
    let row = |end: &End| ScoreRow {
        name: end.reason.clone(),
        score: grouped(end.draws),
        percent: format!("{:.1}", 100.0 * end.games as f64 / all),
        games: grouped(end.games),
    };
    tally.ends.iter().map(row).collect()
}

/// Returns all faults of all games.
pub(super) fn fault_rows(records: &[Record]) -> impl Iterator<Item = FaultRow<'_>> {
    records.iter().flat_map(|record| {
        record.faults.iter().map(|fault| FaultRow {
            kind: fault.kind.word(),
            participant: &fault.participant,
            id: &record.id,
            seat: fault.seat,
            ply: fault.ply,
            text: &fault.text,
            dialogue: &fault.dialogue,
        })
    })
}
