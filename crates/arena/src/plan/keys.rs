//! The keys of a plan: `serde` reads them from the TOML file, `clap` from flags and from the words of `--participant`.
//! Defaults are set in [`super::read()`].

use super::clock::{self, Unit, milliseconds};
use super::key::FlagOverride;
use super::value::{Location, NamedValue, Number, Real, Setting, Text, WordList, choice, entries, table, tables};
use crate::model::{Clock, ClockPer, EloModel, FormatKind, OpeningOrder};
use clap::Args;
use serde::Deserialize;

/// Bounds of Elo differences, error probabilities and ratings, in millionths.
type Elo = Real<-2_000_000_000, 2_000_000_000>;
type Probability = Real<1, 500_000>;
type Rating = Real<-10_000_000_000, 10_000_000_000>;
/// At most a day.
pub(super) type Milliseconds = Number<1, 86_400_000>;
pub(super) type Nodes = Number<1, 1_000_000_000_000>;
pub(super) type Depth = Number<1, 1000>;

/// Declares a table of a plan at this path, and the tables in it. The flag of a key follows from its path, its help is
/// the doc comment of the field.
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
                // Elo differences may be negative, and arguments of engines begin with dashes.
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
            /// Overrides these keys with those given as flags, and calls `note` with the path of each.
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
        /// A title for reports (default: the name of the plan file)
        name: Option<Text>,
        /// Seed of everything random (default 1)
        seed: Option<Number<0, { u64::MAX }>>,
        /// A participant as KEY=VALUE words, such as "name=a command=./x args='-q -v' options.Skill=3 nodes=100";
        /// it is added to those of the file, or replaces the one of the same name
        // The alias is the former key and flag.
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
    /// The game
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
    /// Its arguments, with quotes as in a shell
    args: Option<WordList>,
    /// Its working directory (default: that of the runner)
    dir: Option<Location>,
    /// Its options, each NAME=VALUE
    #[serde(deserialize_with = "entries")]
    options: Vec<NamedValue<Setting>>,
    /// Variables added to its environment, each NAME=VALUE
    #[serde(deserialize_with = "entries")]
    env: Vec<NamedValue<Setting>>,
}}

table! { FormatKeys, "format.", {
    /// Kind of tournament: round-robin (default), gauntlet, knockout or swiss
    #[arg(value_parser = choice::<FormatKind>)]
    kind: Option<FormatKind>,
    /// Games of each pairing, a whole number of blocks
    #[arg(visible_alias = "games")]
    games: Option<Number<1, 1_000_000>>,
    /// Gauntlet: number of challengers, who play all others (default 1)
    challengers: Option<Number<1, 1024>>,
    /// Swiss: number of rounds (default: enough for one winner)
    #[arg(visible_alias = "rounds")]
    rounds: Option<Number<1, 32>>,
    /// Knockout: maximum number of additional blocks of a tied match (default 4)
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
    /// File of openings, each line the arguments of `position`
    file: Option<Location>,
    /// Name of a deck of openings of the referee
    deck: Option<Text>,
    /// Order of the openings of a file or deck: sequential (default) or random
    #[arg(value_parser = choice::<OpeningOrder>)]
    order: Option<OpeningOrder>,
    /// Plies of a random opening; deals do not count
    plies: Option<Number<1, 1000>>,
    /// Nodes of the search that decides whether a random opening is balanced (default 20000)
    nodes: Option<Number<1, 1_000_000_000>>,
    /// Largest score of a balanced opening, in hundredths of a piece (default 40)
    balance: Option<Number<0, 100_000>>,
}}

table! { LimitKeys, "limit.", {
    /// Nodes a move
    #[arg(visible_alias = "nodes")]
    nodes: Option<Nodes>,
    /// Deepest iteration of a move
    #[arg(visible_alias = "depth")]
    depth: Option<Depth>,
    /// Milliseconds a move
    #[arg(visible_alias = "movetime")]
    movetime: Option<Milliseconds>,
    /// Clock in milliseconds: [MOVES/]BASE[+INCREMENT]
    #[serde(deserialize_with = "milliseconds")]
    #[arg(alias = "limit-clock", value_parser = |text: &str| clock::read(text, Unit::Milliseconds))]
    clock_ms: Option<Clock>,
    // In the file this is the former name of `clock_ms`.
    /// Clock in seconds or with units: [MOVES/]BASE[+INCREMENT], such as 60+0.6 or 1m+600ms
    #[serde(deserialize_with = "milliseconds")]
    #[arg(long = "clock", value_parser = |text: &str| clock::read(text, Unit::Seconds))]
    clock: Option<Clock>,
    /// Whether each seat (default) or each team has a clock: seat or team
    #[arg(value_parser = choice::<ClockPer>)]
    clock_per: Option<ClockPer>,
    /// Milliseconds by which a move may be late (default 0)
    time_margin: Option<Number<0, 86_400_000>>,
}}

table! {
    AdjudicateKeys, "adjudicate.", {
        /// Plies after which a game is a draw
        #[arg(visible_alias = "max-plies")]
        max_plies: Option<Number<1, 1_000_000>>,
    }
    draw: DrawKeys,
    resign: ResignKeys,
}

table! { DrawKeys, "adjudicate.draw.", {
    /// First ply that counts for an adjudicated draw (default 0)
    after: Option<Number<0, 1_000_000>>,
    /// Consecutive moves of each side that agree on a draw
    moves: Option<Number<1, 10_000>>,
    /// Largest score of a move that agrees on a draw, in hundredths of a piece
    score: Option<Number<0, 100_000>>,
}}

table! { ResignKeys, "adjudicate.resign.", {
    /// Consecutive moves of each side that agree on the winner
    moves: Option<Number<1, 10_000>>,
    /// Smallest score of the winner, in hundredths of a piece
    score: Option<Number<1, 100_000>>,
}}

table! { StopKeys, "stop.", {} sprt: SprtKeys, }

table! { SprtKeys, "stop.sprt.", {
    /// The Elo difference of H0 (default 0)
    elo0: Option<Elo>,
    /// The Elo difference of H1
    elo1: Option<Elo>,
    /// Probability of accepting H1 if H0 is true (default 0.05)
    alpha: Option<Probability>,
    /// Probability of accepting H0 if H1 is true (default 0.05)
    beta: Option<Probability>,
    /// Kind of Elo of both differences: logistic or normalized (default)
    #[arg(value_parser = choice::<EloModel>)]
    model: Option<EloModel>,
}}

table! { RatingsKeys, "ratings.", {
    /// Participants with a given rating, each NAME=X
    #[serde(deserialize_with = "entries")]
    anchors: Vec<NamedValue<Rating>>,
}}

table! {
    RunKeys, "run.", {
        /// Games at the same time (default 1)
        #[arg(visible_alias = "concurrency")]
        concurrency: Option<Number<1, 1024>>,
        /// Result folder (default: the plan file without .toml)
        #[arg(visible_alias = "out")]
        out: Option<Location>,
        /// Folder for the dialogue of every game (default: none)
        #[arg(visible_alias = "log-dir")]
        log_dir: Option<Location>,
    }
    patience: PatienceKeys,
}

table! { PatienceKeys, "run.patience.", {
    /// Milliseconds from the start of an engine to `ugiok` (default 10000)
    handshake: Option<Milliseconds>,
    /// Milliseconds for `readyok` and for answers to queries (default 60000)
    ready: Option<Milliseconds>,
    /// Milliseconds for `bestmove` after `stop` (default 10000)
    stop: Option<Milliseconds>,
    /// Milliseconds for `bestmove` if only nodes or depth limit the search (default 600000)
    thinking: Option<Milliseconds>,
}}

/// A participant. Its flags are the words of `--participant`.
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
    // As in `LimitKeys`.
    #[serde(deserialize_with = "milliseconds")]
    #[arg(long, value_parser = |text: &str| clock::read(text, Unit::Seconds))]
    pub(super) clock: Option<Clock>,
    /// The words of `--participant`; `None`: the participant is in the file.
    #[serde(skip)]
    #[arg(skip)]
    pub(super) words: Option<String>,
}
