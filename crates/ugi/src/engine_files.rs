//! What a client asks of an engine that declares `files` in `UGI_Extensions`: decks of openings, finished games in
//! interchange formats, and the rules of older records.

use crate::{Query, Transcript};
use anyhow::{Context, Result, bail, ensure};
use base::pairs::unnamed;

/// The word in `UGI_Extensions`.
pub const FILES: &str = "files";

/// A connection to an engine.
pub trait EngineFiles {
    /// Does it declare this word in `UGI_Extensions`?
    fn knows(&self, extension: &str) -> bool;

    /// Sets an option.
    ///
    /// # Errors
    /// The engine has gone, or refuses it.
    fn set(&mut self, name: &str, value: &str) -> Result<()>;

    /// Asks; gives the answer or the code of its error, and the `info string error` lines before it, each from its code
    /// on.
    ///
    /// # Errors
    /// The engine has gone.
    fn reply(&mut self, query: Query) -> Result<(Result<String, String>, Vec<String>)>;

    /// As [`EngineFiles::reply`]; an error of the answer is the engine's sentence about it.
    ///
    /// # Errors
    /// The engine has gone or has no answer.
    fn answer(&mut self, query: Query) -> Result<String> {
        let (answer, errors) = self.reply(query)?;
        answer.or_else(|code| match errors.last().and_then(|error| error.split_once(' ')) {
            Some((_, sentence)) => bail!("{sentence}"),
            None => bail!("the engine answers {query}: error {code}"),
        })
    }

    /// The words of an answer; none where the engine does not declare `files`.
    ///
    /// # Errors
    /// The engine has gone or has no answer.
    fn listed(&mut self, query: Query) -> Result<Vec<String>> {
        if !self.knows(FILES) {
            return Ok(Vec::new());
        }
        Ok(self.answer(query)?.split_whitespace().map(str::to_string).collect())
    }

    /// The interchange formats of the game in effect, as endings of file names.
    ///
    /// # Errors
    /// The engine has gone or has no answer.
    fn formats(&mut self) -> Result<Vec<String>> {
        self.listed(Query::Formats)
    }

    /// The openings of a deck of the game in effect, each what follows `position `.
    ///
    /// # Errors
    /// The engine has no such deck, or none at all.
    fn deck(&mut self, name: &str) -> Result<Vec<String>> {
        ensure!(
            self.knows(FILES),
            "the engine offers no decks of openings: it does not declare {FILES} in UGI_Extensions"
        );
        let known = self.listed(Query::Decks)?;
        let names = if known.is_empty() {
            "there is none for this game".into()
        } else {
            format!("there are {}", known.join(", "))
        };
        ensure!(known.iter().any(|known| known == name), "no deck is called {name}; {names}");
        serde_json::from_str(&self.answer(Query::Deck(name))?)
            .with_context(|| format!("query deck {name}: no list of lines"))
    }

    /// A game in the first interchange format of the game in effect, under the rules in effect.
    ///
    /// # Errors
    /// There is no such format, or the engine cannot write the game.
    fn export(&mut self, game: &Transcript) -> Result<String> {
        let (format, json) = (self.format()?, serde_json::to_string(game)?);
        serde_json::from_str(&self.answer(Query::Export(&format, &json))?).context("query export: no JSON string")
    }

    /// The first game of a text in that format.
    ///
    /// # Errors
    /// There is no such format, or the engine cannot read the text.
    fn import(&mut self, text: &str) -> Result<Transcript> {
        let (format, json) = (self.format()?, serde_json::to_string(text)?);
        serde_json::from_str(&self.answer(Query::Import(&format, &json))?).context("query import: no finished game")
    }

    /// The first interchange format of the game in effect.
    ///
    /// # Errors
    /// There is none.
    fn format(&mut self) -> Result<String> {
        ensure!(
            self.knows(FILES),
            "the engine offers no interchange formats: it does not declare {FILES} in UGI_Extensions"
        );
        let game = self.answer(Query::Game)?;
        self.formats()?.into_iter().next().with_context(|| format!("games of {game} have no format of their own"))
    }

    /// The rule options of the game in effect that a record with these options (`NAME=VALUE`) does not name because they
    /// were added later, each with the value that means the rules of then.
    ///
    /// # Errors
    /// The engine has gone or has no answer.
    fn older_rules(&mut self, recorded: &[String]) -> Result<Vec<(String, String)>> {
        let older = self.listed(Query::OlderRules)?;
        Ok(unnamed(&older, recorded).into_iter().map(|(name, value)| (name.to_string(), value.to_string())).collect())
    }

    /// Sets the game and the rules of a record with these options; gives all that are set now.
    ///
    /// # Errors
    /// The engine refuses one of them.
    fn set_rules(&mut self, game: &str, recorded: &[String]) -> Result<Vec<String>> {
        self.set("Game", game)?;
        let older = self.older_rules(recorded)?.into_iter().map(|(name, value)| format!("{name}={value}"));
        let options: Vec<String> = recorded.iter().cloned().chain(older).collect();
        for (name, value) in options.iter().filter_map(|option| option.split_once('=')) {
            self.set(name, value)?;
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An engine with one deck; it declares `files` or not, and refuses every import.
    struct Toy {
        knows: bool,
        set: Vec<String>,
    }

    impl EngineFiles for Toy {
        fn knows(&self, extension: &str) -> bool {
            self.knows && extension == FILES
        }

        fn set(&mut self, name: &str, value: &str) -> Result<()> {
            self.set.push(format!("{name}={value}"));
            Ok(())
        }

        fn reply(&mut self, query: Query) -> Result<(Result<String, String>, Vec<String>)> {
            let text = match query {
                Query::Game => "toss",
                Query::Decks => "coins dice",
                Query::Deck("coins") => r#"["startpos", "startpos moves a"]"#,
                Query::Formats => "txt",
                Query::Export("txt", _) => r#""two\nlines""#,
                Query::OlderRules => "Toss.New=0 Toss.Old=1",
                query => {
                    let sentence = (query != Query::Deck("dice")).then(|| "bad_argument line 3: no".to_string());
                    return Ok((Err("bad_argument".to_string()), sentence.into_iter().collect()));
                }
            };
            Ok((Ok(text.to_string()), Vec::new()))
        }
    }

    fn error<T>(result: Result<T>) -> String {
        result.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn answers_are_read_and_errors_are_sentences() {
        let mut toy = Toy { knows: true, set: Vec::new() };
        assert_eq!(toy.deck("coins").unwrap(), ["startpos", "startpos moves a"]);
        assert_eq!(error(toy.deck("x")), "no deck is called x; there are coins, dice");
        assert_eq!(error(toy.deck("dice")), "the engine answers query deck dice: error bad_argument");
        assert_eq!(toy.export(&Transcript::default()).unwrap(), "two\nlines");
        assert_eq!(error(toy.import("x")), "line 3: no");
        let options = toy.set_rules("toss", &["toss.old=2".to_string()]).unwrap();
        assert_eq!(options, ["toss.old=2", "Toss.New=0"]);
        assert_eq!(toy.set, ["Game=toss", "toss.old=2", "Toss.New=0"]);
    }

    #[test]
    fn an_engine_without_the_word_is_asked_nothing() {
        let mut toy = Toy { knows: false, set: Vec::new() };
        assert!(toy.formats().unwrap().is_empty() && toy.older_rules(&[]).unwrap().is_empty());
        let sentence = "the engine offers no decks of openings: it does not declare files in UGI_Extensions";
        assert_eq!(error(toy.deck("coins")), sentence);
        assert!(error(toy.export(&Transcript::default())).contains("does not declare files"));
        assert!(error(toy.import("")).contains("does not declare files"));
    }
}
