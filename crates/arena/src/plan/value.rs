//! The values of plan keys: each function accepts one kind of value, from a file or from a flag. Its error says what is
//! accepted and what was found.

use crate::model::Clock;
use base::duration::{self, show};
use base::quote::quote;
use base::suggest;
use clap::ValueEnum;
use std::fmt::Display;
use std::path::{Path, PathBuf, absolute};
use std::str::FromStr;
use std::time::Duration;
use toml::de::DeValue;

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

/// A text without control characters that is not empty.
pub(super) fn text(value: &Value) -> Result<String, String> {
    match value {
        Value::Text(text) | Value::Word(text) if text.is_empty() => {
            Err("expected a text, found an empty one".to_string())
        }
        Value::Text(text) | Value::Word(text) => plain(text),
        _ => Err(wrong("a text", value)),
    }
}

/// The value of an option or environment variable, which may be empty.
pub(super) fn setting(value: &Value) -> Result<String, String> {
    value.scalar().map_or_else(|| Err(wrong("a text, a number or a boolean", value)), plain)
}

/// Refuses control characters: a line break would end the line of the protocol that contains the text.
fn plain(text: &str) -> Result<String, String> {
    match text.chars().any(char::is_control) {
        true => Err(format!("{} contains a control character", quote(text))),
        false => Ok(text.to_string()),
    }
}

/// A list of texts. A flag gives the list as one text, with quotes as in a shell.
pub(super) fn words(value: &Value) -> Result<Vec<String>, String> {
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

/// A whole number with these bounds.
pub(super) fn whole(least: u64, most: u64) -> impl Fn(&Value) -> Result<u64, String> {
    move |value| number("a whole number", least, most, value)
}

/// A whole number, which may be negative.
pub(super) fn integer(value: &Value) -> Result<i64, String> {
    number("a whole number", i64::from(i32::MIN), i64::from(i32::MAX), value)
}

/// A number with these bounds.
pub(super) fn real(least: f64, most: f64) -> impl Fn(&Value) -> Result<f64, String> {
    move |value| number("a number", least, most, value)
}

fn number<T: FromStr + PartialOrd + Display>(kind: &str, least: T, most: T, value: &Value) -> Result<T, String> {
    let number = match value {
        Value::Plain(text) | Value::Word(text) => text.parse().ok(),
        _ => None,
    };
    let number = number.filter(|number| *number >= least && *number <= most);
    number.ok_or_else(|| wrong(&format!("{kind} from {least} to {most}"), value))
}

/// A list of tables, whose keys are stored beside it.
pub(super) fn tables(value: &Value) -> Result<(), String> {
    if matches!(value, Value::List(_)) { Ok(()) } else { Err(wrong("a list of tables", value)) }
}

/// True or false.
pub(super) fn boolean(value: &Value) -> Result<bool, String> {
    let found = match value {
        Value::Plain(text) | Value::Word(text) => text.parse().ok(),
        _ => None,
    };
    found.ok_or_else(|| wrong("true or false", value))
}

/// The version of the keys.
pub(super) fn plan_format(value: &Value) -> Result<(), String> {
    let is_known = matches!(value, Value::Plain(text) | Value::Word(text) if text == "1");
    is_known.then_some(()).ok_or_else(|| wrong("1, the only version of plans", value))
}

/// A seed; `None` for a secret one.
pub(super) fn seed(value: &Value) -> Result<Option<u64>, String> {
    match value {
        Value::Text(text) | Value::Word(text) if text == "secret" => Ok(None),
        _ => whole(0, u64::MAX)(value).map(Some).map_err(|_| wrong("a whole number or \"secret\"", value)),
    }
}

/// A time from `least` to a day.
pub(super) fn time(least: Duration) -> impl Fn(&Value) -> Result<Duration, String> {
    move |value| bounded_time(value.scalar().ok_or_else(|| wrong("a time, such as \"500ms\"", value))?, least)
}

/// A clock.
pub(super) fn clock(value: &Value) -> Result<Clock, String> {
    value.scalar().ok_or_else(|| wrong("a clock, such as \"10s+0.1s\"", value))?.parse()
}

/// Parses a time from `least` to a day.
pub(super) fn bounded_time(text: &str, least: Duration) -> Result<Duration, String> {
    let time = duration::parse(text).map_err(|error| error.to_string())?;
    match (least..=DAY).contains(&time) {
        true => Ok(time),
        false => Err(format!("expected a time from {} to {}, found {text}", show(least), show(DAY))),
    }
}

/// One of the words of `T`.
pub(super) fn choice<T: ValueEnum + 'static>(value: &Value) -> Result<T, String> {
    let words = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let words: Vec<String> = words.map(|word| word.get_name().to_string()).collect();
    let found = value.scalar().unwrap_or_default();
    let expected = format!("one of {}", words.join(", "));
    T::from_str(found, false).map_err(|_| wrong(&expected, value) + &suggest::hint(found, &words))
}

/// An absolute path. A relative path is below the current folder in a flag, and below `folder` in a file.
pub(super) fn path(folder: &Path) -> impl Fn(&Value) -> Result<PathBuf, String> {
    move |value| {
        let path = text(value)?;
        let path = if matches!(value, Value::Word(_)) { PathBuf::from(path) } else { folder.join(path) };
        absolute(path).map_err(|error| error.to_string())
    }
}

/// A program to start: a path if it contains a slash, otherwise a name that is looked up in `PATH`.
pub(super) fn program(folder: &Path) -> impl Fn(&Value) -> Result<PathBuf, String> {
    move |value| {
        let name = text(value)?;
        if name.contains('/') { path(folder)(value) } else { Ok(PathBuf::from(name)) }
    }
}
