//! The keys of a plan. `serde` reads them from the TOML file; `clap` reads them from flags and from the words of
//! `--participant`. [`super::read()`] sets the defaults.

use super::clock::{self, Unit, milliseconds};
use super::key::FlagOverride;
use super::value::{Location, NamedValue, Number, Real, Setting, Text, WordList, choice, entries, table, tables};
use crate::model::{Clock, ClockPer, EloModel, FormatKind, OpeningOrder};
use clap::Args;
use serde::Deserialize;

// The bounds of `Real` are in millionths.
/// An Elo difference from -2000 to 2000.
type Elo = Real<-2_000_000_000, 2_000_000_000>;
/// An error probability from 0.000001 to 0.5.
type Probability = Real<1, 500_000>;
/// A rating from -10000 to 10000.
type Rating = Real<-10_000_000_000, 10_000_000_000>;
/// A time from 1 ms to one day.
pub(super) type Milliseconds = Number<1, 86_400_000>;
pub(super) type Nodes = Number<1, 1_000_000_000_000>;
pub(super) type Depth = Number<1, 1000>;

/// Declares the struct for the plan table at `$path`, with a field for each key and each inner table. Each key is also
/// a flag: its name is derived from the path of the key, and its help text is the doc comment of the field.
macro_rules! table {
    ($(#[$about:meta])* $table:ident, $path:literal, { $($(#[$attribute:meta])* $key:ident: $type:ty,)* }
     $($inner:ident: $inner_table:ident,)*) => {
        #[derive(Args, Clone, Debug, Default, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        $(#[$about])*
        pub struct $table {
            $(
                #[arg(id = concat!($path, stringify!($key)))]
                #[arg(long = concat!($path, stringify!($key)).replace(['.', '_'], "-"))]
                // Elo differences may be negative, and engine arguments may begin with dashes.
                #[arg(value_name = stringify!($key).to_uppercase(), allow_hyphen_values = true)]
                $(#[$attribute])*
                pub(super) $key: $type,
            )*
            $(
                #[command(flatten)]
                #[serde(deserialize_with = "table")]
                pub(super) $inner: $inner_table,
            )*
        }

        impl $table {
            /// Overrides these keys with the given flags, and calls `note` with the path of each overridden key.
            pub(super) fn put(&mut self, flags: Self, note: &mut dyn FnMut(&str)) {
                $(
                    if self.$key.put(flags.$key) {
                        note(concat!($path, stringify!($key)));
                    }
                )*
                $(self.$inner.put(flags.$inner, note);)*
            }
        }
    };
}

table! {
    /// The keys of a plan. Each is also a flag of `run`.
    #[command(next_help_heading = "Plan keys")]
    Keys, "", {
        /// Title for reports (default: the name of the plan file without .toml, or of the result folder)
        name: Option<Text>,
        /// Random seed of the tournament (default 1)
        seed: Option<Number<0, { u64::MAX }>>,
        /// A participant as KEY=VALUE words, such as "name=a command=./x args='-q -v' options.Skill=3 nodes=100"; it
        /// replaces the file's participant with the same name, or is added at the end
        // `entrant` is the former name of the key and of the flag.
        #[serde(deserialize_with = "tables", alias = "entrant")]
        #[arg(alias = "entrant", value_name = "WORDS", value_parser = ParticipantKeys::read)]
        participant: Vec<ParticipantKeys>,
    }
    game: GameKeys,
    referee: RefereeKeys,
    format: FormatKeys,
    openings: OpeningsKeys,
    limit: LimitKeys,
    adjudicate: AdjudicateKeys,
    stop: StopKeys,
    ratings: RatingsKeys,
    run: RunKeys,
}

table! { GameKeys, "game.", {
    /// Name of the game
    #[arg(visible_alias = "game")]
    name: Option<Text>,
    /// Rule options of the game, each NAME=VALUE
    #[serde(deserialize_with = "entries")]
    options: Vec<NamedValue<Setting>>,
}}

table! { RefereeKeys, "referee.", {
    /// The referee, which decides which moves are legal and who has won (default: speltafel beside this program, else
    /// in PATH)
    #[arg(value_parser = Location::program)]
    command: Option<Location>,
    /// Arguments of the program, with quotes as in a shell
    args: Option<WordList>,
    /// Working directory of the program (default: the runner's working directory)
    dir: Option<Location>,
    /// Options of the engine, each NAME=VALUE
    #[serde(deserialize_with = "entries")]
    options: Vec<NamedValue<Setting>>,
    /// Additional environment variables of the program, each NAME=VALUE
    #[serde(deserialize_with = "entries")]
    env: Vec<NamedValue<Setting>>,
}}

table! { FormatKeys, "format.", {
    /// Kind of tournament: round-robin (default), gauntlet, knockout or swiss
    #[arg(value_parser = choice::<FormatKind>)]
    kind: Option<FormatKind>,
    /// Number of games per pairing, a multiple of the number of games in a block
    #[arg(visible_alias = "games")]
    games: Option<Number<1, 1_000_000>>,
    /// Gauntlet: number of challengers, who play all others (default 1)
    challengers: Option<Number<1, 1024>>,
    /// Swiss: number of rounds (default: enough for one winner)
    #[arg(visible_alias = "rounds")]
    rounds: Option<Number<1, 32>>,
    /// Knockout: maximum number of additional blocks per tied match (default 4)
    extra_blocks: Option<Number<0, 1000>>,
}}

/// The source of the openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum OpeningsFrom {
    #[default]
    Start,
    File,
    Deck,
    Random,
}

table! { OpeningsKeys, "openings.", {
    /// Source of the openings: start (default), file, deck or random
    #[arg(value_parser = choice::<OpeningsFrom>)]
    from: Option<OpeningsFrom>,
    /// File of openings, each line with the arguments of `position`
    file: Option<Location>,
    /// Name of one of the referee's opening decks
    deck: Option<Text>,
    /// Order of openings from a file or deck: sequential (default) or random
    #[arg(value_parser = choice::<OpeningOrder>)]
    order: Option<OpeningOrder>,
    /// Number of plies per random opening; deals do not count
    plies: Option<Number<1, 1000>>,
    /// Node limit of the search that checks whether a random opening is balanced (default 20000)
    nodes: Option<Number<1, 1_000_000_000>>,
    /// Maximum absolute score of a balanced opening, in hundredths of a piece (default 40)
    balance: Option<Number<0, 100_000>>,
}}

table! { LimitKeys, "limit.", {
    /// Node limit per move
    #[arg(visible_alias = "nodes")]
    nodes: Option<Nodes>,
    /// Maximum search depth per move
    #[arg(visible_alias = "depth")]
    depth: Option<Depth>,
    /// Milliseconds per move
    #[arg(visible_alias = "movetime")]
    movetime: Option<Milliseconds>,
    /// Clock in milliseconds: [MOVES/]BASE[+INCREMENT]
    #[serde(deserialize_with = "milliseconds")]
    #[arg(alias = "limit-clock", value_parser = |text: &str| clock::read(text, Unit::Milliseconds))]
    clock_ms: Option<Clock>,
    // In the plan file, `clock` is the former name of `clock_ms`.
    /// Clock in seconds or with units: [MOVES/]BASE[+INCREMENT], such as 60+0.6 or 1m+600ms
    #[serde(deserialize_with = "milliseconds")]
    #[arg(long = "clock", value_parser = |text: &str| clock::read(text, Unit::Seconds))]
    clock: Option<Clock>,
    /// One clock per seat or per team: seat (default) or team
    #[arg(value_parser = choice::<ClockPer>)]
    clock_per: Option<ClockPer>,
    /// Milliseconds by which a move may exceed its time limit (default 0)
    time_margin: Option<Number<0, 86_400_000>>,
}}

table! {
    AdjudicateKeys, "adjudicate.", {
        /// Maximum number of plies, after which the game is a draw
        #[arg(visible_alias = "max-plies")]
        max_plies: Option<Number<1, 1_000_000>>,
    }
    draw: DrawKeys,
    resign: ResignKeys,
}

table! { DrawKeys, "adjudicate.draw.", {
    /// First ply whose score counts for draw adjudication (default 0)
    after: Option<Number<0, 1_000_000>>,
    /// Number of consecutive moves per side with a drawn score
    moves: Option<Number<1, 10_000>>,
    /// Maximum absolute value of a drawn score, in hundredths of a piece
    score: Option<Number<0, 100_000>>,
}}

table! { ResignKeys, "adjudicate.resign.", {
    /// Number of consecutive moves per side with a decisive score
    moves: Option<Number<1, 10_000>>,
    /// Minimum absolute value of a decisive score, in hundredths of a piece
    score: Option<Number<1, 100_000>>,
}}

table! { StopKeys, "stop.", {} sprt: SprtKeys, }

table! { SprtKeys, "stop.sprt.", {
    /// Elo difference under H0 (default 0)
    elo0: Option<Elo>,
    /// Elo difference under H1
    elo1: Option<Elo>,
    /// Probability of accepting H1 if H0 is true (default 0.05)
    alpha: Option<Probability>,
    /// Probability of accepting H0 if H1 is true (default 0.05)
    beta: Option<Probability>,
    /// Definition of Elo by which elo0 and elo1 are given: logistic or normalized (default)
    #[arg(value_parser = choice::<EloModel>)]
    model: Option<EloModel>,
}}

table! { RatingsKeys, "ratings.", {
    /// Fixed ratings of participants, each NAME=RATING
    #[serde(deserialize_with = "entries")]
    anchors: Vec<NamedValue<Rating>>,
}}

table! {
    RunKeys, "run.", {
        /// Number of concurrent games (default 1)
        #[arg(visible_alias = "concurrency")]
        concurrency: Option<Number<1, 1024>>,
        /// Result folder (default: the plan file without .toml)
        #[arg(visible_alias = "out")]
        out: Option<Location>,
        /// Folder for logs of all engine input and output, one file per game (default: no logs)
        #[arg(visible_alias = "log-dir")]
        log_dir: Option<Location>,
    }
    patience: PatienceKeys,
}

table! { PatienceKeys, "run.patience.", {
    /// Timeout in milliseconds from the start of an engine to `ugiok` (default 10000)
    handshake: Option<Milliseconds>,
    /// Timeout in milliseconds for `readyok` and for answers to queries (default 60000)
    ready: Option<Milliseconds>,
    /// Timeout in milliseconds for `bestmove` after `stop` (default 10000)
    stop: Option<Milliseconds>,
    /// Timeout in milliseconds for `bestmove` if only nodes or depth limit the search (default 600000)
    thinking: Option<Milliseconds>,
}}

/// The keys of a participant. `clap` also parses them from the words of `--participant`.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ParticipantKeys {
    #[arg(long)]
    pub(super) name: Option<Text>,
    #[arg(long, value_parser = Location::program)]
    pub(super) command: Option<Location>,
    #[arg(long)]
    pub(super) args: Option<WordList>,
    #[arg(long)]
    pub(super) dir: Option<Location>,
    #[serde(deserialize_with = "entries")]
    #[arg(long)]
    pub(super) options: Vec<NamedValue<Setting>>,
    #[serde(deserialize_with = "entries")]
    #[arg(long)]
    pub(super) env: Vec<NamedValue<Setting>>,
    #[arg(long)]
    pub(super) nodes: Option<Nodes>,
    #[arg(long)]
    pub(super) depth: Option<Depth>,
    #[arg(long)]
    pub(super) movetime: Option<Milliseconds>,
    #[serde(deserialize_with = "milliseconds")]
    #[arg(long = "clock_ms", value_parser = |text: &str| clock::read(text, Unit::Milliseconds))]
    pub(super) clock_ms: Option<Clock>,
    // As in `LimitKeys`, `clock` is in milliseconds in the plan file and in seconds on the command line.
    #[serde(deserialize_with = "milliseconds")]
    #[arg(long, value_parser = |text: &str| clock::read(text, Unit::Seconds))]
    pub(super) clock: Option<Clock>,
    /// The words of `--participant`; `None` for a participant from the file.
    #[serde(skip)]
    #[arg(skip)]
    pub(super) words: Option<String>,
}
