//! Overrides the keys of the plan file with flags, and parses the words of `--participant`.

use super::key::FlagOverride;
use super::key_origins::KeyOrigins;
use super::keys::{Keys, ParticipantKeys};
use base::quote::quote;
use clap::error::{ContextKind, Error};
use clap::{Arg, Args, Command, FromArgMatches};
use std::error::Error as _;

/// A participant given as a flag replaces the file's participant with the same name. A participant with a new name is
/// added at the end.
impl FlagOverride for Vec<ParticipantKeys> {
    fn put(&mut self, flag: Self) -> bool {
        let is_given = !flag.is_empty();
        for participant in flag {
            match self.iter_mut().find(|other| other.name == participant.name) {
                Some(other) => *other = participant,
                None => self.push(participant),
            }
        }
        is_given
    }
}

/// Overrides the file's keys with the keys given as flags.
pub(super) fn override_file(keys: &mut Keys, flags: Keys, origins: &mut KeyOrigins) {
    // A clock and `movetime` exclude each other, and `clock` and `clock_ms` set the same limit. A flag for one of these
    // keys therefore removes the others from the file's keys.
    let has_clock = flags.limit.clock.is_some() || flags.limit.clock_ms.is_some();
    if has_clock || flags.limit.movetime.is_some() {
        (keys.limit.clock, keys.limit.clock_ms) = (None, None);
    }
    if has_clock {
        keys.limit.movetime = None;
    }
    keys.put(flags, &mut |path| origins.add_flag(path));
    for (index, participant) in keys.participant.iter().enumerate() {
        participant.words.iter().for_each(|words| origins.add_participant(index, words));
    }
}

impl ParticipantKeys {
    /// Parses the words of `--participant`: `KEY=VALUE` with quotes as in a shell.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let command = Self::augment_args(Command::new("participant").no_binary_name(true).args_override_self(true));
        let words = shlex::split(text).ok_or("a quote is not closed")?;
        let flags = words.iter().map(|word| flag(word, &command)).collect::<Result<Vec<_>, _>>()?;
        let matches = command.try_get_matches_from(flags).map_err(|error| cause(&error))?;
        let keys = Self::from_arg_matches(&matches).map_err(|error| cause(&error))?;
        Ok(Self { words: Some(text.to_string()), ..keys })
    }
}

/// Returns the flag that corresponds to a word of `--participant`.
fn flag(word: &str, command: &Command) -> Result<String, String> {
    let (path, value) = word.split_once('=').ok_or_else(|| format!("expected KEY=VALUE, found {}", quote(word)))?;
    let entry = path.split_once('.').filter(|(table, _)| ["options", "env"].contains(table));
    let known: Vec<&str> = command.get_arguments().filter_map(Arg::get_long).collect();
    match entry {
        Some((table, name)) => Ok(format!("--{table}={name}={value}")),
        None if known.contains(&path) => Ok(format!("--{word}")),
        None => Err(format!("{}: unknown key, expected one of {}", quote(path), known.join(", "))),
    }
}

/// Returns the message about an invalid value in a word.
fn cause(error: &Error) -> String {
    let key = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    let key = key.trim_start_matches('-').split(' ').next().unwrap_or_default();
    error.source().map_or_else(|| error.to_string(), |cause| format!("{key}: {cause}"))
}
