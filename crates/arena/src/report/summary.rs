//! The summary that all output formats share.

use super::standings::{PairNumbers, Scale, Standing, standings};
use crate::plan::Plan;
use crate::schedule::{KnownFixtures, known_fixtures};
use crate::statistics::{Blocks, Pair, Sequential, Tally, Tracker, pair, tally};
use runner::record::Record;
use runner::results::FormatVersion;
use serde::Serialize;
use std::collections::BTreeSet;

/// The maximum number of bars per histogram.
const BARS: usize = 30;

/// The results of a tournament. Scores and ratings are computed from complete blocks in the order of the plan; `counts`
/// and `tally` also cover other games. No number is NaN or infinite.
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
    /// The progress of the tournament.
    pub counts: Counts,
    /// The scale of the ratings.
    pub scale: Scale,
    /// The match points that decide a knockout or Swiss tournament, best participant first; empty in other formats.
    pub matches: Vec<MatchPoints>,
    /// The standings, group by group and best first within each group.
    pub standings: Vec<Standing>,
    /// The cross table: `cross[i][j]` is the result of the participant at `standings[i]` against the one at
    /// `standings[j]`, or `None` if they have not met in a complete block.
    pub cross: Vec<Vec<Option<Cell>>>,
    /// All pairs that met, in the order of the plan, from the point of view of the participant that comes first in the
    /// plan.
    pub pairs: Vec<PairNumbers>,
    /// The sequential test of the first participant against the second; `None` if the plan has no such test.
    pub sprt: Option<Sequential>,
    /// Statistics of ends, faults, search effort, openings and seats.
    #[serde(flatten)]
    pub tally: Tally,
    /// The histogram of game lengths in plies, without chance events and verdicts.
    pub length_histogram: Histogram,
    /// The histogram of game durations in seconds, from the first command to the verdict.
    pub time_histogram: Histogram,
    /// The host names of the machines that played the games.
    pub hosts: Vec<String>,
    /// The versions of the runner that played the games.
    pub versions: Vec<String>,
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
    /// The number of complete blocks. Only these count for scores and ratings.
    pub blocks: u64,
    /// The number of games in incomplete blocks.
    pub waiting: u64,
    /// The number of blocks that contain a game without a result. They never count for scores and ratings.
    pub void: u64,
    /// The number of records with at least one fault.
    pub faulty: u64,
}

/// The match points of a participant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchPoints {
    /// The participant's name in the plan.
    pub participant: String,
    /// In a knockout: one point per round survived. In a Swiss tournament: one point per match won or bye, half a point
    /// per tied match.
    pub points: f64,
}

/// A cell of the cross table.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// The points of the participant in the row. With one side per participant, a win is 1 point and a draw 1/2 point.
    pub points: f64,
    /// The number of games.
    pub games: u64,
}

/// A histogram with bars of equal width.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Histogram {
    /// The lower bound of the first bar.
    pub from: f64,
    /// The width of each bar; 0 if the histogram is empty.
    pub width: f64,
    /// The number of values in each bar. Bar `i` begins at `from + i * width`. A value on the border between two bars
    /// belongs to the upper one.
    pub counts: Vec<u64>,
}

impl Summary {
    /// Computes the summary of a plan's records.
    pub fn of(plan: &Plan, records: &[Record]) -> Self {
        let first = records.first();
        let sides = first.map_or(0, |record| record.teams.len());
        let known = if sides == 0 { KnownFixtures::default() } else { known_fixtures(plan, sides, records) };
        let blocks = Blocks::of(plan, records);
        let names: Vec<&str> = plan.participants.iter().map(|participant| participant.name.as_str()).collect();
        let pairs = pairs(&names, records, &blocks);
        let scale = if sides > 2 { Scale::WengLin } else { Scale::Elo };
        let standings = standings(plan, records, &blocks, &pairs, scale);
        let tally = tally(&names, records);
        let seconds: Vec<f64> = records.iter().map(|record| record.run.wall_ms as f64 / 1000.0).collect();
        let plies: Vec<f64> = tally.lengths.iter().map(|&plies| f64::from(plies)).collect();
        let distinct = |of: fn(&Record) -> &String| -> Vec<String> {
            records.iter().map(of).collect::<BTreeSet<_>>().into_iter().cloned().collect()
        };
        Self {
            format: FormatVersion,
            name: plan.name.clone(),
            game: plan.game.name.clone(),
            options: first.map_or_else(Vec::new, |record| record.options.clone()),
            sides,
            counts: counts(records, &blocks, &known),
            matches: matches(&names, &known),
            scale,
            cross: cross(&standings, &pairs),
            standings,
            pairs,
            sprt: plan.stop.and_then(|_| Tracker::of(plan, records).sequential().cloned()),
            length_histogram: Histogram::of(&plies, true),
            time_histogram: Histogram::of(&seconds, false),
            tally,
            hosts: distinct(|record| &record.run.host),
            versions: distinct(|record| &record.version),
        }
    }

    /// Returns the results of `one` against `other`; `None` if they have not met in a complete block.
    pub fn pair(&self, one: &Standing, other: &Standing) -> Option<Pair> {
        let (one, other) = (one.index, other.index);
        let pair = &self.pairs.iter().find(|pair| pair.indices == (one.min(other), one.max(other)))?.numbers;
        Some(if one < other { pair.clone() } else { pair.mirrored() })
    }
}

impl Histogram {
    /// Computes the histogram of `values`, which must not contain NaN. If `whole` is true, the bar width is a whole
    /// number. The histogram is empty if `values` is empty or contains an infinite value.
    pub fn of(values: &[f64], whole: bool) -> Self {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !least.is_finite() || !most.is_finite() {
            return Self::default();
        }
        let rough = (most - least) / BARS as f64;
        let width = match (whole, rough > 0.0) {
            (true, _) => (rough + 1.0 / BARS as f64).ceil(),
            (false, true) => rough * (1.0 + 1e-9),
            (false, false) => 1.0,
        };
        let bar = |value: f64| ((value - least) / width) as usize;
        let mut counts = vec![0; bar(most) + 1];
        values.iter().for_each(|&value| counts[bar(value)] += 1);
        Self { from: least, width, counts }
    }
}

/// Returns the results of each pair that met.
fn pairs(names: &[&str], records: &[Record], blocks: &Blocks) -> Vec<PairNumbers> {
    let count = names.len();
    let all = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    let numbers = |(one, other): (usize, usize)| PairNumbers {
        first: names[one].to_string(),
        second: names[other].to_string(),
        indices: (one, other),
        numbers: pair(blocks.between(one, other), records, names[one], names[other]),
    };
    all.map(numbers).filter(|pair| pair.numbers.games() > 0).collect()
}

fn matches(names: &[&str], known: &KnownFixtures) -> Vec<MatchPoints> {
    let all = names.iter().zip(&known.points);
    let mut matches: Vec<MatchPoints> =
        all.map(|(name, &points)| MatchPoints { participant: (*name).to_string(), points }).collect();
    matches.sort_by(|one, other| other.points.total_cmp(&one.points));
    matches
}

fn counts(records: &[Record], blocks: &Blocks, known: &KnownFixtures) -> Counts {
    Counts {
        games: records.len() as u64,
        planned: known.fixtures.len() as u64,
        more: known.more,
        blocks: blocks.complete.len() as u64,
        waiting: blocks.waiting.len() as u64,
        void: blocks.void,
        faulty: records.iter().filter(|record| !record.faults.is_empty()).count() as u64,
    }
}

fn cross(standings: &[Standing], pairs: &[PairNumbers]) -> Vec<Vec<Option<Cell>>> {
    let cell = |one: usize, other: usize| {
        let pair = &pairs.iter().find(|pair| pair.indices == (one.min(other), one.max(other)))?.numbers;
        let score = pair.score.value?;
        let score = if one < other { score } else { 1.0 - score };
        Some(Cell { points: score * pair.games() as f64, games: pair.games() })
    };
    let row = |one: &Standing| standings.iter().map(|other| cell(one.index, other.index)).collect();
    standings.iter().map(row).collect()
}
