//! Builds a plan from its keys: the values as the table of keys describes them, what is missing, and the defaults that
//! depend on other keys. The result is the tree of the stored plan, which the types of a plan read.

use super::check::check;
use super::keys::{
    EACH, Flags, KEYS, Key, Kind, LIMITS, OPTIONAL, PARAMETERS, Usual, find, has_free_names, has_words, split_word,
};
use super::source::{Source, is_below, join, without_index};
use super::value::{SECRET, Value, read as read_value};
use crate::model::{Plan, WantedParameter};
use anyhow::{Context, Result};
use base::files::{open_text, read_text};
use base::quote::quote;
use data_encoding::HEXLOWER;
use runner::find_engine;
use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};
use std::io;
use std::path::{Path, PathBuf};

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
    let plan = reader.plan()?;
    let mut source = reader.source;
    if source.is_whole() {
        check(&plan, &mut source);
    }
    Ok((plan, source))
}

/// Builds the tree of a plan. After an error, which the source records, a value is replaced by a default.
struct Reader {
    source: Source,
    folder: PathBuf,
    /// The path of the plan file without `.toml`; `None` without a plan file or if it has another extension.
    stem: Option<PathBuf>,
}

impl Reader {
    fn plan(&mut self) -> Result<Plan> {
        let mut tree = self.table("", &[""]);
        tree["run"]["folder"] = json!(self.folder);
        self.find_names(&mut tree);
        if tree["seed"] == SECRET {
            (tree["seed"], tree["secret_seed"]) = (1.into(), true.into());
        }
        self.openings(&mut tree["openings"]);
        if tree["format"]["kind"] == "swiss" && tree["format"]["rounds"].is_null() {
            // The number of rounds that a knockout needs to find one winner.
            tree["format"]["rounds"] = self.source.count("participant").next_power_of_two().trailing_zeros().into();
        }
        if tree["referee"]["command"].is_null() {
            tree["referee"]["command"] = json!(find_engine());
        }
        let is_safe = matches!(tree["adjudicate"]["database"].as_str(), None | Some("draws"));
        if !is_safe && tree["adjudicate"]["ignore_move_count"] != true {
            let text = "wins need ignore_move_count = true: databases know no rule that counts moves, by which a won \
                        game can end drawn";
            self.source.error("adjudicate.database", text);
        }
        // The keys in [each] are also checked if no participant uses them.
        self.participant(EACH, &[EACH], &tree["referee"]["command"]);
        let tables: Vec<String> = self.tables("participant");
        let participant = |own: &String| self.participant("participant", &[own, EACH], &tree["referee"]["command"]);
        tree["participant"] = tables.iter().map(participant).collect();
        let wanted: Json = self.tables(PARAMETERS).iter().map(|own| self.table(PARAMETERS, &[own])).collect();
        let mut plan: Plan = serde_json::from_value(tree).context("the keys do not fit the plan")?;
        if let Some(tune) = &mut plan.tune {
            tune.wanted =
                serde_json::from_value::<Vec<WantedParameter>>(wanted).context("the keys do not fit a tuning")?;
        }
        Ok(plan)
    }

    /// Returns the paths of the tables in a list.
    fn tables(&mut self, list: &str) -> Vec<String> {
        self.source.get(list, Kind::Tables, &self.folder);
        (0..self.source.count(list)).map(|index| format!("{list}.{index}")).collect()
    }

    /// Returns the tree of the keys of one of the lists, of `each`, or without a name of all others. They are taken
    /// from the first of these tables of the plan that has them.
    fn table(&mut self, above: &str, tables: &[&str]) -> Json {
        let mut tree = Json::Object(Map::new());
        for key in KEYS.iter().filter(|key| !has_words(&key.path)) {
            let (list, name) = split_word(&key.path).unwrap_or(("", &key.path));
            if list == above
                && let Some(value) = self.value(key, name, tables)
            {
                *name.split('.').fold(&mut tree, |at, part| &mut at[part]) = value;
            }
        }
        tree
    }

    /// Returns the value of a key, or what counts if it is missing or wrong.
    fn value(&mut self, key: &Key, name: &str, tables: &[&str]) -> Option<Json> {
        if has_free_names(&key.path) {
            return Some(self.names(key, name, tables));
        }
        let has_limit = |table: &&&str| LIMITS.iter().any(|limit| self.source.has(&join(table, limit)));
        let limits = tables.iter().find(has_limit).filter(|_| LIMITS.contains(&name));
        let place = self.source.place(limits.map_or(tables, std::slice::from_ref), name);
        let is_left_out = OPTIONAL.iter().any(|table| is_below(&key.path, table) && !self.source.has(table));
        if is_left_out {
            return None;
        }
        if !self.has_meaning(key, &place) {
            return default(key, &self.folder);
        }
        if let Some(table) = place.strip_suffix("clock").filter(|_| self.source.has(&place))
            && self.source.has(&format!("{table}movetime"))
        {
            self.source.error(&place, "a clock and movetime exclude each other");
        }
        if key.usual == Usual::Needed {
            return Some(self.source.needed(&place, key.kind, &self.folder));
        }
        self.source.get(&place, key.kind, &self.folder).or_else(|| default(key, &self.folder))
    }

    /// Returns whether a key has a meaning beside the key that decides it. If it has none and is given, an error is
    /// recorded. A key of the file is ignored instead if a flag sets the deciding one.
    fn has_meaning(&mut self, key: &Key, place: &str) -> bool {
        let Some((decider, values)) = key.only_with else { return true };
        let decided = find(decider).and_then(|decider| {
            let given = self.source.get(&decider.path, decider.kind, &self.folder);
            given.or_else(|| default(decider, &self.folder))
        });
        let fits = decided.is_some_and(|value| values.is_empty() || values.iter().any(|one| value == *one));
        if !fits && self.source.has(place) && (self.source.is_flag(place) || !self.source.is_flag(decider)) {
            self.source.error(place, format!("has a meaning {}", key.condition().unwrap_or_default()));
        }
        fits
    }

    /// Returns the entries of a table with arbitrary names, of all these tables of the plan.
    fn names(&mut self, key: &Key, name: &str, tables: &[&str]) -> Json {
        let mut all = Map::new();
        for table in tables.iter().rev() {
            let own = self.source.names(&join(table, name), key.kind, &self.folder);
            // The names of options are not case-sensitive.
            let is_own = |other: &String| own.keys().any(|name| name.eq_ignore_ascii_case(other));
            all.retain(|other, _| name != "options" || !is_own(other));
            all.extend(own);
        }
        all.into()
    }

    /// Sets the result folder, which follows from the plan file, and the title, which follows from both.
    fn find_names(&mut self, tree: &mut Json) {
        if tree["run"]["out"].is_null() {
            tree["run"]["out"] = match &self.stem {
                Some(stem) => json!(stem),
                None => self.source.needed("run.out", Kind::Path, &self.folder),
            };
        }
        let out = tree["run"]["out"].as_str().map(PathBuf::from);
        if tree["name"].is_null() {
            let title = self.stem.as_ref().or(out.as_ref()).and_then(|path| path.file_name());
            tree["name"] = title.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default().into();
        }
    }

    /// Sets what follows from the source of the openings.
    fn openings(&mut self, tree: &mut Json) {
        match tree["from"].as_str() {
            Some("file") => {
                let file = PathBuf::from(tree["file"].as_str().unwrap_or_default());
                let text = read_text(&file).unwrap_or_else(|error| {
                    self.source.error("openings.file", format!("cannot read {}: {error}", file.display()));
                    Vec::new()
                });
                tree["digest"] = HEXLOWER.encode(&Sha256::digest(text)).into();
            }
            // Decks are sorted, so the first openings of a deck are alike. The order of a file is its author's.
            Some("deck") if tree["order"].is_null() => tree["order"] = "random".into(),
            Some("random") if tree["plies"].is_null() => {
                tree["plies"] = find("openings.plies")
                    .map_or(Json::Null, |key| self.source.needed(&key.path, key.kind, &self.folder));
            }
            _ => {}
        }
    }

    /// Returns a participant from the first of these tables, in which the others replace what is missing.
    fn participant(&mut self, above: &str, tables: &[&str], referee: &Json) -> Json {
        let mut tree = self.table(above, tables);
        if tree["command"].is_null() {
            tree["command"] = referee.clone();
        }
        if tree["ponder"] == true {
            self.set_ponder(tables, &mut tree["options"]);
        }
        tree
    }

    /// Sets the option `Ponder` of a participant that ponders. Without it, the engine does not name the reply that it
    /// expects; it must declare the option.
    fn set_ponder(&mut self, tables: &[&str], options: &mut Json) {
        let given =
            options.as_object().and_then(|own| own.iter().find(|(name, _)| name.eq_ignore_ascii_case("Ponder")));
        match given {
            None => options["Ponder"] = "true".into(),
            Some((_, value)) if value == "true" => {}
            Some((name, value)) => {
                let [option, key] = [&format!("options.{name}"), "ponder"].map(|key| self.source.place(tables, key));
                let value = quote(value.as_str().unwrap_or_default());
                self.source.error(&option, format!("{value} contradicts {} = true", without_index(&key)));
            }
        }
    }
}

/// Returns the default of a key.
fn default(key: &Key, folder: &Path) -> Option<Json> {
    let Usual::Is(text) = key.usual else { return None };
    read_value(key.kind, &Value::Word(text.to_string()), folder).ok()
}
