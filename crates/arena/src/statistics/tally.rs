//! Counts and means over game records: why games ended, faults, time and search effort, lengths, openings and seats.

use super::blocks::is_void;
use super::remarks::{RemarkCollector, Remarks};
use runner::record::{FaultKind, REFEREE, Record, SeatRecord};
use serde::Serialize;
use std::collections::BTreeMap;
use ugi::{Seat, Teams};

/// The games that ended for the same reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct End {
    /// The answer to `query reason`, or the fault that ended the game.
    pub reason: String,
    /// The number of games.
    pub games: u64,
    /// The number of drawn games among them.
    pub draws: u64,
}

/// The number of faults of a participant, by kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaultCounts {
    /// The name of the participant.
    pub participant: String,
    /// The kinds of faults with their counts, in the order of [`FaultKind`]. Kinds with a count of zero are omitted.
    pub counts: Vec<(FaultKind, u64)>,
}

/// The time and search effort of a participant.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Effort {
    /// The name of the participant.
    pub participant: String,
    /// The participant's number of moves.
    pub moves: u64,
    /// The total time in milliseconds.
    pub total: f64,
    /// The mean time per move in milliseconds; `None` without moves.
    pub mean: Option<f64>,
    /// The longest time for one move in milliseconds.
    pub slowest: f64,
    /// The number of late moves that were forgiven because of steal time.
    pub forgiven: u64,
    /// The mean number of nodes per move, over the moves that reported nodes.
    pub nodes: Option<f64>,
    /// The mean depth, over the moves that reported a depth.
    pub depth: Option<f64>,
}

/// The score in the games with one opening, or of one side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GroupScore {
    /// The name of the group. For an opening, the base position and the moves without chance events; for a side, its
    /// seats, such as `1+3`.
    pub name: String,
    /// The number of games.
    pub games: u64,
    /// The mean payoff, 0 to 1: for an opening, the payoff of the side of seat 1; for a side, its own payoff.
    pub score: f64,
    /// The number of drawn games.
    pub draws: u64,
}

/// Counts and means over a tournament. Games without a result are included only in the faults and the effort.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tally {
    /// The reasons why games ended, most frequent first.
    pub ends: Vec<End>,
    /// The faults of all participants in the order of the plan, and then those of the referee if there are any.
    pub faults: Vec<FaultCounts>,
    /// The time, nodes and depth of all participants in the order of the plan.
    pub effort: Vec<Effort>,
    /// The scores of the side of seat 1 by opening, most frequent opening first.
    pub openings: Vec<GroupScore>,
    /// The scores by side, ordered by name.
    pub seats: Vec<GroupScore>,
    /// What is remarkable about the games, beside faults.
    pub remarks: Remarks,
    /// The number of plies in each game, without chance events and verdicts, in the order of the records.
    pub lengths: Vec<u32>,
}

impl Tally {
    /// Returns a note about forgiven late moves; `None` if no late move was forgiven.
    pub fn forgiven_note(&self) -> Option<String> {
        let late = self.effort.iter().filter(|effort| effort.forgiven > 0);
        let counts: Vec<String> = late.map(|effort| format!("{} of {}", effort.forgiven, effort.participant)).collect();
        (!counts.is_empty()).then(|| format!("late moves forgiven because of steal time: {}", counts.join(", ")))
    }
}

/// Computes the counts and means over `records`. `participants` are the names in the order of the plan.
pub fn tally(participants: &[&str], records: &[Record]) -> Tally {
    let played = || records.iter().filter(|record| !is_void(record));
    Tally {
        ends: ends(played()),
        faults: {
            let mut faults: Vec<_> = participants.iter().map(|name| fault_counts(name, records)).collect();
            faults.extend([fault_counts(REFEREE, records)].into_iter().filter(|referee| !referee.counts.is_empty()));
            faults
        },
        effort: efforts(participants, records),
        openings: group_scores(
            played().map(|record| (opening(record), record.payoffs().first().copied(), is_draw(record))),
        ),
        seats: {
            let all = played().flat_map(|record| {
                let payoffs = record.payoffs();
                let one = move |(side, team): (usize, &Vec<Seat>)| {
                    (Teams(vec![team.clone()]).to_string(), payoffs.get(side).copied(), is_draw(record))
                };
                record.teams.iter().enumerate().map(one).collect::<Vec<_>>()
            });
            let mut seats = group_scores(all);
            seats.sort_by(|one, other| one.name.cmp(&other.name));
            seats
        },
        remarks: {
            let mut collector = RemarkCollector::new(participants);
            records.iter().for_each(|record| collector.add(record));
            collector.remarks()
        },
        lengths: played().map(plies).collect(),
    }
}

/// Returns the number of plies in a game, without chance events and verdicts.
fn plies(record: &Record) -> u32 {
    record.moves.iter().filter(|token| !token.starts_with('!')).count() as u32
}

fn is_draw(record: &Record) -> bool {
    record.result == "draw"
}

/// Returns the opening as arguments of `position`, without chance events.
fn opening(record: &Record) -> String {
    let moves = record.moves.iter().take(record.opening).filter(|token| !token.starts_with('!'));
    let moves: Vec<&str> = moves.map(String::as_str).collect();
    if moves.is_empty() { record.base.clone() } else { format!("{} moves {}", record.base, moves.join(" ")) }
}

fn ends<'a>(records: impl Iterator<Item = &'a Record>) -> Vec<End> {
    let reasons = group_scores(records.map(|record| (record.ending().to_string(), None, is_draw(record))));
    let end = |GroupScore { name: reason, games, draws, .. }| End { reason, games, draws };
    reasons.into_iter().map(end).collect()
}

fn fault_counts(participant: &str, records: &[Record]) -> FaultCounts {
    let all = records.iter().flat_map(|record| &record.faults).filter(|fault| fault.participant == participant);
    let mut found: BTreeMap<FaultKind, u64> = BTreeMap::new();
    all.for_each(|fault| *found.entry(fault.kind).or_default() += 1);
    FaultCounts { participant: participant.to_string(), counts: found.into_iter().collect() }
}

fn group_scores(games: impl Iterator<Item = (String, Option<f64>, bool)>) -> Vec<GroupScore> {
    let mut found: BTreeMap<String, (u64, f64, u64)> = BTreeMap::new();
    for (name, payoff, draw) in games {
        let group = found.entry(name).or_default();
        group.0 += 1;
        group.1 += payoff.unwrap_or(0.5);
        group.2 += u64::from(draw);
    }
    let group = |(name, (games, points, draws)): (String, (u64, f64, u64))| GroupScore {
        name,
        games,
        score: points / games as f64,
        draws,
    };
    let mut groups: Vec<GroupScore> = found.into_iter().map(group).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.games));
    groups
}

fn efforts(participants: &[&str], records: &[Record]) -> Vec<Effort> {
    let blank = |name: &&str| Effort { participant: (*name).to_string(), ..Effort::default() };
    let mut efforts: Vec<Effort> = participants.iter().map(blank).collect();
    // For each participant, the number of moves that reported nodes and the sum of the nodes, and the same for depths.
    let mut reported = vec![[(0, 0.0); 2]; participants.len()];
    for record in records {
        let seat = |seat: &SeatRecord| participants.iter().position(|participant| *participant == seat.participant);
        let seats: Vec<Option<usize>> = record.seats.iter().map(seat).collect();
        for (ply, mover) in record.movers.iter().enumerate() {
            let Some(index) = mover.and_then(|seat| *seats.get(seat.index())?) else { continue };
            let (effort, report) = (&mut efforts[index], record.reports.get(ply).and_then(Option::as_ref));
            let time = record.run.times_ms.get(ply).copied().unwrap_or(0.0);
            effort.moves += 1;
            effort.total += time;
            effort.slowest = effort.slowest.max(time);
            effort.forgiven += u64::from(record.run.forgiven.contains(&ply));
            let nodes = report.and_then(|report| report.nodes).map(|nodes| nodes as f64);
            let depth = report.and_then(|report| report.depth).map(f64::from);
            for ((count, sum), number) in reported[index].iter_mut().zip([nodes, depth]) {
                *count += u64::from(number.is_some());
                *sum += number.unwrap_or(0.0);
            }
        }
    }
    let mean = |(count, sum): (u64, f64)| (count > 0).then(|| sum / count as f64);
    for (effort, [nodes, depth]) in efforts.iter_mut().zip(reported) {
        effort.mean = mean((effort.moves, effort.total));
        (effort.nodes, effort.depth) = (mean(nodes), mean(depth));
    }
    efforts
}
