//! What a plan is: one type for each of its tables.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use ugi::program::{Program, Timeouts};

/// A whole tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// A title for people.
    pub name: String,
    /// Start of everything random: deals, openings, seeds of the engines.
    pub seed: u64,
    /// What is played.
    pub game: GameChoice,
    /// The engine that judges; it never plays.
    pub referee: Program,
    /// Who meets whom, how often.
    pub format: Format,
    /// Where the games start.
    pub openings: Openings,
    /// The limit of every participant that has none of its own, and what goes with clocks.
    pub limit: Limit,
    /// When a game is ended early.
    pub adjudication: Adjudication,
    /// When the tournament is ended early.
    pub stop: Option<Sprt>,
    /// What the ratings hang on.
    pub ratings: Ratings,
    /// What the results do not depend on.
    pub run: RunSettings,
    /// Who plays; at least two.
    #[serde(rename = "entrants")]
    pub participants: Vec<Participant>,
}

/// A game and its rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameChoice {
    /// The name in option `Game`.
    pub name: String,
    /// Rule options: the referee gets them all, a participant those that it declares.
    pub options: BTreeMap<String, String>,
}

/// Somebody who plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Participant {
    /// Letters, digits, `.`, `_`, `+`, `-`; no two alike.
    pub name: String,
    /// The process of each of its seats.
    pub program: Program,
    /// Its limit, if it is not that of all.
    pub limit: Option<MoveLimits>,
}

/// Who meets whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Format {
    /// Which kind of tournament.
    pub kind: FormatKind,
    /// Games of each pairing, whole blocks.
    pub games: u64,
    /// The first so many participants of a gauntlet meet all others.
    pub challengers: usize,
    /// Rounds of a Swiss tournament.
    pub rounds: u64,
    /// Blocks that a tied match of a knockout plays on at most, before the higher seed goes on.
    pub extra_blocks: u64,
}

/// The kinds of tournaments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatKind {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first participants meet all others.
    Gauntlet,
    /// Who loses a match is out; the order of the plan is that of the seeds.
    Knockout,
    /// Each round brings together those who have done about as well so far, nobody twice.
    Swiss,
}

/// Where games start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "kebab-case")]
pub enum Openings {
    /// The start position of the game.
    Start,
    /// Each line of a file is what follows `position `; `#` starts a comment.
    File {
        /// The file.
        file: PathBuf,
        /// SHA-256 of what it holds, in hexadecimal: its name may change, its openings may not.
        digest: String,
        /// One after the other, or shuffled by the seed of the plan.
        order: OpeningOrder,
    },
    /// A deck that the referee has for the game.
    Deck {
        /// Its name.
        deck: String,
        /// One after the other, or shuffled by the seed of the plan.
        order: OpeningOrder,
    },
    /// Random plies, kept when a short search of the referee calls them balanced.
    Random {
        /// Plies; deals do not count.
        plies: usize,
        /// Nodes of that search.
        nodes: u64,
        /// Kept when the score is within so many hundredths of a piece of even.
        balance: u32,
    },
}

/// The order in which openings are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// As they stand.
    Sequential,
    /// Shuffled by the seed of the plan.
    Random,
}

/// Limits and clocks of all.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Limit {
    /// What a participant without a limit of its own gets.
    pub thinking: MoveLimits,
    /// Does each seat have a clock of its own, or each team one for all its seats?
    pub clock_per: ClockPer,
    /// Milliseconds by which a move may come late before it loses.
    pub time_margin: u64,
}

/// What one move may cost; at least one limit is there, and a clock excludes `movetime`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MoveLimits {
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Deepest iteration.
    pub depth: Option<u32>,
    /// Milliseconds a move.
    pub movetime: Option<u64>,
    /// A clock for the whole game.
    pub clock: Option<Clock>,
}

/// A clock; times in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// At the start, and again after every `moves` moves.
    pub base: u64,
    /// Added after each move.
    pub increment: u64,
    /// Moves of a time control; `None`: the base is for the whole game.
    pub moves: Option<u32>,
}

/// Who shares a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockPer {
    /// Nobody.
    Seat,
    /// The seats of a team.
    Team,
}

/// When a game is ended early.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// A draw when both sides say so for a while.
    pub draw: Option<DrawRule>,
    /// A win when both sides agree for a while.
    pub resign: Option<ResignRule>,
    /// A draw after so many plies; events do not count.
    pub max_plies: Option<u64>,
}

/// A draw: all scores of the last `moves` moves of each side lie within `score` of 0, not before ply `after`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// The ply from which it counts.
    pub after: u64,
    /// Moves of each side in a row.
    pub moves: u32,
    /// Hundredths of a piece.
    pub score: u32,
}

/// A resignation: for `moves` moves in a row one side says at most `-score`, the other at least `score`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// Moves of each side in a row.
    pub moves: u32,
    /// Hundredths of a piece.
    pub score: u32,
}

/// A sequential probability ratio test of the first participant against the second.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The Elo difference of H0.
    pub elo0: f64,
    /// The Elo difference of H1.
    pub elo1: f64,
    /// Accept H1 though H0 is true at most so often.
    pub alpha: f64,
    /// Accept H0 though H1 is true at most so often.
    pub beta: f64,
    /// What kind of Elo the bounds are.
    pub model: EloModel,
}

/// What an Elo difference means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// The logistic transform of the expected score.
    Logistic,
    /// The expected score per standard deviation of a game.
    Normalized,
}

/// What the ratings hang on.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Ratings {
    /// Participants whose rating is given; none: the mean of all is 0.
    pub anchors: BTreeMap<String, f64>,
}

/// What may change from one start of a plan to the next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunSettings {
    /// Games at the same time.
    pub concurrency: usize,
    /// The folder of the plan file: another place of the same tree of files is no other plan.
    pub folder: PathBuf,
    /// The folder of the results.
    pub out: PathBuf,
    /// The folder of the dialogues, if they shall be kept.
    pub log_dir: Option<PathBuf>,
    /// How long a silent engine is waited for.
    pub patience: Timeouts,
}
