//! The `option` lines that declare an engine's options.

use super::words::{all_words, rest};
use std::fmt;

/// An `option` line: the declaration of an option.
///
/// ```
/// use speltafel_ugi::{OptionKind, OptionLine};
///
/// let line = OptionLine::parse("option name Hash type spin default 16 min 1 max 65536").unwrap();
/// assert_eq!((line.name.as_str(), &line.kind), ("Hash", &OptionKind::Spin { default: 16, min: 1, max: 65536 }));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionLine {
    /// The name, which may contain spaces. Names are case-insensitive.
    pub name: String,
    /// The option's type, with its default and range.
    pub kind: OptionKind,
}

/// The type of an option, with its default and range.
///
/// ```
/// use speltafel_ugi::{OptionKind, OptionLine};
///
/// let line = OptionLine::parse("option name Style type combo default calm var calm var wild").unwrap();
/// let OptionKind::Combo { choices, .. } = &line.kind else { panic!("not a combo option") };
/// assert_eq!(choices, &["calm", "wild"]);
/// assert_eq!(line.kind.default_text(), "calm");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The fields are named like the words of the line.
#[non_exhaustive]
pub enum OptionKind {
    /// `check`: `true` or `false`.
    Check { default: bool },
    /// `spin`: a whole number from `min` to `max`.
    Spin { default: i64, min: i64, max: i64 },
    /// `combo`: one of `choices`.
    Combo { default: String, choices: Vec<String> },
    /// `string`: any text. In an `option` line, an empty string is written as `<empty>`.
    Text { default: String },
    /// `button`: an action without a value.
    Button,
    /// An unknown type, or a known type with malformed values. `text` is everything after the word `type`.
    Other { text: String },
}

const EMPTY: &str = "<empty>";

impl OptionLine {
    /// Parses an engine's line; returns `None` if it does not have the form `option name NAME type TYPE`.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let text = rest(line).strip_prefix("option name ")?;
        let (name, text) = text.split_once(" type ")?;
        let kind = OptionKind::parse(text).unwrap_or_else(|| OptionKind::Other { text: rest(text).to_string() });
        Some(Self { name: rest(name).to_string(), kind })
    }
}

impl OptionKind {
    fn parse(text: &str) -> Option<Self> {
        let (_, words) = all_words(text).ok()?;
        let (kind, words) = words.split_first()?;
        let part = |key: &str, ends: &[&str]| {
            let from = words.iter().position(|word| *word == key)? + 1;
            let part = words.get(from..)?;
            let end = part.iter().position(|word| ends.contains(word)).unwrap_or(part.len());
            part.get(..end).map(|part| part.join(" "))
        };
        let number = |key| part(key, &["default", "min", "max"])?.parse().ok();
        Some(match *kind {
            "check" => Self::Check { default: part("default", &[])?.parse().ok()? },
            "spin" => Self::Spin { default: number("default")?, min: number("min")?, max: number("max")? },
            "combo" => Self::Combo {
                default: part("default", &["var"])?,
                choices: words.split(|word| *word == "var").skip(1).map(|choice| choice.join(" ")).collect(),
            },
            "string" => {
                let default = part("default", &[]).unwrap_or_default();
                Self::Text { default: if default == EMPTY { String::new() } else { default } }
            }
            "button" => Self::Button,
            _ => return None,
        })
    }

    /// Returns the default in the form that `setoption` takes. [`OptionKind::Button`] and [`OptionKind::Other`] have no
    /// default; for them the string is empty.
    #[must_use]
    pub fn default_text(&self) -> String {
        match self {
            Self::Check { default } => default.to_string(),
            Self::Spin { default, .. } => default.to_string(),
            Self::Combo { default, .. } | Self::Text { default } => default.clone(),
            Self::Button | Self::Other { .. } => String::new(),
        }
    }
}

impl fmt::Display for OptionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Text { default } => {
                write!(f, "string default {}", if default.is_empty() { EMPTY } else { default })
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Other { text } => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_parsed_and_printed() {
        for line in [
            "option name Hash type spin default 16 min 1 max 2",
            "option name Clear Hash type button",
            "option name X type combo default a b var a b var c",
            "option name UGI_Extensions type string default seats,views",
            "option name LogFile type string default <empty>",
            "option name Ponder type check default false",
            "option name Path type file default x",
            "option name Size type spin default 3",
        ] {
            assert_eq!(OptionLine::parse(line).unwrap().to_string(), line);
        }
        let combo = OptionLine::parse("option name X type combo default a b var a b var c").unwrap();
        assert_eq!(combo.kind.default_text(), "a b");
        let tabs = OptionLine::parse(" option name  X  type  string\tdefault  a  b\r").unwrap();
        assert_eq!((tabs.name.as_str(), tabs.kind.default_text().as_str()), ("X", "a b"));
        assert_eq!(OptionLine::parse("option Hash"), None);
    }
}
