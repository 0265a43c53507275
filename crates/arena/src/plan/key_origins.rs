//! Where each key of a plan was given, for error messages.

use std::collections::BTreeMap;
use std::fmt::Display;

/// The key of the list of participants.
pub(super) const TABLE: &str = "participant";
/// The former key of the list of participants, which is still accepted.
pub(super) const FORMER_TABLE: &str = "entrant"; // the former key

/// Where a key was given.
#[derive(Clone, PartialEq, Eq, Debug)]
enum KeyOrigin {
    /// The 1-based number of a line in the file.
    Line(usize),
    /// A flag, as it is shown in messages.
    Flag(String),
}

/// Where each key of a plan was given. Keys are identified by their paths; the paths of a participant's keys begin with
/// `participant.INDEX.`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct KeyOrigins {
    /// The path of the plan file as given.
    file: Option<String>,
    /// Whether the file lists its participants under [`FORMER_TABLE`].
    has_former_table: bool,
    origins: BTreeMap<String, KeyOrigin>,
}

impl KeyOrigins {
    /// Creates empty origins for a plan file. Messages name the file as `file`.
    pub(super) fn in_file(file: &str) -> Self {
        Self { file: Some(file.to_string()), ..Self::default() }
    }

    /// Returns the beginning of an error message about this key: file, line and key, or the flag.
    #[must_use]
    pub fn of(&self, key: &str) -> String {
        let shown = self.shown(key);
        match (self.nearest(key), &self.file) {
            // If a participant was given by a flag, all its keys come from that flag.
            (Some((above, KeyOrigin::Flag(flag))), _) if above.starts_with(TABLE) => {
                format!("{flag}: {}", key[above.len()..].trim_start_matches('.'))
            }
            (Some((_, KeyOrigin::Flag(flag))), _) => flag.clone(),
            (Some((_, KeyOrigin::Line(line))), Some(file)) => format!("{file}:{line}: {shown}"),
            (_, Some(file)) => format!("{file}: {shown}"),
            (_, None) => dashed(&shown),
        }
    }

    /// Returns an error about this key.
    pub(super) fn error(&self, key: &str, text: impl Display) -> anyhow::Error {
        anyhow::anyhow!("{}: {text}", self.of(key))
    }

    pub(super) fn is_flag(&self, key: &str) -> bool {
        matches!(self.nearest(key), Some((_, KeyOrigin::Flag(_))))
    }

    /// Returns whether this key or any key below it was given. A table counts even if it is empty.
    pub(super) fn has(&self, key: &str) -> bool {
        let inside =
            |known: &String| known.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.origins.keys().any(inside)
    }

    /// Records that `key`, as written in the file, is on this line.
    pub(super) fn add_line(&mut self, key: String, line: usize) {
        let rest = key.strip_prefix(FORMER_TABLE).filter(|rest| rest.is_empty() || rest.starts_with('.'));
        self.has_former_table |= rest.is_some();
        let key = rest.map_or(key.clone(), |rest| format!("{TABLE}{rest}"));
        self.origins.insert(key, KeyOrigin::Line(line));
    }

    /// Records that `key` was given by its flag.
    pub(super) fn add_flag(&mut self, key: &str) {
        let flag = if key == "limit.clock" { "--clock".to_string() } else { dashed(key) };
        self.origins.insert(key.to_string(), KeyOrigin::Flag(flag));
    }

    /// Records that a participant was given as these words of `--participant`. The origins of the file's participant
    /// that it replaces are removed.
    pub(super) fn add_participant(&mut self, index: usize, words: &str) {
        let key = format!("{TABLE}.{index}");
        self.origins.retain(|known, _| known.strip_prefix(&key).is_none_or(|rest| !rest.starts_with('.')));
        self.origins.insert(key, KeyOrigin::Flag(format!("--participant \"{words}\"")));
    }

    /// Returns a key as it is written in the file, without the participant's index.
    pub(super) fn shown(&self, key: &str) -> String {
        let table = if self.has_former_table { FORMER_TABLE } else { TABLE };
        match key.split('.').collect::<Vec<_>>()[..] {
            [TABLE] => table.to_string(),
            [TABLE, _, name] => format!("{table}.{name}"),
            _ => key.to_string(),
        }
    }

    /// Returns the origin of a key, or of the innermost enclosing table with a known origin.
    fn nearest<'a>(&self, key: &'a str) -> Option<(&'a str, &KeyOrigin)> {
        match self.origins.get(key) {
            Some(place) => Some((key, place)),
            None => self.nearest(key.rsplit_once('.')?.0),
        }
    }
}

fn dashed(key: &str) -> String {
    format!("--{}", key.replace(['.', '_'], "-"))
}
