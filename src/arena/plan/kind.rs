//! What a key of a plan takes, read from a value of the file or from the text of a flag. Knows no key.

use super::Clock;
use super::clock::{self, Unit};
use base::quote::quote;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml::de::{DeInteger, DeTable, DeValue};

/// What a key takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    /// Printable text that is not empty.
    Text,
    /// A file or folder; a relative one belongs to the folder of the plan, or to the current one for a flag.
    Path,
    /// A program: a path where there is a slash in it, else a name to be looked up in `PATH`.
    Program,
    /// A list of texts; on the command line one text with quotes as in a shell.
    Words,
    /// A table of texts, numbers and booleans; on the command line `NAME=VALUE`.
    Map,
    /// A table of numbers within these bounds.
    Reals(f64, f64),
    /// A whole number within these bounds.
    Number(u64, u64),
    /// A number within these bounds.
    Real(f64, f64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `[MOVES/]BASE[+INCREMENT]`, its times written in this way.
    Clock(Unit),
}

/// A value that has been checked.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Text(String),
    Path(PathBuf),
    Words(Vec<String>),
    Map(BTreeMap<String, String>),
    Number(u64),
    Real(f64),
    Clock(Clock),
}

impl Kind {
    /// What stands for the value in the help of a flag.
    pub(super) fn placeholder(self) -> String {
        match self {
            Self::Text => "TEXT".to_string(),
            Self::Path => "PATH".to_string(),
            Self::Program => "PROGRAM".to_string(),
            Self::Words => "WORDS".to_string(),
            Self::Map => "NAME=VALUE".to_string(),
            Self::Reals(..) => "NAME=X".to_string(),
            Self::Number(..) => "N".to_string(),
            Self::Real(..) => "X".to_string(),
            Self::Choice(words) => words.join("|"),
            Self::Clock(_) => "CLOCK".to_string(),
        }
    }

    /// May its flag be given more than once?
    pub(super) fn is_table(self) -> bool {
        matches!(self, Self::Map | Self::Reals(..))
    }

    /// Reads the text of a flag; a relative path belongs to `folder`.
    pub(super) fn read(self, text: &str, folder: &Path) -> Result<Value, String> {
        let wrong = |what: String| format!("expected {what}, found {}", quote(text));
        match self {
            Self::Text | Self::Path | Self::Program => self.plain(text, folder),
            Self::Choice(words) if words.contains(&text) => Ok(Value::Text(text.to_string())),
            Self::Choice(words) => Err(wrong(words.join(", "))),
            Self::Words => {
                let words = shlex::split(text).ok_or_else(|| wrong("words with closed quotes".to_string()))?;
                words.iter().try_for_each(|word| printable(word)).map(|()| Value::Words(words))
            }
            Self::Map | Self::Reals(..) => {
                let (name, value) = text.split_once('=').ok_or_else(|| wrong("NAME=VALUE".to_string()))?;
                self.entries([(name.to_string(), value.to_string())])
            }
            Self::Number(least, most) => {
                let value = text.parse().map_err(|_| wrong("a whole number".to_string()))?;
                within(value, least, most).map(Value::Number)
            }
            Self::Real(least, most) => {
                let value: f64 = text.parse().map_err(|_| wrong("a number".to_string()))?;
                within(value, least, most).map(Value::Real)
            }
            Self::Clock(unit) => clock::read(text, unit).map(Value::Clock),
        }
    }

    /// Reads a value of the file; a relative path belongs to `folder`.
    pub(super) fn take(self, value: &DeValue<'_>, folder: &Path) -> Result<Value, String> {
        let wrong = |what: &str| Err(format!("expected {what}, found {}", name(value)));
        match (self, value) {
            (Self::Text | Self::Path | Self::Program | Self::Choice(_) | Self::Clock(_), DeValue::String(text)) => {
                self.read(text, folder)
            }
            (Self::Clock(_), DeValue::Integer(number)) => self.read(&decimal(number)?, folder),
            (Self::Number(..), DeValue::Integer(number)) => self.read(&decimal(number)?, folder),
            (Self::Real(..), DeValue::Integer(number)) => self.read(&decimal(number)?, folder),
            (Self::Real(..), DeValue::Float(number)) => self.read(number.as_str(), folder),
            (Self::Words, DeValue::Array(list)) => {
                let word = |value: &DeValue<'_>| match value {
                    DeValue::String(text) => printable(text).map(|()| text.to_string()),
                    other => Err(format!("expected a list of texts, found {} in it", name(other))),
                };
                list.iter().map(|value| word(value.get_ref())).collect::<Result<_, _>>().map(Value::Words)
            }
            (Self::Map | Self::Reals(..), DeValue::Table(table)) => {
                let mut entries = Vec::new();
                flatten("", table, &mut entries)?;
                self.entries(entries)
            }
            (Self::Text | Self::Path | Self::Program | Self::Choice(_), _) => wrong("a text"),
            (Self::Clock(_), _) => wrong("a text such as \"60000+600\""),
            (Self::Number(..), _) => wrong("a whole number"),
            (Self::Real(..), _) => wrong("a number"),
            (Self::Words, _) => wrong("a list of texts"),
            (Self::Map | Self::Reals(..), _) => wrong("a table"),
        }
    }

    fn plain(self, text: &str, folder: &Path) -> Result<Value, String> {
        if text.is_empty() {
            return Err("expected a text, found nothing".to_string());
        }
        printable(text)?;
        let located = |text: &str| std::path::absolute(folder.join(text)).map_err(|error| error.to_string());
        match self {
            Self::Path => located(text).map(Value::Path),
            Self::Program if text.contains('/') => located(text).map(Value::Path),
            Self::Program => Ok(Value::Path(PathBuf::from(text))),
            _ => Ok(Value::Text(text.to_string())),
        }
    }

    fn entries(self, entries: impl IntoIterator<Item = (String, String)>) -> Result<Value, String> {
        let mut map = BTreeMap::new();
        for (name, value) in entries {
            if name.is_empty() || name.contains('=') {
                return Err(format!("{} is no name", quote(&format!("\"{name}\""))));
            }
            printable(&name)?;
            printable(&value)?;
            if let Self::Reals(least, most) = self {
                let number: f64 =
                    value.parse().map_err(|_| format!("{name}: expected a number, found {}", quote(&value)))?;
                within(number, least, most).map_err(|text| format!("{name}: {text}"))?;
            }
            map.insert(name, value);
        }
        Ok(Value::Map(map))
    }
}

/// Names with dots need no quotes: the tables that TOML makes of them are joined again.
fn flatten(above: &str, table: &DeTable<'_>, entries: &mut Vec<(String, String)>) -> Result<(), String> {
    for (name, value) in table {
        let name = if above.is_empty() { name.get_ref().to_string() } else { format!("{above}.{}", name.get_ref()) };
        let text = match value.get_ref() {
            DeValue::Table(inner) => {
                flatten(&name, inner, entries)?;
                continue;
            }
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => decimal(number)?,
            DeValue::Float(number) => number.as_str().to_string(),
            DeValue::Boolean(value) => value.to_string(),
            other => {
                return Err(format!("{name}: expected a text, a number or a boolean, found {}", self::name(other)));
            }
        };
        entries.push((name, text));
    }
    Ok(())
}

pub(super) fn within<T: PartialOrd + std::fmt::Display>(value: T, least: T, most: T) -> Result<T, String> {
    // Written so that a number that is none (NaN) is out of bounds too.
    if value >= least && value <= most { Ok(value) } else { Err(format!("{value} is not within {least} to {most}")) }
}

/// Lines of a dialogue end where a control character says so.
fn printable(text: &str) -> Result<(), String> {
    if text.chars().any(char::is_control) {
        return Err(format!("{} has a control character in it", quote(text)));
    }
    Ok(())
}

fn decimal(number: &DeInteger<'_>) -> Result<String, String> {
    let value = i128::from_str_radix(number.as_str(), number.radix());
    value.map(|value| value.to_string()).map_err(|_| format!("{} is too large a number", quote(number.as_str())))
}

/// What a value of the file is, for people.
pub(super) fn name(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("\"{}\"", quote(text)),
        DeValue::Integer(number) => quote(number.as_str()).to_string(),
        DeValue::Float(number) => quote(number.as_str()).to_string(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(_) => "a date".to_string(),
        DeValue::Array(_) => "a list".to_string(),
        DeValue::Table(_) => "a table".to_string(),
    }
}
