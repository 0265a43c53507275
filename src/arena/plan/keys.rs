//! Every key of a plan: what it takes, its short flag, what it means. File, flags, help and tests all read this table.
//! Knows no plan.

use super::clock::Unit;
use super::kind::Kind;

/// One key of a plan.
pub(super) struct Key {
    /// Its path, such as `format.games`; the flag is the same with dashes: `--format-games`.
    pub(super) path: &'static str,
    /// The path that it had before, which plan files may still use.
    pub(super) former: Option<&'static str>,
    /// A short flag that means the same.
    pub(super) alias: Option<&'static str>,
    /// Another word of the command line that sets this key, with a value of another kind.
    pub(super) word: Option<&'static str>,
    /// What it takes.
    pub(super) kind: Kind,
    /// What it means, one line of help.
    pub(super) help: &'static str,
}

impl Key {
    /// The long flag, without its dashes.
    pub(super) fn flag(&self) -> String {
        self.word.map_or_else(|| dashed(self.path), str::to_string)
    }

    /// The long flag of the path that it had before.
    pub(super) fn former_flag(&self) -> Option<String> {
        self.former.map(dashed)
    }
}

fn dashed(path: &str) -> String {
    path.replace(['.', '_'], "-")
}

/// The key of a plan file with this path in a table of keys.
pub(super) fn find(table: &'static [Key], path: &str) -> Option<&'static Key> {
    table.iter().find(|key| key.word.is_none() && (key.path == path || key.former == Some(path)))
}

/// The key of the command line that is called this in a table of keys.
pub(super) fn find_word(table: &'static [Key], name: &str) -> Option<&'static Key> {
    table.iter().find(|key| key.word.unwrap_or(key.path) == name)
}

const fn key(path: &'static str, kind: Kind, help: &'static str) -> Key {
    Key { path, former: None, alias: None, word: None, kind, help }
}

const fn short(path: &'static str, alias: &'static str, kind: Kind, help: &'static str) -> Key {
    Key { alias: Some(alias), ..key(path, kind, help) }
}

/// The clock of a plan file, at this path and formerly at that one.
const fn clock_ms(path: &'static str, former: &'static str) -> Key {
    let help = "A clock in milliseconds: [MOVES/]BASE[+INCREMENT]";
    Key { former: Some(former), ..key(path, Kind::Clock(Unit::Milliseconds), help) }
}

/// The clock of the command line: a bare number is seconds there, as in other runners.
const fn clock(path: &'static str) -> Key {
    let help = "A clock: [MOVES/]BASE[+INCREMENT], seconds or with a unit: 10+0.1, 600ms+10ms, 40/1m";
    Key { word: Some("clock"), ..key(path, Kind::Clock(Unit::Seconds), help) }
}

/// A day, the longest time that one limit may be, milliseconds.
const DAY: u64 = 86_400_000;
const PROBABILITY: Kind = Kind::Real(0.000_001, 0.5);
const ELO: Kind = Kind::Real(-2000.0, 2000.0);
const ORDER: Kind = Kind::Choice(&["sequential", "random"]);
const NODES: Kind = Kind::Number(1, 1_000_000_000_000);
const DEPTH: Kind = Kind::Number(1, 1000);
const MILLISECONDS: Kind = Kind::Number(1, DAY);

/// The keys of a plan, but for those of its entrants.
pub(super) const KEYS: &[Key] = &[
    key("name", Kind::Text, "A title for people [the name of the plan file]"),
    key("seed", Kind::Number(0, u64::MAX), "Start of everything random [1]"),
    short("game.name", "game", Kind::Text, "The game"),
    key("game.options", Kind::Map, "Rule options of the game"),
    key("referee.command", Kind::Program, "The engine that judges [speltafel beside this program, else in PATH]"),
    key("referee.args", Kind::Words, "Its arguments"),
    key("referee.dir", Kind::Path, "Its working directory [that of the runner]"),
    key("referee.options", Kind::Map, "Its options"),
    key("referee.env", Kind::Map, "Variables added to its environment"),
    key("format.kind", Kind::Choice(&["round-robin", "gauntlet", "knockout", "swiss"]), "Who meets whom [round-robin]"),
    short("format.games", "games", Kind::Number(1, 1_000_000), "Games of each pairing, whole blocks"),
    key("format.challengers", Kind::Number(1, 1024), "The first so many entrants of a gauntlet meet all others [1]"),
    short("format.rounds", "rounds", Kind::Number(1, 32), "Rounds of a Swiss tournament [enough for one winner]"),
    key("format.extra_blocks", Kind::Number(0, 1000), "Blocks that a tied match of a knockout plays on at most [4]"),
    key("openings.from", Kind::Choice(&["start", "file", "deck", "random"]), "Where games start [start]"),
    key("openings.file", Kind::Path, "A file of openings, each line what follows `position `"),
    key("openings.deck", Kind::Text, "A deck of openings that the referee has for the game"),
    key("openings.order", ORDER, "How the openings of a file or deck are taken [sequential]"),
    key("openings.plies", Kind::Number(1, 1000), "Random plies of an opening; deals do not count"),
    key("openings.nodes", Kind::Number(1, 1_000_000_000), "Nodes of the search that calls it balanced [20000]"),
    key("openings.balance", Kind::Number(0, 100_000), "Hundredths of a piece within which it is balanced [40]"),
    short("limit.nodes", "nodes", NODES, "Nodes a move"),
    short("limit.depth", "depth", DEPTH, "Deepest iteration of a move"),
    short("limit.movetime", "movetime", MILLISECONDS, "Milliseconds a move"),
    clock("limit.clock_ms"),
    clock_ms("limit.clock_ms", "limit.clock"),
    key("limit.clock_per", Kind::Choice(&["seat", "team"]), "Who has a clock [seat]"),
    key("limit.time_margin", Kind::Number(0, DAY), "Milliseconds by which a move may come late [0]"),
    key("adjudicate.draw.after", Kind::Number(0, 1_000_000), "The ply from which moves may speak for a draw [0]"),
    key("adjudicate.draw.moves", Kind::Number(1, 10_000), "Moves of each side in a row that say draw"),
    key("adjudicate.draw.score", Kind::Number(0, 100_000), "Hundredths of a piece within which a move says draw"),
    key("adjudicate.resign.moves", Kind::Number(1, 10_000), "Moves of both sides in a row that agree who has won"),
    key("adjudicate.resign.score", Kind::Number(1, 100_000), "Hundredths of a piece from which a game is won"),
    short("adjudicate.max_plies", "max-plies", Kind::Number(1, 1_000_000), "A draw after so many plies"),
    key("stop.sprt.elo0", ELO, "The Elo difference of H0 [0]"),
    key("stop.sprt.elo1", ELO, "The Elo difference of H1"),
    key("stop.sprt.alpha", PROBABILITY, "How often H1 may be accepted though H0 is true [0.05]"),
    key("stop.sprt.beta", PROBABILITY, "How often H0 may be accepted though H1 is true [0.05]"),
    key("stop.sprt.model", Kind::Choice(&["logistic", "normalized"]), "What kind of Elo that is [normalized]"),
    key("ratings.anchors", Kind::Reals(-10_000.0, 10_000.0), "Entrants whose rating is given"),
    short("run.concurrency", "concurrency", Kind::Number(1, 1024), "Games at the same time [1]"),
    short("run.out", "out", Kind::Path, "The folder of the results [the plan file without .toml]"),
    short("run.log_dir", "log-dir", Kind::Path, "A folder for the dialogue of every game"),
    key("run.patience.handshake", MILLISECONDS, "Milliseconds from the start of an engine to `ugiok` [10000]"),
    key("run.patience.ready", MILLISECONDS, "Milliseconds for `readyok` and for answers to questions [60000]"),
    key("run.patience.stop", MILLISECONDS, "Milliseconds for `bestmove` after `stop` [10000]"),
    key("run.patience.thinking", MILLISECONDS, "Milliseconds for a move without a limit of time [600000]"),
];

/// The keys of an entrant; on the command line they are the words of `--entrant`.
pub(super) const ENTRANT_KEYS: &[Key] = &[
    key("name", Kind::Text, "Letters, digits, '.', '_', '+', '-'"),
    key("command", Kind::Program, "Its program [that of the referee]"),
    key("args", Kind::Words, "Its arguments"),
    key("dir", Kind::Path, "Its working directory [that of the runner]"),
    key("options", Kind::Map, "Options of the engine"),
    key("env", Kind::Map, "Variables added to its environment"),
    key("nodes", NODES, "Nodes a move"),
    key("depth", DEPTH, "Deepest iteration of a move"),
    key("movetime", MILLISECONDS, "Milliseconds a move"),
    clock("clock_ms"),
    clock_ms("clock_ms", "clock"),
];
