//! The referee: an engine that applies the rules. Every batch of queries begins with a position, so a referee that has
//! exited can be restarted at any time.

use crate::token_facts::{TokenFacts, token_facts};
use crate::worker::HELPER_NICE;
use anyhow::{Context, Result, bail, ensure};
use runner::{Guard, Process, Program, open_referee};
use std::collections::BTreeMap;
use std::time::Duration;
use ugi::facts::MoveFacts;
use ugi::{Client, ClientError, History, Query, QueryAnswer, QueryAnswers, position_queries};

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

/// A running referee for one game with fixed rule options.
pub struct Referee {
    program: RefereeProgram,
    pub game: String,
    /// The rule options to set; all others have their defaults.
    pub options: BTreeMap<String, String>,
    client: Option<Client<Process>>,
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
        let mut referee = Self { program: program.clone(), game: game.to_string(), options, client: None };
        referee.ensure_running()?;
        Ok(referee)
    }

    /// Sends queries about a position, and returns their answers. `position` is a `position` line. If the referee
    /// fails, it is restarted, and the queries are sent again. If it rejects the position, there are no answers, because
    /// they would be about another position.
    pub fn ask(&mut self, position: &str, questions: &[Query]) -> Result<Vec<QueryAnswer>> {
        let QueryAnswers { answers, errors, .. } = self.ask_about(position, questions)?;
        ensure!(errors.is_empty(), ClientError::Line { why: errors });
        Ok(answers)
    }

    /// Like [`Referee::ask`], but returns the errors of a rejected position with the answers.
    pub fn ask_about(&mut self, position: &str, questions: &[Query]) -> Result<QueryAnswers> {
        self.ask_all(&position_queries(position, questions))
    }

    /// Like [`Referee::ask_about`], for several positions. The first of `lines` must be a `position` line.
    pub fn ask_all(&mut self, lines: &[String]) -> Result<QueryAnswers> {
        debug_assert!(lines.first().is_some_and(|line| line.starts_with("position ")));
        if let Ok(answers) = self.ask_once(lines) {
            return Ok(answers);
        }
        self.client = None;
        let again = self.ask_once(lines);
        if again.is_err() {
            self.client = None;
        }
        again
    }

    fn ask_once(&mut self, lines: &[String]) -> Result<QueryAnswers> {
        Ok(self.ensure_running()?.ask_all(lines)?)
    }

    /// Like [`Referee::ask`], but fails if the answer to a query is an error.
    pub fn ask_required<const N: usize>(&mut self, position: &str, questions: [Query; N]) -> Result<[String; N]> {
        let answers = self.ask(position, &questions)?;
        let required = |(question, answer): (&Query, QueryAnswer)| match answer {
            Ok(text) => Ok(text),
            Err(code) => bail!("{question}: error {code}"),
        };
        let required: Vec<String> = questions.iter().zip(answers).map(required).collect::<Result<_>>()?;
        required.try_into().ok().context("the referee does not answer all queries")
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
        let mut answers = if moves.is_empty() { Vec::new() } else { self.ask_all(&lines)?.answers }.into_iter();
        let read = |answer: QueryAnswer| serde_json::from_str(&answer.ok()?).ok();
        Ok(moves.iter().map(|_| answers.next().and_then(read).unwrap_or_default()).collect())
    }

    /// Returns the running referee. Starts the referee if necessary.
    pub fn ensure_running(&mut self) -> Result<&mut Client<Process>> {
        if self.client.is_none() {
            let mut client = self.program.open()?;
            client.set_option("Game", &self.game)?;
            self.options.iter().try_for_each(|(name, value)| client.set_option(name, value))?;
            self.client = Some(client);
        }
        self.client.as_mut().context("the referee is not running")
    }
}

/// Returns the lines that ask about a position which the referee may reject. They load the start position first, because
/// a rejected line leaves the previous position loaded, which may be another viewer's.
pub fn fresh_queries(position: &str, questions: &[Query]) -> Vec<String> {
    [vec!["position startpos".to_string()], position_queries(position, questions)].concat()
}
