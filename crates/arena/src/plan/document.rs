//! Reads a plan file: TOML that `serde` deserializes into [`Keys`]. The source positions of keys and values give the
//! line and key of every error.

use super::key_origins::{FORMER_TABLE, KeyOrigins, TABLE};
use super::keys::Keys;
use anyhow::{Result, bail};
use base::quote::printable;
use serde::Deserialize;
use std::mem::take;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error, ValueDeserializer};

/// The maximum number of errors that are reported at once.
const MAX_ERRORS: usize = 50;

/// Tables whose keys are arbitrary names.
const FREE: [&str; 3] = ["options", "env", "anchors"];

/// Type descriptions in `serde` messages, each with its replacement in plan terms.
const TYPES: [(&str, &str); 5] = [
    ("expected u64", "expected a whole number"),
    ("expected f64", "expected a number"),
    ("expected a string", "expected a text"),
    ("expected a sequence", "expected a list"),
    ("expected a map", "expected a table"),
];

/// Parses the content of a plan file. `file` is the file name for messages.
///
/// # Errors
/// Returns an error if `text` is not TOML, or if it gives participants under both [`TABLE`] and [`FORMER_TABLE`].
/// Otherwise, the error lists unknown keys and invalid values, one per line, at most [`MAX_ERRORS`].
pub(super) fn read(file: &str, text: &str) -> Result<(Keys, KeyOrigins)> {
    let line = |offset: usize| 1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count();
    let mut root = match DeTable::parse(text) {
        Ok(root) => Spanned::new(root.span(), DeValue::Table(root.into_inner())),
        Err(error) => {
            let start = error.span().map_or(0, |span| span.start);
            bail!("{file}:{}: {}", line(start), error.message().replace('\n', ", "))
        }
    };
    if let Some(start) = former_beside_present(root.get_ref()) {
        let text = format!("it is the former name of `{TABLE}`: give one of the two");
        bail!("{file}:{}: {FORMER_TABLE}: {text}", line(start));
    }
    let mut origins = KeyOrigins::in_file(file);
    visit("", root.get_mut(), &mut |key, start| origins.add_line(key, line(start)));
    // `serde` stops at the first error. To find the next error, the invalid entry is removed.
    let mut errors = Vec::new();
    for _ in 0..MAX_ERRORS {
        let error = match Keys::deserialize(ValueDeserializer::from(root.clone())) {
            Ok(keys) if errors.is_empty() => return Ok((keys, origins)),
            Ok(_) => break,
            Err(error) => error,
        };
        let start = error.span().map_or(0, |span| span.start);
        let text = message(&error);
        let Some((path, start)) = remove(root.get_mut(), start) else { bail!("{file}:{}: {text}", line(start)) };
        errors.push((line(start), printable(&format!("{path}: {text}"))));
    }
    errors.sort();
    let lines: Vec<String> = errors.iter().map(|(line, text)| format!("{file}:{line}: {text}")).collect();
    bail!("{}", lines.join("\n"))
}

/// Returns the offset of [`FORMER_TABLE`] if both [`FORMER_TABLE`] and [`TABLE`] are given.
fn former_beside_present(root: &DeValue<'_>) -> Option<usize> {
    let DeValue::Table(table) = root else { return None };
    let start = |wanted: &str| table.iter().find(|(key, _)| key.get_ref() == wanted).map(|(key, _)| key.span().start);
    start(TABLE).and(start(FORMER_TABLE))
}

/// Rewrites a `serde` error message in plan terms, and adds the most similar key or choice.
fn message(error: &Error) -> String {
    // `toml` represents a date as a table with one private key.
    if error.message().contains("toml_private_datetime") {
        return "expected a table, found a date".to_string();
    }
    let text = TYPES.iter().fold(error.message().to_string(), |text, (rust, plain)| text.replace(rust, plain));
    // `serde` also lists aliases as expected keys, but the former key must not be suggested.
    let text = text.replace(&format!("`{FORMER_TABLE}`, "), "");
    let mut quoted = text.split('`').skip(1).step_by(2);
    let Some(found) = quoted.next().filter(|_| text.starts_with("unknown ")) else { return text };
    let likeness = |known: &&str| strsim::normalized_damerau_levenshtein(found, known);
    match quoted.max_by(|one, other| likeness(one).total_cmp(&likeness(other))) {
        Some(nearest) if likeness(&nearest) > 0.5 => format!("{text}; did you mean `{nearest}`?"),
        _ => text,
    }
}

/// Removes the innermost entry whose key or value contains this offset. Returns the entry's path and the offset of its
/// key.
fn remove(value: &mut DeValue<'_>, offset: usize) -> Option<(String, usize)> {
    let table = match value {
        DeValue::Array(list) => return list.iter_mut().find_map(|item| remove(item.get_mut(), offset)),
        DeValue::Table(table) => table,
        _ => return None,
    };
    let inner = |(key, value): (&Spanned<_>, &mut Spanned<_>)| {
        remove(value.get_mut(), offset).map(|(path, start)| (format!("{}.{path}", key.get_ref()), start))
    };
    if let Some(found) = table.iter_mut().find_map(inner) {
        return Some(found);
    }
    let (key, _) = table.iter().find(|(key, value)| key.span().contains(&offset) || value.span().contains(&offset))?;
    let key = key.clone();
    table.remove(&key);
    Some((key.get_ref().to_string(), key.span().start))
}

/// Calls `note` with the path and offset of each key and list item.
///
/// Also rewrites the tables in [`FREE`]: nested tables are joined into dotted names, so names with dots need no quotes,
/// and numbers and booleans become strings.
fn visit(above: &str, value: &mut DeValue<'_>, note: &mut dyn FnMut(String, usize)) {
    match value {
        DeValue::Table(table) => {
            for (key, value) in table.iter_mut() {
                if let DeValue::Table(inner) = value.get_mut()
                    && FREE.contains(&key.get_ref().as_ref())
                {
                    let names = take(inner);
                    join("", names, inner);
                }
                let path = format!("{above}{}", key.get_ref());
                visit(&format!("{path}."), value.get_mut(), note);
                note(path, key.span().start);
            }
        }
        DeValue::Array(list) => {
            for (index, item) in list.iter_mut().enumerate() {
                visit(&format!("{above}{index}."), item.get_mut(), note);
                note(format!("{above}{index}"), item.span().start);
            }
        }
        _ => {}
    }
}

fn join<'i>(above: &str, table: DeTable<'i>, joined: &mut DeTable<'i>) {
    for (key, value) in table {
        let (name, span) = (format!("{above}{}", key.get_ref()), value.span());
        let value = match value.into_inner() {
            DeValue::Table(inner) => {
                join(&format!("{name}."), inner, joined);
                continue;
            }
            DeValue::Integer(number) => match i128::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => DeValue::String(number.to_string().into()),
                Err(_) => DeValue::Integer(number),
            },
            DeValue::Float(number) => DeValue::String(number.as_str().to_string().into()),
            DeValue::Boolean(value) => DeValue::String(value.to_string().into()),
            other => other,
        };
        joined.insert(Spanned::new(key.span(), name.into()), Spanned::new(span, value));
    }
}
