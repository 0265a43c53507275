//! What a client asks of an engine that declares `files` in `UGI_Extensions`: decks of openings, finished games in
//! interchange formats, and the rules of older records.

use super::{Client, FILES, QueryAnswers};
use crate::pipe::Pipe;
use crate::{Query, Transcript};
use anyhow::{Context, Result, bail, ensure};
use base::pairs::{split, without_names};
use base::quote::printable;

impl<P: Pipe> Client<P> {
    /// Asks; gives the answer as it stands in its line. An error is the engine's sentence about it.
    ///
    /// # Errors
    /// The engine has gone or has no answer.
    pub fn query_text(&mut self, query: Query) -> Result<String> {
        let QueryAnswers { mut answers, errors } = self.ask_all(&[query.to_string()])?;
        let answer = answers.pop().with_context(|| format!("{query}: no answer"))?;
        answer.or_else(|code| match errors.last() {
            Some(error) if !error.text.is_empty() => bail!("{}", printable(&error.text)),
            _ => bail!("the engine answers {query}: error {code}"),
        })
    }

    /// The words of an answer; none where the engine does not declare `files`.
    ///
    /// # Errors
    /// The engine has gone or has no answer.
    pub fn query_words(&mut self, query: Query) -> Result<Vec<String>> {
        if !self.has_extension(FILES) {
            return Ok(Vec::new());
        }
        Ok(self.query_text(query)?.split_whitespace().map(str::to_string).collect())
    }

    /// The interchange formats of the game in effect, as endings of file names.
    ///
    /// # Errors
    /// The engine has gone or has no answer.
    pub fn formats(&mut self) -> Result<Vec<String>> {
        self.query_words(Query::Formats)
    }

    /// The openings of a deck of the game in effect, each what follows `position `.
    ///
    /// # Errors
    /// The engine has no such deck, or none at all.
    pub fn deck(&mut self, name: &str) -> Result<Vec<String>> {
        ensure!(
            self.has_extension(FILES),
            "the engine offers no decks of openings: it does not declare {FILES} in UGI_Extensions"
        );
        let known = self.query_words(Query::Decks)?;
        let names = if known.is_empty() {
            "there is none for this game".into()
        } else {
            format!("there are {}", known.join(", "))
        };
        ensure!(known.iter().any(|known| known == name), "no deck is called {name}; {names}");
        serde_json::from_str(&self.query_text(Query::Deck(name))?)
            .with_context(|| format!("query deck {name}: no list of lines"))
    }

    /// A game in the first interchange format of the game in effect, under the rules in effect.
    ///
    /// # Errors
    /// There is no such format, or the engine cannot write the game.
    pub fn export(&mut self, game: &Transcript) -> Result<String> {
        let (format, json) = (self.format()?, serde_json::to_string(game)?);
        serde_json::from_str(&self.query_text(Query::Export(&format, &json))?).context("query export: no JSON string")
    }

    /// The first game of a text in that format.
    ///
    /// # Errors
    /// There is no such format, or the engine cannot read the text.
    pub fn import(&mut self, text: &str) -> Result<Transcript> {
        let (format, json) = (self.format()?, serde_json::to_string(text)?);
        serde_json::from_str(&self.query_text(Query::Import(&format, &json))?).context("query import: no finished game")
    }

    /// The first interchange format of the game in effect.
    ///
    /// # Errors
    /// There is none.
    fn format(&mut self) -> Result<String> {
        ensure!(
            self.has_extension(FILES),
            "the engine offers no interchange formats: it does not declare {FILES} in UGI_Extensions"
        );
        let game = self.query_text(Query::Game)?;
        self.formats()?.into_iter().next().with_context(|| format!("games of {game} have no format of their own"))
    }

    /// The rule options of the game in effect that a record with these options (`NAME=VALUE`) does not name because they
    /// were added later, each with the value that means the rules of then.
    ///
    /// # Errors
    /// The engine has gone or has no answer.
    pub fn older_rules(&mut self, recorded: &[String]) -> Result<Vec<(String, String)>> {
        let older = self.query_words(Query::OlderRules)?;
        Ok(without_names(&older, recorded)
            .into_iter()
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect())
    }

    /// Sets the game and the rules of a record with these options; gives all that are set now.
    ///
    /// # Errors
    /// The engine refuses one of them.
    pub fn set_rules(&mut self, game: &str, recorded: &[String]) -> Result<Vec<String>> {
        self.set_option("Game", game)?;
        let older = self.older_rules(recorded)?.into_iter().map(|(name, value)| format!("{name}={value}"));
        let options: Vec<String> = recorded.iter().cloned().chain(older).collect();
        for (name, value) in split(&options) {
            self.set_option(name, value)?;
        }
        Ok(options)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use crate::pipe::PipeError;
    use std::collections::VecDeque;
    use std::time::{Duration, Instant};

    /// An engine with one deck; it declares `files` or not, and refuses every import.
    struct Toy {
        declared: &'static str,
        set: Vec<String>,
        says: VecDeque<String>,
    }

    impl Pipe for Toy {
        fn send(&mut self, lines: &[&str], _: Instant) -> Result<(), PipeError> {
            for line in lines {
                let answer = match *line {
                    "ugi" => format!("option name UGI_Extensions type string default {}\nugiok", self.declared),
                    "isready" => "readyok".to_string(),
                    "query game" => "response toss".to_string(),
                    "query decks" => "response coins dice".to_string(),
                    "query deck coins" => r#"response ["startpos", "startpos moves a"]"#.to_string(),
                    "query deck dice" => "response error bad_argument".to_string(),
                    "query formats" => "response txt".to_string(),
                    "query olderrules" => "response Toss.New=0 Toss.Old=1".to_string(),
                    line if line.starts_with("query export txt") => r#"response "two\nlines""#.to_string(),
                    line if line.starts_with("setoption") => {
                        self.set.push(line.to_string());
                        continue;
                    }
                    _ => "info string error bad_argument line 3: no\nresponse error bad_argument".to_string(),
                };
                self.says.extend(answer.lines().map(str::to_string));
            }
            Ok(())
        }

        fn line(&mut self, _: Instant) -> Result<String, PipeError> {
            self.says.pop_front().ok_or(PipeError::TimedOut)
        }

        fn last_lines(&self) -> Vec<String> {
            self.set.clone()
        }
    }

    fn toy(declared: &'static str) -> Client<Toy> {
        let toy = Toy { declared, set: Vec::new(), says: VecDeque::new() };
        Client::handshake(toy, "toy", Duration::ZERO).unwrap()
    }

    fn error<T>(result: Result<T>) -> String {
        result.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn answers_are_read_and_errors_are_sentences() {
        let mut toy = toy("seats,files");
        assert_eq!(toy.deck("coins").unwrap(), ["startpos", "startpos moves a"]);
        assert_eq!(error(toy.deck("x")), "no deck is called x; there are coins, dice");
        assert_eq!(error(toy.deck("dice")), "the engine answers query deck dice: error bad_argument");
        assert_eq!(toy.export(&Transcript::default()).unwrap(), "two\nlines");
        assert_eq!(error(toy.import("x")), "line 3: no");
        let options = toy.set_rules("toss", &["toss.old=2".to_string()]).unwrap();
        assert_eq!(options, ["toss.old=2", "Toss.New=0"]);
        let set = ["name Game value toss", "name toss.old value 2", "name Toss.New value 0"];
        assert_eq!(toy.last_lines(), set.map(|set| format!("setoption {set}")));
    }

    #[test]
    fn an_engine_without_the_word_is_asked_nothing() {
        let mut toy = toy("seats");
        assert!(toy.formats().unwrap().is_empty() && toy.older_rules(&[]).unwrap().is_empty());
        let sentence = "the engine offers no decks of openings: it does not declare files in UGI_Extensions";
        assert_eq!(error(toy.deck("coins")), sentence);
        assert!(error(toy.export(&Transcript::default())).contains("does not declare files"));
        assert!(error(toy.import("")).contains("does not declare files"));
    }
}
