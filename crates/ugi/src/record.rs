//! A finished game as one line of `results.jsonl`: everything to replay and to audit it. Knows no file and no process.

use crate::Score;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use strum::IntoStaticStr;

/// One finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Follows from the plan: `PAIRING/BLOCK/SEATING`, see the schedule of the arena.
    pub id: String,
    /// Fingerprint of what may not change in the plan.
    pub plan: String,
    /// The name of the game.
    pub game: String,
    /// `NAME=VALUE` of the game, as the referee has them in effect.
    pub options: Vec<String>,
    /// The entrants that met, `A:B`; with a round in front where pairings depend on results.
    pub pairing: String,
    /// The block: all seatings of one opening and one deal.
    pub block: u64,
    /// Which of them, from 0: the sides turned so often.
    pub seating: usize,
    /// The seed of this game.
    pub seed: u64,
    /// Seat numbers from 1, a list for each side: `query teams`.
    pub teams: Vec<Vec<usize>>,
    /// Who sat where, by seat.
    pub seats: Vec<SeatRecord>,
    /// `startpos` or `fen TEXT`.
    pub base: String,
    /// How many of `moves` were the opening.
    pub opening: usize,
    /// The master history, canonical, events and verdict too.
    pub moves: Vec<String>,
    /// What was said of each of `moves` by whoever played it, as long as `moves`.
    pub said: Vec<Option<SearchReport>>,
    /// The seat, from 1, that chose each of `moves`; 0 for openings, events and verdicts. As long as `moves`.
    #[serde(default)]
    pub movers: Vec<usize>,
    /// `p1win`, `p2win`, `p3win`, `draw`.
    pub result: String,
    /// `query reason`.
    pub reason: String,
    /// `query scores`.
    pub scores: Vec<i64>,
    /// `query ranks`.
    pub ranks: Vec<u32>,
    /// What engines did wrong, the one that ended the game first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Forfeit>,
    /// Version of the runner.
    pub version: String,
    /// What differs between two runs of the same game.
    pub run: RunInfo,
}

/// An engine in its seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatRecord {
    /// The entrant's name in the plan.
    pub entrant: String,
    /// What the engine calls itself.
    pub engine: String,
    /// The options that it was sent, its `Seed` included.
    pub options: BTreeMap<String, String>,
}

/// What an engine said of its move.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchReport {
    /// From the mover's side: hundredths of a piece, or `#N`, `#-N` for a mate in N plies.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "score_text")]
    pub score: Option<Score>,
    /// The last finished depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// What an engine did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    /// The kind.
    pub kind: ForfeitKind,
    /// The seat, from 1.
    pub seat: usize,
    /// The entrant in it.
    pub entrant: String,
    /// The number of moves in the history when it happened.
    pub ply: usize,
    /// Did it end the game? Else it was only noted.
    pub decisive: bool,
    /// What happened, for people.
    pub text: String,
    /// The last lines of the dialogue.
    pub dialogue: Vec<String>,
}

/// The ways to do wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ForfeitKind {
    /// It did not start, or said no `ugiok` in time.
    NoHandshake,
    /// It left in the middle of a game.
    Crash,
    /// It was there and did not answer.
    Stall,
    /// Its move came after its time.
    Time,
    /// The referee does not allow its move.
    IllegalMove,
    /// Its `bestmove` has no move, or more than a move.
    WrongBestmove,
    /// It sees another game than the referee.
    Disagreement,
}

impl ForfeitKind {
    /// The word of the verdict: whether the offender loses points too is a matter of the game, which knows these words.
    #[must_use]
    pub const fn verdict(self) -> &'static str {
        match self {
            Self::NoHandshake | Self::Crash | Self::Stall | Self::Time => "time",
            Self::IllegalMove | Self::WrongBestmove | Self::Disagreement => "illegal",
        }
    }

    /// The word in tables, as in records.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// What differs between two runs of the same game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunInfo {
    /// The machine.
    pub host: String,
    /// Seconds since 1970 at the start of the game.
    pub started: u64,
    /// Milliseconds from start to end.
    pub wall: u64,
    /// Milliseconds of each of the moves, 0 for openings, events and verdicts; as long as `moves`.
    pub times: Vec<f64>,
    /// Those of the moves, from 0, that came late but no later than by what was stolen from the machine meanwhile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excused: Vec<usize>,
    /// Round trips to the referee.
    pub trips: u64,
}

impl Record {
    /// What must be the same whenever and wherever this game is played at fixed nodes: the line without times, host and
    /// dialogues.
    #[must_use]
    pub fn reproducible_part(&self) -> Self {
        let mut copy = self.clone();
        copy.run = RunInfo::default();
        copy.faults.iter_mut().for_each(|fault| fault.dialogue.clear());
        copy
    }

    /// The entrant of each side.
    #[must_use]
    pub fn sides(&self) -> Vec<&str> {
        let first = |team: &Vec<usize>| team.first().and_then(|&seat| self.seats.get(seat.checked_sub(1)?));
        self.teams.iter().map(|team| first(team).map_or("", |seat| seat.entrant.as_str())).collect()
    }

    /// The rank of each side, 1 for the best.
    #[must_use]
    pub fn side_ranks(&self) -> Vec<u32> {
        let rank = |team: &Vec<usize>| team.first().and_then(|&seat| self.ranks.get(seat.checked_sub(1)?)).copied();
        self.teams.iter().map(|team| rank(team).unwrap_or(u32::MAX)).collect()
    }

    /// The entrant in each seat.
    #[must_use]
    pub fn participants(&self) -> Vec<String> {
        self.seats.iter().map(|seat| seat.entrant.clone()).collect()
    }

    /// Why it ended: the fault that ended it, or the referee's reason.
    #[must_use]
    pub fn ending(&self) -> &str {
        match self.faults.first() {
            Some(fault) if fault.decisive => fault.kind.word(),
            _ => &self.reason,
        }
    }

    /// What each side got, from 0 to 1: the share of the other sides that it did better than, a tie being half.
    #[must_use]
    pub fn payoffs(&self) -> Vec<f64> {
        let ranks = self.side_ranks();
        let beaten = |own: u32, other: u32| match own.cmp(&other) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
        let others = ranks.len().saturating_sub(1).max(1) as f64;
        // Every side ties with itself once: that half is taken off again.
        let points = |own: u32| ranks.iter().map(|&other| beaten(own, other)).sum::<f64>() - 0.5;
        ranks.iter().map(|&own| points(own) / others).collect()
    }
}

/// A score as records hold it: a number, or `#N` for a mate in N plies.
#[must_use]
pub fn score_value(score: Score) -> Value {
    match score {
        Score::Cp(value) => value.into(),
        Score::Mate(plies) => format!("#{plies}").into(),
    }
}

/// Scores as [`score_value`] gives them.
mod score_text {
    use super::{Score, score_value};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum ScoreText {
        Cp(i32),
        Mate(String),
    }

    #[allow(clippy::ref_option)] // the signature that serde asks for
    pub(super) fn serialize<S: Serializer>(score: &Option<Score>, to: S) -> Result<S::Ok, S::Error> {
        score.map(score_value).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Score>, D::Error> {
        match ScoreText::deserialize(from)? {
            ScoreText::Cp(value) => Ok(Some(Score::Cp(value))),
            ScoreText::Mate(text) => match text.strip_prefix('#').and_then(|plies| plies.parse().ok()) {
                Some(plies) => Ok(Some(Score::Mate(plies))),
                None => Err(D::Error::custom("expected a number or \"#N\"")),
            },
        }
    }
}
