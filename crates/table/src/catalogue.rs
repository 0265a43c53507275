//! The games of the referee, with their options and rule pages.

use super::referee::RefereeProgram;
use anyhow::{Context, Result};
use serde::Serialize;
use std::collections::BTreeMap;
use ugi::{OptionKind, OptionLine, Query};

/// A game of the referee.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameInfo {
    /// The name, as in `query games`.
    pub name: String,
    /// The rule options of the game, without the engine's own options.
    pub options: Vec<OptionInfo>,
    /// The number of seats under the default options.
    pub seats: usize,
    /// Whether the game begins with a chance event, such as a deal.
    pub dealt: bool,
    /// The name of the game's first interchange format, in upper case; `None` if it has none.
    pub portable: Option<String>,
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
    pub games: Vec<GameInfo>,
    /// A cache of rule pages, by game and language; `None` for a page that does not exist.
    rules: BTreeMap<(String, String), Option<String>>,
}

impl Catalogue {
    /// Starts a referee and queries it about all its games.
    pub fn read(program: RefereeProgram) -> Result<Self> {
        let mut client = program.open()?;
        let declared: Vec<OptionLine> = client.options().collect();
        let mut games = Vec::new();
        for name in client.ask(Query::Games)? {
            client.set_option("Game", &name)?;
            let own = client.ask(Query::Options)?;
            let is_own =
                |option: &&OptionLine| own.iter().any(|own| own.split('=').next() == Some(option.name.as_str()));
            let seats = client.ask_word(Query::Seats)?.parse().context("query seats: expected a number")?;
            let dealt = client.ask_word(Query::Turn)? == "chance";
            let options = declared.iter().filter(is_own).map(OptionInfo::from).collect();
            let portable = client.formats()?.first().map(|format| format.to_uppercase());
            games.push(GameInfo { name, options, seats, dealt, portable });
        }
        Ok(Self { program, games, rules: BTreeMap::new() })
    }

    /// Returns the program that can be started as a referee.
    pub fn program(&self) -> &RefereeProgram {
        &self.program
    }

    pub fn game(&self, name: &str) -> Option<&GameInfo> {
        self.games.iter().find(|game| game.name == name)
    }

    /// Returns the rules of a game as Markdown, or `None` if there is no such game or no page in this language.
    pub fn rules(&mut self, game: &str, language: &str) -> Result<Option<String>> {
        if self.game(game).is_none() || !["en", "nl"].contains(&language) {
            return Ok(None);
        }
        let key = (game.to_string(), language.to_string());
        if let Some(known) = self.rules.get(&key) {
            return Ok(known.clone());
        }
        let mut client = self.program.open()?;
        client.set_option("Game", game)?;
        let answer = client.ask_all(&[Query::Rules(language).to_string()])?.answers.pop();
        let text = match answer {
            Some(Ok(json)) => Some(serde_json::from_str(&json).context("query rules: expected a JSON string")?),
            _ => None,
        };
        self.rules.insert(key, text.clone());
        Ok(text)
    }
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
