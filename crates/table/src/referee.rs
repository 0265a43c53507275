//! The referee of a table: asked in batches that each begin with a position, so that one that dies is started again and
//! nothing is lost. Knows no rules.

use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::time::Duration;
use ugi::Query;
use ugi::client::{Client, ClientError, QueryAnswer, QueryAnswers, position_queries};
use ugi::guard::Guard;
use ugi::process::Process;
use ugi::program::Program;

/// How a referee is started.
#[derive(Clone)]
pub struct RefereeConfig {
    /// The program.
    pub program: Program,
    /// How long it may take for an answer.
    pub timeout: Duration,
    /// Ends it when this process ends.
    pub guard: Option<Guard>,
}

/// A referee of one game under fixed rules.
pub struct RefereeClient {
    config: RefereeConfig,
    /// The game.
    pub game: String,
    /// Rule options that were set.
    pub options: BTreeMap<String, String>,
    client: Option<Client<Process>>,
}

impl RefereeConfig {
    /// Starts the program.
    ///
    /// # Errors
    /// It does not start or refuses one of its own options.
    pub fn open(&self) -> Result<Client<Process>, ClientError> {
        Client::referee(&self.program, self.guard.as_ref(), self.timeout)
    }
}

impl RefereeClient {
    /// Starts a referee of a game.
    ///
    /// # Errors
    /// It does not start, or does not know the game or an option.
    pub fn start(bench: &RefereeConfig, game: &str, options: BTreeMap<String, String>) -> Result<Self> {
        let mut referee = Self { config: bench.clone(), game: game.to_string(), options, client: None };
        referee.ensure_running()?;
        Ok(referee)
    }

    /// Asks about a position. One that is refused is an error, for the answers would be about another position.
    ///
    /// # Errors
    /// A refused position, or a referee that breaks down twice.
    pub fn ask(&mut self, position: &str, questions: &[Query]) -> Result<Vec<QueryAnswer>> {
        let QueryAnswers { answers, errors } = self.ask_about(position, questions)?;
        ensure!(errors.is_empty(), ClientError::Line { why: errors });
        Ok(answers)
    }

    /// As [`RefereeClient::ask`], and a refused position is the caller's affair.
    ///
    /// # Errors
    /// A referee that breaks down twice.
    pub fn ask_about(&mut self, position: &str, questions: &[Query]) -> Result<QueryAnswers> {
        self.ask_all(&position_queries(position, questions))
    }

    /// As [`RefereeClient::ask_about`], about several positions; `lines` begin with one.
    ///
    /// # Errors
    /// A referee that breaks down twice.
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

    /// As [`RefereeClient::ask`], for questions that must have an answer each.
    ///
    /// # Errors
    /// As there, and a question that has none.
    pub fn ask_required<const N: usize>(&mut self, position: &str, questions: [Query; N]) -> Result<[String; N]> {
        let answers = self.ask(position, &questions)?;
        let sure = |(question, answer): (&Query, QueryAnswer)| match answer {
            Ok(text) => Ok(text),
            Err(code) => bail!("{question}: error {code}"),
        };
        let sure: Vec<String> = questions.iter().zip(answers).map(sure).collect::<Result<_>>()?;
        sure.try_into().ok().context("the referee does not answer all questions")
    }

    /// What to click for each of these moves in a position; nothing for one that is none.
    ///
    /// # Errors
    /// As [`RefereeClient::ask_about`].
    pub fn clicks(&mut self, position: &str, tokens: &[&str]) -> Result<Vec<Vec<String>>> {
        let questions: Vec<Query> = tokens.iter().map(|token| Query::Clicks(token)).collect();
        let mut answers = self.ask_about(position, &questions)?.answers.into_iter();
        let words = |text: String| text.split_whitespace().map(str::to_string).collect();
        Ok(tokens.iter().map(|_| answers.next().and_then(Result::ok).map_or_else(Vec::new, words)).collect())
    }

    /// The running referee, started again where it broke down.
    ///
    /// # Errors
    /// It does not start, or does not know the game or an option.
    pub fn ensure_running(&mut self) -> Result<&mut Client<Process>> {
        if self.client.is_none() {
            let mut client = self.config.open()?;
            client.set_option("Game", &self.game)?;
            self.options.iter().try_for_each(|(name, value)| client.set_option(name, value))?;
            self.client = Some(client);
        }
        self.client.as_mut().context("there is no referee")
    }
}
