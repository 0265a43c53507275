//! What the referee has to offer: its games, their options and their rules as text. Knows none of them.

use super::referee::Bench;
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::collections::BTreeMap;
use ugi::Query;
use ugi::engine_files::EngineFiles;
use ugi::judge::Judge;

/// A game that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Offer {
    /// As in `query games`.
    pub name: String,
    /// Its own options.
    pub options: Vec<Declared>,
    /// Seats under its default options.
    pub seats: usize,
    /// The format in which people exchange such games.
    pub portable: Option<String>,
    /// `query olderrules`.
    #[serde(skip)]
    pub older_rules: Vec<String>,
}

/// An option as an `option` line declares it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// `check`, `spin`, `combo`, `string` or `button`.
    pub r#type: String,
    /// The value that it has at first.
    pub default: String,
    /// The smallest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// The greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// What can be chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub vars: Vec<String>,
}

/// All games of a referee.
pub struct Catalogue {
    bench: Bench,
    /// In the order of `query games`.
    pub games: Vec<Offer>,
    /// By game and language; what was asked before.
    rules: BTreeMap<(String, String), Option<String>>,
}

impl Catalogue {
    /// Asks a referee for all that it has.
    ///
    /// # Errors
    /// It does not start or does not say.
    pub fn read(bench: Bench) -> Result<Self> {
        let mut judge = bench.open()?;
        let declared: Vec<Declared> = judge.introduction().iter().filter_map(|line| Declared::read(line)).collect();
        let mut games = Vec::new();
        for name in words(&mut judge, "query games")? {
            judge.set("Game", &name)?;
            let own = words(&mut judge, "query options")?;
            let is_own = |option: &&Declared| own.iter().any(|own| own.split('=').next() == Some(option.name.as_str()));
            let seats = words(&mut judge, "query seats")?.concat().parse().context("query seats: no number")?;
            let options = declared.iter().filter(is_own).cloned().collect();
            let portable = judge.formats()?.first().map(|format| format.to_uppercase());
            let older_rules = judge.listed(Query::OlderRules)?;
            games.push(Offer { name, options, seats, portable, older_rules });
        }
        Ok(Self { bench, games, rules: BTreeMap::new() })
    }

    /// How the referee is started.
    #[must_use]
    pub fn bench(&self) -> &Bench {
        &self.bench
    }

    /// A game that the referee has.
    #[must_use]
    pub fn game(&self, name: &str) -> Option<&Offer> {
        self.games.iter().find(|offer| offer.name == name)
    }

    /// The rules of a game as Markdown; `None` where there are none in this language.
    ///
    /// # Errors
    /// The referee does not start or breaks down.
    pub fn rules(&mut self, game: &str, language: &str) -> Result<Option<String>> {
        if self.game(game).is_none() || !["en", "nl"].contains(&language) {
            return Ok(None);
        }
        let key = (game.to_string(), language.to_string());
        if let Some(known) = self.rules.get(&key) {
            return Ok(known.clone());
        }
        let mut judge = self.bench.open()?;
        judge.set("Game", game)?;
        let answer = judge.ask_texts(&[format!("query rules {language}")])?.answers.pop();
        let text = match answer {
            Some(Ok(json)) => Some(serde_json::from_str(&json).context("query rules: no text in JSON")?),
            _ => None,
        };
        self.rules.insert(key, text.clone());
        Ok(text)
    }
}

impl Declared {
    /// Reads `option name … type … [default …] [min …] [max …] [var …]…`; `None`: it is no such line.
    fn read(line: &str) -> Option<Self> {
        let (name, rest) = line.trim().strip_prefix("option name ")?.split_once(" type ")?;
        let mut words = rest.split_whitespace();
        let mut option = Self { name: name.trim().to_string(), r#type: words.next()?.to_string(), ..Self::default() };
        let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in words {
            match word {
                "default" | "min" | "max" | "var" => parts.push((word, Vec::new())),
                word => parts.last_mut()?.1.push(word),
            }
        }
        for (key, words) in parts {
            let text = words.join(" ");
            match key {
                "default" if text == "<empty>" => {}
                "default" => option.default = text,
                "min" => option.min = text.parse().ok(),
                "max" => option.max = text.parse().ok(),
                _ => option.vars.push(text),
            }
        }
        Some(option)
    }
}

fn words(judge: &mut Judge, question: &str) -> Result<Vec<String>> {
    match judge.ask_texts(&[question.to_string()])?.answers.pop() {
        Some(Ok(text)) => Ok(text.split_whitespace().map(str::to_string).collect()),
        Some(Err(code)) => bail!("the referee: {question}: error {code}"),
        None => bail!("the referee: {question}: no answer"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read_as_engines_write_them() {
        let spin = Declared::read("option name A.B type spin default 5 min 0 max 9").unwrap();
        assert_eq!((spin.name.as_str(), spin.default.as_str(), spin.min, spin.max), ("A.B", "5", Some(0), Some(9)));
        let combo = Declared::read("option name Two Words type combo default a b var a b var c").unwrap();
        assert_eq!((combo.name.as_str(), combo.default.as_str()), ("Two Words", "a b"));
        assert_eq!(combo.vars, ["a b", "c"]);
        assert_eq!(Declared::read("option name X type string default <empty>").unwrap().default, "");
        assert_eq!(Declared::read("id name option"), None);
    }
}
