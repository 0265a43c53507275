//! Counts and means over game records: why games ended, faults, time and search effort, lengths, openings and seats.

use super::blocks::is_void;
use super::remarks::{RemarkCollector, Remarks};
use runner::record::{FaultKind, REFEREE, Record};
use serde::Serialize;
use std::collections::BTreeMap;
use ugi::{Teams, may_be_move};

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
    /// The name that its engine reports; empty before its first game.
    pub engine: String,
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
    /// The number of moves with a time limit during which the runner was stopped.
    pub stopped: u64,
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
    /// For each game length, in plies without chance events and verdicts, the number of games.
    pub lengths: BTreeMap<u32, u64>,
}

impl Tally {
    /// Returns a note about forgiven late moves; `None` if no late move was forgiven.
    pub fn forgiven_note(&self) -> Option<String> {
        self.note("late moves forgiven because of steal time", |effort| effort.forgiven)
    }

    /// Returns a note about moves during which the runner was stopped; `None` if there are none.
    pub fn stopped_note(&self) -> Option<String> {
        self.note("moves during which the runner was stopped, time that does not count", |effort| effort.stopped)
    }

    /// Returns a note about moves, with their number for each participant that has any.
    fn note(&self, what: &str, count: fn(&Effort) -> u64) -> Option<String> {
        let efforts = self.effort.iter().filter(|effort| count(effort) > 0);
        let counts: Vec<String> =
            efforts.map(|effort| format!("{} of {}", count(effort), effort.participant)).collect();
        (!counts.is_empty()).then(|| format!("{what}: {}", counts.join(", ")))
    }
}

/// Computes a [`Tally`] from records that are added one by one.
#[derive(Clone, Debug, Default)]
pub struct TallyBuilder {
    ends: Groups,
    /// The faults of each participant, and at the end those of the referee.
    faults: Vec<BTreeMap<FaultKind, u64>>,
    efforts: Vec<EffortBuilder>,
    openings: Groups,
    seats: Groups,
    remarks: RemarkCollector,
    lengths: BTreeMap<u32, u64>,
}

/// The games of each group by its name: their number, the sum of the payoffs, and the number of drawn games.
type Groups = BTreeMap<String, (u64, f64, u64)>;

/// The effort of a participant in the games so far.
#[derive(Clone, Debug, Default)]
struct EffortBuilder {
    effort: Effort,
    /// The number of moves that reported nodes and the sum of the nodes, and the same for depths.
    reported: [(u64, f64); 2],
}

impl TallyBuilder {
    /// Creates a tally without games. `participants` are the names in the order of the plan.
    pub fn new<'a>(participants: impl Iterator<Item = &'a str>) -> Self {
        let effort = |name: &str| EffortBuilder {
            effort: Effort { participant: name.to_string(), ..Effort::default() },
            ..EffortBuilder::default()
        };
        let names: Vec<&str> = participants.collect();
        Self {
            faults: vec![BTreeMap::new(); names.len() + 1],
            efforts: names.iter().copied().map(effort).collect(),
            remarks: RemarkCollector::new(&names),
            ..Self::default()
        }
    }

    /// Adds a game.
    pub fn add(&mut self, record: &Record) {
        for fault in &record.faults {
            let referee = || (fault.participant == REFEREE).then_some(self.efforts.len());
            if let Some(index) = self.index(&fault.participant).or_else(referee) {
                *self.faults[index].entry(fault.kind).or_default() += 1;
            }
        }
        self.add_effort(record);
        self.remarks.add(record);
        if is_void(record) {
            return;
        }
        let (payoffs, draw) = (record.payoffs(), record.played.result == "draw");
        add_to(&mut self.ends, record.ending().to_string(), None, draw);
        add_to(&mut self.openings, opening(record), payoffs.first().copied(), draw);
        for (team, &payoff) in record.teams.iter().zip(&payoffs) {
            add_to(&mut self.seats, Teams(vec![team.clone()]).to_string(), Some(payoff), draw);
        }
        *self.lengths.entry(plies(record)).or_default() += 1;
    }

    /// Returns the tally of the games so far.
    pub fn tally(&self) -> Tally {
        let end = |GroupScore { name: reason, games, draws, .. }| End { reason, games, draws };
        let names = self.efforts.iter().map(|effort| effort.effort.participant.as_str());
        let faults = |(name, counts): (&str, &BTreeMap<FaultKind, u64>)| FaultCounts {
            participant: name.to_string(),
            counts: counts.iter().map(|(&kind, &count)| (kind, count)).collect(),
        };
        let is_listed = |faults: &FaultCounts| faults.participant != REFEREE || !faults.counts.is_empty();
        Tally {
            ends: by_frequency(&self.ends).into_iter().map(end).collect(),
            faults: names.chain([REFEREE]).zip(&self.faults).map(faults).filter(is_listed).collect(),
            effort: self.efforts.iter().map(EffortBuilder::effort).collect(),
            openings: by_frequency(&self.openings),
            seats: group_scores(&self.seats),
            remarks: self.remarks.remarks(),
            lengths: self.lengths.clone(),
        }
    }

    fn index(&self, participant: &str) -> Option<usize> {
        self.efforts.iter().position(|effort| effort.effort.participant == participant)
    }

    fn add_effort(&mut self, record: &Record) {
        let seats: Vec<Option<usize>> = record.played.seats.iter().map(|name| self.index(name)).collect();
        for (engine, index) in record.engines.iter().zip(&seats) {
            if let Some(index) = *index {
                self.efforts[index].effort.engine.clone_from(&engine.name);
            }
        }
        for (ply, mover) in record.played.movers.iter().enumerate() {
            let Some(index) = mover.and_then(|seat| *seats.get(seat.index())?) else { continue };
            self.efforts[index].add(record, ply);
        }
    }
}

impl EffortBuilder {
    /// Adds the move with the zero-based number `ply`.
    fn add(&mut self, record: &Record, ply: usize) {
        let report = record.reports.get(ply).and_then(Option::as_ref);
        let time = record.run.times_ms.get(ply).copied().unwrap_or(0.0);
        self.effort.moves += 1;
        self.effort.total += time;
        self.effort.slowest = self.effort.slowest.max(time);
        self.effort.forgiven += u64::from(record.run.forgiven.contains(&ply));
        self.effort.stopped += u64::from(record.run.stopped.iter().any(|&(stopped, _)| stopped == ply));
        let nodes = report.and_then(|report| report.nodes).map(|nodes| nodes as f64);
        let depth = report.and_then(|report| report.depth).map(f64::from);
        for ((count, sum), number) in self.reported.iter_mut().zip([nodes, depth]) {
            *count += u64::from(number.is_some());
            *sum += number.unwrap_or(0.0);
        }
    }

    fn effort(&self) -> Effort {
        let mean = |(count, sum): (u64, f64)| (count > 0).then(|| sum / count as f64);
        let [nodes, depth] = self.reported.map(mean);
        Effort { mean: mean((self.effort.moves, self.effort.total)), nodes, depth, ..self.effort.clone() }
    }
}

/// Returns the number of plies in a game, without chance events and verdicts.
fn plies(record: &Record) -> u32 {
    record.played.moves.iter().filter(|token| may_be_move(token)).count() as u32
}

/// Returns the opening as arguments of `position`, without chance events.
fn opening(record: &Record) -> String {
    let moves = record.played.moves.iter().take(record.played.opening).filter(|token| may_be_move(token));
    let moves: Vec<&str> = moves.map(String::as_str).collect();
    if moves.is_empty() {
        record.played.base.clone()
    } else {
        format!("{} moves {}", record.played.base, moves.join(" "))
    }
}

fn add_to(groups: &mut Groups, name: String, payoff: Option<f64>, draw: bool) {
    let (games, points, draws) = groups.entry(name).or_default();
    *games += 1;
    *points += payoff.unwrap_or(0.5);
    *draws += u64::from(draw);
}

/// Returns the groups in the order of their names.
fn group_scores(groups: &Groups) -> Vec<GroupScore> {
    let group = |(name, &(games, points, draws)): (&String, &(u64, f64, u64))| GroupScore {
        name: name.clone(),
        games,
        score: points / games as f64,
        draws,
    };
    groups.iter().map(group).collect()
}

/// Returns the groups, most frequent first.
fn by_frequency(groups: &Groups) -> Vec<GroupScore> {
    let mut groups = group_scores(groups);
    groups.sort_by_key(|group| std::cmp::Reverse(group.games));
    groups
}
