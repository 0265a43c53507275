//! The games of the referee, with their options and rule pages.

use super::referee::RefereeProgram;
use anyhow::{Context, Result, ensure};
use room::{GameEntry, OptionInfo};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use ugi::{OptionLine, Query};

/// All games of a referee.
pub struct Catalogue {
    program: RefereeProgram,
    /// The games, in the order of `query games`.
    pub games: Arc<Vec<GameEntry>>,
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
        Ok(Self { program, games: Arc::new(games), rules: Mutex::default() })
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
