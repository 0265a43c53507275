//! What is counted and not estimated: ends, faults, time, lengths, openings, seats. Knows no plan.

use super::blocks::is_void;
use serde::Serialize;
use std::collections::BTreeMap;
use std::slice;
use ugi::record::{ForfeitKind, Record, SeatRecord};
use ugi::reply::teams_text;

/// Games that ended for the same reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct End {
    /// `query reason`, or the fault that ended the game.
    pub reason: String,
    /// How many.
    pub games: u64,
    /// How many of them without a winner.
    pub draws: u64,
}

/// What a participant did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ForfeitCounts {
    /// The participant.
    #[serde(rename = "entrant")]
    pub participant: String,
    /// How often what; in the order of [`ForfeitKind`], without zeros.
    pub counts: Vec<(ForfeitKind, u64)>,
}

/// What a participant spent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Effort {
    /// The participant.
    #[serde(rename = "entrant")]
    pub participant: String,
    /// Moves that it chose itself.
    pub moves: u64,
    /// Milliseconds in all.
    pub total: f64,
    /// Milliseconds a move; `None` without moves.
    pub mean: Option<f64>,
    /// The slowest move, milliseconds.
    pub slowest: f64,
    /// Moves that came late because time was stolen from the machine, and did not lose.
    pub excused: u64,
    /// Nodes a move, of those moves that said so.
    pub nodes: Option<f64>,
    /// Last finished depth, of those moves that said so.
    pub depth: Option<f64>,
}

/// Who did how well from one opening or in one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GroupScore {
    /// The opening: where the games started and the moves of the opening without events; or the seats, `1+3`.
    pub name: String,
    /// Games.
    pub games: u64,
    /// What the side of seat 1 (openings) or this side (seats) got on the average, 0 to 1.
    pub score: f64,
    /// Games without a winner.
    pub draws: u64,
}

/// All counts; games without a result appear nowhere but in the faults.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tally {
    /// Ends by reason, the most frequent first.
    pub ends: Vec<End>,
    /// Faults by participant, in the order of the plan; those without faults too.
    pub faults: Vec<ForfeitCounts>,
    /// Time, nodes and depth by participant, in the order of the plan.
    pub effort: Vec<Effort>,
    /// Score of the side of seat 1 by opening, the most frequent first.
    pub openings: Vec<GroupScore>,
    /// Score by side: how good it is to begin.
    pub seats: Vec<GroupScore>,
    /// Plies of each game, events and verdicts left out, in the order of the records.
    pub lengths: Vec<u32>,
}

impl Tally {
    /// A sentence about late moves that did not lose; `None` without such moves.
    #[must_use]
    pub fn forgiven_note(&self) -> Option<String> {
        let late = self.effort.iter().filter(|effort| effort.excused > 0);
        let counts: Vec<String> = late.map(|effort| format!("{} of {}", effort.excused, effort.participant)).collect();
        (!counts.is_empty()).then(|| format!("moves late by time stolen from the machine: {}", counts.join(", ")))
    }
}

/// Counts for these participants.
#[must_use]
pub fn tally(participants: &[&str], records: &[Record]) -> Tally {
    let played = || records.iter().filter(|record| !is_void(record));
    Tally {
        ends: ends(played()),
        faults: participants.iter().map(|participant| forfeit_counts(participant, records)).collect(),
        effort: efforts(participants, records),
        openings: group_scores(
            played().map(|record| (opening(record), record.payoffs().first().copied(), is_draw(record))),
        ),
        seats: {
            let all = played().flat_map(|record| {
                let payoffs = record.payoffs();
                let one = move |(side, team): (usize, &Vec<usize>)| {
                    (teams_text(slice::from_ref(team)), payoffs.get(side).copied(), is_draw(record))
                };
                record.teams.iter().enumerate().map(one).collect::<Vec<_>>()
            });
            let mut seats = group_scores(all);
            seats.sort_by(|one, other| one.name.cmp(&other.name));
            seats
        },
        lengths: played().map(plies).collect(),
    }
}

/// Plies that somebody chose: no event, no verdict.
fn plies(record: &Record) -> u32 {
    record.moves.iter().filter(|token| !token.starts_with('!')).count() as u32
}

fn is_draw(record: &Record) -> bool {
    record.result == "draw"
}

/// Where the game left the plan's hands, in words of the protocol; deals are not part of an opening's name.
fn opening(record: &Record) -> String {
    let moves = record.moves.iter().take(record.opening).filter(|token| !token.starts_with('!'));
    let moves: Vec<&str> = moves.map(String::as_str).collect();
    if moves.is_empty() { record.base.clone() } else { format!("{} moves {}", record.base, moves.join(" ")) }
}

fn ends<'a>(records: impl Iterator<Item = &'a Record>) -> Vec<End> {
    let mut found: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for record in records {
        let end = found.entry(record.ending()).or_default();
        end.0 += 1;
        end.1 += u64::from(is_draw(record));
    }
    let end = |(reason, (games, draws)): (&str, (u64, u64))| End { reason: reason.to_string(), games, draws };
    let mut ends: Vec<End> = found.into_iter().map(end).collect();
    ends.sort_by_key(|end| std::cmp::Reverse(end.games));
    ends
}

fn forfeit_counts(participant: &str, records: &[Record]) -> ForfeitCounts {
    let all = records.iter().flat_map(|record| &record.faults).filter(|fault| fault.entrant == participant);
    let mut found: BTreeMap<ForfeitKind, u64> = BTreeMap::new();
    all.for_each(|fault| *found.entry(fault.kind).or_default() += 1);
    ForfeitCounts { participant: participant.to_string(), counts: found.into_iter().collect() }
}

fn group_scores(games: impl Iterator<Item = (String, Option<f64>, bool)>) -> Vec<GroupScore> {
    let mut found: BTreeMap<String, (u64, f64, u64)> = BTreeMap::new();
    for (name, payoff, draw) in games {
        let share = found.entry(name).or_default();
        share.0 += 1;
        share.1 += payoff.unwrap_or(0.5);
        share.2 += u64::from(draw);
    }
    let share = |(name, (games, points, draws)): (String, (u64, f64, u64))| GroupScore {
        name,
        games,
        score: points / games as f64,
        draws,
    };
    let mut shares: Vec<GroupScore> = found.into_iter().map(share).collect();
    shares.sort_by_key(|share| std::cmp::Reverse(share.games));
    shares
}

/// Sums of one participant.
#[derive(Clone, Default)]
struct Sums {
    moves: u64,
    total: f64,
    slowest: f64,
    forgiven: u64,
    nodes: (u64, f64),
    depth: (u64, f64),
}

fn efforts(participants: &[&str], records: &[Record]) -> Vec<Effort> {
    let mut sums = vec![Sums::default(); participants.len()];
    for record in records {
        let seat = |seat: &SeatRecord| participants.iter().position(|participant| *participant == seat.entrant);
        let seats: Vec<Option<usize>> = record.seats.iter().map(seat).collect();
        for (ply, mover) in record.movers.iter().enumerate() {
            let Some(index) = mover.checked_sub(1).and_then(|seat| *seats.get(seat)?) else { continue };
            let (sum, said) = (&mut sums[index], record.said.get(ply).and_then(Option::as_ref));
            let time = record.run.times.get(ply).copied().unwrap_or(0.0);
            sum.moves += 1;
            sum.total += time;
            sum.slowest = sum.slowest.max(time);
            sum.forgiven += u64::from(record.run.excused.contains(&ply));
            if let Some(nodes) = said.and_then(|said| said.nodes) {
                sum.nodes = (sum.nodes.0 + 1, sum.nodes.1 + nodes as f64);
            }
            if let Some(depth) = said.and_then(|said| said.depth) {
                sum.depth = (sum.depth.0 + 1, sum.depth.1 + f64::from(depth));
            }
        }
    }
    let mean = |(count, sum): (u64, f64)| (count > 0).then(|| sum / count as f64);
    let effort = |(participant, sum): (&&str, Sums)| Effort {
        participant: (*participant).to_string(),
        moves: sum.moves,
        total: sum.total,
        mean: mean((sum.moves, sum.total)),
        slowest: sum.slowest,
        excused: sum.forgiven,
        nodes: mean(sum.nodes),
        depth: mean(sum.depth),
    };
    participants.iter().zip(sums).map(effort).collect()
}
