//! From the keys that were written to a plan: defaults, and what goes with what. Knows no TOML and no command line.

use super::document::Document;
use super::sheet::{Places, Sheet};
use super::{
    Adjudication, ClockPer, DrawRule, EloModel, Entrant, Flags, Format, FormatKind, GameChoice, Limit, Openings, Order,
    Patience, Plan, Program, Ratings, ResignRule, Running, Sprt, Thinking, check,
};
use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use ugi::locate;

/// Reads a plan from a TOML file and from flags, which come first where both say something.
///
/// # Errors
/// What is wrong, with file, line and key, or with the flag.
pub fn read(file: Option<&Path>, flags: &Flags) -> Result<Plan> {
    read_with_places(file, flags).map(|(plan, _)| plan)
}

/// As [`read`], with the places of the keys for messages of [`super::check_sides`].
///
/// # Errors
/// As [`read`].
pub fn read_with_places(file: Option<&Path>, flags: &Flags) -> Result<(Plan, Places)> {
    let here = std::env::current_dir().context("there is no current folder")?;
    let (folder, mut document) = match file {
        None => (here.clone(), Document::default()),
        Some(file) => {
            let shown = file.display().to_string();
            let text = fs::read_to_string(file).with_context(|| format!("cannot read the plan {shown}"))?;
            let whole = std::path::absolute(file).with_context(|| format!("{shown}: no path"))?;
            let folder = whole.parent().map_or_else(|| here.clone(), Path::to_path_buf);
            let document = Document::read(&shown, &text, &folder)?;
            (folder, document)
        }
    };
    for (key, texts) in &flags.given {
        texts.iter().try_for_each(|text| document.set(key, text, &here))?;
    }
    flags.entrants.iter().try_for_each(|words| document.set_entrant(words, &here))?;
    let named = file.filter(|file| file.extension().is_some_and(|extension| extension == "toml"));
    let stem = named.and_then(Path::file_stem).map(|stem| folder.join(stem));
    let plan = Builder { keys: &document.plan, entrants: &document.entrants, folder, stem }.plan()?;
    Ok((plan, document.plan.places))
}

/// What a plan is made from.
struct Builder<'a> {
    keys: &'a Sheet,
    entrants: &'a [Sheet],
    folder: PathBuf,
    /// The plan file without its `.toml`.
    stem: Option<PathBuf>,
}

impl Builder<'_> {
    fn plan(&self) -> Result<Plan> {
        let keys = self.keys;
        let referee = self.referee();
        let entrants = self.entrants.iter().map(|sheet| self.entrant(sheet, &referee)).collect::<Result<Vec<_>>>()?;
        let run = self.running()?;
        let title = self.stem.as_ref().unwrap_or(&run.out).file_name();
        let plan = Plan {
            name: keys
                .text("name")
                .unwrap_or_else(|| title.map_or_else(String::new, |name| name.to_string_lossy().into_owned())),
            seed: keys.number("seed").unwrap_or(1),
            game: GameChoice {
                name: self.needed("game.name", keys.text("game.name"))?,
                options: keys.map("game.options"),
            },
            referee,
            format: self.format(entrants.len())?,
            openings: self.openings()?,
            limit: self.limit()?,
            adjudication: self.adjudication()?,
            stop: self.sprt()?,
            ratings: self.ratings(),
            run,
            entrants,
        };
        check::check(&plan, &keys.places, self.entrants)?;
        Ok(plan)
    }

    fn needed<T>(&self, key: &str, value: Option<T>) -> Result<T> {
        value.ok_or_else(|| self.keys.places.error(key, "is missing"))
    }

    fn referee(&self) -> Program {
        let keys = self.keys;
        Program {
            command: keys.path("referee.command").unwrap_or_else(locate::engine),
            args: keys.words("referee.args"),
            dir: keys.path("referee.dir"),
            options: keys.map("referee.options"),
            env: keys.map("referee.env"),
        }
    }

    fn entrant(&self, sheet: &Sheet, referee: &Program) -> Result<Entrant> {
        let name = sheet.text("name").ok_or_else(|| sheet.places.error("name", "is missing"))?;
        let program = Program {
            command: sheet.path("command").unwrap_or_else(|| referee.command.clone()),
            args: sheet.words("args"),
            dir: sheet.path("dir"),
            options: sheet.map("options"),
            env: sheet.map("env"),
        };
        let limit = thinking(sheet, "")?;
        Ok(Entrant { name, program, limit: (limit != Thinking::default()).then_some(limit) })
    }

    fn format(&self, entrants: usize) -> Result<Format> {
        let keys = self.keys;
        let kind = match keys.text("format.kind").as_deref() {
            Some("gauntlet") => FormatKind::Gauntlet,
            Some("knockout") => FormatKind::Knockout,
            Some("swiss") => FormatKind::Swiss,
            _ => FormatKind::RoundRobin,
        };
        self.only("format.challengers", "format.kind", kind == FormatKind::Gauntlet, "a gauntlet")?;
        self.only("format.rounds", "format.kind", kind == FormatKind::Swiss, "a Swiss tournament")?;
        self.only("format.extra_blocks", "format.kind", kind == FormatKind::Knockout, "a knockout")?;
        // As many rounds as a knockout would need to find one winner.
        let enough = u64::from(entrants.next_power_of_two().trailing_zeros());
        Ok(Format {
            kind,
            games: self.needed("format.games", keys.number("format.games"))?,
            challengers: keys.number("format.challengers").map_or(1, |number| number as usize),
            rounds: if kind == FormatKind::Swiss { keys.number("format.rounds").unwrap_or(enough) } else { 0 },
            extra_blocks: if kind == FormatKind::Knockout {
                keys.number("format.extra_blocks").unwrap_or(4)
            } else {
                0
            },
        })
    }

    fn openings(&self) -> Result<Openings> {
        let keys = self.keys;
        let from = keys.text("openings.from").unwrap_or_else(|| "start".to_string());
        let listed = ["file", "deck"].contains(&from.as_str());
        self.only("openings.order", "openings.from", listed, "openings from a file or a deck")?;
        for (key, of) in
            [("file", "file"), ("deck", "deck"), ("plies", "random"), ("nodes", "random"), ("balance", "random")]
        {
            let key = format!("openings.{key}");
            self.only(&key, "openings.from", from == of, &format!("openings.from = \"{of}\""))?;
        }
        let order = match keys.text("openings.order").as_deref() {
            Some("random") => Order::Random,
            _ => Order::Sequential,
        };
        Ok(match from.as_str() {
            "file" => {
                let file = self.needed("openings.file", keys.path("openings.file"))?;
                let text = fs::read(&file).map_err(|error| {
                    keys.places.error("openings.file", format!("cannot read {}: {error}", file.display()))
                })?;
                let digest = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
                Openings::File { file, digest, order }
            }
            "deck" => Openings::Deck { deck: self.needed("openings.deck", keys.text("openings.deck"))?, order },
            "random" => Openings::Random {
                plies: self.needed("openings.plies", keys.number("openings.plies"))? as usize,
                nodes: keys.number("openings.nodes").unwrap_or(20_000),
                balance: keys.number("openings.balance").unwrap_or(40) as u32,
            },
            _ => Openings::Start,
        })
    }

    /// Refuses a key that means nothing here, unless a flag has put aside what it went with in the file.
    fn only(&self, key: &str, decided_by: &str, fits: bool, place: &str) -> Result<()> {
        let places = &self.keys.places;
        if fits || !places.has(key) || (places.is_flag(decided_by) && !places.is_flag(key)) {
            return Ok(());
        }
        Err(places.error(key, format!("means something only with {place}")))
    }

    fn limit(&self) -> Result<Limit> {
        let keys = self.keys;
        Ok(Limit {
            thinking: thinking(keys, "limit.")?,
            clock_per: match keys.text("limit.clock_per").as_deref() {
                Some("team") => ClockPer::Team,
                _ => ClockPer::Seat,
            },
            time_margin: keys.number("limit.time_margin").unwrap_or(0),
        })
    }

    fn adjudication(&self) -> Result<Adjudication> {
        let keys = self.keys;
        let number = |key: &str| self.needed(key, keys.number(key));
        let draw = |()| -> Result<DrawRule> {
            Ok(DrawRule {
                after: keys.number("adjudicate.draw.after").unwrap_or(0),
                moves: number("adjudicate.draw.moves")? as u32,
                score: number("adjudicate.draw.score")? as u32,
            })
        };
        let resign = |()| -> Result<ResignRule> {
            Ok(ResignRule {
                moves: number("adjudicate.resign.moves")? as u32,
                score: number("adjudicate.resign.score")? as u32,
            })
        };
        Ok(Adjudication {
            draw: self.table("adjudicate.draw").map(draw).transpose()?,
            resign: self.table("adjudicate.resign").map(resign).transpose()?,
            max_plies: keys.number("adjudicate.max_plies"),
        })
    }

    fn sprt(&self) -> Result<Option<Sprt>> {
        let keys = self.keys;
        let Some(()) = self.table("stop.sprt") else { return Ok(None) };
        Ok(Some(Sprt {
            elo0: keys.real("stop.sprt.elo0").unwrap_or(0.0),
            elo1: self.needed("stop.sprt.elo1", keys.real("stop.sprt.elo1"))?,
            alpha: keys.real("stop.sprt.alpha").unwrap_or(0.05),
            beta: keys.real("stop.sprt.beta").unwrap_or(0.05),
            model: match keys.text("stop.sprt.model").as_deref() {
                Some("logistic") => EloModel::Logistic,
                _ => EloModel::Normalized,
            },
        }))
    }

    /// Is there this table, or any key in it?
    fn table(&self, path: &str) -> Option<()> {
        let inside = |key: &&'static str| key.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'));
        (self.keys.places.has(path) || self.keys.values.keys().any(inside)).then_some(())
    }

    fn ratings(&self) -> Ratings {
        let anchors = self.keys.map("ratings.anchors").into_iter();
        let anchors = anchors.filter_map(|(name, value)| Some((name, value.parse().ok()?)));
        Ratings { anchors: anchors.collect() }
    }

    fn running(&self) -> Result<Running> {
        let keys = self.keys;
        let usual = Patience::default();
        let patience = |key: &str, usual: u64| keys.number(&format!("run.patience.{key}")).unwrap_or(usual);
        Ok(Running {
            concurrency: keys.number("run.concurrency").map_or(1, |number| number as usize),
            folder: self.folder.clone(),
            out: self.needed("run.out", keys.path("run.out").or_else(|| self.stem.clone()))?,
            log_dir: keys.path("run.log_dir"),
            patience: Patience {
                handshake: patience("handshake", usual.handshake),
                ready: patience("ready", usual.ready),
                stop: patience("stop", usual.stop),
                thinking: patience("thinking", usual.thinking),
            },
        })
    }
}

/// The limits under `above`.
fn thinking(sheet: &Sheet, above: &str) -> Result<Thinking> {
    let path = |key: &str| format!("{above}{key}");
    let mut thinking = Thinking {
        nodes: sheet.number(&path("nodes")),
        depth: sheet.number(&path("depth")).map(|depth| depth as u32),
        movetime: sheet.number(&path("movetime")),
        clock: sheet.clock(&path("clock_ms")),
    };
    if thinking.clock.is_some() && thinking.movetime.is_some() {
        // A flag puts aside what the file has.
        match (sheet.places.is_flag(&path("clock_ms")), sheet.places.is_flag(&path("movetime"))) {
            (true, false) => thinking.movetime = None,
            (false, true) => thinking.clock = None,
            _ => bail!(sheet.places.error(&path("clock_ms"), "a clock and movetime exclude each other")),
        }
    }
    Ok(thinking)
}
