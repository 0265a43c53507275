//! The summary that all output formats share.

use super::histogram::{Histogram, LogarithmicBins};
use super::progress::sprt_text;
use super::rounds::{Match, MatchPoints, matches, rounds};
use super::settings::Settings;
use super::standings::{PairNumbers, Standing, standings};
use crate::plan::change::depends_on_results;
use crate::plan::{FormatKind, Plan};
use crate::schedule::{KnownFixtures, PlayedGames, known_fixtures};
use crate::statistics::{
    Blocks, Pair, Residual, ResidualBuilder, Sequential, Tally, TallyBuilder, Tracker, is_void, pairs, side_payoffs,
};
use crate::tune::{Trajectory, Tuning};
use runner::record::Record;
use runner::results::FormatVersion;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The results of a tournament. Scores and ratings are computed from complete blocks in the order of the plan, with a
/// sequential test only up to its decision; `counts` and `tally` also cover other games. No number is NaN or infinite.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The version of the format.
    pub format: FormatVersion,
    /// The plan's title.
    pub name: String,
    /// The name of the game.
    pub game: String,
    /// The rule options of the first game, each `NAME=VALUE`; empty before the first game.
    pub options: Vec<String>,
    /// The number of sides of the game; 0 before the first game.
    pub sides: usize,
    /// The limits of a move in words. If they differ, each is followed by its participants.
    pub limits: String,
    /// What the plan sets.
    pub settings: Settings,
    /// The progress of the tournament.
    pub counts: Counts,
    /// The kind of tournament; `None` for a tuning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<FormatKind>,
    /// The result of a knockout or Swiss tournament after the rounds that have ended, best participant first; empty in
    /// other formats.
    pub matches: Vec<MatchPoints>,
    /// The rounds of a knockout or Swiss tournament that have begun, each with its matches; empty in other formats.
    pub rounds: Vec<Vec<Match>>,
    /// The result of a tuning; `None` for a tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tuning: Option<Tuning>,
    /// The standings. In a knockout or Swiss tournament they are in the order of its result, otherwise group by group
    /// and best rating first within each group.
    pub standings: Vec<Standing>,
    /// The cross table: `cross[i][j]` is the result of the participant at `standings[i]` against the one at
    /// `standings[j]`, or `None` if they have not met in a complete block.
    pub cross: Vec<Vec<Option<Cell>>>,
    /// At mixed tables, the results of partners: `partners[i][j]` is what the participants at `standings[i]` and
    /// `standings[j]` scored in one side, or `None` if they have not been partners. Empty at other tables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub partners: Vec<Vec<Option<Cell>>>,
    /// All pairs that met, in the order of the plan, from the point of view of the participant that comes first in the
    /// plan.
    pub pairs: Vec<PairNumbers>,
    /// The sequential test of the first participant against the others; `None` if the plan has no such test.
    pub sprt: Option<Sequential>,
    /// The sequential test in words.
    pub sprt_text: Option<String>,
    /// Statistics of ends, faults, search effort, openings and seats.
    #[serde(flatten)]
    pub tally: Tally,
    /// The histogram of game lengths in plies, without chance events and verdicts.
    pub length_histogram: Histogram,
    /// The histogram of game durations in seconds, from the first command to the verdict.
    pub time_histogram: Histogram,
    /// The histogram of the decimal logarithms of the times of all engine moves in milliseconds.
    pub move_time_histogram: Histogram,
    /// The residuals of the machines and parts, if there are several.
    pub residuals: Vec<Residual>,
    /// The host names of the machines that played the games.
    pub hosts: Vec<String>,
    /// The versions of the runner that played the games.
    pub versions: Vec<String>,
    /// What is to be known about the times of moves, in words.
    pub notes: Vec<String>,
    /// The remarks in words, each with a participant or a file.
    pub remark_texts: Vec<[String; 2]>,
}

/// The progress of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Counts {
    /// The number of records.
    pub games: u64,
    /// The number of games in the plan that are known so far.
    pub planned: u64,
    /// Whether further games depend on results that are still missing.
    pub more: bool,
    /// The number of complete blocks that count for scores and ratings. With a sequential test, these are the blocks up
    /// to the first incomplete one or up to the decision.
    pub blocks: u64,
    /// The number of games in incomplete blocks.
    pub waiting: u64,
    /// The number of games in complete blocks that the sequential test has not reached. They do not count for scores
    /// and ratings.
    pub later: u64,
    /// The number of blocks that contain a game without a result. They never count for scores and ratings.
    pub void: u64,
    /// The number of records with at least one fault.
    pub faulty: u64,
    /// The number of games with the same base position and moves as an earlier game.
    pub repeated: u64,
}

/// A cell of the cross table or of the table of partners.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Cell {
    /// The points of the participant in the row, or of the side of both partners. With one side per participant, a win
    /// is 1 point and a draw 1/2 point.
    pub points: f64,
    /// The number of games.
    pub games: u64,
}

/// Computes summaries from records that are added one by one. Its size depends on the number of participants and
/// openings, and grows only by a few bytes per game.
#[derive(Clone, Debug, Default)]
pub struct SummaryBuilder {
    tracker: Tracker,
    tally: TallyBuilder,
    residuals: ResidualBuilder,
    /// The games that later pairings depend on. Empty if pairings do not depend on results.
    played: PlayedGames,
    games: u64,
    faulty: u64,
    disturbed: u64,
    /// The digests of the base position and the moves of all games with a result.
    different: HashSet<[u8; 16]>,
    repeated: u64,
    /// The rule options of the first game, each `NAME=VALUE`.
    options: Vec<String>,
    sides: usize,
    milliseconds: Vec<u32>,
    move_times: LogarithmicBins,
    hosts: BTreeSet<String>,
    versions: BTreeSet<String>,
}

impl SummaryBuilder {
    /// Creates a builder without games.
    pub fn new(plan: &Plan) -> Self {
        let names = plan.participants.iter().map(|participant| participant.name.as_str());
        let residuals = ResidualBuilder::new(&plan.format);
        Self { tracker: Tracker::new(plan), tally: TallyBuilder::new(names), residuals, ..Self::default() }
    }

    /// Adds a game, which must not have been added before.
    pub fn add(&mut self, record: &Record) {
        if self.games == 0 {
            (self.options, self.sides) = (record.played.rules(), record.teams.len());
        }
        self.games += 1;
        self.faulty += u64::from(!record.faults.is_empty());
        self.disturbed += u64::from(!record.faults.is_empty() || !record.run.stopped.is_empty());
        if !is_void(record) && !self.different.insert(moves_digest(record)) {
            self.repeated += 1;
        }
        self.tracker.add(record);
        self.tally.add(record);
        self.residuals.add(record);
        if depends_on_results(self.tracker.plan()) {
            self.played.add(record);
        }
        let played = record.played.movers.iter().zip(&record.run.times_ms).filter(|(mover, _)| mover.is_some());
        played.for_each(|(_, &time)| self.move_times.add(time));
        self.milliseconds.push(u32::try_from(record.run.wall_ms).unwrap_or(u32::MAX));
        for (set, text) in [(&mut self.hosts, &record.run.host), (&mut self.versions, &record.version)] {
            if !set.contains(text) {
                set.insert(text.clone());
            }
        }
    }

    /// Returns the score and the sequential test.
    pub const fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of games with at least one fault, or with a move with a time limit during which the runner
    /// was stopped.
    pub const fn disturbed(&self) -> u64 {
        self.disturbed
    }

    /// Returns the values of a tuning; `None` for a tournament.
    fn trajectory(&self) -> Option<Trajectory> {
        let mut trajectory = Trajectory::new(self.tracker.plan())?;
        trajectory.advance(&self.played);
        Some(trajectory)
    }

    /// Returns the games of the plan that are known so far.
    fn known(&self) -> KnownFixtures {
        match self.sides {
            0 => KnownFixtures::default(),
            sides => known_fixtures(self.tracker.plan(), sides, &self.played),
        }
    }

    /// Computes the summary of the games so far.
    pub fn summary(&self) -> Summary {
        let (plan, blocks, known) = (self.tracker.plan(), self.tracker.blocks(), self.known());
        let names: Vec<&str> = plan.participants.iter().map(|participant| participant.name.as_str()).collect();
        let pairs = pair_numbers(&names, blocks);
        let matches = matches(&names, &known);
        let standings = standings(plan, blocks, &matches);
        let tally = self.tally.tally();
        let seconds = self.milliseconds.iter().map(|&milliseconds| f64::from(milliseconds) / 1000.0);
        let lengths = tally.lengths.iter().map(|(&plies, &games)| (f64::from(plies), games));
        Summary {
            format: FormatVersion,
            name: plan.name.clone(),
            game: plan.game.name.clone(),
            options: self.options.clone(),
            sides: self.sides,
            limits: plan.limits_text(),
            settings: Settings::of(plan),
            counts: self.counts(&known),
            kind: plan.tune.is_none().then_some(plan.format.kind),
            rounds: rounds(&names, &known),
            matches,
            tuning: self.trajectory().as_ref().map(Tuning::of),
            cross: cross(&standings, &pairs),
            partners: if blocks.is_mixed() { partners(&standings, blocks) } else { Vec::new() },
            standings,
            pairs,
            sprt: self.tracker.sequential().cloned(),
            sprt_text: self.tracker.sequential().map(sprt_text),
            length_histogram: Histogram::of(lengths, true),
            time_histogram: Histogram::of(seconds.map(|seconds| (seconds, 1)), false),
            move_time_histogram: self.move_times.histogram(),
            notes: [tally.forgiven_note(), tally.stopped_note()].into_iter().flatten().collect(),
            remark_texts: tally.remarks.rows(),
            tally,
            residuals: self.residuals.residuals(),
            hosts: self.hosts.iter().cloned().collect(),
            versions: self.versions.iter().cloned().collect(),
        }
    }

    fn counts(&self, known: &KnownFixtures) -> Counts {
        let blocks = self.tracker.blocks();
        Counts {
            games: self.games,
            planned: known.len(self.tracker.plan()),
            more: known.more,
            blocks: blocks.count(),
            waiting: blocks.waiting(),
            later: self.tracker.later(),
            void: blocks.void(),
            faulty: self.faulty,
            repeated: self.repeated,
        }
    }
}

impl Summary {
    /// Computes the summary of a plan's records.
    pub fn of<'a>(plan: &Plan, records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut builder = SummaryBuilder::new(plan);
        records.into_iter().for_each(|record| builder.add(record));
        builder.summary()
    }

    /// Returns whether this is a knockout.
    pub fn is_knockout(&self) -> bool {
        self.kind == Some(FormatKind::Knockout)
    }
}

impl Cell {
    /// Returns the mean number of points of a game.
    pub fn score(self) -> f64 {
        self.points / self.games as f64
    }
}

/// Returns half of the SHA-256 of a game's base position and moves.
fn moves_digest(record: &Record) -> [u8; 16] {
    let mut hash = Sha256::new_with_prefix(&record.played.base);
    for token in &record.played.moves {
        hash.update(b" ");
        hash.update(token);
    }
    let digest: [u8; 32] = hash.finalize().into();
    std::array::from_fn(|index| digest[index])
}

/// Returns the results of each pair that met.
fn pair_numbers(names: &[&str], blocks: &Blocks) -> Vec<PairNumbers> {
    let numbers = |((one, other), numbers): ((usize, usize), Pair)| PairNumbers {
        first: names[one].to_string(),
        second: names[other].to_string(),
        indices: (one, other),
        numbers,
    };
    pairs(blocks).into_iter().map(numbers).collect()
}

/// Returns the results of a pair from the view of the participant that comes first in the plan.
fn find(pairs: &[PairNumbers], one: usize, other: usize) -> Option<&Pair> {
    let found = pairs.binary_search_by_key(&(one.min(other), one.max(other)), |pair| pair.indices);
    found.ok().map(|found| &pairs[found].numbers)
}

fn cross(standings: &[Standing], pairs: &[PairNumbers]) -> Vec<Vec<Option<Cell>>> {
    let cell = |one: usize, other: usize| {
        let pair = find(pairs, one, other)?;
        let score = pair.score.value?;
        let score = if one < other { score } else { 1.0 - score };
        Some(Cell { points: score * pair.games() as f64, games: pair.games() })
    };
    square(standings, cell)
}

fn partners(standings: &[Standing], blocks: &Blocks) -> Vec<Vec<Option<Cell>>> {
    let mut found: BTreeMap<(usize, usize), Cell> = BTreeMap::new();
    for (game, count) in blocks.complete().flat_map(|(block, count)| block.iter().map(move |game| (game, count))) {
        for (side, payoff) in side_payoffs(game) {
            let indices = || side.iter().map(|member| usize::from(member.participant));
            for pair in indices().flat_map(|one| indices().map(move |other| (one, other))) {
                let cell = found.entry(pair).or_default();
                *cell = Cell { points: cell.points + count as f64 * payoff, games: cell.games + count };
            }
        }
    }
    square(standings, |one, other| found.get(&(one, other)).copied().filter(|_| one != other))
}

/// Returns a table with a row and a column for each participant in the order of the standings, from their indices.
fn square(standings: &[Standing], cell: impl Fn(usize, usize) -> Option<Cell>) -> Vec<Vec<Option<Cell>>> {
    let row = |one: &Standing| standings.iter().map(|other| cell(one.index, other.index)).collect();
    standings.iter().map(row).collect()
}
