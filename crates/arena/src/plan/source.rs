//! Collects the keys of a plan from a TOML file and from flags, with their origins and all errors.

use super::keys::{self, EACH, Flags, KEYS, LISTS, flag, foreign_name, has_free_names, has_words, split_word};
use super::value::{Value, read, wrong};
use anyhow::{Result, bail};
use base::quote::{printable, quote};
use base::suggest;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io;
use std::path::Path;
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
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A key with a value.
    Value,
    /// A table of keys, or with arbitrary names.
    Table,
    /// A name in a table with arbitrary names, or its beginning up to a dot.
    Name,
    Unknown,
}

/// The keys that a plan file and flags give, and everything that is wrong with them. Keys are identified by their
/// paths; the paths of a participant's keys begin with `participant.INDEX.`, those of a parameter with
/// `tune.parameter.INDEX.`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Source {
    /// The path of the plan file as given.
    file: Option<String>,
    /// The keys and tables.
    entries: BTreeMap<String, (Origin, Value)>,
    /// The lengths of the lists of tables, by their paths.
    lengths: BTreeMap<String, usize>,
    /// The first error about each key, with the number that orders it: its line, or a number above all lines.
    errors: BTreeMap<String, (usize, String)>,
    /// Why the file cannot be read as TOML: messages with their lines. Keys may be missing only for these reasons.
    broken: Vec<(usize, String)>,
}

impl Source {
    /// Adds the keys of a plan file, as far as its `text` can be read. Messages name the file as `file`.
    pub(super) fn add_file(&mut self, file: &str, text: io::Result<String>) {
        self.file = Some(file.to_string());
        let text = text.unwrap_or_else(|error| {
            self.broken.push((0, format!("cannot read the plan {file}: {error}")));
            String::new()
        });
        let breaks: Vec<usize> = text.match_indices('\n').map(|(offset, _)| offset).collect();
        let line = |offset: usize| 1 + breaks.partition_point(|&end| end < offset);
        let (root, errors) = DeTable::parse_recoverable(&text);
        self.broken.extend(errors.iter().map(|error| {
            let line = line(error.span().map_or(0, |span| span.start));
            (line, format!("{file}:{line}: {}", error.message().replace('\n', ", ")))
        }));
        for (key, value) in root.get_ref() {
            self.add_toml(key.get_ref(), key.span().start, value.get_ref(), &line);
        }
    }

    fn add_toml(&mut self, path: &str, offset: usize, value: &DeValue<'_>, line: &dyn Fn(usize) -> usize) {
        self.add(path, &Origin::Line(line(offset)), value.into());
        match value {
            DeValue::Table(table) if matches!(kind(path), Kind::Table | Kind::Name) => {
                for (key, value) in table {
                    self.add_toml(&format!("{path}.{}", key.get_ref()), key.span().start, value.get_ref(), line);
                }
            }
            DeValue::Array(list) if LISTS.contains(&path) => {
                for (index, item) in list.iter().enumerate() {
                    self.add_toml(&format!("{path}.{index}"), item.span().start, item.get_ref(), line);
                }
                self.lengths.insert(path.to_string(), list.len());
            }
            _ => {}
        }
    }

    /// Adds the keys of flags, which override those of the file.
    pub(super) fn add_flags(&mut self, flags: &Flags) {
        for (path, text) in &flags.0 {
            match *path {
                EACH => self.add_words(EACH, text),
                list if LISTS.contains(&list) => self.add_to_list(list, text),
                _ => self.add_over_file(path, &Origin::Flag(flag(path)), text),
            }
        }
    }

    /// Adds the text of a flag. A clock and a time per move exclude each other, so it removes the other one of the
    /// file.
    fn add_over_file(&mut self, path: &str, origin: &Origin, text: &str) {
        let excluded = match path.rsplit_once('.') {
            Some((table, "movetime")) => format!("{table}.clock"),
            Some((table, "clock")) => format!("{table}.movetime"),
            _ => String::new(),
        };
        self.entries.retain(|key, (origin, _)| *key != excluded || matches!(origin, Origin::Flag(_)));
        self.add_word(path, origin, text);
    }

    /// Adds a table to a list from its words. It replaces the file's table with the same name.
    fn add_to_list(&mut self, list: &str, text: &str) {
        let words = shlex::split(text).unwrap_or_default();
        let name = words.iter().rev().find_map(|word| word.strip_prefix("name="));
        let is_own = |index: &usize| match self.entries.get(&format!("{list}.{index}.name")) {
            Some((Origin::Line(_), Value::Text(other))) => Some(other.as_str()) == name,
            _ => false,
        };
        let length = self.count(list);
        let index = (0..length).find(is_own).unwrap_or(length);
        self.lengths.insert(list.to_string(), length.max(index + 1));
        let path = format!("{list}.{index}");
        self.entries.retain(|key, _| !is_below(key, &path));
        self.add_words(&path, text);
    }

    /// Adds the words of a flag, which set keys of the table `path`.
    fn add_words(&mut self, path: &str, text: &str) {
        let words = shlex::split(text).unwrap_or_default();
        let origin = Origin::Flag(format!("{} \"{text}\"", flag(&without_index(path))));
        self.add(path, &origin, Value::Table);
        if words.is_empty() {
            self.error(path, "expected KEY=VALUE words with closed quotes, such as \"name=a nodes=100\"");
        }
        for word in &words {
            match word.split_once('=') {
                Some((key, value)) if !key.is_empty() => self.add_over_file(&format!("{path}.{key}"), &origin, value),
                _ => self.error(
                    &format!("{path}.{word}"),
                    "expected KEY=VALUE; a value with blanks needs quotes, such as name='Two words'",
                ),
            }
        }
    }

    /// Adds the text of a flag, or of a word in the flag of a table. A flag of a table gives one of its entries.
    fn add_word(&mut self, path: &str, origin: &Origin, text: &str) {
        if kind(path) != Kind::Table {
            return self.add(path, origin, Value::Word(text.to_string()));
        }
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let entry = format!("{path}.{name}");
        self.add(&entry, origin, Value::Word(value.to_string()));
        if !text.contains('=') {
            self.error(&entry, format!("expected NAME=VALUE, found {}", quote(text)));
        }
    }

    fn add(&mut self, path: &str, origin: &Origin, value: Value) {
        let text = wrong("a table", &value);
        let is_table = value == Value::Table;
        self.entries.insert(path.to_string(), (origin.clone(), value));
        match kind(path) {
            Kind::Table if !is_table => self.error(path, text),
            Kind::Unknown => self.unknown(path),
            _ => {}
        }
    }

    /// Reports a key that is none, with the keys that are.
    fn unknown(&mut self, path: &str) {
        let shown = without_index(path);
        let (above, name) = shown.rsplit_once('.').unwrap_or(("", &shown));
        let inner = |key: &'static String| match above {
            "" => key.split('.').next(),
            _ => key.strip_prefix(above)?.strip_prefix('.')?.split('.').next(),
        };
        let mut known: Vec<&str> = KEYS.iter().filter_map(|key| inner(&key.path)).collect();
        known.dedup();
        match path.rsplit_once('.').filter(|_| known.is_empty()) {
            Some((above, _)) => self.unknown(above),
            None => {
                let mut hint = foreign_name(name);
                if hint.is_empty() {
                    hint = suggest::hint(name, &known);
                }
                if hint.is_empty() {
                    // A right name in a wrong table. The tables of a participant come first in the list, and are the
                    // last to be suggested.
                    let place = |path: &str| format!(".{path}.").find(&format!(".{name}."));
                    let found = KEYS.iter().rev().find_map(|key| Some(&key.path[..place(&key.path)? + name.len()]));
                    let outside = if above.is_empty() { String::new() } else { format!(", outside of {above}") };
                    hint = found.map_or(hint, |path| match path.contains('.') {
                        true => format!("; did you mean {path}?"),
                        false => format!("; did you mean {path}{outside}?"),
                    });
                }
                self.error(path, format!("unknown key, expected one of {}{hint}", known.join(", ")));
            }
        }
    }

    /// Records an error about this key, unless there is one about it or its table.
    pub fn error(&mut self, key: &str, text: impl Display) {
        if key.rsplit_once('.').is_some_and(|(table, _)| self.errors.contains_key(table)) {
            return;
        }
        let order = match self.origin(key) {
            // TOML that cannot be read gives an empty text.
            Some(Origin::Line(line)) if self.broken.iter().any(|(broken, _)| broken == line) => return,
            Some(Origin::Line(line)) => *line,
            None => usize::MAX - 1,
            Some(Origin::Flag(_)) => usize::MAX,
        };
        let text = format!("{}: {text}", self.of(key));
        self.errors.entry(key.to_string()).or_insert((order, text));
    }

    /// Returns an error with all errors that have been recorded, one per line: those of the file in its order, then
    /// those of flags.
    pub fn finish(&self) -> Result<()> {
        let mut errors: Vec<&(usize, String)> = self.errors.values().chain(&self.broken).collect();
        errors.sort_by_key(|(order, _)| *order);
        let errors: Vec<&str> = errors.into_iter().map(|(_, text)| text.as_str()).collect();
        if errors.is_empty() { Ok(()) } else { bail!("{}", errors.join("\n")) }
    }

    /// Returns whether all keys of the file are known, because it is TOML.
    pub const fn is_whole(&self) -> bool {
        self.broken.is_empty()
    }

    /// Returns whether an error was recorded.
    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty() || !self.broken.is_empty()
    }

    /// Returns whether there is a plan file.
    pub(super) const fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// Returns whether an error about this key or a key below it was recorded.
    pub fn is_wrong(&self, key: &str) -> bool {
        self.errors.keys().any(|other| is_below(other, key))
    }

    /// Returns the value of a key; `None` if it was not given, or if it is not of this kind, which is recorded.
    pub(super) fn get(&mut self, key: &str, kind: keys::Kind, folder: &Path) -> Option<Json> {
        let (_, value) = self.entries.get(key)?;
        read(kind, value, folder).map_err(|text| self.error(key, text)).ok()
    }

    /// Returns the number of tables in a list.
    pub(super) fn count(&self, list: &str) -> usize {
        self.lengths.get(list).copied().unwrap_or(0)
    }

    /// Returns the path of `key` in the first of these tables that has it; its path in the first table if none has it.
    pub(super) fn place(&self, tables: &[&str], key: &str) -> String {
        let mut paths = tables.iter().map(|table| join(table, key));
        paths.clone().find(|path| self.has(path)).or_else(|| paths.next()).unwrap_or_default()
    }

    /// Returns the value of a key that must be given: a text, a path or a number. After an error, returns an empty text
    /// or 0.
    pub(super) fn needed(&mut self, key: &str, kind: keys::Kind, folder: &Path) -> Json {
        if !self.entries.contains_key(key) && self.broken.is_empty() {
            self.error(key, "is missing");
        }
        let empty = if matches!(kind, keys::Kind::Text | keys::Kind::Path) { "".into() } else { 0.into() };
        self.get(key, kind, folder).unwrap_or(empty)
    }

    /// Returns the names and values of a table with arbitrary names.
    pub(super) fn names(&mut self, key: &str, kind: keys::Kind, folder: &Path) -> Map<String, Json> {
        let prefix = format!("{key}.");
        let inner = self.entries.range(prefix.clone()..).take_while(|(path, _)| path.starts_with(&prefix));
        let inner = inner.filter(|(_, (_, value))| *value != Value::Table);
        let paths: Vec<String> = inner.map(|(path, _)| path.clone()).collect();
        let mut entries = Map::new();
        for path in paths {
            let name = &path[prefix.len()..];
            if name.is_empty() || name.contains('=') || name.contains(char::is_control) {
                self.error(&path, format!("{} is not a name", quote(&format!("\"{name}\""))));
            } else if let Some(value) = self.get(&path, kind, folder) {
                entries.insert(name.to_string(), value);
            }
        }
        entries
    }

    /// Returns whether this key or any key below it was given. A table counts even if it is empty.
    pub(super) fn has(&self, key: &str) -> bool {
        let prefix = format!("{key}.");
        let inner = self.entries.range(prefix.clone()..).next();
        self.entries.contains_key(key) || inner.is_some_and(|(path, _)| path.starts_with(&prefix))
    }

    pub(super) fn is_flag(&self, key: &str) -> bool {
        matches!(self.origin(key), Some(Origin::Flag(_)))
    }

    /// Returns the beginning of an error message about this key: file, line and key, or the flag.
    pub fn of(&self, key: &str) -> String {
        let shown = printable(&without_index(key));
        // A key without a name is shown as in TOML.
        let shown = if shown.is_empty() || shown.ends_with('.') { shown + "\"\"" } else { shown };
        match (self.origin(key), &self.file) {
            // Some flags give several keys.
            (Some(Origin::Flag(flag)), _) => match split_word(&shown) {
                Some((_, name)) => format!("{}: {name}", printable(flag)),
                None => printable(flag),
            },
            (Some(Origin::Line(line)), Some(file)) => format!("{file}:{line}: {shown}"),
            (_, Some(file)) => format!("{file}: {shown}"),
            (_, None) => flag(&shown),
        }
    }

    /// Returns the origin of a key, of the first key below it, or of the innermost enclosing table with a known origin.
    fn origin(&self, key: &str) -> Option<&Origin> {
        let below = || self.entries.range(key.to_string()..).find(|(path, _)| is_below(path, key));
        let own = self.entries.get(key).or_else(|| below().map(|(_, entry)| entry));
        let mut tables = key.match_indices('.').rev().filter_map(|(end, _)| self.entries.get(&key[..end]));
        own.or_else(|| tables.next()).map(|(origin, _)| origin)
    }
}

fn kind(path: &str) -> Kind {
    let key = without_index(path);
    let is_any = |test: &dyn Fn(&str) -> bool| KEYS.iter().any(|known| test(&known.path));
    if is_any(&|known| known == key) && !has_free_names(&key) {
        if key == EACH || has_words(&key) && path != key { Kind::Table } else { Kind::Value }
    } else if is_any(&|known| has_free_names(known) && known != key && is_below(&key, known)) {
        Kind::Name
    } else if is_any(&|known| is_below(known, &key)) {
        Kind::Table
    } else {
        Kind::Unknown
    }
}

/// Returns the path of a key in a table; the key alone in the table without a name.
pub(super) fn join(table: &str, key: &str) -> String {
    if table.is_empty() { key.to_string() } else { format!("{table}.{key}") }
}

/// Returns whether `path` is `above` or below it.
pub(super) fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Returns a key as it is written in the file, without an index in a list.
pub(super) fn without_index(key: &str) -> String {
    let inner = |list: &&'static str| Some((*list, key.strip_prefix(list)?.strip_prefix('.')?));
    match LISTS.iter().find_map(inner).map(|(list, rest)| (list, rest.split_once('.'))) {
        Some((list, Some((_, name)))) => format!("{list}.{name}"),
        Some((list, None)) => list.to_string(),
        None => key.to_string(),
    }
}
