//! Where the keys of a plan were given, for messages about them.

use std::collections::BTreeMap;
use std::fmt::Display;

/// Where a key was given.
#[derive(Clone, PartialEq, Eq, Debug)]
enum KeyOrigin {
    /// In this line of the file.
    Line(usize),
    /// By this flag.
    Flag(String),
}

/// Where the keys of a plan were given. A key is named by its path; that of an entrant begins with `entrant.INDEX.`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct KeyOrigins {
    /// The file, as people know it.
    file: Option<String>,
    origins: BTreeMap<String, KeyOrigin>,
}

impl KeyOrigins {
    /// The places of a file, which messages call `file`.
    pub(super) fn in_file(file: &str) -> Self {
        Self { file: Some(file.to_string()), origins: BTreeMap::new() }
    }

    /// What a message about this key begins with: file, line and key, or the flag.
    #[must_use]
    pub fn of(&self, key: &str) -> String {
        let shown = shown(key);
        match (self.nearest(key), &self.file) {
            // A flag describes a whole entrant.
            (Some((above, KeyOrigin::Flag(flag))), _) if above.starts_with("entrant.") => {
                format!("{flag}: {}", key[above.len()..].trim_start_matches('.'))
            }
            (Some((_, KeyOrigin::Flag(flag))), _) => flag.clone(),
            (Some((_, KeyOrigin::Line(line))), Some(file)) => format!("{file}:{line}: {shown}"),
            (_, Some(file)) => format!("{file}: {shown}"),
            (_, None) => dashed(&shown),
        }
    }

    /// An error about this key.
    pub(super) fn error(&self, key: &str, text: impl Display) -> anyhow::Error {
        anyhow::anyhow!("{}: {text}", self.of(key))
    }

    pub(super) fn is_flag(&self, key: &str) -> bool {
        matches!(self.nearest(key), Some((_, KeyOrigin::Flag(_))))
    }

    /// Is there such a key, or a table of this name, even an empty one?
    pub(super) fn has(&self, key: &str) -> bool {
        let inside =
            |known: &String| known.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.origins.keys().any(inside)
    }

    pub(super) fn add_line(&mut self, key: String, line: usize) {
        self.origins.insert(key, KeyOrigin::Line(line));
    }

    /// The flag of a key follows from its path.
    pub(super) fn add_flag(&mut self, key: &str) {
        let flag = if key == "limit.clock" { "--clock".to_string() } else { dashed(key) };
        self.origins.insert(key.to_string(), KeyOrigin::Flag(flag));
    }

    /// An entrant is given by these words, and by nothing in the file.
    pub(super) fn add_participant(&mut self, index: usize, words: &str) {
        let key = format!("entrant.{index}");
        self.origins.retain(|known, _| known.strip_prefix(&key).is_none_or(|rest| !rest.starts_with('.')));
        self.origins.insert(key, KeyOrigin::Flag(format!("--entrant \"{words}\"")));
    }

    /// The place of a key, else that of the table around it.
    fn nearest<'a>(&self, key: &'a str) -> Option<(&'a str, &KeyOrigin)> {
        match self.origins.get(key) {
            Some(place) => Some((key, place)),
            None => self.nearest(key.rsplit_once('.')?.0),
        }
    }
}

/// A key as it is written: those of entrants have no index.
pub(super) fn shown(key: &str) -> String {
    match key.split('.').collect::<Vec<_>>()[..] {
        ["entrant", _, name] => format!("entrant.{name}"),
        _ => key.to_string(),
    }
}

fn dashed(key: &str) -> String {
    format!("--{}", key.replace(['.', '_'], "-"))
}
