//! The referee: an engine that applies the rules. Every batch of queries begins with a position, so a referee that has
//! exited can be restarted at any time.

use crate::token_facts::{TokenFacts, token_facts};
use crate::worker::HELPER_NICE;
use anyhow::Result;
use game::{Answers, Patience, RefereeError, RestartingReferee};
use runner::{Guard, Process, Program, open_referee};
use std::collections::BTreeMap;
use std::time::Duration;
use ugi::facts::MoveFacts;
use ugi::{Client, ClientError, History, Query, position_queries};

/// A question is given up after this many deaths of the referee in answering it.
const MAX_DEATHS: usize = 2;

/// The program of the referee, and how to start it.
#[derive(Clone)]
pub struct RefereeProgram {
    pub program: Program,
    /// The time limit for an answer.
    pub timeout: Duration,
    /// The guard, which kills the referee when this process ends.
    pub guard: Option<Guard>,
    /// Whether other processes go first.
    background: bool,
}

/// A referee for one game with fixed rule options. One that has exited or does not answer in time is started again.
pub struct Referee {
    pub game: String,
    /// The rule options to set; all others have their defaults.
    pub options: BTreeMap<String, String>,
    /// The referee with these rules.
    pub restarting: RestartingReferee<Client<Process>>,
}

impl RefereeProgram {
    /// Creates the program of a referee of a table.
    pub const fn new(program: Program, timeout: Duration, guard: Option<Guard>) -> Self {
        Self { program, timeout, guard, background: false }
    }

    /// Returns the same program for referees of no table, which let other processes go first.
    pub fn in_background(&self) -> Self {
        Self { background: true, ..self.clone() }
    }

    /// Starts the referee program.
    pub fn open(&self) -> Result<Client<Process>, ClientError> {
        let mut client = open_referee(&self.program, self.guard.as_ref(), self.timeout)?;
        if self.background {
            client.pipe_mut().lower_priority(HELPER_NICE);
        }
        Ok(client)
    }
}

impl Referee {
    /// Starts a referee for a game.
    pub fn start(program: &RefereeProgram, game: &str, options: BTreeMap<String, String>) -> Result<Self> {
        let (program, name, rules) = (program.clone(), game.to_string(), options.clone());
        let start = move || {
            let mut client = program.open()?;
            client.set_option("Game", &name)?;
            rules.iter().try_for_each(|(name, value)| client.set_option(name, value))?;
            Ok(client)
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
