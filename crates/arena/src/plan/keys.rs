//! The table of all keys of a plan. It drives the reader of plan files and flags, the flags of `run`, what may change
//! when a tournament is resumed, suggestions, and the table of keys in the manual.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use std::fmt;
use std::sync::LazyLock;
use std::time::Duration;

/// The name of the command that plays a tuning, and of the table of its settings.
pub(super) const TUNE: &str = "tune";

/// The table of the settings of all participants.
pub(super) const EACH: &str = "each";

/// The lists of tables. Their keys are words of one flag, which can be repeated.
pub(super) const LISTS: [&str; 2] = ["participant", PARAMETERS];

/// The list of the parameters of a tuning.
pub const PARAMETERS: &str = "tune.parameter";

/// Tables that a plan may leave out. The defaults of their keys count only if one of the keys is given.
pub(super) const OPTIONAL: [&str; 4] = ["adjudicate.draw", "adjudicate.resign", "stop.sprt", TUNE];

/// The limits of a move, which are taken from one table together.
pub(super) const LIMITS: [&str; 4] = ["nodes", "depth", "movetime", "clock"];

/// What a key accepts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    /// A table whose keys follow.
    Table,
    /// A list of such tables.
    Tables,
    Text,
    Texts,
    /// A table with arbitrary names of texts, numbers and booleans.
    Settings,
    /// A table with arbitrary names of numbers with these bounds.
    Numbers(f64, f64),
    /// A whole number or `secret`.
    Seed,
    Whole(i128, i128),
    Real(f64, f64),
    Boolean,
    /// A time from this one to a day.
    Time(Duration),
    Clock,
    Choice(&'static [&'static str]),
    Path,
    /// A program: a path if it contains a slash, otherwise a name that is looked up in `PATH`.
    Program,
}

/// What counts if a key is not given.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Usual {
    /// The key must be given.
    Needed,
    Nothing,
    /// This value, as in a flag.
    Is(&'static str),
    /// A value that other keys decide, in words.
    Depends(&'static str),
}

/// How the value of a key may change when a tournament is resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    Never,
    /// To a higher number, in some formats.
    Grows,
    Free,
}

/// A key of a plan.
#[derive(Clone, Debug)]
pub(super) struct Key {
    /// The path of the key in a plan file, and the id of its flag.
    pub(super) path: String,
    pub(super) kind: Kind,
    pub(super) usual: Usual,
    pub(super) change: Change,
    /// A second, shorter name of the flag, without dashes; empty if there is none.
    pub(super) short: &'static str,
    pub(super) help: &'static str,
    /// A key without which this one has no meaning, and those of its values with which it has one; all if none is
    /// listed.
    pub(super) only_with: Option<(&'static str, &'static [&'static str])>,
}

use Change::{Free, Grows, Never};
use Kind::{
    Boolean, Choice, Clock, Numbers, Path, Program, Real, Seed, Settings, Table, Tables, Text, Texts, Time, Whole,
};
use Usual::{Depends, Is, Needed, Nothing};

fn key(change: Change, path: &str, kind: Kind, usual: Usual, help: &'static str) -> Key {
    Key { path: path.to_string(), kind, usual, change, short: "", help, only_with: None }
}

fn fixed(path: &str, kind: Kind, usual: Usual, help: &'static str) -> Key {
    key(Never, path, kind, usual, help)
}

fn free(path: &str, kind: Kind, usual: Usual, help: &'static str) -> Key {
    key(Free, path, kind, usual, help)
}

impl Key {
    fn short(self, short: &'static str) -> Self {
        Self { short, ..self }
    }

    fn with(self, decider: &'static str, values: &'static [&'static str]) -> Self {
        Self { only_with: Some((decider, values)), ..self }
    }

    fn grows(self) -> Self {
        Self { change: Grows, ..self }
    }

    /// Says when the key has a meaning, as the end of a sentence; `None` if it always has.
    pub(super) fn condition(&self) -> Option<String> {
        self.only_with.map(|(decider, values)| match values {
            [] => format!("only with {decider}"),
            _ => format!("only with {decider} = \"{}\"", values.join("\" or \"")),
        })
    }
}

/// Writes what a key accepts, for `--help` and the manual.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Table => f.write_str("table"),
            Tables => f.write_str("tables"),
            Text => f.write_str("text"),
            Texts => f.write_str("texts"),
            Settings => f.write_str("values"),
            Numbers(least, most) | Real(least, most) => write!(f, "{least} to {most}"),
            Seed => f.write_str("number, secret"),
            Whole(least, most) => write!(f, "{least} to {most}"),
            Boolean => f.write_str("true, false"),
            Time(_) => f.write_str("time"),
            Clock => f.write_str("clock"),
            Choice(words) => f.write_str(&words.join(", ")),
            Path => f.write_str("path"),
            Program => f.write_str("program"),
        }
    }
}

const ANY_TIME: Kind = Time(Duration::ZERO);
/// A time that limits something.
const LIMIT: Kind = Time(Duration::from_millis(1));
const NODES: Kind = Whole(1, 1_000_000_000_000);
const DEPTH: Kind = Whole(1, 1000);
const MILLION: Kind = Whole(1, 1_000_000);
const SCORE: Kind = Whole(0, 100_000);
const ELO: Kind = Real(-2000.0, 2000.0);
const CHANCE: Kind = Real(0.000_001, 0.5);
const SPIN: Kind = Whole(i32::MIN as i128, i32::MAX as i128);
const LISTED: &[&str] = &["file", "deck"];
const GIVEN: &[&str] = &["file", "deck", "random"];

/// Every key, in the order of `--help`: the rows of the table, and the keys of `each`, which are those of a participant
/// without its name.
pub(super) static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let mut keys = rows();
    let each =
        |key: &Key| Some(Key { path: format!("{EACH}.{}", key.path.strip_prefix("participant.")?), ..key.clone() });
    let each: Vec<Key> = keys.iter().filter_map(each).filter(|key| key.path != "each.name").collect();
    let place = keys.iter().position(|key| key.path == EACH).map_or(0, |place| place + 1);
    keys.splice(place..place, each);
    keys
});

/// Returns the key with this path.
pub(super) fn find(path: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.path == path)
}

/// The rows of the table: how a key may change, its path, what it accepts, its default, and words for `--help`.
// Formatted as a table, with a line or two for each key.
#[rustfmt::skip]
fn rows() -> Vec<Key> {
    vec![
        free("plan_format", Whole(1, 1), Is("1"), "The version of the keys of a plan"),
        free("name", Text, Depends("the name of the plan file without .toml, or of the result folder"),
            "Title for reports"),
        fixed("seed", Seed, Is("1"), "Random seed of the tournament, or secret: drawn at the first start"),
        fixed("participant", Tables, Needed,
            "A participant as KEY=VALUE words, such as \"name=a command=./x args='-q -v' options.Skill=3 \
             nodes=100\"; it replaces the file's participant with the same name, or is added at the end"),
        fixed("participant.name", Text, Needed, "Letters of any script, digits, ., _, +, - and single blanks inside"),
        fixed("participant.command", Program, Depends("the referee's"), "The program; each seat has its own process"),
        fixed("participant.args", Texts, Nothing, "Its arguments"),
        fixed("participant.dir", Path, Nothing, "Its working directory"),
        fixed("participant.options", Settings, Nothing, "Options of the engine"),
        fixed("participant.env", Settings, Nothing, "Additional environment variables"),
        fixed("participant.nodes", NODES, Nothing, "Node limit per move; own limits replace all of [limit]"),
        fixed("participant.depth", DEPTH, Nothing, "Maximum search depth per move"),
        fixed("participant.movetime", LIMIT, Nothing, "Time per move"),
        fixed("participant.clock", Clock, Nothing, "Clock"),
        fixed("participant.time_margin", ANY_TIME, Nothing, "Own time margin, which replaces that of [limit]"),
        fixed("participant.restart", Choice(&["never", "always", "on-fault"]), Is("never"),
            "When a process that still answers is replaced between two games: on-fault is after a fault of its own"),
        fixed("participant.ponder", Boolean, Is("false"),
            "Whether the engine thinks on its opponent's time; it must declare the option Ponder, which is set"),
        fixed(EACH, Table, Nothing,
            "Settings of all participants as KEY=VALUE words, such as \"options.Hash=16 nodes=100\"; a participant's \
             own settings override them"),
        fixed("tune.blocks", Whole(1, 1000), Is("1"), "Number of blocks in an iteration"),
        fixed("tune.in_flight", Whole(1, 1024), Is("8"),
            "Number of iterations that may be played at once, each with the values after the one as many before it"),
        fixed(PARAMETERS, Tables, Needed,
            "A spin option to tune as KEY=VALUE words, such as \"name=Margin min=0 max=200 start=80 c_end=10 \
             r_end=0.002\"; it replaces the file's parameter with the same name, or is added at the end"),
        fixed("tune.parameter.name", Text, Needed, "Name of the option"),
        fixed("tune.parameter.min", SPIN, Depends("that of the option"), "Smallest value"),
        fixed("tune.parameter.max", SPIN, Depends("that of the option"), "Largest value"),
        fixed("tune.parameter.start", SPIN, Depends("the option's default"), "Value at the start"),
        fixed("tune.parameter.c_end", Real(0.5, 1e9), Depends("a twentieth of the range"),
            "By how much the value is changed in the games of the last iteration"),
        fixed("tune.parameter.r_end", Real(1e-9, 1.0), Depends("0.002"),
            "Step of the last iteration for a lead of one game, in units of c_end"),
        fixed("game.name", Text, Needed, "Name of the game").short("game"),
        fixed("game.options", Settings, Nothing, "Rule options of the game, each NAME=VALUE"),
        free("referee.command", Program, Depends("speltafel beside this program, else in PATH"),
            "The referee"),
        free("referee.args", Texts, Nothing, "Its arguments, in a flag with quotes as in a shell"),
        free("referee.dir", Path, Depends("the runner's working directory"), "Its working directory"),
        fixed("referee.options", Settings, Nothing, "Its options, each NAME=VALUE"),
        free("referee.env", Settings, Nothing, "Its additional environment variables, each NAME=VALUE"),
        fixed("format.kind", Choice(&["round-robin", "gauntlet", "knockout", "swiss"]), Is("round-robin"),
            "Kind of tournament"),
        fixed("format.games", MILLION, Needed,
            "Number of games per pairing, a multiple of the number of games in a block").short("games").grows(),
        fixed("format.challengers", Whole(1, 1024), Is("1"),
            "Number of challengers, the first participants, who play all others but not each other")
            .with("format.kind", &["gauntlet"]),
        fixed("format.rounds", Whole(1, 32), Depends("enough for one winner"),
            "Number of rounds").short("rounds").grows().with("format.kind", &["swiss"]),
        fixed("format.third_place", Boolean, Is("false"),
            "Whether the losers of the matches before the final play for the third place")
            .with("format.kind", &["knockout"]),
        fixed("format.noswap", Boolean, Is("false"),
            "Whether the participants of a pairing keep their sides, so that a block has one game")
            .with("format.pairing", &["sides"]),
        fixed("format.pairing", Choice(&["sides", "mixed"]), Is("sides"),
            "Who plays the seats of a side: sides, one participant, or mixed, another participant in each seat"),
        fixed("openings.from", Choice(&["start", "file", "deck", "random"]), Is("start"), "Source of the openings"),
        free("openings.file", Path, Needed,
            "File of openings: lines with the arguments of `position` or with position texts, or games that the \
             referee can import, such as PDN; only its content must stay the same").with("openings.from", &["file"]),
        fixed("openings.deck", Text, Needed,
            "Name of one of the referee's opening decks").with("openings.from", &["deck"]),
        fixed("openings.order", Choice(&["sequential", "random"]), Depends("sequential for a file, random for a deck"),
            "Order of openings; random shuffles them anew on every pass").with("openings.from", LISTED),
        fixed("openings.start", Whole(1, 1_000_000_000), Depends("1"),
            "Number of the first opening taken").with("openings.from", LISTED),
        fixed("openings.wrap", Boolean, Is("false"),
            "Whether a start beyond the end of the list counts on from its beginning").with("openings.from", LISTED),
        fixed("openings.plies", Whole(1, 1000), Nothing,
            "Number of plies per opening, after which those of a file or deck are cut; deals do not count; needed \
             for random openings").with("openings.from", GIVEN),
        fixed("openings.policy", Choice(&["round", "tournament"]), Is("round"),
            "Which matches have the same openings: those of a round, or none in the tournament")
            .with("openings.from", GIVEN),
        fixed("openings.nodes", Whole(1, 1_000_000_000), Is("20000"),
            "Node limit of the search that checks whether a random opening is balanced")
            .with("openings.from", &["random"]),
        fixed("openings.balance", SCORE, Is("40"),
            "Maximum absolute score of a balanced opening, in hundredths of a piece")
            .with("openings.from", &["random"]),
        fixed("limit.nodes", NODES, Nothing, "Node limit per move").short("nodes"),
        fixed("limit.depth", DEPTH, Nothing, "Maximum search depth per move").short("depth"),
        fixed("limit.movetime", LIMIT, Nothing, "Time per move, such as 500ms or 0.5s").short("movetime"),
        fixed("limit.clock", Clock, Nothing,
            "Clock instead of a time per move: [MOVES/]BASE[+INCREMENT], such as 10s+0.1s, 0s+50ms, 40/1m or \
             40/1:30+1").short("clock"),
        fixed("limit.clock_per", Choice(&["seat", "team"]), Is("seat"), "One clock per seat or per team"),
        fixed("limit.scale_clock", NODES, Depends("no scaling"),
            "Nodes per second of the first participant on a machine for whose speed the times are meant; other \
             machines scale them"),
        fixed("limit.time_margin", ANY_TIME, Is("50ms"), "Time by which a move may exceed its time limit"),
        fixed("adjudicate.max_plies", MILLION, Depends("10000"),
            "Maximum number of plies without deals, after which the game is a draw").short("max-plies"),
        fixed("adjudicate.draw.after", Whole(0, 1_000_000), Is("0"), "First ply whose score counts"),
        fixed("adjudicate.draw.moves", Whole(1, 10_000), Needed,
            "Number of consecutive moves per side with a drawn score"),
        fixed("adjudicate.draw.score", SCORE, Needed,
            "Maximum absolute value of a drawn score, in hundredths of a piece"),
        fixed("adjudicate.resign.moves", Whole(1, 10_000), Needed,
            "Number of consecutive moves per side with a decisive score"),
        fixed("adjudicate.resign.score", Whole(1, 100_000), Needed,
            "Minimum absolute value of a decisive score, in hundredths of a piece"),
        fixed("adjudicate.resign.one_sided", Boolean, Is("false"),
            "Whether the scores of the losing side suffice, so that the other side need not agree"),
        fixed("adjudicate.database", Choice(&["draws", "wins", "both"]), Nothing,
            "Results of the referee's endgame databases that end a game"),
        fixed("adjudicate.ignore_move_count", Boolean, Is("false"),
            "Needed for wins of databases, which know no rule that counts moves").with("adjudicate.database", &[]),
        fixed("adjudicate.pieces", Whole(1, 1000), Depends("no limit"),
            "Maximum number of pieces on the board at which databases are asked").with("adjudicate.database", &[]),
        free("stop.sprt.elo0", ELO, Is("0"), "Elo difference under H0"),
        free("stop.sprt.elo1", ELO, Needed, "Elo difference under H1"),
        free("stop.sprt.alpha", CHANCE, Is("0.05"), "Probability of accepting H1 if H0 is true"),
        free("stop.sprt.beta", CHANCE, Is("0.05"), "Probability of accepting H0 if H1 is true"),
        free("stop.sprt.model", Choice(&["logistic", "normalized", "bayesian"]), Is("normalized"),
            "Definition of Elo by which elo0 and elo1 are given"),
        free("ratings.anchors", Numbers(-10_000.0, 10_000.0), Depends("the mean of all ratings is 0"),
            "Fixed ratings of participants, each NAME=RATING"),
        free("run.concurrency", Whole(1, 1024), Is("1"), "Number of concurrent games").short("concurrency"),
        free("run.affinity", Whole(1, 1024), Depends("engines run on any core"),
            "Number of cores that each engine has for itself, with their hyperthreads").short("affinity"),
        free("run.wave", MILLION, Depends("8 x concurrency x parts"),
            "SPRT in parts: number of blocks between two merges"),
        free("run.out", Path, Depends("the plan file without .toml"), "Result folder").short("out"),
        free("run.log_dir", Path, Depends("no logs"),
            "Folder for logs of all engine input and output, one file per game").short("log-dir"),
        free("run.log", Choice(&["all", "faults"]), Is("all"),
            "Games with a log: all, or those with faults").with("run.log_dir", &[]),
        free("run.wait", ANY_TIME, Is("0s"), "Time between two games that are played one after the other"),
        free("run.game_lines", Boolean, Is("false"), "Whether a line is printed for every finished game"),
        free("run.standings", MILLION, Depends("never"), "Number of games after which the standings are printed again"),
        free("run.game_file", Boolean, Is("false"),
            "Whether all games are written to a file in the result folder, such as games.pdn"),
        free("run.patience.handshake", LIMIT, Is("10s"), "Timeout from the start of an engine to `ugiok`"),
        free("run.patience.ready", LIMIT, Is("1m"), "Timeout for `readyok` and for answers to queries"),
        free("run.patience.stop", LIMIT, Is("10s"), "Timeout for `bestmove` after `stop`"),
        free("run.patience.thinking", LIMIT, Is("10m"),
            "Timeout for `bestmove` if only nodes or depth limit the search"),
    ]
}

/// Returns whether this key is a table with arbitrary names. Its flag gives one entry, `NAME=VALUE`, and can be
/// repeated.
pub(super) fn has_free_names(path: &str) -> bool {
    find(path).is_some_and(|key| matches!(key.kind, Settings | Numbers(..)))
}

/// Names of keys in other match runners, each with the key here and an example.
const FOREIGN: [(&str, &str, &str); 7] = [
    ("tc", "clock", "10s+0.1s"),
    ("st", "movetime", "500ms"),
    ("cmd", "command", "./engine"),
    ("arg", "args", "'-v --log x'"),
    ("option", "options", "8"),
    ("plies", "depth", "12"),
    ("timemargin", "time_margin", "50ms"),
];

/// Returns an addition to a message about a key that has another name in other match runners; empty for any other name.
pub(super) fn foreign_name(name: &str) -> String {
    let found = FOREIGN.iter().find(|(foreign, ..)| *foreign == name);
    found.map_or(String::new(), |(_, own, example)| {
        let sample = if *own == "options" { "options.Skill" } else { own };
        format!("; {name} is {own} here: {sample}={example}")
    })
}

/// Returns whether the flag of this key has `KEY=VALUE` words, which set the keys below it.
pub(super) fn has_words(path: &str) -> bool {
    path == EACH || LISTS.contains(&path)
}

/// Splits the path of a key that is a word of a flag into the table of the flag and the rest.
pub(super) fn split_word(path: &str) -> Option<(&str, &str)> {
    path.match_indices('.').map(|(end, _)| (&path[..end], &path[end + 1..])).find(|(table, _)| has_words(table))
}

/// Returns the name of a key's flag: the short one, if there is one.
pub(super) fn flag(path: &str) -> String {
    match find(path).filter(|key| !key.short.is_empty()) {
        Some(key) => format!("--{}", key.short),
        None => format!("--{}", long_flag(path)),
    }
}

/// Returns the long name of a key's flag, without the dashes before it.
fn long_flag(path: &str) -> String {
    path.replace(['.', '_'], "-")
}

/// The flags of `run` and `tune` that set keys of the plan: each key with its value as text, in the order of `KEYS`.
/// The keys of a tuning are flags of `tune` only.
#[derive(Clone, Debug, Default)]
pub struct Flags(pub(super) Vec<(&'static str, String)>);

impl Args for Flags {
    fn augment_args(command: Command) -> Command {
        let is_tuning = command.get_name() == TUNE;
        let is_flag = |path: &str| split_word(path).is_none() && (is_tuning || !path.starts_with("tune."));
        let flags = KEYS.iter().filter(|key| is_flag(&key.path));
        command.args(flags.map(|key| {
            let is_list = has_words(&key.path) || has_free_names(&key.path);
            let name = key.path.rsplit('.').next().unwrap_or_default().to_uppercase();
            let default = match key.usual {
                Is(value) | Depends(value) => format!(" (default: {value})"),
                Needed | Nothing => String::new(),
            };
            Arg::new(key.path.as_str())
                .long(long_flag(&key.path))
                .visible_aliases((!key.short.is_empty()).then_some(key.short))
                .help(format!("{}{default} [{}]", key.help, key.kind))
                .help_heading("Plan keys")
                .value_name(if has_words(&key.path) { "WORDS".to_string() } else { name })
                .action(if is_list { ArgAction::Append } else { ArgAction::Set })
                // Elo differences may be negative, and engine arguments may begin with dashes.
                .allow_hyphen_values(true)
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches).map(|()| flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for key in KEYS.iter().filter(|key| matches.try_contains_id(&key.path).is_ok()) {
            let values = matches.get_many::<String>(&key.path).into_iter().flatten();
            self.0.extend(values.map(|value| (key.path.as_str(), value.clone())));
        }
        Ok(())
    }
}
