//! The keys of a plan as they are written: `serde` reads them from the TOML file, `clap` from flags and from the words of
//! `--participant`. What has no value here has a default in [`super::read()`].

use super::clock::{self, Unit, milliseconds};
use super::key::FlagOverride;
use super::value::{Location, NamedValue, Number, Real, Setting, Text, WordList, choice, entries, table, tables};
use crate::model::{Clock, ClockPer, EloModel, FormatKind, OpeningOrder};
use clap::Args;
use serde::Deserialize;

/// Bounds of Elo differences and of error probabilities, in millionths.
type Elo = Real<-2_000_000_000, 2_000_000_000>;
type Probability = Real<1, 500_000>;
type Rating = Real<-10_000_000_000, 10_000_000_000>;
/// At most a day.
pub(super) type Milliseconds = Number<1, 86_400_000>;
pub(super) type Nodes = Number<1, 1_000_000_000_000>;
pub(super) type Depth = Number<1, 1000>;

/// A table of a plan, at this path, and the tables in it. The flag of a key follows from its path, and its help is the
/// comment at the field.
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
            /// Puts the keys that were given as flags in the place of these, and calls `note` with the path of each.
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
    /// The keys of a plan, all of them flags of `run`.
    #[command(next_help_heading = "The plan, key by key")]
    Keys, "", {
        /// A title for people (default: the name of the plan file)
        name: Option<Text>,
        /// Start of everything random (default 1)
        seed: Option<Number<0, { u64::MAX }>>,
        /// KEY=VALUE words of a participant, as in "name=a command=./x args='-q -v' options.Skill=3 nodes=100"; adds to those
        /// of the file or replaces the one of that name
        // The other name of the key and of the flag is the former one.
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
    /// The engine that judges (default: speltafel beside this program, else in PATH)
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
    /// Who meets whom: round-robin (default), gauntlet, knockout or swiss
    #[arg(value_parser = choice::<FormatKind>)]
    kind: Option<FormatKind>,
    /// Games of each pairing, whole blocks
    #[arg(visible_alias = "games")]
    games: Option<Number<1, 1_000_000>>,
    /// Gauntlet: the number of challengers, who meet all others (default 1)
    challengers: Option<Number<1, 1024>>,
    /// Rounds of a Swiss tournament (default: enough for one winner)
    #[arg(visible_alias = "rounds")]
    rounds: Option<Number<1, 32>>,
    /// Most further blocks of a tied match in a knockout (default 4)
    extra_blocks: Option<Number<0, 1000>>,
}}

/// Where openings come from.
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
    /// Where games start: start (default), file, deck or random
    #[arg(value_parser = choice::<OpeningsFrom>)]
    from: Option<OpeningsFrom>,
    /// A file of openings, each line what follows `position `
    file: Option<Location>,
    /// A deck of openings that the referee has for the game
    deck: Option<Text>,
    /// How the openings of a file or deck are taken: sequential (default) or random
    #[arg(value_parser = choice::<OpeningOrder>)]
    order: Option<OpeningOrder>,
    /// Random plies of an opening; deals do not count
    plies: Option<Number<1, 1000>>,
    /// Nodes of the search that calls it balanced (default 20000)
    nodes: Option<Number<1, 1_000_000_000>>,
    /// Hundredths of a piece within which it is balanced (default 40)
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
    /// A clock in milliseconds: [MOVES/]BASE[+INCREMENT]
    #[serde(deserialize_with = "milliseconds")]
    #[arg(alias = "limit-clock", value_parser = |text: &str| clock::read(text, Unit::Milliseconds))]
    clock_ms: Option<Clock>,
    // In the file it is the former name of `clock_ms`.
    /// A clock in seconds or with units: [MOVES/]BASE[+INCREMENT], as in 60+0.6 or 1m+600ms
    #[serde(deserialize_with = "milliseconds")]
    #[arg(long = "clock", value_parser = |text: &str| clock::read(text, Unit::Seconds))]
    clock: Option<Clock>,
    /// Who has a clock: each seat (default) or each team
    #[arg(value_parser = choice::<ClockPer>)]
    clock_per: Option<ClockPer>,
    /// Milliseconds by which a move may come late (default 0)
    time_margin: Option<Number<0, 86_400_000>>,
}}

table! {
    AdjudicateKeys, "adjudicate.", {
        /// The number of plies after which a game is a draw
        #[arg(visible_alias = "max-plies")]
        max_plies: Option<Number<1, 1_000_000>>,
    }
    draw: DrawKeys,
    resign: ResignKeys,
}

table! { DrawKeys, "adjudicate.draw.", {
    /// The ply from which moves may speak for a draw (default 0)
    after: Option<Number<0, 1_000_000>>,
    /// Moves of each side in a row that say draw
    moves: Option<Number<1, 10_000>>,
    /// Hundredths of a piece within which a move says draw
    score: Option<Number<0, 100_000>>,
}}

table! { ResignKeys, "adjudicate.resign.", {
    /// Moves of both sides in a row that agree who has won
    moves: Option<Number<1, 10_000>>,
    /// Hundredths of a piece from which a game is won
    score: Option<Number<1, 100_000>>,
}}

table! { StopKeys, "stop.", {} sprt: SprtKeys, }

table! { SprtKeys, "stop.sprt.", {
    /// The Elo difference of H0 (default 0)
    elo0: Option<Elo>,
    /// The Elo difference of H1
    elo1: Option<Elo>,
    /// How often H1 may be accepted though H0 is true (default 0.05)
    alpha: Option<Probability>,
    /// How often H0 may be accepted though H1 is true (default 0.05)
    beta: Option<Probability>,
    /// What kind of Elo that is: logistic or normalized (default)
    #[arg(value_parser = choice::<EloModel>)]
    model: Option<EloModel>,
}}

table! { RatingsKeys, "ratings.", {
    /// Participants whose rating is given, each NAME=X
    #[serde(deserialize_with = "entries")]
    anchors: Vec<NamedValue<Rating>>,
}}

table! {
    RunKeys, "run.", {
        /// Games at the same time (default 1)
        #[arg(visible_alias = "concurrency")]
        concurrency: Option<Number<1, 1024>>,
        /// The folder of the results (default: the plan file without .toml)
        #[arg(visible_alias = "out")]
        out: Option<Location>,
        /// A folder for the dialogue of every game
        #[arg(visible_alias = "log-dir")]
        log_dir: Option<Location>,
    }
    patience: PatienceKeys,
}

table! { PatienceKeys, "run.patience.", {
    /// Milliseconds from the start of an engine to `ugiok` (default 10000)
    handshake: Option<Milliseconds>,
    /// Milliseconds for `readyok` and for answers to questions (default 60000)
    ready: Option<Milliseconds>,
    /// Milliseconds for `bestmove` after `stop` (default 10000)
    stop: Option<Milliseconds>,
    /// Milliseconds for a move without a limit of time (default 600000)
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
    /// The words that it was given as; `None`: it stands in the file.
    #[serde(skip)]
    #[arg(skip)]
    pub(super) words: Option<String>,
}
