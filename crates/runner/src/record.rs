//! The record of a finished game: one line of `results.jsonl`, with everything needed to replay and audit the game.

use crate::format::FormatVersion;
pub use crate::infos::Infos;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use strum::IntoStaticStr;
use ugi::{Score, Seat, Teams};

/// A finished game. As JSON it is one line of `results.jsonl`.
///
/// ```
/// use speltafel_runner::record::Record;
///
/// let json = r#"{"format":1,"id":"a:b/0/0","plan":"","pairing":"a:b","block":0,"seating":0,"teams":[[1],[2]],
///     "game":"checkers","seats":["a","b"],"base":"startpos","moves":["11-15","resign"],"movers":[1,2],
///     "result":"p1win","reason":"resign","scores":[2,0],"ranks":[1,2],
///     "engines":[{"name":"A 1.0","options":{}},{"name":"B 2.0","options":{}}],
///     "reports":[{"score":12,"depth":9,"nodes":5000},null],"version":"0.1.0",
///     "run":{"host":"h","started":0,"wall_ms":90,"times_ms":[80.5,2.0],"trips":6}}"#;
/// let record: Record = serde_json::from_str(json)?;
/// assert_eq!((record.sides(), record.payoffs()), (vec!["a", "b"], vec![1.0, 0.0]));
/// assert_eq!(record.ending(), "resign");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The version of the format.
    pub format: FormatVersion,
    /// `PAIRING/BLOCK/SEATING`: identifies the game within its plan.
    pub id: String,
    /// Hash of the parts of the plan that must not change during the tournament.
    pub plan: String,
    /// The participants, as `A:B`; `rN/A:B` for a pairing of round N if pairings depend on results.
    pub pairing: String,
    /// The zero-based number of the block. A block consists of all seatings of one opening and deal.
    pub block: u64,
    /// The seating within the block: how many times the sides were rotated.
    pub seating: usize,
    /// The seats of each side, as in the answer to `query teams`.
    pub teams: Vec<Vec<Seat>>,
    /// The engine in each seat.
    pub engines: Vec<EngineRecord>,
    /// The game: its master history in canonical form. `seats` are the names of the participants in the plan. `result`
    /// is `none`, and `scores` and `ranks` are empty, if the referee failed.
    #[serde(flatten)]
    pub played: game::Record,
    /// For each of `moves`, the report of the engine that played it, or `None`. Has the same length as `moves`.
    pub reports: Vec<Option<SearchReport>>,
    /// The faults of the engines and the referee. The fault that ended the game, if any, comes first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// The version of the tournament runner.
    pub version: String,
    /// The part that differs between two runs of the same game.
    pub run: RunInfo,
}

/// The engine in a seat.
///
/// See the example of [`Record`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EngineRecord {
    /// The name that the engine reports with `id name`; empty if it did not start.
    pub name: String,
    /// The options that were set, including `Seed`, by the names that the engine declares.
    pub options: BTreeMap<String, String>,
}

/// What an engine reported about the search for its move.
///
/// ```
/// # extern crate ugi as speltafel_ugi;
/// use speltafel_runner::record::SearchReport;
/// use speltafel_ugi::Score;
///
/// let report: SearchReport = serde_json::from_str(r##"{"score":"#-4","depth":9}"##)?;
/// assert_eq!(report, SearchReport { score: Some(Score::Mate(-4)), depth: Some(9), nodes: None });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SearchReport {
    /// The score for the side to move. In JSON it is a number of hundredths of a piece, or `"#N"` or `"#-N"` for a mate
    /// in N plies.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "score_text")]
    pub score: Option<Score>,
    /// The last completed depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The number of nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// The name in [`Fault::participant`] for the referee. No participant can have this name.
pub const REFEREE: &str = "the referee";

/// A fault: what an engine or the referee did wrong in a game.
///
/// ```
/// use speltafel_runner::record::{Fault, FaultKind};
///
/// let json = r#"{"kind":"time","seat":2,"participant":"b","ply":31,"decisive":true,"text":"no move within 200 ms",
///     "dialogue":["> go movetime 150"]}"#;
/// let fault: Fault = serde_json::from_str(json)?;
/// assert_eq!((fault.kind, fault.who().as_str()), (FaultKind::Time, "p2 b"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// The engine's seat; `None` for the referee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The participant in that seat, or [`REFEREE`].
    pub participant: String,
    /// The number of tokens in the history when the fault happened.
    pub ply: usize,
    /// Whether the fault ended the game: the engine's side lost it.
    pub decisive: bool,
    /// A human-readable description.
    pub text: String,
    /// The most recent lines sent to and received from the engine.
    pub dialogue: Vec<String>,
}

impl Fault {
    /// Returns the seat and the participant, such as `p2 b`, or [`REFEREE`].
    #[must_use]
    pub fn who(&self) -> String {
        self.seat.map_or_else(|| self.participant.clone(), |seat| format!("{seat} {}", self.participant))
    }
}

/// The kinds of faults. They are printed in kebab case, such as `illegal-move`.
///
/// ```
/// use speltafel_runner::record::FaultKind;
///
/// assert_eq!(FaultKind::IllegalMove.word(), "illegal-move");
/// assert_eq!(format!("!end/p2win/{}", FaultKind::Crash.verdict()), "!end/p2win/time");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum FaultKind {
    /// The engine did not start, did not write `ugiok` in time, or did not declare or accept an option.
    NoHandshake,
    /// The engine exited during a game.
    Crash,
    /// The engine was running but did not answer, or it wrote too much output.
    Stall,
    /// The move came after the time limit.
    Time,
    /// The referee rejected the move.
    IllegalMove,
    /// The `bestmove` line was wrong: it had no move, an overlong move or unexpected words, or came before the search.
    WrongBestmove,
    /// The engine contradicts the referee: it reports an error or another result, or it returns no move although there
    /// are legal moves.
    Disagreement,
}

impl FaultKind {
    /// Returns the REASON of the verdict `!end/RESULT/REASON` against the engine: `time` or `illegal`. RESULT depends
    /// on the rules of the game.
    #[must_use]
    pub const fn verdict(self) -> &'static str {
        match self {
            Self::NoHandshake | Self::Crash | Self::Stall | Self::Time => "time",
            Self::IllegalMove | Self::WrongBestmove | Self::Disagreement => "illegal",
        }
    }

    /// Returns the name of the kind in records and tables, such as `illegal-move`.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// The part of a record that differs between two runs of the same game.
///
/// See the example of [`Record`].
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunInfo {
    /// The name of the machine.
    pub host: String,
    /// The part of the plan, such as `2/8`; empty if the game was played by a run of the whole plan.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub part: String,
    /// By which factor the clocks and times per move of the plan were multiplied; `None` if they were not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<ClockScale>,
    /// Start of the game, in seconds since 1970.
    pub started: u64,
    /// Duration of the game.
    pub wall_ms: u64,
    /// For each of `moves`, the time spent on it; 0 for openings, events and verdicts. Has the same
    /// length as `moves`.
    pub times_ms: Vec<f64>,
    /// Zero-based indices of the moves that came late but were forgiven because of steal time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forgiven: Vec<usize>,
    /// The moves during which the runner was stopped, for example by Ctrl-Z or because the machine slept: the
    /// zero-based index, and for how long in milliseconds. That time is not part of `times_ms` and counts against
    /// nobody. Moves without a time limit are not listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stopped: Vec<(usize, u64)>,
    /// Zero-based indices of the moves whose search began on the opponent's time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ponder_hits: Vec<usize>,
    /// For each move that an engine chose, the time left on its clock after the move, in milliseconds; empty if no
    /// engine has a clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_ms: Vec<Option<u64>>,
    /// What the engines reported about their searches, beside [`Record::reports`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub infos: Infos,
    /// Zero-based indices of the moves whose reported line of play contains an illegal move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub illegal_pvs: Vec<usize>,
    /// For each seat, the time from `uginewgame` to `readyok`, in milliseconds; 0 if the engine did not start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ready_ms: Vec<f64>,
    /// The SHA-256, in hexadecimal, of the programs of the referee and the engines and of each of their arguments that
    /// is a file, by the path as the plan has it; that of a program in the plan's folder begins with `./`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// The number of round trips to the referee.
    pub trips: u64,
    /// How often the game was set aside to be played again; see `run --redo`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub redone: u32,
}

/// The speed of a machine, and how the clocks of its engines follow from it.
///
/// ```
/// use speltafel_runner::record::ClockScale;
///
/// let scale: ClockScale = serde_json::from_str(r#"{"nodes":500000,"factor":2.0}"#)?;
/// assert_eq!(scale, ClockScale { nodes: 500_000, factor: 2.0 });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ClockScale {
    /// The nodes that the first participant reported for one second, on average over all concurrent games.
    pub nodes: u64,
    /// The factor by which clocks and times per move were multiplied.
    pub factor: f64,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Record {
    /// Returns a copy in which [`Record::run`] and the dialogues of the faults are empty. If all engines search
    /// a fixed number of nodes, playing the game again on any machine gives an equal copy.
    ///
    /// ```
    /// # let json = r#"{"format":1,"id":"a:b/0/0","plan":"","pairing":"a:b","block":0,"seating":0,"teams":[[1],[2]],
    /// #     "base":"startpos","moves":[],"engines":[],"reports":[],"version":"0.1.0",
    /// #     "run":{"host":"h","started":0,"wall_ms":90,"times_ms":[],"trips":6}}"#;
    /// # let record: speltafel_runner::record::Record = serde_json::from_str(json)?;
    /// let mut repeated = record.clone();
    /// repeated.run.host = "another machine".to_string();
    /// assert_ne!(repeated, record);
    /// assert_eq!(repeated.reproducible_part(), record.reproducible_part());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn reproducible_part(&self) -> Self {
        let mut copy = self.clone();
        copy.run = RunInfo::default();
        copy.faults.iter_mut().for_each(|fault| fault.dialogue.clear());
        copy
    }

    /// Returns the seats of each side in the notation of the answer to `query teams`.
    #[must_use]
    pub fn teams_text(&self) -> String {
        Teams(self.teams.clone()).to_string()
    }

    /// Returns the participant of each side: the one in the side's first seat.
    #[must_use]
    pub fn sides(&self) -> Vec<&str> {
        let first = |team: &Vec<Seat>| team.first().and_then(|seat| self.played.seats.get(seat.index()));
        self.teams.iter().map(|team| first(team).map_or("", String::as_str)).collect()
    }

    /// Returns the participants of each side, in the order of its seats and each once. Only in a mixed tournament there
    /// are several.
    #[must_use]
    pub fn members(&self) -> Vec<Vec<&str>> {
        let members = |team: &Vec<Seat>| {
            let mut names = Vec::new();
            for name in team.iter().filter_map(|seat| self.played.seats.get(seat.index())) {
                if !names.contains(&name.as_str()) {
                    names.push(name.as_str());
                }
            }
            names
        };
        self.teams.iter().map(members).collect()
    }

    /// Returns the name of each side: that of its participant or, in a mixed tournament, those of its participants with
    /// `+` between them.
    ///
    /// ```
    /// # let json = r#"{"format":1,"id":"a:b:c:d/0/0","plan":"","pairing":"a:b:c:d","block":0,"seating":0,
    /// #     "teams":[[1,3],[2,4]],"seats":["a","c","b","d"],"base":"startpos","moves":[],"engines":[],"reports":[],
    /// #     "version":"0.1.0",
    /// #     "run":{"host":"h","started":0,"wall_ms":90,"times_ms":[],"trips":6}}"#;
    /// # let record: speltafel_runner::record::Record = serde_json::from_str(json)?;
    /// assert_eq!(record.side_names(), ["a+b", "c+d"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn side_names(&self) -> Vec<String> {
        self.members().iter().map(|names| names.join("+")).collect()
    }

    /// Returns the rank of each side, 1 for the best.
    #[must_use]
    pub fn side_ranks(&self) -> Vec<u32> {
        let rank = |team: &Vec<Seat>| team.first().and_then(|seat| self.played.ranks.get(seat.index())).copied();
        self.teams.iter().map(|team| rank(team).unwrap_or(u32::MAX)).collect()
    }

    /// Returns why the game ended: the kind of the engine's decisive fault or, if there is none, the reason that the
    /// referee gave, and `referee` if the referee failed.
    #[must_use]
    pub fn ending(&self) -> &str {
        match self.faults.first() {
            Some(fault) if fault.decisive && fault.seat.is_some() => fault.kind.word(),
            _ => &self.played.reason,
        }
    }

    /// Returns whether the referee failed, so that the game has no result.
    #[must_use]
    pub fn has_failed_referee(&self) -> bool {
        self.faults.first().is_some_and(|fault| fault.seat.is_none())
    }

    /// Returns the payoff of each side, from 0 to 1: the proportion of the other sides that it beat. A tie counts half.
    #[must_use]
    pub fn payoffs(&self) -> Vec<f64> {
        payoffs_of(&self.side_ranks())
    }
}

/// Returns the payoff of each side from the ranks of all sides, like [`Record::payoffs`].
///
/// ```
/// use speltafel_runner::record::payoffs_of;
///
/// assert_eq!(payoffs_of(&[1, 2, 2]), [1.0, 0.25, 0.25]);
/// ```
#[must_use]
pub fn payoffs_of(ranks: &[u32]) -> Vec<f64> {
    let beaten = |own: u32, other: u32| match own.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    };
    let others = ranks.len().saturating_sub(1).max(1) as f64;
    // `ranks` includes the side itself, which counts as a tie, so half a point is subtracted.
    let points = |own: u32| ranks.iter().map(|&other| beaten(own, other)).sum::<f64>() - 0.5;
    ranks.iter().map(|&own| points(own) / others).collect()
}

/// Returns a score in the JSON form of records: a number, or the string `#N` for a mate in N plies.
///
/// ```
/// # extern crate ugi as speltafel_ugi;
/// use speltafel_runner::record::score_value;
/// use speltafel_ugi::Score;
///
/// assert_eq!(score_value(Score::Cp(-31)), -31);
/// assert_eq!(score_value(Score::Mate(4)), "#4");
/// ```
#[must_use]
pub fn score_value(score: Score) -> Value {
    match score {
        Score::Cp(value) => value.into(),
        Score::Mate(plies) => format!("#{plies}").into(),
    }
}

/// For serde, which passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Serde functions for scores in the JSON form of [`score_value`].
mod score_text {
    use crate::record::score_value;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
    use ugi::Score;

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum ScoreText {
        Cp(i32),
        Mate(String),
    }

    #[allow(clippy::ref_option)] // serde requires this signature.
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
