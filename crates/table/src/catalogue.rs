//! The games of the referee, with their options and rule pages.

use super::referee::RefereeProgram;
use anyhow::{Context, Result, ensure};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use ugi::facts::GameInfo;
use ugi::{OptionKind, OptionLine, Query};

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
    pub name: String,
    /// `check`, `spin`, `combo`, `string` or `button`; for any other type, the rest of the line after `type`.
    pub r#type: String,
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

/// All games of a referee.
pub struct Catalogue {
    program: RefereeProgram,
    /// The games, in the order of `query games`.
    pub games: Vec<GameEntry>,
    /// A cache of rule pages, by game and language; `None` for a page that does not exist.
    rules: Mutex<BTreeMap<(String, String), Option<String>>>,
}

impl Catalogue {
    /// Starts a referee and queries it about all its games.
    pub fn read(program: RefereeProgram) -> Result<Self> {
        let mut client = program.open()?;
        ensure!(client.has_extension("facts"), "the referee lacks the extension `facts`");
        let declared: Vec<OptionLine> = client.options().collect();
        let mut games = Vec::new();
        for name in client.ask(Query::Games)? {
            client.set_option("Game", &name)?;
            let info = client.info(None)?;
            let is_own = |option: &&OptionLine| info.rule_options.contains(&option.name);
            let seats = client.ask_word(Query::Seats)?.parse().context("query seats: expected a number")?;
            let options = declared.iter().filter(is_own).map(OptionInfo::from).collect();
            let portable = client.formats()?.first().map(|format| format.to_uppercase());
            games.push(GameEntry { name, options, seats, portable, info });
        }
        Ok(Self { program, games, rules: Mutex::default() })
    }

    /// Returns the program that can be started as a referee.
    pub fn program(&self) -> &RefereeProgram {
        &self.program
    }

    pub fn game(&self, name: &str) -> Option<&GameEntry> {
        self.games.iter().find(|game| game.name == name)
    }

    /// Returns the rules of a game as Markdown, or `None` if there is no such game or no page in this language.
    pub fn rules(&self, game: &str, language: &str) -> Result<Option<String>> {
        if self.game(game).is_none_or(|entry| !entry.info.words.contains_key(language)) {
            return Ok(None);
        }
        let key = (game.to_string(), language.to_string());
        let mut rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = rules.get(&key) {
            return Ok(known.clone());
        }
        let mut client = self.program.in_background().open()?;
        client.set_option("Game", game)?;
        let answer = client.ask_all(&[Query::Rules(language).to_string()])?.answers.pop();
        let text = match answer {
            Some(Ok(json)) => Some(serde_json::from_str(&json).context("query rules: expected a JSON string")?),
            _ => None,
        };
        rules.insert(key, text.clone());
        Ok(text)
    }
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
