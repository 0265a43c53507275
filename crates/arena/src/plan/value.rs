//! The value types of plan keys. Each type is parsed from a value in the file (`serde`) and from the text of a flag
//! (`FromStr`), with the same bounds.

use base::quote::quote;
use serde::de::value::{self, MapAccessDeserializer};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::marker::PhantomData;
use std::path::{Path, PathBuf, absolute};
use std::str::FromStr;

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, serde::Deserialize)]
#[serde(try_from = "u64")]
pub(super) struct Number<const LEAST: u64, const MOST: u64>(pub(super) u64);

impl<const LEAST: u64, const MOST: u64> TryFrom<u64> for Number<LEAST, MOST> {
    type Error = String;

    fn try_from(value: u64) -> Result<Self, String> {
        within(value, LEAST, MOST).map(Self)
    }
}

impl<const LEAST: u64, const MOST: u64> FromStr for Number<LEAST, MOST> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse::<u64>().map_err(|_| wrong("a whole number", text))?.try_into()
    }
}

/// A number with the bounds `LEAST` and `MOST`, which are in millionths.
#[derive(Clone, Copy, Debug, serde::Deserialize)]
#[serde(try_from = "f64")]
pub(super) struct Real<const LEAST: i64, const MOST: i64>(pub(super) f64);

impl<const LEAST: i64, const MOST: i64> TryFrom<f64> for Real<LEAST, MOST> {
    type Error = String;

    fn try_from(value: f64) -> Result<Self, String> {
        within(value, LEAST as f64 / 1e6, MOST as f64 / 1e6).map(Self)
    }
}

impl<const LEAST: i64, const MOST: i64> FromStr for Real<LEAST, MOST> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse::<f64>().map_err(|_| wrong("a number", text))?.try_into()
    }
}

/// Parses the flag of a key that has a fixed set of values.
pub(super) fn choice<T: DeserializeOwned>(text: &str) -> Result<T, value::Error> {
    T::deserialize(text.into_deserializer())
}

/// Text of at least `LEAST` bytes without control characters.
#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Text<const LEAST: usize = 1>(pub(super) String);

/// The value of an option or environment variable, which may be empty.
pub(super) type Setting = Text<0>;

impl<const LEAST: usize> FromStr for Text<LEAST> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.len() < LEAST {
            return Err("expected a text, found nothing".to_string());
        }
        // A line break in a value would end the protocol line that contains the value.
        if text.chars().any(char::is_control) {
            return Err(format!("{} contains a control character", quote(text)));
        }
        Ok(Self(text.to_string()))
    }
}

impl<const LEAST: usize> TryFrom<String> for Text<LEAST> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// A list of strings. A flag gives the list as one string, with quotes as in a shell.
#[derive(Clone, Debug, Default, serde::Deserialize)]
pub(super) struct WordList(Vec<Text<0>>);

impl WordList {
    pub(super) fn texts(self) -> Vec<String> {
        self.0.into_iter().map(|word| word.0).collect()
    }
}

impl FromStr for WordList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = shlex::split(text).ok_or_else(|| wrong("words with closed quotes", text))?;
        words.into_iter().map(Text::try_from).collect::<Result<_, _>>().map(Self)
    }
}

/// A path, or the name of a program in `PATH`. A relative path is resolved against the current folder if it comes from
/// a flag, and against the plan's folder if it comes from the plan file.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Location(PathBuf);

impl Location {
    /// Parses a program given as a flag: a path if it contains a slash, else a name that is looked up in `PATH`.
    pub(super) fn program(text: &str) -> Result<Self, String> {
        if text.contains('/') { text.parse() } else { text.to_string().try_into() }
    }

    /// Returns the absolute path, for a plan in `folder`.
    pub(super) fn path(&self, folder: &Path) -> PathBuf {
        let path = folder.join(&self.0);
        absolute(&path).unwrap_or(path)
    }

    /// Returns the program to start, for a plan in `folder`: a name without a slash is kept, so that it is looked up in
    /// `PATH`.
    pub(super) fn command(&self, folder: &Path) -> PathBuf {
        if self.0.as_os_str().as_encoded_bytes().contains(&b'/') { self.path(folder) } else { self.0.clone() }
    }
}

impl TryFrom<String> for Location {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map(|Text::<1>(text)| Self(PathBuf::from(text)))
    }
}

impl FromStr for Location {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Self(path) = text.to_string().try_into()?;
        absolute(path).map(Self).map_err(|error| error.to_string())
    }
}

/// Deserializes a table, and rejects a list of the table's values.
pub(super) fn table<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_any(TableVisitor(PhantomData))
}

/// Deserializes a list of tables. Like `table`, rejects a list of values in place of a table.
pub(super) fn tables<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Ok(Vec::deserialize(deserializer)?.into_iter().map(|TableItem(table)| table).collect())
}

#[derive(serde::Deserialize)]
#[serde(transparent, bound = "T: Deserialize<'de>")]
struct TableItem<T>(#[serde(deserialize_with = "table")] T);

/// Accepts only tables. The visitor that `serde` derives for a struct would also accept a list of the field values.
struct TableVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for TableVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

/// An entry of a table with arbitrary names. A flag gives it as `NAME=VALUE`.
#[derive(Clone, Debug)]
pub(super) struct NamedValue<T> {
    pub(super) name: String,
    pub(super) value: T,
}

impl<T: FromStr<Err = String>> NamedValue<T> {
    fn new(name: &str, value: &str) -> Result<Self, String> {
        let Text::<0>(name) = name.parse()?;
        if name.is_empty() || name.contains('=') {
            return Err(format!("{} is not a name", quote(&format!("\"{name}\""))));
        }
        let value = value.parse().map_err(|text| format!("{name}: {text}"))?;
        Ok(Self { name, value })
    }
}

impl<T: FromStr<Err = String>> FromStr for NamedValue<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or_else(|| wrong("NAME=VALUE", text))?;
        Self::new(name, value)
    }
}

/// A value of a table with arbitrary names. Numbers and booleans have already been converted to strings.
#[derive(serde::Deserialize)]
#[serde(untagged, expecting = "expected a text, a number or a boolean")]
enum Scalar {
    Text(String),
}

/// Deserializes a table with arbitrary keys into a list of names and values. Each value must be a string, a number or a
/// boolean.
pub(super) fn entries<'de, D, T>(deserializer: D) -> Result<Vec<NamedValue<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err = String>,
{
    let table = BTreeMap::<String, Scalar>::deserialize(deserializer)?;
    let entries = table.iter().map(|(name, Scalar::Text(value))| NamedValue::new(name, value));
    entries.collect::<Result<_, _>>().map_err(D::Error::custom)
}

pub(super) fn within<T: PartialOrd + Display>(value: T, least: T, most: T) -> Result<T, String> {
    // NaN also fails this comparison.
    if value >= least && value <= most { Ok(value) } else { Err(format!("{value} is not within {least} to {most}")) }
}

fn wrong(expected: &str, found: &str) -> String {
    format!("expected {expected}, found {}", quote(found))
}
