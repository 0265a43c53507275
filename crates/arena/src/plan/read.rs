//! Builds a plan from its keys: sets defaults and checks which keys can be combined.

use super::flags::override_file;
use super::key_origins::KeyOrigins;
use super::keys::Keys as Flags;
use super::keys::{
    AdjudicateKeys, Depth, FormatKeys, Keys, LimitKeys, Milliseconds, Nodes, OpeningsFrom, OpeningsKeys,
    ParticipantKeys, RefereeKeys, RunKeys, SprtKeys,
};
use super::value::{Location, NamedValue, Setting, WordList};
use super::{check, document};
use crate::model::{
    Adjudication, Clock, ClockPer, DrawRule, EloModel, Format, FormatKind, GameChoice, Limit, MoveLimits, OpeningOrder,
    Openings, Participant, Plan, Ratings, ResignRule, RunSettings, Sprt,
};
use anyhow::{Context, Result, bail};
use runner::{Program, Timeouts, find_engine};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Reads a plan from a TOML file and from flags, which override the file. If `file` is `None`, reads the flags alone.
/// Also returns the origins of the keys, which [`super::check_sides`] needs for its messages.
///
/// # Errors
/// Returns an error if the file cannot be read or the plan is invalid. An error about a key names the file, line and
/// key, or the flag.
pub fn read(file: Option<&Path>, flags: &Flags) -> Result<(Plan, KeyOrigins)> {
    let here = std::env::current_dir().context("cannot find the current folder")?;
    let (folder, (mut keys, mut origins)) = match file {
        None => (here, (Keys::default(), KeyOrigins::default())),
        Some(file) => {
            let shown = file.display().to_string();
            let text = fs::read_to_string(file).with_context(|| format!("cannot read the plan {shown}"))?;
            let whole = std::path::absolute(file).with_context(|| format!("{shown} is not a path"))?;
            (whole.parent().map_or(here, Path::to_path_buf), document::read(&shown, &text)?)
        }
    };
    override_file(&mut keys, flags.clone(), &mut origins);
    let named = file.filter(|file| file.extension().is_some_and(|extension| extension == "toml"));
    let stem = named.and_then(Path::file_stem).map(|stem| folder.join(stem));
    let plan = Builder { origins: &origins, folder, stem }.plan(keys)?;
    check::check(&plan, &origins)?;
    Ok((plan, origins))
}

/// Builds a plan from its keys.
struct Builder<'a> {
    origins: &'a KeyOrigins,
    folder: PathBuf,
    /// The path of the plan file without `.toml`; `None` without a plan file or if it has another extension.
    stem: Option<PathBuf>,
}

impl Builder<'_> {
    fn plan(&self, keys: Keys) -> Result<Plan> {
        let referee = self.referee(keys.referee);
        let run = self.running(keys.run)?;
        let title = self.stem.as_ref().unwrap_or(&run.out).file_name();
        let title = title.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let participants = keys.participant.into_iter().enumerate();
        let participants =
            participants.map(|(index, keys)| self.participant(index, keys, &referee)).collect::<Result<Vec<_>>>()?;
        Ok(Plan {
            name: keys.name.map_or(title, |name| name.0),
            seed: keys.seed.map_or(1, |seed| seed.0),
            game: GameChoice {
                name: self.needed("game.name", keys.game.name)?.0,
                options: settings(keys.game.options),
            },
            referee,
            format: self.format(&keys.format, participants.len())?,
            openings: self.openings(keys.openings)?,
            limit: self.limit(keys.limit)?,
            adjudication: self.adjudication(&keys.adjudicate)?,
            stop: self.sprt(&keys.stop.sprt)?,
            ratings: Ratings {
                anchors: keys.ratings.anchors.into_iter().map(|NamedValue { name, value }| (name, value.0)).collect(),
            },
            run,
            participants,
        })
    }

    fn needed<T>(&self, key: &str, value: Option<T>) -> Result<T> {
        value.ok_or_else(|| self.origins.error(key, "is missing"))
    }

    fn path(&self, path: Option<Location>) -> Option<PathBuf> {
        path.map(|path| path.path(&self.folder))
    }

    fn command(&self, command: Option<Location>, usual: impl FnOnce() -> PathBuf) -> PathBuf {
        command.map_or_else(usual, |command| command.command(&self.folder))
    }

    fn referee(&self, keys: RefereeKeys) -> Program {
        Program {
            command: self.command(keys.command, find_engine),
            args: keys.args.map(WordList::texts).unwrap_or_default(),
            dir: self.path(keys.dir),
            options: settings(keys.options),
            env: settings(keys.env),
        }
    }

    fn participant(&self, index: usize, keys: ParticipantKeys, referee: &Program) -> Result<Participant> {
        let above = format!("participant.{index}");
        let limit = self.thinking(&above, keys.nodes, keys.depth, keys.movetime, [keys.clock_ms, keys.clock])?;
        Ok(Participant {
            name: self.needed(&format!("{above}.name"), keys.name)?.0,
            program: Program {
                command: self.command(keys.command, || referee.command.clone()),
                args: keys.args.map(WordList::texts).unwrap_or_default(),
                dir: self.path(keys.dir),
                options: settings(keys.options),
                env: settings(keys.env),
            },
            limit: (limit != MoveLimits::default()).then_some(limit),
        })
    }

    fn format(&self, keys: &FormatKeys, participants: usize) -> Result<Format> {
        let kind = keys.kind.unwrap_or(FormatKind::RoundRobin);
        self.only("format.challengers", "format.kind", kind == FormatKind::Gauntlet, "a gauntlet")?;
        self.only("format.rounds", "format.kind", kind == FormatKind::Swiss, "a Swiss tournament")?;
        self.only("format.extra_blocks", "format.kind", kind == FormatKind::Knockout, "a knockout")?;
        // The number of rounds that a knockout needs to find one winner.
        let enough = u64::from(participants.next_power_of_two().trailing_zeros());
        Ok(Format {
            kind,
            games: self.needed("format.games", keys.games)?.0,
            challengers: keys.challengers.map_or(1, |number| number.0 as usize),
            rounds: if kind == FormatKind::Swiss { keys.rounds.map_or(enough, |number| number.0) } else { 0 },
            extra_blocks: if kind == FormatKind::Knockout { keys.extra_blocks.map_or(4, |number| number.0) } else { 0 },
        })
    }

    fn openings(&self, keys: OpeningsKeys) -> Result<Openings> {
        let from = keys.from.unwrap_or_default();
        let listed = matches!(from, OpeningsFrom::File | OpeningsFrom::Deck);
        self.only("openings.order", "openings.from", listed, "openings from a file or a deck")?;
        self.only("openings.file", "openings.from", from == OpeningsFrom::File, "openings.from = \"file\"")?;
        self.only("openings.deck", "openings.from", from == OpeningsFrom::Deck, "openings.from = \"deck\"")?;
        for key in ["openings.plies", "openings.nodes", "openings.balance"] {
            self.only(key, "openings.from", from == OpeningsFrom::Random, "openings.from = \"random\"")?;
        }
        let order = keys.order.unwrap_or(OpeningOrder::Sequential);
        Ok(match from {
            OpeningsFrom::Start => Openings::Start,
            OpeningsFrom::File => {
                let file = self.needed("openings.file", self.path(keys.file))?;
                let text = fs::read(&file).map_err(|error| {
                    self.origins.error("openings.file", format!("cannot read {}: {error}", file.display()))
                })?;
                let digest = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
                Openings::File { file, digest, order }
            }
            OpeningsFrom::Deck => Openings::Deck { deck: self.needed("openings.deck", keys.deck)?.0, order },
            OpeningsFrom::Random => Openings::Random {
                plies: self.needed("openings.plies", keys.plies)?.0 as usize,
                nodes: keys.nodes.map_or(20_000, |nodes| nodes.0),
                balance: keys.balance.map_or(40, |balance| balance.0 as u32),
            },
        })
    }

    /// Returns an error if `key` is given but `fits` is false, that is, if the value of the key `decided_by` makes
    /// `key` meaningless. A key of the file is ignored instead if a flag sets `decided_by`. `place` describes, for the
    /// message, when `key` may be given.
    fn only(&self, key: &str, decided_by: &str, fits: bool, place: &str) -> Result<()> {
        let origins = self.origins;
        if fits || !origins.has(key) || (origins.is_flag(decided_by) && !origins.is_flag(key)) {
            return Ok(());
        }
        Err(origins.error(key, format!("has a meaning only with {place}")))
    }

    fn limit(&self, keys: LimitKeys) -> Result<Limit> {
        Ok(Limit {
            move_limits: self.thinking("limit", keys.nodes, keys.depth, keys.movetime, [keys.clock_ms, keys.clock])?,
            clock_per: keys.clock_per.unwrap_or(ClockPer::Seat),
            time_margin: keys.time_margin.map_or(0, |time| time.0),
        })
    }

    /// Returns the limits of the plan table `above`. At most one of `movetime`, `clock_ms` and `clock` may be given.
    fn thinking(
        &self,
        above: &str,
        nodes: Option<Nodes>,
        depth: Option<Depth>,
        movetime: Option<Milliseconds>,
        [clock_ms, clock]: [Option<Clock>; 2],
    ) -> Result<MoveLimits> {
        let [key_ms, key] = ["clock_ms", "clock"].map(|key| format!("{above}.{key}"));
        let origins = self.origins;
        if clock_ms.is_some() && clock.is_some() {
            let text = match origins.is_flag(&key) {
                true => format!("it sets the same limit as {}", origins.of(&key)),
                false => format!("{} is the former name of {}", origins.shown(&key), origins.shown(&key_ms)),
            };
            bail!(origins.error(&key_ms, format!("{text}: give one of the two")));
        }
        if movetime.is_some() && (clock_ms.is_some() || clock.is_some()) {
            let key = if clock.is_some() { key } else { key_ms };
            bail!(origins.error(&key, "a clock and movetime exclude each other"));
        }
        Ok(MoveLimits {
            nodes: nodes.map(|nodes| nodes.0),
            depth: depth.map(|depth| depth.0 as u32),
            movetime: movetime.map(|time| time.0),
            clock: clock_ms.or(clock),
        })
    }

    fn adjudication(&self, keys: &AdjudicateKeys) -> Result<Adjudication> {
        let mut rules = Adjudication { max_plies: keys.max_plies.map(|plies| plies.0), ..Adjudication::default() };
        if self.origins.has("adjudicate.draw") {
            rules.draw = Some(DrawRule {
                after: keys.draw.after.map_or(0, |ply| ply.0),
                moves: self.needed("adjudicate.draw.moves", keys.draw.moves)?.0 as u32,
                score: self.needed("adjudicate.draw.score", keys.draw.score)?.0 as u32,
            });
        }
        if self.origins.has("adjudicate.resign") {
            rules.resign = Some(ResignRule {
                moves: self.needed("adjudicate.resign.moves", keys.resign.moves)?.0 as u32,
                score: self.needed("adjudicate.resign.score", keys.resign.score)?.0 as u32,
            });
        }
        Ok(rules)
    }

    fn sprt(&self, keys: &SprtKeys) -> Result<Option<Sprt>> {
        if !self.origins.has("stop.sprt") {
            return Ok(None);
        }
        Ok(Some(Sprt {
            elo0: keys.elo0.map_or(0.0, |elo| elo.0),
            elo1: self.needed("stop.sprt.elo1", keys.elo1)?.0,
            alpha: keys.alpha.map_or(0.05, |alpha| alpha.0),
            beta: keys.beta.map_or(0.05, |beta| beta.0),
            model: keys.model.unwrap_or(EloModel::Normalized),
        }))
    }

    fn running(&self, keys: RunKeys) -> Result<RunSettings> {
        let usual = Timeouts::default();
        Ok(RunSettings {
            concurrency: keys.concurrency.map_or(1, |number| number.0 as usize),
            out: self.needed("run.out", self.path(keys.out).or_else(|| self.stem.clone()))?,
            log_dir: self.path(keys.log_dir),
            folder: self.folder.clone(),
            timeouts: Timeouts {
                handshake: keys.patience.handshake.map_or(usual.handshake, |time| time.0),
                ready: keys.patience.ready.map_or(usual.ready, |time| time.0),
                stop: keys.patience.stop.map_or(usual.stop, |time| time.0),
                thinking: keys.patience.thinking.map_or(usual.thinking, |time| time.0),
            },
        })
    }
}

/// Collects options or environment variables by name. If a name occurs more than once, its last value is used.
fn settings(entries: Vec<NamedValue<Setting>>) -> BTreeMap<String, String> {
    entries.into_iter().map(|NamedValue { name, value }| (name, value.0)).collect()
}
