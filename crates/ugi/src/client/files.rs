//! The queries of the extension `files`: opening decks and interchange formats.

use super::{Client, ClientError, FILES};
use crate::command::Query;
use crate::pipe::Pipe;
use serde::Serialize;
use serde::de::DeserializeOwned;

impl<P: Pipe> Client<P> {
    /// Sends a query of the extension `files` and returns the words of the answer. If the engine does not declare the
    /// extension, sends nothing and returns no words.
    fn query_words(&mut self, query: Query) -> Result<Vec<String>, ClientError> {
        if !self.has_extension(FILES) {
            return Ok(Vec::new());
        }
        Ok(self.query_text(query)?.split_whitespace().map(str::to_string).collect())
    }

    /// Returns the interchange formats of the current game, as file name extensions. The list is empty if the engine
    /// does not declare the extension `files`.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, does not answer in time, or answers with an error.
    pub fn formats(&mut self) -> Result<Vec<String>, ClientError> {
        self.query_words(Query::Formats)
    }

    /// Returns the openings in one of the current game's decks. Each opening is the text after `position `.
    ///
    /// # Errors
    /// Returns an error if the engine does not declare the extension `files`, has no deck of this name, has exited, or
    /// does not answer in time.
    ///
    /// ```
    /// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
    /// # let mut client = script::connect(&[
    /// #     ("ugi", "option name UGI_Extensions type string default files\nugiok"),
    /// #     ("query decks", "response two-move"),
    /// #     ("query deck two-move", r#"response ["startpos moves 9-13 21-17"]"#),
    /// # ])?;
    /// // The engine of `client` has the deck `two-move`, which contains one opening.
    /// assert_eq!(client.deck("two-move")?, ["startpos moves 9-13 21-17"]);
    /// assert_eq!(client.deck("x").unwrap_err().to_string(), "unknown deck x; the decks are: two-move");
    /// # Ok::<(), speltafel_ugi::ClientError>(())
    /// ```
    pub fn deck(&mut self, name: &str) -> Result<Vec<String>, ClientError> {
        self.require_files("decks of openings")?;
        let known = self.query_words(Query::Decks)?;
        if !known.iter().any(|known| known == name) {
            return Err(ClientError::UnknownDeck { deck: name.to_string(), known });
        }
        self.query_json(Query::Deck(name), "a JSON array of texts")
    }

    /// Exports `game`, the record of a game, in the first interchange format of the current game and returns the file's
    /// text.
    ///
    /// # Errors
    /// Returns an error if there is no interchange format, or if the engine rejects the game.
    pub fn export(&mut self, game: &impl Serialize) -> Result<String, ClientError> {
        let (format, json) = (self.format()?, serde_json::json!(game).to_string());
        self.query_json(Query::Export(&format, &json), "a JSON string")
    }

    /// Imports a game of `text`, a file in the first interchange format of the current game, as the record of a game.
    /// `number` counts the games from 1.
    ///
    /// # Errors
    /// Returns an error if there is no interchange format or no such game, or if the engine cannot read `text`.
    ///
    /// ```
    /// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
    /// #[derive(serde::Deserialize)]
    /// struct Moves {
    ///     moves: Vec<String>,
    /// }
    ///
    /// # let mut client = script::connect(&[
    /// #     ("ugi", "option name UGI_Extensions type string default files\nugiok"),
    /// #     ("query game", "response checkers"),
    /// #     ("query formats", "response pdn"),
    /// #     (r#"query import pdn "1. 11-15 23-19 *""#, r#"response {"base":"startpos","moves":["11-15","23-19"]}"#),
    /// # ])?;
    /// // The engine of `client` plays checkers, whose interchange format is `pdn`.
    /// let read: Moves = client.import("1. 11-15 23-19 *", 1)?;
    /// assert_eq!(read.moves, ["11-15", "23-19"]);
    /// # Ok::<(), speltafel_ugi::ClientError>(())
    /// ```
    pub fn import<T: DeserializeOwned>(&mut self, text: &str, number: usize) -> Result<T, ClientError> {
        let (format, json) = (self.format()?, serde_json::json!(text).to_string());
        self.query_json(Query::Import(&format, number, &json), "a finished game in JSON")
    }

    /// Returns the first interchange format of the current game.
    ///
    /// # Errors
    /// Returns an error if the current game has no interchange format.
    fn format(&mut self) -> Result<String, ClientError> {
        self.require_files("interchange formats")?;
        let game = self.query_text(Query::Game)?;
        self.formats()?.into_iter().next().ok_or(ClientError::NoFormat { game })
    }

    /// Returns an error unless the engine declares the extension `files`, which provides `what`.
    fn require_files(&self, what: &'static str) -> Result<(), ClientError> {
        if self.has_extension(FILES) { Ok(()) } else { Err(ClientError::NoExtension { what, extension: FILES }) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use crate::pipe::PipeError;
    use std::collections::VecDeque;
    use std::time::{Duration, Instant};

    /// An engine that lists the decks `coins` and `dice`, but answers `query deck dice` and every import with an error.
    struct Toy {
        declared: &'static str,
        set: Vec<String>,
        output: VecDeque<String>,
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
                    line if line.starts_with("query export txt") => r#"response "two\nlines""#.to_string(),
                    line if line.starts_with("setoption") => {
                        self.set.push(line.to_string());
                        continue;
                    }
                    _ => "info string error bad_argument line 3: no\nresponse error bad_argument".to_string(),
                };
                self.output.extend(answer.lines().map(str::to_string));
            }
            Ok(())
        }

        fn line(&mut self, _: Instant) -> Result<String, PipeError> {
            self.output.pop_front().ok_or(PipeError::TimedOut)
        }

        fn last_lines(&self) -> Vec<String> {
            self.set.clone()
        }
    }

    fn toy(declared: &'static str) -> Client<Toy> {
        let toy = Toy { declared, set: Vec::new(), output: VecDeque::new() };
        Client::handshake(toy, "toy", Duration::ZERO).unwrap()
    }

    fn error<T>(result: Result<T, ClientError>) -> String {
        result.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn answers_are_parsed_and_errors_are_messages() {
        let mut toy = toy("seats,files");
        assert_eq!(toy.deck("coins").unwrap(), ["startpos", "startpos moves a"]);
        assert_eq!(error(toy.deck("x")), "unknown deck x; the decks are: coins, dice");
        assert_eq!(error(toy.deck("dice")), "toy: query deck dice: error bad_argument");
        assert_eq!(toy.export(&"a game").unwrap(), "two\nlines");
        assert_eq!(error(toy.import::<String>("x", 1)), "line 3: no");
        toy.set_rules("toss", &[("Toss.Size".to_string(), "2".to_string())].into()).unwrap();
        let set = ["name Game value toss", "name Toss.Size value 2"];
        assert_eq!(toy.last_lines(), set.map(|set| format!("setoption {set}")));
    }

    #[test]
    fn an_engine_without_the_extension_gets_no_queries() {
        let mut toy = toy("seats");
        assert!(toy.formats().unwrap().is_empty());
        let message = "the engine offers no decks of openings: it does not declare files in UGI_Extensions";
        assert_eq!(error(toy.deck("coins")), message);
        assert!(error(toy.export(&"a game")).contains("does not declare files"));
        assert!(error(toy.import::<String>("", 1)).contains("does not declare files"));
    }
}
