//! The types of a checked tournament plan. Most of them correspond to a table of the plan file.

use anyhow::{Result, ensure};
use base::duration;
use game::TimeControl;
use runner::record::ClockScale;
use runner::{Program, Timeouts};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// A tournament: the game, the participants and the conditions of play.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// The title shown in reports.
    pub name: String,
    /// The seed of all randomness: openings, deals and engine seeds.
    pub seed: u64,
    /// Whether the seed is drawn at the first start. Until then, `seed` has no meaning.
    pub secret_seed: bool,
    /// The game and its rules.
    pub game: GameChoice,
    /// The engine that decides which moves are legal and who has won. It never plays.
    pub referee: Program,
    /// The kind of tournament and its size.
    pub format: Format,
    /// The openings.
    pub openings: OpeningSettings,
    /// The limit for participants without a limit of their own, and the clock settings.
    pub limit: Limit,
    /// The rules by which the runner ends games early.
    #[serde(rename = "adjudicate")]
    pub adjudication: Adjudication,
    /// What ends the tournament early.
    pub stop: Stop,
    /// The anchors, which are participants with a fixed rating.
    pub ratings: Ratings,
    /// The options to tune; `None` for a tournament.
    pub tune: Option<Tune>,
    /// The concurrency, folders and timeouts.
    pub run: RunSettings,
    /// The participants, at least two. A tuning has one in its plan file, which plays itself; its two copies are named
    /// `NAME+` and `NAME-`.
    #[serde(rename = "participant")]
    pub participants: Vec<Participant>,
}

impl Plan {
    /// Returns whether two participants play for the third place. With fewer than four participants, only one can lose
    /// before the final.
    pub fn has_match_for_third(&self) -> bool {
        self.format.third_place && self.participants.len() > 3
    }

    /// Returns the limits of a participant: its own or, if it has none, those of the plan.
    pub fn limits_of<'a>(&'a self, participant: &'a Participant) -> &'a MoveLimits {
        if participant.limit == MoveLimits::default() { &self.limit.move_limits } else { &participant.limit }
    }

    /// Describes the limits of all participants. If they differ, each is followed by its participants.
    pub fn limits_text(&self) -> String {
        let mut groups: Vec<(&MoveLimits, Vec<&str>)> = Vec::new();
        for participant in &self.participants {
            let limits = self.limits_of(participant);
            match groups.iter_mut().find(|(other, _)| *other == limits) {
                Some((_, names)) => names.push(&participant.name),
                None => groups.push((limits, vec![&participant.name])),
            }
        }
        match &groups[..] {
            [(limits, _)] => limits.to_string(),
            groups => {
                let text = |(limits, names): &(&MoveLimits, Vec<&str>)| format!("{limits} ({})", names.join(", "));
                groups.iter().map(text).collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// Returns the time margin of a participant: its own or, if it has none, that of the plan.
    pub fn time_margin_of(&self, participant: &Participant) -> Duration {
        participant.time_margin.unwrap_or(self.limit.time_margin)
    }
}

/// A game and its rules.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GameChoice {
    /// The name of the game, which is the value of the engine option `Game`.
    pub name: String,
    /// Rule options. The referee gets all of them; a participant's engine gets only the options that it declares.
    pub options: BTreeMap<String, String>,
}

/// A participant in the tournament.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Participant {
    /// A unique name of letters, digits, `.`, `_`, `+`, `-` and blanks.
    pub name: String,
    /// The engine. Each seat of the participant has its own process.
    #[serde(flatten)]
    pub program: Program,
    /// The participant's own limits; if it has none, those of the plan apply.
    #[serde(flatten)]
    pub limit: MoveLimits,
    /// The participant's own time margin; `None` if the plan's margin applies.
    #[serde(with = "duration::serde::option")]
    pub time_margin: Option<Duration>,
    /// Whether the engine thinks on its opponent's time. The program's options then set `Ponder`.
    pub ponder: bool,
    /// When the engine's process is replaced between two games.
    pub restart: Restart,
}

/// When an engine's process is replaced between two games. A process that has exited or does not answer is always
/// replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restart {
    /// The process plays one game after another.
    #[default]
    Never,
    /// Every game has a new process.
    Always,
    /// After a game in which the engine committed a fault.
    OnFault,
}

/// The kind of tournament and its size.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Format {
    /// The kind of tournament.
    pub kind: FormatKind,
    /// Number of games per pairing, a multiple of [`Format::games_per_block`].
    pub games: u64,
    /// Gauntlet: the number of challengers, which are the first participants in the list.
    pub challengers: usize,
    /// Swiss: the number of rounds.
    pub rounds: u64,
    /// Knockout: whether the losers of the matches before the final play for the third place.
    pub third_place: bool,
    /// Whether the participants of a pairing keep their sides in all games. A block then has one game.
    pub noswap: bool,
    /// Who plays the seats of a side.
    pub pairing: PairingKind,
    /// The teams of a mixed tournament, which the referee reports before the first game; otherwise `None`.
    pub teams: Option<EqualTeams>,
}

impl Format {
    /// Returns the number of games in a block, in a game with `sides` sides: one for each seating and, in a mixed
    /// tournament, for each partnership.
    pub fn games_per_block(&self, sides: usize) -> usize {
        match self.teams {
            Some(teams) => teams.games_per_block(),
            None if self.noswap => 1,
            None => sides,
        }
    }

    /// Returns the number of blocks of a pairing.
    pub fn blocks(&self, sides: usize) -> u64 {
        self.games.div_ceil(self.games_per_block(sides).max(1) as u64)
    }

    /// Returns the number of participants in a game with `sides` sides, if there are enough of them.
    pub fn players(&self, sides: usize) -> usize {
        self.teams.map_or(sides, |teams| teams.sides * teams.size)
    }
}

/// Who plays the seats of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairingKind {
    /// One participant plays all of them.
    #[default]
    Sides,
    /// Each seat has another participant. Everybody is everybody's partner equally often.
    Mixed,
}

/// Teams of equal size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EqualTeams {
    /// The number of teams.
    pub sides: usize,
    /// The number of seats of each team.
    pub size: usize,
    /// Whether the deal decides the teams.
    pub dealt: bool,
}

impl EqualTeams {
    /// Returns the teams of a game in which each side has this number of seats; `None` if the numbers differ, or if
    /// there are no partners.
    pub fn of(seats: &[usize], dealt: bool) -> Option<Self> {
        let size = *seats.first().filter(|size| **size > 1)?;
        seats.iter().all(|other| *other == size).then_some(Self { sides: seats.len(), size, dealt })
    }

    /// Returns the number of ways to form the teams.
    pub fn partnerships(self) -> usize {
        // The first participant without a team chooses its partners among the others, and so on.
        let choices =
            |left: usize| (1..self.size).fold(1_usize, |count, chosen| count.saturating_mul(left - chosen) / chosen);
        (1..=self.sides).fold(1, |count, team| count.saturating_mul(choices(team * self.size)))
    }

    fn games_per_block(self) -> usize {
        // If the deal decides the teams, the participants change their seats.
        if self.dealt { self.sides * self.size } else { self.partnerships().saturating_mul(self.sides) }
    }
}

/// A kind of tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatKind {
    /// Every participant plays every other participant.
    #[default]
    RoundRobin,
    /// The challengers play all others, but not each other.
    Gauntlet,
    /// The loser of a match is eliminated. Participants are seeded in the order of the plan.
    Knockout,
    /// Each round pairs participants with about equal points and avoids repeated pairings.
    Swiss,
}

/// The openings and how they are used.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OpeningSettings {
    /// Where the openings come from.
    #[serde(flatten)]
    pub from: Openings,
    /// Which games have the same opening.
    #[serde(default)]
    pub policy: OpeningPolicy,
}

/// The source of the openings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "kebab-case")]
pub enum Openings {
    /// The start position of the game.
    #[default]
    Start,
    /// A file of openings: lines with the arguments of `position` or with position texts, or games in an interchange
    /// format of the referee.
    File {
        /// The path of the file.
        file: PathBuf,
        /// The SHA-256 of the content in hexadecimal. When a tournament is resumed, the path may have changed, but not
        /// the content.
        digest: String,
        /// Which of the openings are taken.
        #[serde(flatten)]
        choice: ListChoice,
    },
    /// A deck of openings that the referee provides.
    Deck {
        /// The name of the deck.
        deck: String,
        /// Which of the openings are taken.
        #[serde(flatten)]
        choice: ListChoice,
    },
    /// Random moves to a position that the referee's search evaluates as balanced. In a game with deals, an unbalanced
    /// position is used if no balanced one is found.
    Random {
        /// The number of plies per opening; deals do not count.
        plies: usize,
        /// The node limit of the search.
        nodes: u64,
        /// The maximum absolute score of a balanced opening, in hundredths of a piece.
        balance: u32,
    },
}

/// Which openings of a file or deck are taken, and how much of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ListChoice {
    /// The order in which the openings are taken.
    pub order: OpeningOrder,
    /// The 1-based number of the first opening taken; `None` for the first of the list.
    pub start: Option<u64>,
    /// Whether `start` may be beyond the end of the list, which then begins again. Otherwise this is an error.
    pub wrap: bool,
    /// The number of plies after which an opening is cut off, not counting deals; `None` to take it whole.
    pub plies: Option<usize>,
}

impl ListChoice {
    /// Checks that a list with this number of openings contains the first one to be taken.
    pub fn check_start(&self, count: usize) -> Result<()> {
        let start = self.start.unwrap_or(1);
        let is_listed = self.wrap || start <= count as u64;
        ensure!(is_listed, "openings.start is {start}, but there are {count} openings; openings.wrap = true counts on");
        Ok(())
    }
}

/// Which games have the same opening. All games of a block always do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningPolicy {
    /// All matches of a round take the same openings, and the next round takes the next ones.
    #[default]
    Round,
    /// No opening is taken twice before all have been taken.
    Tournament,
}

/// The order in which openings are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// In the order of the list.
    #[default]
    Sequential,
    /// Shuffled with the plan's seed.
    Random,
}

/// The limits and clock settings of the plan.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Limit {
    /// The limit for participants without a limit of their own.
    #[serde(flatten)]
    pub move_limits: MoveLimits,
    /// Whether each seat or each team has a clock.
    pub clock_per: ClockPer,
    /// The nodes per second of a machine on which clocks and times per move are those of the plan. On other machines
    /// they are scaled by the speed; `None` if they are not.
    pub scale_clock: Option<u64>,
    /// The time by which a move may exceed its time limit without a loss on time, for participants without a margin of
    /// their own.
    #[serde(with = "duration::serde")]
    pub time_margin: Duration,
}

/// The limits of a move. `clock` and `movetime` exclude each other. No limit needs to be set for the plan if every
/// participant has limits of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MoveLimits {
    /// Node limit per move.
    pub nodes: Option<u64>,
    /// Maximum search depth.
    pub depth: Option<u32>,
    /// Time per move.
    #[serde(with = "duration::serde::option")]
    pub movetime: Option<Duration>,
    /// A clock for the whole game.
    pub clock: Option<Clock>,
}

impl MoveLimits {
    /// Returns the limits on a machine of this speed: all times are multiplied by its factor, and none becomes 0.
    pub fn scaled(&self, scale: Option<ClockScale>) -> Self {
        let Some(ClockScale { factor, .. }) = scale else { return self.clone() };
        // A record can contain any factor.
        let product = |time: Duration| Duration::try_from_secs_f64(time.as_secs_f64() * factor);
        let scaled = |time| product(time).unwrap_or(Duration::MAX).max(Duration::from_millis(1));
        let part = |time: Duration| if time.is_zero() { time } else { scaled(time) };
        let clock = self.clock.map(|Clock(TimeControl { base, increment, moves })| {
            Clock(TimeControl { base: part(base), increment: part(increment), moves })
        });
        Self { movetime: self.movetime.map(scaled), clock, ..self.clone() }
    }
}

/// Formats the limits as `clock 10s+100ms, nodes 1000`.
impl fmt::Display for MoveLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| format!("clock {clock}")),
            self.movetime.map(|time| format!("movetime {}", duration::show(time))),
            self.nodes.map(|nodes| format!("nodes {nodes}")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// A clock. Its text is `[MOVES/]BASE[+INCREMENT]`, such as `10s+0.1s`, `0s+50ms` or `40/1m`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Clock(pub TimeControl);

/// Which seats share a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockPer {
    /// Each seat has its own clock.
    #[default]
    Seat,
    /// The seats of a team share one clock.
    Team,
}

/// The rules by which the runner ends games early.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Adjudication {
    /// Draw adjudication, when both sides' scores stay near zero.
    pub draw: Option<DrawRule>,
    /// Win adjudication, when both sides' scores agree on the winner, or one side's scores say that it is losing.
    pub resign: Option<ResignRule>,
    /// Adjudication by the endgame databases of the referee.
    #[serde(flatten)]
    pub database: Option<DatabaseRule>,
    /// The maximum number of plies, after which the game is a draw; 10,000 if there is none.
    pub max_plies: Option<u64>,
}

/// Ends a game with the result that the referee's databases know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DatabaseRule {
    /// The results that end a game.
    pub database: DatabaseResults,
    /// Whether results count although a rule that counts moves may apply, which databases do not know.
    pub ignore_move_count: bool,
    /// The maximum number of pieces on the board; `None` to look up every position.
    pub pieces: Option<usize>,
}

/// The results with which databases end a game. Databases know no rule that counts moves: draws are exact, but under
/// such a rule a won game can end drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DatabaseResults {
    /// Draws.
    #[default]
    Draws,
    /// Wins and losses.
    Wins,
    /// Draws, wins and losses.
    Both,
}

/// Declares a draw if the scores of each side's last `moves` moves are all within `score` of 0. Moves before the ply
/// `after` do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DrawRule {
    /// The first ply whose score counts. Plies are counted from 1 and include the moves of the opening, but no deals.
    pub after: u64,
    /// The number of consecutive moves per side.
    pub moves: u32,
    /// The maximum absolute score, in hundredths of a piece.
    pub score: u32,
}

/// Declares a win if, in each side's last `moves` moves, the losing side reports at most `-score` and the winning side
/// at least `score`. With `one_sided`, the scores of the losing side suffice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ResignRule {
    /// The number of consecutive moves per side.
    pub moves: u32,
    /// The minimum absolute score, in hundredths of a piece.
    pub score: u32,
    /// Whether the scores of the losing side suffice.
    pub one_sided: bool,
}

/// What ends a tournament early.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Stop {
    /// A sequential test; `None` to play all games.
    pub sprt: Option<Sprt>,
}

/// A sequential probability ratio test of the first participant against the others.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Sprt {
    /// The Elo difference under H0.
    pub elo0: f64,
    /// The Elo difference under H1.
    pub elo1: f64,
    /// The probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 if H1 is true.
    pub beta: f64,
    /// The definition of Elo by which `elo0` and `elo1` are given.
    pub model: EloModel,
}

/// The definition of an Elo difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// The Elo difference determines the expected score by the logistic curve.
    Logistic,
    /// The Elo difference is proportional to the expected score minus 1/2, in standard deviations of a game's score.
    #[default]
    Normalized,
    /// BayesElo: the Elo difference and a draw Elo, which follows from the results so far, determine the chances of a
    /// win, a draw and a loss by logistic curves.
    Bayesian,
}

/// The anchors, which are participants with a fixed rating.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Ratings {
    /// The rating of each anchor, by participant name. Without anchors, the mean rating is 0.
    pub anchors: BTreeMap<String, f64>,
}

/// A tuning of spin options by SPSA. In each iteration the engine plays itself with changed values.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Tune {
    /// The number of blocks in an iteration.
    pub blocks: u64,
    /// The number of iterations that may be played at once. Iteration `k` starts from the values after iteration
    /// `k - in_flight`.
    pub in_flight: u64,
    /// The parameters as the plan file has them. Empty once the engine has started, which declares the rest.
    #[serde(skip)]
    pub wanted: Vec<WantedParameter>,
    /// The parameters.
    #[serde(rename = "parameter")]
    pub parameters: Vec<Parameter>,
}

impl Tune {
    /// Returns whether all numbers fit each other. A stored plan may have been edited.
    pub fn is_sound(&self) -> bool {
        let fits = |one: &Parameter| {
            one.min < one.max
                && (one.min..=one.max).contains(&one.start)
                && one.c_end >= Parameter::LEAST_CHANGE
                && one.r_end > 0.0
        };
        self.blocks > 0 && self.in_flight > 0 && self.parameters.iter().all(fits)
    }
}

/// A parameter in a plan file. What is `None` follows from the option that the engine declares.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct WantedParameter {
    /// The name of the option.
    pub name: String,
    /// The smallest value.
    pub min: Option<i64>,
    /// The largest value.
    pub max: Option<i64>,
    /// The value at the start.
    pub start: Option<i64>,
    /// As [`Parameter::c_end`].
    pub c_end: Option<f64>,
    /// As [`Parameter::r_end`].
    pub r_end: Option<f64>,
}

/// A spin option that is tuned.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Parameter {
    /// The name that the engine declares.
    pub name: String,
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
    /// The value at the start.
    pub start: i64,
    /// By how much the value is changed in the games of the last iteration.
    pub c_end: f64,
    /// The step of the last iteration for each game of lead, in units of `c_end`.
    pub r_end: f64,
}

impl Parameter {
    /// The smallest [`c_end`](Self::c_end). Smaller changes are mostly lost when values are rounded.
    pub const LEAST_CHANGE: f64 = 0.5;
}

/// Settings that may change when a tournament is continued.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RunSettings {
    /// The number of concurrent games.
    pub concurrency: usize,
    /// The number of whole cores that each engine process has for itself; `None` if engines run on any core.
    pub affinity: Option<usize>,
    /// With a sequential test, the number of blocks that the parts of the plan play until their results are joined;
    /// `None` for a number that depends on the number of parts.
    pub wave: Option<u64>,
    /// The folder of the plan file; the current folder if there is no plan file. When a plan is compared with the
    /// stored plan, the paths below the folder of each plan are compared relative to that folder.
    pub folder: PathBuf,
    /// The result folder.
    pub out: PathBuf,
    /// The folder for logs of all engine input and output, one file per game; `None` if nothing is logged.
    pub log_dir: Option<PathBuf>,
    /// The time from the end of a game to the start of the next one that takes its place.
    #[serde(with = "duration::serde")]
    pub wait: Duration,
    /// Which games have a log.
    pub log: LoggedGames,
    /// What is written while games are played, besides the results.
    #[serde(flatten)]
    pub output: Output,
    /// How long the runner waits for an engine's answers.
    #[serde(rename = "patience")]
    pub timeouts: Timeouts,
}

/// Which games have a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoggedGames {
    /// Every game.
    #[default]
    All,
    /// Games with faults.
    Faults,
}

/// What is written while games are played, besides the results.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Output {
    /// Whether a line is printed for every finished game.
    pub game_lines: bool,
    /// The number of games after which the standings are printed again; `None` for never.
    pub standings: Option<u64>,
    /// Whether all games are written to a file in the interchange format of the game, or as transcripts.
    pub game_file: bool,
}
