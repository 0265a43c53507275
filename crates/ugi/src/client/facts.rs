//! The queries of the extension `facts`: what is fixed in a game, what each move does, and why a move is not legal.
//!
//! `language` is the code of a language, such as `en`; [`GameInfo::name`] has the codes of all languages.

use super::{Client, ClientError};
use crate::command::Query;
use crate::facts::{GameInfo, MoveFacts};
use crate::pipe::Pipe;

impl<P: Pipe> Client<P> {
    /// Returns what is fixed in the named game, or in the current game if `game` is `None`.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, does not answer in time, or answers with an error, as it does for an
    /// unknown game.
    ///
    /// ```
    /// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
    /// # let info = r#"response {"game":"checkers","name":{"en":"Checkers","nl":"Checkers"},"seats":[2,2]}"#;
    /// # let mut client = script::connect(&[("query info checkers", info)])?;
    /// let info = client.info(Some("checkers"))?;
    /// assert_eq!((info.name["en"].as_str(), info.seats), ("Checkers", [2, 2]));
    /// # Ok::<(), speltafel_ugi::ClientError>(())
    /// ```
    pub fn info(&mut self, game: Option<&str>) -> Result<GameInfo, ClientError> {
        self.query_json(Query::Info(game), "what is fixed in a game, in JSON")
    }

    /// Returns the legal moves in the order of `query legal`, each with its clicks, its words and its steps on the
    /// board. The list is empty at chance nodes and after the end of the game.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, does not answer in time, or answers with an error: for an unknown
    /// language, and in the view of a seat that is not to move.
    ///
    /// ```
    /// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
    /// # let moves = r#"response [{"token":"9-13","clicks":["9","13"],"words":"9 to 13","steps":[
    /// #     {"do":"walk","piece":"man","seat":1,"from":"9","to":"13"}]}]"#.replace('\n', "").leak();
    /// # let mut client = script::connect(&[("query moves en", moves)])?;
    /// use speltafel_ugi::facts::Act;
    ///
    /// // In the position of this engine, 9-13 is the only legal move.
    /// let moves = client.moves("en")?;
    /// assert_eq!((moves[0].words.as_str(), moves[0].steps[0].act), ("9 to 13", Act::Walk));
    /// # Ok::<(), speltafel_ugi::ClientError>(())
    /// ```
    pub fn moves(&mut self, language: &str) -> Result<Vec<MoveFacts>, ClientError> {
        self.query_json(Query::Moves(language), "a JSON array of moves")
    }

    /// Returns what token `number` of the history, counted from 1, did. In a view, it is what the viewer knows of it.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, does not answer in time, or answers with an error: for an unknown
    /// language, and if there is no such token.
    ///
    /// ```
    /// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
    /// # let step = r#"response {"token":"!d","words":"Seat 1 is dealt a card","steps":[{"do":"deal","seat":1,"card":"?"}]}"#;
    /// # let mut client = script::connect(&[("query step 1 en", step)])?;
    /// // The engine of `client` shows a deal to somebody who does not see the card.
    /// let deal = client.step(1, "en")?;
    /// assert_eq!(deal.steps[0].card.as_deref(), Some("?"));
    /// # Ok::<(), speltafel_ugi::ClientError>(())
    /// ```
    pub fn step(&mut self, number: usize, language: &str) -> Result<MoveFacts, ClientError> {
        self.query_json(Query::Step(number, language), "a move or an event in JSON")
    }

    /// Returns what every token of the history did, in order, as [`Client::step`] does for one.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, does not answer in time, or answers with an error, as it does for an
    /// unknown language.
    ///
    /// ```
    /// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
    /// # let steps = r#"response [{"token":"9-13","seat":1,"words":"9 to 13","steps":[]}]"#;
    /// # let mut client = script::connect(&[("query steps en", steps)])?;
    /// // One move has been played.
    /// assert_eq!(client.steps("en")?[0].seat.map(|seat| seat.number()), Some(1));
    /// # Ok::<(), speltafel_ugi::ClientError>(())
    /// ```
    pub fn steps(&mut self, language: &str) -> Result<Vec<MoveFacts>, ClientError> {
        self.query_json(Query::Steps(language), "a JSON array of moves and events")
    }

    /// Returns a sentence that says why `token` is not a legal move; an empty text if it is one.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, does not answer in time, or answers with an error: for an unknown
    /// language, and in the view of a seat that is not to move.
    ///
    /// ```
    /// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
    /// # let why = r#"response "You must capture with 18.""#;
    /// # let mut client = script::connect(&[("query why en 9-13", why)])?;
    /// assert_eq!(client.why("en", "9-13")?, "You must capture with 18.");
    /// # Ok::<(), speltafel_ugi::ClientError>(())
    /// ```
    pub fn why(&mut self, language: &str, token: &str) -> Result<String, ClientError> {
        self.query_json(Query::Why(language, token), "a JSON string")
    }
}
