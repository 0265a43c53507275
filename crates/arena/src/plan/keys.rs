//! The keys of a plan. Each key is also a flag of `run`, except those of participants, which are words of one flag.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

/// The name of the command that plays a tuning, and of the table of its settings.
pub(super) const TUNE: &str = "tune";

/// The table of the settings of all participants.
pub(super) const EACH: &str = "each";

/// The lists of tables. Their keys are words of one flag, which can be repeated.
pub(super) const LISTS: [&str; 2] = ["participant", PARAMETERS];

/// The list of the parameters of a tuning.
pub const PARAMETERS: &str = "tune.parameter";

/// A key of a plan.
pub(super) struct Key {
    /// The path of the key in a plan file, and the id of its flag.
    pub(super) path: &'static str,
    /// A second, shorter name of the flag, without dashes; empty if there is none.
    short: &'static str,
    help: &'static str,
}

const fn key(path: &'static str, help: &'static str) -> Key {
    Key { path, short: "", help }
}

const fn with_short(short: &'static str, path: &'static str, help: &'static str) -> Key {
    Key { path, short, help }
}

/// Every key, in the order of `--help`. The values are read in [`super::read`](mod@super::read).
pub(super) const KEYS: &[Key] = &[
    key("plan_format", "The version of the keys of a plan: 1 (default)"),
    key("name", "Title for reports (default: the name of the plan file without .toml, or of the result folder)"),
    key("seed", "Random seed of the tournament (default 1), or secret: drawn at the first start"),
    key(
        "participant",
        "A participant as KEY=VALUE words, such as \"name=a command=./x args='-q -v' options.Skill=3 nodes=100\"; it \
         replaces the file's participant with the same name, or is added at the end",
    ),
    key("participant.name", ""),
    key("participant.command", ""),
    key("participant.args", ""),
    key("participant.dir", ""),
    key("participant.options", ""),
    key("participant.env", ""),
    key("participant.nodes", ""),
    key("participant.depth", ""),
    key("participant.movetime", ""),
    key("participant.clock", ""),
    key("participant.time_margin", ""),
    key("participant.restart", ""),
    key("participant.ponder", ""),
    key(
        "each",
        "Settings of all participants as KEY=VALUE words, such as \"options.Hash=16 nodes=100\"; a participant's own \
         settings override them",
    ),
    key("each.command", ""),
    key("each.args", ""),
    key("each.dir", ""),
    key("each.options", ""),
    key("each.env", ""),
    key("each.nodes", ""),
    key("each.depth", ""),
    key("each.movetime", ""),
    key("each.clock", ""),
    key("each.time_margin", ""),
    key("each.restart", ""),
    key("each.ponder", ""),
    key("tune.blocks", "Number of blocks in an iteration (default 1)"),
    key(
        "tune.in_flight",
        "Number of iterations that may be played at once, each with the values after the one as many before it \
         (default 8)",
    ),
    key(
        "tune.parameter",
        "A spin option to tune as KEY=VALUE words, such as \"name=Margin min=0 max=200 start=80 c_end=10 r_end=0.002\"; \
         it replaces the file's parameter with the same name, or is added at the end",
    ),
    key("tune.parameter.name", ""),
    key("tune.parameter.min", ""),
    key("tune.parameter.max", ""),
    key("tune.parameter.start", ""),
    key("tune.parameter.c_end", ""),
    key("tune.parameter.r_end", ""),
    with_short("game", "game.name", "Name of the game"),
    key("game.options", "Rule options of the game, each NAME=VALUE"),
    key(
        "referee.command",
        "The referee, which decides which moves are legal and who has won (default: speltafel beside this program, \
         else in PATH)",
    ),
    key("referee.args", "Arguments of the program, with quotes as in a shell"),
    key("referee.dir", "Working directory of the program (default: the runner's working directory)"),
    key("referee.options", "Options of the engine, each NAME=VALUE"),
    key("referee.env", "Additional environment variables of the program, each NAME=VALUE"),
    key("format.kind", "Kind of tournament: round-robin (default), gauntlet, knockout or swiss"),
    with_short("games", "format.games", "Number of games per pairing, a multiple of the number of games in a block"),
    key("format.challengers", "Gauntlet: number of challengers, who play all others (default 1)"),
    with_short("rounds", "format.rounds", "Swiss: number of rounds (default: enough for one winner)"),
    key(
        "format.third_place",
        "Knockout: whether the losers of the matches before the final play for the third place (default false)",
    ),
    key(
        "format.noswap",
        "Whether the participants of a pairing keep their sides, so that a block has one game (default false)",
    ),
    key(
        "format.pairing",
        "Who plays the seats of a side: sides, one participant (default), or mixed, another participant in each seat",
    ),
    key("openings.from", "Source of the openings: start (default), file, deck or random"),
    key(
        "openings.file",
        "File of openings: lines with the arguments of `position` or with position texts, or games that the referee \
         can import, such as PDN",
    ),
    key("openings.deck", "Name of one of the referee's opening decks"),
    key("openings.order", "Order of openings: sequential (default for a file) or random (default for a deck)"),
    key("openings.start", "Number of the first opening taken from a file or deck (default 1)"),
    key(
        "openings.plies",
        "Number of plies per opening, after which those of a file or deck are cut; deals do not count",
    ),
    key(
        "openings.policy",
        "Which matches have the same openings: round (those of a round, default) or tournament (none)",
    ),
    key("openings.nodes", "Node limit of the search that checks whether a random opening is balanced (default 20000)"),
    key("openings.balance", "Maximum absolute score of a balanced opening, in hundredths of a piece (default 40)"),
    with_short("nodes", "limit.nodes", "Node limit per move"),
    with_short("depth", "limit.depth", "Maximum search depth per move"),
    with_short("movetime", "limit.movetime", "Time per move, such as 500ms or 0.5s"),
    with_short(
        "clock",
        "limit.clock",
        "Clock: [MOVES/]BASE[+INCREMENT], such as 10s+0.1s, 0s+50ms, 40/1m or 40/1:30+1",
    ),
    key("limit.clock_per", "One clock per seat or per team: seat (default) or team"),
    key(
        "limit.scale_clock",
        "Nodes per second of the first participant on a machine for whose speed the times are meant; other machines scale \
         them (default: no scaling)",
    ),
    key("limit.time_margin", "Time by which a move may exceed its time limit (default 50ms)"),
    with_short("max-plies", "adjudicate.max_plies", "Maximum number of plies, after which the game is a draw"),
    key("adjudicate.draw.after", "First ply whose score counts for draw adjudication (default 0)"),
    key("adjudicate.draw.moves", "Number of consecutive moves per side with a drawn score"),
    key("adjudicate.draw.score", "Maximum absolute value of a drawn score, in hundredths of a piece"),
    key("adjudicate.resign.moves", "Number of consecutive moves per side with a decisive score"),
    key("adjudicate.resign.score", "Minimum absolute value of a decisive score, in hundredths of a piece"),
    key(
        "adjudicate.resign.one_sided",
        "Whether the scores of the losing side suffice, so that the other side need not agree (default false)",
    ),
    key("adjudicate.database", "Results of the referee's endgame databases that end a game: draws, wins or both"),
    key("adjudicate.ignore_move_count", "Needed for wins of databases, which know no rule that counts moves: true"),
    key("adjudicate.pieces", "Maximum number of pieces on the board at which databases are asked (default: no limit)"),
    key("stop.sprt.elo0", "Elo difference under H0 (default 0)"),
    key("stop.sprt.elo1", "Elo difference under H1"),
    key("stop.sprt.alpha", "Probability of accepting H1 if H0 is true (default 0.05)"),
    key("stop.sprt.beta", "Probability of accepting H0 if H1 is true (default 0.05)"),
    key(
        "stop.sprt.model",
        "Definition of Elo by which elo0 and elo1 are given: logistic, normalized (default) or bayesian",
    ),
    key("ratings.anchors", "Fixed ratings of participants, each NAME=RATING"),
    with_short("concurrency", "run.concurrency", "Number of concurrent games (default 1)"),
    with_short(
        "affinity",
        "run.affinity",
        "Number of cores that each engine has for itself, with their hyperthreads (default: engines run on any core)",
    ),
    key("run.wave", "SPRT in parts: number of blocks between two merges (default: 8 x concurrency x parts)"),
    with_short("out", "run.out", "Result folder (default: the plan file without .toml)"),
    with_short(
        "log-dir",
        "run.log_dir",
        "Folder for logs of all engine input and output, one file per game (default: no logs)",
    ),
    key("run.log", "Games with a log: all (default), or those with faults"),
    key("run.wait", "Time between two games that are played one after the other (default 0s)"),
    key("run.game_lines", "Whether a line is printed for every finished game: true or false (default)"),
    key("run.standings", "Number of games after which the standings are printed again (default: never)"),
    key(
        "run.game_file",
        "Whether all games are written to a file in the result folder, such as games.pdn: true or false (default)",
    ),
    key("run.patience.handshake", "Timeout from the start of an engine to `ugiok` (default 10s)"),
    key("run.patience.ready", "Timeout for `readyok` and for answers to queries (default 1m)"),
    key("run.patience.stop", "Timeout for `bestmove` after `stop` (default 10s)"),
    key("run.patience.thinking", "Timeout for `bestmove` if only nodes or depth limit the search (default 10m)"),
];

/// Returns whether this key is a table with arbitrary names. Its flag gives one entry, `NAME=VALUE`, and can be
/// repeated.
pub(super) fn has_free_names(path: &str) -> bool {
    ["options", "env", "anchors"].contains(&path.rsplit('.').next().unwrap_or_default())
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
    match KEYS.iter().find(|key| key.path == path && !key.short.is_empty()) {
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
        let flags = KEYS.iter().filter(|key| is_flag(key.path));
        command.args(flags.map(|key| {
            let is_list = has_words(key.path) || has_free_names(key.path);
            let name = key.path.rsplit('.').next().unwrap_or_default().to_uppercase();
            Arg::new(key.path)
                .long(long_flag(key.path))
                .visible_aliases((!key.short.is_empty()).then_some(key.short))
                .help(key.help)
                .help_heading("Plan keys")
                .value_name(if has_words(key.path) { "WORDS".to_string() } else { name })
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
        for key in KEYS.iter().filter(|key| matches.try_contains_id(key.path).is_ok()) {
            let values = matches.get_many::<String>(key.path).into_iter().flatten();
            self.0.extend(values.map(|value| (key.path, value.clone())));
        }
        Ok(())
    }
}
