//! The games that can be played, and their languages.

use serde::Serialize;
use ugi::facts::GameInfo;
use ugi::{OptionKind, OptionLine};

/// The language that most games have.
pub const ENGLISH: &str = "en";

/// A game of the referee.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameEntry {
    /// The name, as in `query games`.
    pub name: String,
    /// The rule options of the game, without the engine's own options.
    pub options: Vec<OptionInfo>,
    /// The number of seats under the default options.
    pub seats: usize,
    /// The name of the game's first interchange format, in upper case; `None` if it has none.
    pub portable: Option<String>,
    /// The answer to `query info`.
    pub info: GameInfo,
}

/// An option, as declared in an `option` line.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct OptionInfo {
    /// The name.
    pub name: String,
    /// `check`, `spin`, `combo`, `string` or `button`; for any other type, the rest of the line after `type`.
    pub r#type: String,
    /// The default, as text.
    pub default: String,
    /// The minimum of a `spin`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// The maximum of a `spin`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// The choices of a `combo`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub vars: Vec<String>,
}

/// Returns the language of a game in which to speak to somebody who wants this one: the language itself, or if the game
/// does not have it, English or else any of its languages.
pub fn language_of<'a>(info: &'a GameInfo, wanted: &'a str) -> &'a str {
    let known = [wanted, ENGLISH].into_iter().find(|language| info.words.contains_key(*language));
    known.or_else(|| info.words.keys().next().map(String::as_str)).unwrap_or(ENGLISH)
}

impl From<&OptionLine> for OptionInfo {
    fn from(option: &OptionLine) -> Self {
        let (r#type, bounds, vars) = match &option.kind {
            OptionKind::Check { .. } => ("check", None, &[][..]),
            OptionKind::Spin { min, max, .. } => ("spin", Some((*min, *max)), &[][..]),
            OptionKind::Combo { choices, .. } => ("combo", None, choices.as_slice()),
            OptionKind::Text { .. } => ("string", None, &[][..]),
            OptionKind::Other { text } => (text.as_str(), None, &[][..]),
            _ => ("button", None, &[][..]),
        };
        let (min, max) = bounds.unzip();
        let (name, default) = (option.name.clone(), option.kind.default_text());
        Self { name, r#type: r#type.to_string(), default, min, max, vars: vars.to_vec() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_game_speaks_the_wanted_language_if_it_has_it() {
        let speaks = |languages: &[&str], wanted: &str| {
            let words = languages.iter().map(|language| ((*language).to_string(), BTreeMap::new())).collect();
            language_of(&GameInfo { words, ..GameInfo::default() }, wanted).to_string()
        };
        assert_eq!(speaks(&["de", "en", "nl"], "nl"), "nl");
        assert_eq!(speaks(&["de", "en"], "nl"), "en");
        assert_eq!(speaks(&["de", "fr"], "nl"), "de");
        assert_eq!(speaks(&[], "nl"), "en");
    }
}
