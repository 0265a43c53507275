//! The values of plan keys, from a file or from a flag.

use super::keys::Kind;
use crate::model::Clock;
use base::duration::{self, show};
use base::quote::quote;
use base::suggest;
use serde_json::Value as Json;
use std::fmt::Display;
use std::path::{Path, PathBuf, absolute};
use std::str::FromStr;
use std::time::Duration;
use toml::de::DeValue;

/// The seed that is drawn at the first start.
pub(super) const SECRET: &str = "secret";

/// The longest time in a plan.
const DAY: Duration = Duration::from_secs(86_400);

/// A value of a plan.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    /// The text of a flag. The key decides what it stands for.
    Word(String),
    Text(String),
    /// A number or a boolean.
    Plain(String),
    List(Vec<Self>),
    /// A table, whose keys are stored beside it.
    Table,
    Date,
}

impl From<&DeValue<'_>> for Value {
    fn from(value: &DeValue<'_>) -> Self {
        match value {
            DeValue::String(text) => Self::Text(text.to_string()),
            DeValue::Integer(number) => {
                let value = i128::from_str_radix(number.as_str(), number.radix());
                Self::Plain(value.map_or_else(|_| number.to_string(), |value| value.to_string()))
            }
            DeValue::Float(number) => Self::Plain(number.as_str().to_string()),
            DeValue::Boolean(value) => Self::Plain(value.to_string()),
            DeValue::Array(list) => Self::List(list.iter().map(|item| item.get_ref().into()).collect()),
            DeValue::Datetime(_) => Self::Date,
            DeValue::Table(_) => Self::Table,
        }
    }
}

impl Value {
    /// Returns the text of a text, number or boolean.
    fn scalar(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Word(text) | Self::Plain(text) => Some(text),
            _ => None,
        }
    }
}

/// The error for a value that is not `expected`.
pub(super) fn wrong(expected: &str, found: &Value) -> String {
    let found = match found {
        Value::Word(text) | Value::Plain(text) => quote(text),
        Value::Text(text) => quote(&format!("\"{text}\"")),
        Value::List(_) => "a list".to_string(),
        Value::Table => "a table".to_string(),
        Value::Date => "a date".to_string(),
    };
    format!("expected {expected}, found {found}")
}

/// Checks a value of a key of this kind, and returns it in the form in which it is stored. A relative path is below the
/// current folder in a flag, and below `folder` in a file. An error says what is accepted and what was found.
pub(super) fn read(kind: Kind, value: &Value, folder: &Path) -> Result<Json, String> {
    let scalar = |expected: &str| value.scalar().ok_or_else(|| wrong(expected, value));
    Ok(match kind {
        Kind::Table => return Err(wrong("a table", value)),
        // The keys of the tables are stored beside the list.
        Kind::Tables if matches!(value, Value::List(_)) => Json::Null,
        Kind::Tables => return Err(wrong("a list of tables", value)),
        Kind::Text => text(value)?.into(),
        Kind::Texts => words(value)?.into(),
        Kind::Settings => plain(scalar("a text, a number or a boolean")?)?.into(),
        Kind::Seed if matches!(value, Value::Text(text) | Value::Word(text) if text == SECRET) => SECRET.into(),
        Kind::Seed => read(Kind::Whole(0, u64::MAX.into()), value, folder)
            .map_err(|_| wrong("a whole number or \"secret\"", value))?,
        Kind::Whole(least, most) => number::<i128>("a whole number", least, most, value).map(whole)?,
        Kind::Real(least, most) | Kind::Numbers(least, most) => number("a number", least, most, value)?.into(),
        Kind::Boolean => match value {
            Value::Plain(text) | Value::Word(text) => text.parse::<bool>().ok(),
            _ => None,
        }
        .ok_or_else(|| wrong("true or false", value))?
        .into(),
        Kind::Time(least) => show(bounded_time(scalar("a time, such as \"500ms\"")?, least)?).into(),
        Kind::Clock => String::from(scalar("a clock, such as \"10s+0.1s\"")?.parse::<Clock>()?).into(),
        Kind::Choice(words) => {
            let found = value.scalar().unwrap_or_default();
            let text = || wrong(&format!("one of {}", words.join(", ")), value) + &suggest::hint(found, words);
            (*words.iter().find(|word| **word == found).ok_or_else(text)?).into()
        }
        Kind::Program if !text(value)?.contains('/') => text(value)?.into(),
        Kind::Path | Kind::Program => {
            let path = text(value)?;
            let path = if matches!(value, Value::Word(_)) { PathBuf::from(path) } else { folder.join(path) };
            let path = absolute(path).map_err(|error| error.to_string())?;
            path.to_str().ok_or_else(|| format!("{} is not valid UTF-8", path.display()))?.into()
        }
    })
}

/// A text without control characters that is not empty.
fn text(value: &Value) -> Result<String, String> {
    match value {
        Value::Text(text) | Value::Word(text) if text.is_empty() => {
            Err("expected a text, found an empty one".to_string())
        }
        Value::Text(text) | Value::Word(text) => plain(text),
        _ => Err(wrong("a text", value)),
    }
}

/// Refuses control characters: a line break would end the line of the protocol that contains the text.
fn plain(text: &str) -> Result<String, String> {
    match text.chars().any(char::is_control) {
        true => Err(format!("{} contains a control character", quote(text))),
        false => Ok(text.to_string()),
    }
}

/// A list of texts. A flag gives the list as one text, with quotes as in a shell.
fn words(value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::Word(text) => {
            let words = shlex::split(text).ok_or_else(|| wrong("words with closed quotes", value))?;
            words.iter().map(|word| plain(word)).collect()
        }
        Value::List(list) => {
            let word = |item: &Value| match item {
                Value::Text(text) => plain(text),
                _ => Err(wrong("a list of texts", item)),
            };
            list.iter().map(word).collect()
        }
        _ => Err(wrong("a list of texts", value)),
    }
}

fn number<T: FromStr + PartialOrd + Display>(kind: &str, least: T, most: T, value: &Value) -> Result<T, String> {
    let number = match value {
        Value::Plain(text) | Value::Word(text) => text.parse().ok(),
        _ => None,
    };
    let number = number.filter(|number| *number >= least && *number <= most);
    number.ok_or_else(|| wrong(&format!("{kind} from {least} to {most}"), value))
}

/// A whole number as it is stored.
fn whole(number: i128) -> Json {
    u64::try_from(number).map_or_else(|_| (number as i64).into(), Json::from)
}

/// Parses a time from `least` to a day.
pub(super) fn bounded_time(text: &str, least: Duration) -> Result<Duration, String> {
    let time = duration::parse(text).map_err(|error| error.to_string())?;
    match (least..=DAY).contains(&time) {
        true => Ok(time),
        false => Err(format!("expected a time from {} to {}, found {text}", show(least), show(DAY))),
    }
}
