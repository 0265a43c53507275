//! The referee of games: an engine that is asked about the rules. Questions travel in batches, so that a ply costs one
//! round trip, or two where chance decides.

use crate::client::extends;
use crate::dialogue::Dialogue;
use crate::engine_files::EngineFiles;
use crate::guard::Guard;
use crate::history::History;
use crate::locate::cannot_start;
use crate::process::{Broken, Process};
use crate::program::Program;
use crate::reply::read_turn;
use crate::seats::Turn;
use crate::{Command as Order, Go, Info, Query, Reply};
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::time::{Duration, Instant};

/// A running referee.
pub struct Judge {
    process: Process,
    patience: Duration,
    /// How often an answer was waited for.
    pub trips: u64,
    /// Its `id` and `option` lines.
    introduction: Vec<String>,
    /// The position that openings loaded last.
    loaded: String,
}

/// An option that the referee does not take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Its name.
    pub option: String,
    /// What the referee says.
    pub why: String,
}

impl std::error::Error for Refused {}

impl std::fmt::Display for Refused {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "the referee refuses option {}: {}", self.option, self.why)
    }
}

/// An answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Its words.
    Words(Vec<String>),
    /// `response error CODE`.
    Error(String),
}

/// Answers as they stand in their lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Texts {
    /// An answer for each question, or the code of its error.
    pub answers: Vec<Result<String, String>>,
    /// The errors of the commands between the questions.
    pub errors: Vec<String>,
}

impl Judge {
    /// Starts a referee with its default options.
    ///
    /// # Errors
    /// It does not start, or says no `ugiok`.
    pub fn open(program: &Program, patience: Duration, guard: Option<&Guard>, dialogue: Dialogue) -> Result<Self> {
        let process = Process::start(program, guard, dialogue)
            .map_err(|error| anyhow!(cannot_start("the referee", &program.command, &error)))?;
        let mut judge = Self { process, patience, trips: 0, introduction: Vec::new(), loaded: String::new() };
        judge.send(&[Order::Ugi.to_string()])?;
        let mut introduction = Vec::new();
        judge.until(|reply| match reply {
            Reply::UgiOk => Some(()),
            other => {
                introduction.push(other.to_string());
                None
            }
        })?;
        judge.introduction = introduction;
        Ok(judge)
    }

    /// What it says of itself: the `id` and `option` lines.
    #[must_use]
    pub fn introduction(&self) -> &[String] {
        &self.introduction
    }

    /// Sets an option.
    ///
    /// # Errors
    /// The referee has gone, or ([`Refused`]) does not take it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let order = Order::SetOption { name: name.to_string(), value: Some(value) };
        let errors = self.tell(&order.to_string())?;
        ensure!(errors.is_empty(), Refused { option: name.to_string(), why: errors.join("; ") });
        Ok(())
    }

    /// Sends a command; gives the errors that the referee has with it, each from its code on.
    ///
    /// # Errors
    /// The referee has gone or does not answer.
    pub fn tell(&mut self, line: &str) -> Result<Vec<String>> {
        self.send(&[line.to_string(), Order::IsReady.to_string()])?;
        let mut errors = Vec::new();
        self.until(|reply| match reply {
            Reply::ReadyOk => Some(()),
            Reply::Error(error) => {
                errors.push(error.to_string());
                None
            }
            _ => None,
        })?;
        Ok(errors)
    }

    /// Asks several questions at once, commands between them; an answer for each question, in order.
    ///
    /// # Errors
    /// The referee has gone or does not answer.
    pub fn ask(&mut self, lines: &[String]) -> Result<Vec<Answer>> {
        self.send(lines)?;
        let questions = lines.iter().filter(|line| line.starts_with("query ")).count();
        (0..questions).map(|_| self.until(answer)).collect()
    }

    /// As [`Judge::ask`], for answers whose blanks matter, such as JSON; with the errors that stand between them, each
    /// from its code on.
    ///
    /// # Errors
    /// The referee has gone or does not answer.
    pub fn ask_texts(&mut self, lines: &[String]) -> Result<Texts> {
        self.send(lines)?;
        let questions = lines.iter().filter(|line| line.starts_with("query ")).count();
        let deadline = Instant::now() + self.patience;
        let mut texts = Texts { answers: Vec::with_capacity(questions), errors: Vec::new() };
        while texts.answers.len() < questions {
            let line = self.process.line(deadline).map_err(|broken| self.broken(&broken))?;
            match Reply::read(&line) {
                Reply::Response(text) => texts.answers.push(Ok(text)),
                Reply::ResponseError(fault) => texts.answers.push(Err(fault.code.to_string())),
                Reply::Error(error) => texts.errors.push(error.to_string()),
                _ => {}
            }
        }
        Ok(texts)
    }

    /// Asks a question after a position; its words.
    ///
    /// # Errors
    /// The referee has gone, does not answer, or answers with an error.
    pub fn ask_one(&mut self, position: Option<&str>, query: Query) -> Result<Vec<String>> {
        let lines: Vec<String> = position.map(str::to_string).into_iter().chain([query.to_string()]).collect();
        match self.ask(&lines)?.pop() {
            Some(Answer::Words(words)) => Ok(words),
            Some(Answer::Error(code)) => bail!("the referee: {query}: error {code}"),
            None => bail!("the referee: {query}: no answer"),
        }
    }

    /// Loads a history; all of it must be legal.
    ///
    /// # Errors
    /// The referee has gone, does not answer, or does not take a token.
    pub fn load(&mut self, base: &str, moves: &[String]) -> Result<()> {
        self.loaded = History::new(base, moves).line().to_string();
        let errors = self.tell(&self.loaded.clone())?;
        ensure!(errors.is_empty(), "{}", errors.join("; "));
        Ok(())
    }

    /// Searches the position that was loaded last with empty tables; the last `info` line that has a score.
    ///
    /// # Errors
    /// The referee has gone or does not answer.
    pub fn search(&mut self, go: Go) -> Result<Option<Info>> {
        // A new game clears the tables; the position has to be sent again behind it.
        let position = self.loaded.clone();
        self.send(&[Order::NewGame.to_string(), position, Order::Go(go).to_string()])?;
        let mut last = None;
        self.until(|reply| match reply {
            Reply::BestMove { .. } => Some(()),
            Reply::Info(info) if info.score.is_some() => {
                last = Some(info.clone());
                None
            }
            _ => None,
        })?;
        Ok(last)
    }

    fn send(&mut self, lines: &[String]) -> Result<()> {
        self.trips += 1;
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let deadline = Instant::now() + self.patience;
        self.process.send(&lines, deadline).map_err(|broken| self.broken(&broken))
    }

    /// The end of a tournament: what happened, and the last lines that went between.
    fn broken(&self, broken: &Broken) -> anyhow::Error {
        let what = match broken {
            Broken::Gone(status) => format!("the referee has left ({status})"),
            Broken::Late => "the referee does not answer".to_string(),
            Broken::Flood => "the referee writes without end".to_string(),
        };
        let lines: String = self.process.dialogue.last_lines().iter().map(|line| format!("\n  {line}")).collect();
        anyhow::anyhow!("{what}{lines}")
    }

    fn until<T>(&mut self, mut wanted: impl FnMut(&Reply) -> Option<T>) -> Result<T> {
        let deadline = Instant::now() + self.patience;
        loop {
            let line = self.process.line(deadline).map_err(|broken| self.broken(&broken))?;
            if let Some(found) = wanted(&Reply::read(&line)) {
                return Ok(found);
            }
        }
    }
}

impl EngineFiles for Judge {
    fn knows(&self, extension: &str) -> bool {
        extends(&self.introduction, extension)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<()> {
        Self::set(self, name, value)
    }

    fn reply(&mut self, query: Query) -> Result<(Result<String, String>, Vec<String>)> {
        let Texts { mut answers, errors } = self.ask_texts(&[query.to_string()])?;
        Ok((answers.pop().context("the referee: no answer")?, errors))
    }
}

fn answer(reply: &Reply) -> Option<Answer> {
    match reply {
        Reply::Response(text) => Some(Answer::Words(text.split_whitespace().map(str::to_string).collect())),
        Reply::ResponseError(fault) => Some(Answer::Error(fault.code.to_string())),
        _ => None,
    }
}

/// Who decides next, from the answer to `query turn`.
///
/// # Errors
/// It is none of the words that the protocol has for it.
pub fn turn(said: &str) -> Result<Turn> {
    read_turn(said).with_context(|| format!("the referee says `{said}` when asked for the turn"))
}
