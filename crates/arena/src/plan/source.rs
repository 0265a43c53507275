//! Collects the keys of a plan from a TOML file and from flags, with their origins and all errors.

use super::keys::{Flags, KEYS, flag, has_free_names};
use super::value::{Value, suggestion, wrong};
use anyhow::{Result, bail};
use base::quote::{printable, quote};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use toml::de::{DeTable, DeValue};

/// Where a key was given.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Origin {
    /// The 1-based number of a line in the file.
    Line(usize),
    /// A flag, as it is shown in messages.
    Flag(String),
}

/// What a path stands for.
enum Kind {
    /// A key with a value.
    Value,
    /// A table of keys.
    Table,
    /// A key that is a table with arbitrary names.
    FreeTable,
    /// A name in a free table, or the beginning of a name with dots.
    Name,
    Unknown,
}

/// The keys that a plan file and flags give. Keys are identified by their paths; the paths of a participant's keys begin
/// with `participant.INDEX.`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Source {
    /// The path of the plan file as given.
    file: Option<String>,
    values: BTreeMap<String, Value>,
    /// The origins of keys and of tables.
    origins: BTreeMap<String, Origin>,
    /// The number of participants.
    pub(super) participants: usize,
    /// The errors, each with the number that orders it: its line, or a number above all lines.
    errors: Vec<(usize, String)>,
    /// The keys with an error.
    wrong: BTreeSet<String>,
}

impl Source {
    /// Adds the keys of a plan file. Messages name the file as `file`.
    ///
    /// # Errors
    /// Returns an error with all lines that are not TOML.
    pub(super) fn add_file(&mut self, file: &str, text: &str) -> Result<()> {
        let breaks: Vec<usize> = text.match_indices('\n').map(|(offset, _)| offset).collect();
        let line = |offset: usize| 1 + breaks.partition_point(|&end| end < offset);
        let (root, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            let start = |error: &toml::de::Error| line(error.span().map_or(0, |span| span.start));
            let shown = errors.iter().map(|e| format!("{file}:{}: {}", start(e), e.message().replace('\n', ", ")));
            bail!("{}", shown.collect::<Vec<_>>().join("\n"));
        }
        self.file = Some(file.to_string());
        self.add_table("", root.get_ref(), &line);
        Ok(())
    }

    fn add_table(&mut self, above: &str, table: &DeTable<'_>, line: &dyn Fn(usize) -> usize) {
        for (key, value) in table {
            let (path, value) = (format!("{above}{}", key.get_ref()), value.get_ref());
            self.origins.insert(path.clone(), Origin::Line(line(key.span().start)));
            match (kind(&path), value) {
                // A quoted key with a dot is no path.
                (Kind::Value | Kind::Table | Kind::FreeTable, _) if key.get_ref().contains('.') => self.unknown(&path),
                (Kind::Value, DeValue::Array(list)) if path == "participant" => {
                    for (index, item) in list.iter().enumerate() {
                        let path = format!("participant.{index}");
                        self.origins.insert(path.clone(), Origin::Line(line(item.span().start)));
                        match item.get_ref() {
                            DeValue::Table(table) => self.add_table(&format!("{path}."), table, line),
                            other => self.error(&path, wrong("a table", &other.into())),
                        }
                    }
                    self.participants = list.len();
                }
                (Kind::Value, other) if path == "participant" => {
                    self.error(&path, wrong("a list of tables", &other.into()));
                }
                (Kind::Table | Kind::FreeTable | Kind::Name, DeValue::Table(inner)) => {
                    self.add_table(&format!("{path}."), inner, line);
                }
                (Kind::Value | Kind::Name, other) => drop(self.values.insert(path, other.into())),
                (Kind::Table | Kind::FreeTable, other) => self.error(&path, wrong("a table", &other.into())),
                (Kind::Unknown, _) => self.unknown(&path),
            }
        }
    }

    /// Adds the keys of flags, which override those of the file.
    pub(super) fn add_flags(&mut self, flags: &Flags) {
        for (path, text) in &flags.0 {
            match *path {
                "participant" => {
                    self.add_participant(text);
                    continue;
                }
                // A clock and a time per move exclude each other.
                "limit.movetime" => self.remove_from_file("limit.clock"),
                "limit.clock" => self.remove_from_file("limit.movetime"),
                _ => {}
            }
            self.add_word(path, &Origin::Flag(flag(path)), text);
        }
    }

    /// Adds a participant from its words. It replaces the participant with the same name.
    fn add_participant(&mut self, text: &str) {
        let origin = Origin::Flag(format!("--participant \"{text}\""));
        let words = shlex::split(text);
        let words: Vec<(&str, Option<&str>)> = words.iter().flatten().map(|word| split(word)).collect();
        let name = words.iter().rev().find(|(key, _)| *key == "name").and_then(|(_, name)| *name);
        let is_own = |index: &usize| match self.values.get(&format!("participant.{index}.name")) {
            Some(Value::Text(other) | Value::Word(other)) => Some(other.as_str()) == name,
            _ => false,
        };
        let index = (0..self.participants).find(is_own).unwrap_or(self.participants);
        self.participants = self.participants.max(index + 1);
        let path = format!("participant.{index}");
        self.values.retain(|key, _| !is_below(key, &path));
        self.origins.retain(|key, _| !is_below(key, &path));
        self.origins.insert(path.clone(), origin.clone());
        if words.is_empty() {
            self.error(&path, "expected KEY=VALUE words with closed quotes");
        }
        for (key, value) in words {
            match value {
                Some(value) if !key.is_empty() => self.add_word(&format!("{path}.{key}"), &origin, value),
                _ => self.error(&format!("{path}.{key}"), "expected KEY=VALUE"),
            }
        }
    }

    /// Adds the text of a flag, or of a word in the flag of a participant.
    fn add_word(&mut self, path: &str, origin: &Origin, text: &str) {
        let (name, value) = split(text);
        let (path, text) = match kind(path) {
            Kind::FreeTable => (format!("{path}.{name}"), value),
            _ => (path.to_string(), Some(text)),
        };
        self.origins.insert(path.clone(), origin.clone());
        match (kind(&path), text) {
            (Kind::Value | Kind::Name, Some(text)) => drop(self.values.insert(path, Value::Word(text.to_string()))),
            (_, None) => self.error(&path, format!("expected NAME=VALUE, found {}", quote(name))),
            _ => self.unknown(&path),
        }
    }

    fn remove_from_file(&mut self, path: &str) {
        if !self.is_flag(path) {
            self.values.remove(path);
            self.origins.remove(path);
        }
    }

    /// Reports a key that is none, with the keys that are.
    fn unknown(&mut self, path: &str) {
        let shown = without_index(path);
        let (above, name) = shown.rsplit_once('.').map_or(("", shown.as_str()), |(above, name)| (above, name));
        let inner = |key: &'static str| match above {
            "" => key.split('.').next(),
            _ => key.strip_prefix(above)?.strip_prefix('.')?.split('.').next(),
        };
        let mut known: Vec<String> = KEYS.iter().filter_map(|key| inner(key.path)).map(str::to_string).collect();
        if known.is_empty() {
            return self.unknown(path.rsplit_once('.').map_or("", |(above, _)| above));
        }
        known.dedup();
        let text = format!("unknown key, expected one of {}", known.join(", "));
        self.error(path, text + &suggestion(name, known.into_iter()));
    }

    /// Records an error about this key. Only the first error about a key is recorded.
    pub(super) fn error(&mut self, key: &str, text: impl Display) {
        if !self.wrong.insert(key.to_string()) {
            return;
        }
        let order = match self.nearest(key) {
            Some(Origin::Line(line)) => *line,
            None => usize::MAX - 1,
            Some(Origin::Flag(_)) => usize::MAX,
        };
        self.errors.push((order, format!("{}: {text}", self.of(key))));
    }

    /// Returns an error with all errors that have been recorded, one per line: those of the file in its order, then
    /// those of flags.
    ///
    /// # Errors
    /// Returns an error unless there are none.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.errors.sort_by_key(|(order, _)| *order);
        let errors: Vec<&str> = self.errors.iter().map(|(_, text)| text.as_str()).collect();
        if errors.is_empty() { Ok(()) } else { bail!("{}", errors.join("\n")) }
    }

    /// Returns whether an error about this key or a key below it was recorded.
    pub(super) fn is_wrong(&self, key: &str) -> bool {
        self.wrong.iter().any(|other| is_below(other, key))
    }

    /// Returns whether an error about this very key was recorded.
    pub(super) fn is_wrong_itself(&self, key: &str) -> bool {
        self.wrong.contains(key)
    }

    /// Returns the value of a key; `None` if it was not given, or if `parse` refuses it, which is recorded.
    pub(super) fn get<T>(&mut self, key: &str, parse: impl FnOnce(&Value) -> Result<T, String>) -> Option<T> {
        match parse(self.values.get(key)?) {
            Ok(value) => Some(value),
            Err(text) => {
                self.error(key, text);
                None
            }
        }
    }

    /// Returns the value of a key that must be given. After an error, returns the default of its type.
    pub(super) fn needed<T: Default>(&mut self, key: &str, parse: impl FnOnce(&Value) -> Result<T, String>) -> T {
        if !self.values.contains_key(key) {
            self.error(key, "is missing");
        }
        self.get(key, parse).unwrap_or_default()
    }

    /// Returns the names and values of a free table.
    pub(super) fn names<T>(&mut self, key: &str, parse: impl Fn(&Value) -> Result<T, String>) -> BTreeMap<String, T> {
        let prefix = format!("{key}.");
        let paths: Vec<String> = below(&self.values, &prefix).cloned().collect();
        let mut entries = BTreeMap::new();
        for path in paths {
            let name = &path[prefix.len()..];
            if name.is_empty() || name.contains('=') || name.contains(char::is_control) {
                self.error(&path, format!("{} is not a name", quote(&format!("\"{name}\""))));
            } else if let Some(value) = self.get(&path, &parse) {
                entries.insert(name.to_string(), value);
            }
        }
        entries
    }

    /// Returns whether this key or any key below it was given. A table counts even if it is empty.
    pub(super) fn has(&self, key: &str) -> bool {
        self.origins.contains_key(key) || below(&self.origins, &format!("{key}.")).next().is_some()
    }

    pub(super) fn is_flag(&self, key: &str) -> bool {
        matches!(self.nearest(key), Some(Origin::Flag(_)))
    }

    /// Returns the beginning of an error message about this key: file, line and key, or the flag.
    #[must_use]
    pub fn of(&self, key: &str) -> String {
        let shown = printable(&without_index(key));
        match (self.nearest(key), &self.file) {
            // All keys of a participant come from the same flag.
            (Some(Origin::Flag(flag)), _) if key.starts_with("participant.") => {
                let name = shown.strip_prefix("participant").unwrap_or_default().trim_start_matches('.');
                let colon = if name.is_empty() { "" } else { ": " };
                format!("{}{colon}{name}", printable(flag))
            }
            (Some(Origin::Flag(flag)), _) => flag.clone(),
            (Some(Origin::Line(line)), Some(file)) => format!("{file}:{line}: {shown}"),
            (_, Some(file)) => format!("{file}: {shown}"),
            (_, None) => flag(&shown),
        }
    }

    /// Returns the origin of a key, or of the innermost enclosing table with a known origin.
    fn nearest(&self, key: &str) -> Option<&Origin> {
        self.origins.get(key).or_else(|| self.nearest(key.rsplit_once('.')?.0))
    }
}

fn kind(path: &str) -> Kind {
    let path = without_index(path);
    let is_key = |path: &str| KEYS.iter().any(|key| key.path == path);
    let is_name = |key: &str| has_free_names(key) && is_below(&path, key);
    if is_key(&path) {
        if has_free_names(&path) { Kind::FreeTable } else { Kind::Value }
    } else if KEYS.iter().any(|key| is_name(key.path)) {
        Kind::Name
    } else if KEYS.iter().any(|key| is_below(key.path, &path)) {
        Kind::Table
    } else {
        Kind::Unknown
    }
}

/// Returns the paths that begin with `prefix`.
fn below<'a, T>(paths: &'a BTreeMap<String, T>, prefix: &'a str) -> impl Iterator<Item = &'a String> {
    paths.range(prefix.to_string()..).map(|(path, _)| path).take_while(move |path| path.starts_with(prefix))
}

/// Returns whether `path` is `above` or below it.
fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Returns a key as it is written in the file, without the index of a participant.
fn without_index(key: &str) -> String {
    match key.strip_prefix("participant.").map(|rest| rest.split_once('.')) {
        Some(Some((_, name))) => format!("participant.{name}"),
        Some(None) => "participant".to_string(),
        None => key.to_string(),
    }
}

fn split(word: &str) -> (&str, Option<&str>) {
    word.split_once('=').map_or((word, None), |(key, value)| (key, Some(value)))
}
