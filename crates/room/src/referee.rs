//! The referee: an engine that applies the rules. Every batch of queries begins with a position, so a referee that has
//! exited can be restarted at any time.

use crate::token_facts::{TokenFacts, token_facts};
use anyhow::Result;
use game::{Answers, Patience, RefereeError, RestartingReferee};
use std::collections::BTreeMap;
use std::sync::Arc;
use ugi::facts::MoveFacts;
use ugi::{ClientError, History, Query, position_queries};

/// A question is given up after this many deaths of the referee in answering it.
const MAX_DEATHS: usize = 2;

/// Starts a referee, whose game and options are set then.
pub type StartReferee = Arc<dyn Fn() -> Result<Box<dyn game::Referee>, ClientError> + Send + Sync>;

/// A referee for one game with fixed rule options. One that has exited or does not answer in time is started again.
pub struct Referee {
    /// The name of the game.
    pub game: String,
    /// The rule options to set; all others have their defaults.
    pub options: BTreeMap<String, String>,
    /// The referee with these rules.
    pub restarting: RestartingReferee<Box<dyn game::Referee>>,
}

impl Referee {
    /// Starts a referee for a game.
    pub fn start(start: &StartReferee, game: &str, options: BTreeMap<String, String>) -> Result<Self> {
        let (start, name, rules) = (Arc::clone(start), game.to_string(), options.clone());
        let start = move || {
            let mut referee = start()?;
            referee.set_option("Game", &name)?;
            rules.iter().try_for_each(|(name, value)| referee.set_option(name, value))?;
            Ok(referee)
        };
        let restarting = RestartingReferee::new(start, Patience::PerQuestion(MAX_DEATHS));
        let mut referee = Self { game: game.to_string(), options, restarting };
        referee.restarting.with(|_| Ok(()))?;
        Ok(referee)
    }

    /// Sends queries about a position, and returns their answers. `position` is a `position` line. If the referee
    /// rejects it, there are no answers, because they would be about another position.
    pub fn ask(&mut self, position: &str, questions: &[Query]) -> Result<Answers> {
        Ok(self.ask_about(position, questions)?.accepted()?)
    }

    /// Like [`Referee::ask`], but returns the errors of a rejected position with the answers.
    pub fn ask_about(&mut self, position: &str, questions: &[Query]) -> Result<Answers> {
        self.ask_all(&position_queries(position, questions))
    }

    /// Like [`Referee::ask_about`], for several positions. The first of `lines` must be a `position` line.
    pub fn ask_all(&mut self, lines: &[String]) -> Result<Answers> {
        Ok(self.restarting.ask(lines)?)
    }

    /// Returns what the tokens of a history did, from index `from` on, in a language of the game.
    pub fn token_facts(&mut self, history: &History, from: usize, language: &str) -> Result<Vec<TokenFacts>> {
        token_facts(history, from, language, |lines| self.ask_all(lines))
    }

    /// Returns what each of these moves does after a history. The facts are empty for a token that is not a legal move.
    pub fn move_facts(&mut self, history: &History, moves: &[&str], language: &str) -> Result<Vec<MoveFacts>> {
        let question = Query::Step(history.tokens.len() + 1, language);
        let lines: Vec<String> =
            moves.iter().flat_map(|token| fresh_queries(&history.with(token), &[question])).collect();
        let mut answers = self.ask_all(&lines)?;
        Ok(moves.iter().map(|_| answers.json().unwrap_or_default()).collect())
    }
}

/// Returns the error of the referee's client, if this error is one.
pub fn client_error(error: &anyhow::Error) -> Option<&ClientError> {
    match error.downcast_ref() {
        Some(RefereeError::Client(error)) => Some(error),
        _ => error.downcast_ref(),
    }
}

/// Returns the lines that ask about a position which the referee may reject. They load the start position first,
/// because a rejected line leaves the previous position loaded, which may be another viewer's.
pub fn fresh_queries(position: &str, questions: &[Query]) -> Vec<String> {
    [vec!["position startpos".to_string()], position_queries(position, questions)].concat()
}
