//! Builds a plan from its keys: reads the values, sets defaults and checks which keys can be combined.

use super::check::check;
use super::keys::{EACH, Flags, PARAMETERS, TUNE};
use super::source::{Source, without_index};
use super::value::{
    Value, boolean, choice, clock, integer, path, plan_format, program, real, seed, setting, tables, text, time, whole,
    words,
};
use crate::model::{
    Adjudication, DatabaseResults, DatabaseRule, DrawRule, Format, FormatKind, GameChoice, Limit, ListChoice,
    MoveLimits, OpeningOrder, OpeningPolicy, Openings, Output, PairingKind, Parameter, Participant, Plan, Ratings,
    ResignRule, RunSettings, Sprt, Tune, WantedParameter,
};
use anyhow::{Context, Result};
use base::files::{open_text, read_text};
use base::quote::quote;
use clap::ValueEnum;
use data_encoding::HEXLOWER;
use runner::{Program, Timeouts, find_engine};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The default of `limit.time_margin`. On a busy machine, the answer of an engine takes such a time to arrive.
const TIME_MARGIN: Duration = Duration::from_millis(50);

/// The shortest time that limits something.
const LEAST: Duration = Duration::from_millis(1);

/// The source of the openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum OpeningsFrom {
    #[default]
    Start,
    File,
    Deck,
    Random,
}

/// Reads a plan from a TOML file and from flags, which override the file. If `file` is `None`, reads the flags alone.
/// Also returns the keys, which [`super::check_game`] needs for its messages. An error lists everything that is wrong
/// with the file and the flags, each with its line or flag.
pub fn read(file: Option<&Path>, flags: &Flags) -> Result<(Plan, Source)> {
    let (plan, source) = read_with_errors(file, flags)?;
    source.finish()?;
    Ok((plan, source))
}

/// Reads a plan like [`read`], but leaves its errors in the source. Then the plan has defaults in place of the values
/// that are wrong or missing, and must not be played.
pub fn read_with_errors(file: Option<&Path>, flags: &Flags) -> Result<(Plan, Source)> {
    let mut folder = std::env::current_dir().context("cannot find the current folder")?;
    let (mut source, mut stem) = (Source::default(), None);
    if let Some(file) = file {
        let shown = file.display().to_string();
        let whole = std::path::absolute(file).with_context(|| format!("{shown} is not a path"))?;
        source.add_file(&shown, open_text(file).and_then(io::read_to_string));
        folder = whole.parent().map_or(folder, Path::to_path_buf);
        stem = whole.extension().is_some_and(|extension| extension == "toml").then(|| whole.with_extension(""));
    }
    source.add_flags(flags);
    let mut reader = Reader { source, folder, stem };
    let plan = reader.plan();
    let mut source = reader.source;
    if source.is_whole() {
        check(&plan, &mut source);
    }
    Ok((plan, source))
}

/// Builds a plan from its keys. After an error, which the source records, a value is replaced by a default.
struct Reader {
    source: Source,
    folder: PathBuf,
    /// The path of the plan file without `.toml`; `None` without a plan file or if it has another extension.
    stem: Option<PathBuf>,
}

impl Reader {
    fn plan(&mut self) -> Plan {
        self.source.get("plan_format", plan_format);
        self.source.get("participant", tables);
        self.source.get(PARAMETERS, tables);
        let referee = self.program(&["referee"], find_engine);
        let run = self.run();
        let title = self.stem.as_ref().unwrap_or(&run.out).file_name();
        let title = title.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        // The keys in [each] are also checked if no participant uses them.
        self.participant(&[EACH], &referee);
        let participants = (0..self.source.count("participant")).map(|index| {
            let own = format!("participant.{index}");
            let name = self.source.needed(&format!("{own}.name"), text);
            Participant { name, ..self.participant(&[&own, EACH], &referee) }
        });
        let participants = participants.collect();
        let seed = self.source.get("seed", seed);
        Plan {
            name: self.source.get("name", text).unwrap_or(title),
            seed: seed.flatten().unwrap_or(1),
            secret_seed: seed == Some(None),
            game: GameChoice {
                name: self.source.needed("game.name", text),
                options: self.source.names("game.options", setting),
            },
            referee,
            format: self.format(),
            openings: self.openings(),
            opening_policy: self.opening_policy(),
            limit: self.limit(),
            adjudication: self.adjudication(),
            stop: self.source.has("stop.sprt").then(|| self.sprt()),
            tune: self.tune(),
            ratings: Ratings { anchors: self.source.names("ratings.anchors", real(-10_000.0, 10_000.0)) },
            run,
            participants,
        }
    }

    /// Returns the value of a key in the first of these tables that has it.
    fn first<T>(&mut self, tables: &[&str], key: &str, parse: impl FnOnce(&Value) -> Result<T, String>) -> Option<T> {
        self.source.get(&self.source.place(tables, key), parse)
    }

    /// Returns the program of the first of these tables, in which the others replace what is missing. `usual` returns
    /// the command if none is given.
    fn program(&mut self, tables: &[&str], usual: impl FnOnce() -> PathBuf) -> Program {
        let folder = self.folder.clone();
        let (mut options, mut env) = (BTreeMap::new(), BTreeMap::new());
        for table in tables.iter().rev() {
            let own = self.source.names(&format!("{table}.options"), setting);
            // The names of options are not case-sensitive.
            options.retain(|name: &String, _| !own.keys().any(|other| other.eq_ignore_ascii_case(name)));
            options.extend(own);
            env.extend(self.source.names(&format!("{table}.env"), setting));
        }
        Program {
            command: self.first(tables, "command", program(&folder)).unwrap_or_else(usual),
            args: self.first(tables, "args", words).unwrap_or_default(),
            dir: self.first(tables, "dir", path(&folder)),
            options,
            env,
        }
    }

    /// Returns a participant without a name from the first of these tables, in which the others replace what is
    /// missing.
    fn participant(&mut self, tables: &[&str], referee: &Program) -> Participant {
        // The limits of a table belong together.
        let keys = ["nodes", "depth", "movetime", "clock"];
        let has_limit = |table: &&&str| keys.iter().any(|key| self.source.has(&format!("{table}.{key}")));
        let limit = tables.iter().find(has_limit).map(|table| self.move_limits(table));
        let mut program = self.program(tables, || referee.command.clone());
        let ponder = self.first(tables, "ponder", boolean).unwrap_or_default();
        if ponder {
            self.set_ponder(tables, &mut program.options);
        }
        Participant {
            name: String::new(),
            program,
            ponder,
            limit: limit.filter(|limit| *limit != MoveLimits::default()),
            time_margin: self.first(tables, "time_margin", time(Duration::ZERO)),
            restart: self.first(tables, "restart", choice).unwrap_or_default(),
        }
    }

    /// Sets the option `Ponder` of a participant that ponders. Without it, the engine does not name the reply that it
    /// expects; it must declare the option.
    fn set_ponder(&mut self, tables: &[&str], options: &mut BTreeMap<String, String>) {
        match options.iter().find(|(name, _)| name.eq_ignore_ascii_case("Ponder")) {
            None => _ = options.insert("Ponder".to_string(), "true".to_string()),
            Some((_, value)) if value == "true" => {}
            Some((name, value)) => {
                let [option, key] = [&format!("options.{name}"), "ponder"].map(|key| self.source.place(tables, key));
                let text = format!("{} contradicts {} = true", quote(value), without_index(&key));
                self.source.error(&option, text);
            }
        }
    }

    fn format(&mut self) -> Format {
        let kind = self.source.get("format.kind", choice).unwrap_or_default();
        self.only("format.challengers", "format.kind", kind == FormatKind::Gauntlet, "a gauntlet");
        self.only("format.rounds", "format.kind", kind == FormatKind::Swiss, "a Swiss tournament");
        self.only("format.third_place", "format.kind", kind == FormatKind::Knockout, "a knockout");
        let pairing = self.source.get("format.pairing", choice).unwrap_or_default();
        let is_plain = pairing == PairingKind::Sides;
        self.only("format.noswap", "format.pairing", is_plain, "format.pairing = \"sides\"");
        // The number of rounds that a knockout needs to find one winner.
        let enough = u64::from(self.source.count("participant").next_power_of_two().trailing_zeros());
        let source = &mut self.source;
        let challengers = source.get("format.challengers", whole(1, 1024)).unwrap_or(1) as usize;
        let rounds = source.get("format.rounds", whole(1, 32)).unwrap_or(enough);
        Format {
            kind,
            games: source.needed("format.games", whole(1, 1_000_000)),
            challengers,
            rounds: if kind == FormatKind::Swiss { rounds } else { 0 },
            third_place: source.get("format.third_place", boolean).unwrap_or_default() && kind == FormatKind::Knockout,
            noswap: source.get("format.noswap", boolean).unwrap_or_default(),
            pairing,
            teams: None,
        }
    }

    fn openings(&mut self) -> Openings {
        let from = self.source.get("openings.from", choice).unwrap_or_default();
        let listed = matches!(from, OpeningsFrom::File | OpeningsFrom::Deck);
        self.only("openings.order", "openings.from", listed, "openings from a file or a deck");
        self.only("openings.file", "openings.from", from == OpeningsFrom::File, "openings.from = \"file\"");
        self.only("openings.deck", "openings.from", from == OpeningsFrom::Deck, "openings.from = \"deck\"");
        self.only("openings.start", "openings.from", listed, "openings from a file or a deck");
        for key in ["openings.nodes", "openings.balance"] {
            self.only(key, "openings.from", from == OpeningsFrom::Random, "openings.from = \"random\"");
        }
        let is_given = from != OpeningsFrom::Start;
        self.only("openings.plies", "openings.from", is_given, "openings from a file, a deck or random moves");
        // Decks are sorted, so the first openings of a deck are alike. The order of a file is its author's.
        let usual = if from == OpeningsFrom::Deck { OpeningOrder::Random } else { OpeningOrder::Sequential };
        let source = &mut self.source;
        let plies = source.get("openings.plies", whole(1, 1000)).map(|plies| plies as usize);
        let choice = ListChoice {
            order: source.get("openings.order", choice).unwrap_or(usual),
            start: source.get("openings.start", whole(1, 1_000_000_000)),
            plies,
        };
        match from {
            OpeningsFrom::Start => Openings::Start,
            OpeningsFrom::File => {
                let file = source.needed("openings.file", path(&self.folder));
                let text = read_text(&file).unwrap_or_else(|error| {
                    source.error("openings.file", format!("cannot read {}: {error}", file.display()));
                    Vec::new()
                });
                let digest = HEXLOWER.encode(&Sha256::digest(text));
                Openings::File { file, digest, choice }
            }
            OpeningsFrom::Deck => Openings::Deck { deck: source.needed("openings.deck", text), choice },
            OpeningsFrom::Random => Openings::Random {
                plies: source.needed("openings.plies", whole(1, 1000)) as usize,
                nodes: source.get("openings.nodes", whole(1, 1_000_000_000)).unwrap_or(20_000),
                balance: source.get("openings.balance", whole(0, 100_000)).map_or(40, |balance| balance as u32),
            },
        }
    }

    fn opening_policy(&mut self) -> OpeningPolicy {
        let from = self.source.get("openings.from", choice::<OpeningsFrom>).unwrap_or_default();
        let is_given = from != OpeningsFrom::Start;
        self.only("openings.policy", "openings.from", is_given, "openings from a file, a deck or random moves");
        self.source.get("openings.policy", choice).unwrap_or_default()
    }

    /// Records an error if `key` is given but `fits` is false, that is, if the value of the key `decided_by` makes
    /// `key` meaningless. A key of the file is ignored instead if a flag sets `decided_by`. `place` describes, for the
    /// message, when `key` may be given.
    fn only(&mut self, key: &str, decided_by: &str, fits: bool, place: &str) {
        let source = &mut self.source;
        if !fits && source.has(key) && (source.is_flag(key) || !source.is_flag(decided_by)) {
            source.error(key, format!("has a meaning only with {place}"));
        }
    }

    fn limit(&mut self) -> Limit {
        Limit {
            move_limits: self.move_limits("limit"),
            clock_per: self.source.get("limit.clock_per", choice).unwrap_or_default(),
            scale_clock: self.source.get("limit.scale_clock", whole(1, 1_000_000_000_000)),
            time_margin: self.source.get("limit.time_margin", time(Duration::ZERO)).unwrap_or(TIME_MARGIN),
        }
    }

    /// Returns the limits of the table `above`.
    fn move_limits(&mut self, above: &str) -> MoveLimits {
        let (source, key) = (&mut self.source, |key: &str| format!("{above}.{key}"));
        let movetime = source.get(&key("movetime"), time(LEAST));
        let clock = source.get(&key("clock"), clock);
        if movetime.is_some() && clock.is_some() {
            source.error(&key("clock"), "a clock and movetime exclude each other");
        }
        MoveLimits {
            nodes: source.get(&key("nodes"), whole(1, 1_000_000_000_000)),
            depth: source.get(&key("depth"), whole(1, 1000)).map(|depth| depth as u32),
            movetime,
            clock,
        }
    }

    fn adjudication(&mut self) -> Adjudication {
        let source = &mut self.source;
        let draw = source.has("adjudicate.draw").then(|| DrawRule {
            after: source.get("adjudicate.draw.after", whole(0, 1_000_000)).unwrap_or(0),
            moves: source.needed("adjudicate.draw.moves", whole(1, 10_000)) as u32,
            score: source.needed("adjudicate.draw.score", whole(0, 100_000)) as u32,
        });
        let resign = source.has("adjudicate.resign").then(|| ResignRule {
            moves: source.needed("adjudicate.resign.moves", whole(1, 10_000)) as u32,
            score: source.needed("adjudicate.resign.score", whole(1, 100_000)) as u32,
            one_sided: source.get("adjudicate.resign.one_sided", boolean).unwrap_or_default(),
        });
        let max_plies = source.get("adjudicate.max_plies", whole(1, 1_000_000));
        Adjudication { draw, resign, database: self.database(), max_plies }
    }

    fn database(&mut self) -> Option<DatabaseRule> {
        let source = &mut self.source;
        for key in ["adjudicate.ignore_move_count", "adjudicate.pieces"] {
            if source.has(key) && !source.has("adjudicate.database") {
                source.error(key, "has a meaning only with adjudicate.database");
            }
        }
        let ignores = source.get("adjudicate.ignore_move_count", boolean).unwrap_or_default();
        let pieces = source.get("adjudicate.pieces", whole(1, 1000)).map(|pieces| pieces as usize);
        let database = source.get("adjudicate.database", choice::<DatabaseResults>)?;
        if database != DatabaseResults::Draws && !ignores {
            let text = "wins need ignore_move_count = true: databases know no rule that counts moves, by which a won game \
                        can end drawn";
            source.error("adjudicate.database", text);
        }
        Some(DatabaseRule { database, pieces })
    }

    fn sprt(&mut self) -> Sprt {
        let source = &mut self.source;
        Sprt {
            elo0: source.get("stop.sprt.elo0", real(-2000.0, 2000.0)).unwrap_or(0.0),
            elo1: source.needed("stop.sprt.elo1", real(-2000.0, 2000.0)),
            alpha: source.get("stop.sprt.alpha", real(0.000_001, 0.5)).unwrap_or(0.05),
            beta: source.get("stop.sprt.beta", real(0.000_001, 0.5)).unwrap_or(0.05),
            model: source.get("stop.sprt.model", choice).unwrap_or_default(),
        }
    }

    /// Returns the tuning. An empty table is none.
    fn tune(&mut self) -> Option<Tune> {
        let source = &mut self.source;
        let (blocks, in_flight) =
            (source.get("tune.blocks", whole(1, 1000)), source.get("tune.in_flight", whole(1, 1024)));
        let wanted: Vec<WantedParameter> = (0..source.count(PARAMETERS))
            .map(|index| {
                let key = |name: &str| format!("{PARAMETERS}.{index}.{name}");
                WantedParameter {
                    name: source.needed(&key("name"), text),
                    min: source.get(&key("min"), integer),
                    max: source.get(&key("max"), integer),
                    start: source.get(&key("start"), integer),
                    c_end: source.get(&key("c_end"), real(Parameter::LEAST_CHANGE, 1e9)),
                    r_end: source.get(&key("r_end"), real(1e-9, 1.0)),
                }
            })
            .collect();
        let is_given = blocks.is_some() || in_flight.is_some() || !wanted.is_empty() || source.is_wrong(TUNE);
        is_given.then(|| Tune {
            blocks: blocks.unwrap_or(1),
            in_flight: in_flight.unwrap_or(8),
            wanted,
            parameters: Vec::new(),
        })
    }

    fn run(&mut self) -> RunSettings {
        let (source, folder, usual) = (&mut self.source, self.folder.clone(), Timeouts::default());
        let mut patience = |key: &str, usual| source.get(&format!("run.patience.{key}"), time(LEAST)).unwrap_or(usual);
        let timeouts = Timeouts {
            handshake: patience("handshake", usual.handshake),
            ready: patience("ready", usual.ready),
            stop: patience("stop", usual.stop),
            thinking: patience("thinking", usual.thinking),
        };
        let concurrency = source.get("run.concurrency", whole(1, 1024)).unwrap_or(1) as usize;
        let affinity = source.get("run.affinity", whole(1, 1024)).map(|cores| cores as usize);
        let out = match &self.stem {
            Some(stem) if !source.has("run.out") => stem.clone(),
            _ => source.needed("run.out", path(&folder)),
        };
        let log_dir = source.get("run.log_dir", path(&folder));
        self.only("run.log", "run.log_dir", log_dir.is_some(), "run.log_dir");
        let source = &mut self.source;
        let log = source.get("run.log", choice).unwrap_or_default();
        let output = Output {
            game_lines: source.get("run.game_lines", boolean).unwrap_or_default(),
            standings: source.get("run.standings", whole(1, 1_000_000)),
            game_file: source.get("run.game_file", boolean).unwrap_or_default(),
        };
        let wait = source.get("run.wait", time(Duration::ZERO)).unwrap_or_default();
        let wave = source.get("run.wave", whole(1, 1_000_000));
        RunSettings { concurrency, affinity, wave, out, log_dir, log, output, folder, wait, timeouts }
    }
}
