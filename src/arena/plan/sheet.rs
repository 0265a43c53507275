//! Keys that have been read: their values, and where they were given. Knows neither TOML nor the command line.

use super::Clock;
use super::keys::Key;
use super::kind::Value;
use anyhow::anyhow;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where a key was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// In this line of the file.
    Line(usize),
    /// In this line of the file, under its former name.
    Former(usize, &'static str),
    /// By this flag.
    Flag(String),
}

/// Where the keys of a plan were given, for messages about them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Places {
    /// The file, as people know it.
    pub(super) file: Option<String>,
    /// What stands in front of the keys here, such as `entrant.`.
    pub(super) above: &'static str,
    /// Where the whole of it was given.
    pub(super) home: Option<Place>,
    pub(super) known: BTreeMap<String, Place>,
}

/// A table of keys that have been read.
#[derive(Clone, Default)]
pub(super) struct Sheet {
    pub(super) values: BTreeMap<&'static str, Value>,
    pub(super) places: Places,
}

impl Places {
    /// What a message about this key begins with: file, line and key, or the flag.
    #[must_use]
    pub fn of(&self, key: &str) -> String {
        let shown = format!("{}{key}", self.above);
        match (self.known.get(key).or_else(|| self.around(key)), &self.home, &self.file) {
            (Some(Place::Flag(flag)), ..) => flag.clone(),
            (Some(Place::Former(line, name)), _, Some(file)) => format!("{file}:{line}: {}{name}", self.above),
            (None, Some(Place::Flag(flag)), _) => format!("{flag}: {key}"),
            (Some(Place::Line(line)), _, Some(file)) | (None, Some(Place::Line(line)), Some(file)) => {
                format!("{file}:{line}: {shown}")
            }
            (.., Some(file)) => format!("{file}: {shown}"),
            (.., None) => format!("--{}", shown.replace(['.', '_'], "-")),
        }
    }

    /// An error about this key.
    pub(super) fn error(&self, key: &str, text: impl std::fmt::Display) -> anyhow::Error {
        anyhow!("{}: {text}", self.of(key))
    }

    /// The other flag that has set this key, if there is one: two flags may set the same key.
    pub(super) fn other_flag(&self, key: &str, flag: &str) -> Option<&str> {
        match self.known.get(key)? {
            Place::Flag(other) if other != flag => Some(other),
            _ => None,
        }
    }

    pub(super) fn is_flag(&self, key: &str) -> bool {
        matches!(self.known.get(key), Some(Place::Flag(_)))
    }

    /// Is there such a key or table, even an empty one?
    pub(super) fn has(&self, key: &str) -> bool {
        self.known.contains_key(key)
    }

    /// The place of the table that a key is missing in.
    fn around(&self, key: &str) -> Option<&Place> {
        let (table, _) = key.rsplit_once('.')?;
        self.known.get(table).or_else(|| self.around(table))
    }
}

impl Sheet {
    /// Puts a value in, adding to a table that is there.
    pub(super) fn put(&mut self, key: &'static Key, value: Value, place: Place) {
        match (self.values.get_mut(key.path), value) {
            (Some(Value::Map(map)), Value::Map(more)) => {
                let places = more.keys().map(|name| (format!("{}.{name}", key.path), place.clone()));
                self.places.known.extend(places.collect::<Vec<_>>());
                map.extend(more);
                return;
            }
            (_, value) => self.values.insert(key.path, value),
        };
        self.places.known.insert(key.path.to_string(), place);
    }

    pub(super) fn text(&self, key: &str) -> Option<String> {
        match self.values.get(key)? {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    pub(super) fn path(&self, key: &str) -> Option<PathBuf> {
        match self.values.get(key)? {
            Value::Path(path) => Some(path.clone()),
            _ => None,
        }
    }

    pub(super) fn number(&self, key: &str) -> Option<u64> {
        match self.values.get(key)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn real(&self, key: &str) -> Option<f64> {
        match self.values.get(key)? {
            Value::Real(number) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn clock(&self, key: &str) -> Option<Clock> {
        match self.values.get(key)? {
            Value::Clock(clock) => Some(*clock),
            _ => None,
        }
    }

    pub(super) fn words(&self, key: &str) -> Vec<String> {
        match self.values.get(key) {
            Some(Value::Words(words)) => words.clone(),
            _ => Vec::new(),
        }
    }

    pub(super) fn map(&self, key: &str) -> BTreeMap<String, String> {
        match self.values.get(key) {
            Some(Value::Map(map)) => map.clone(),
            _ => BTreeMap::new(),
        }
    }
}
