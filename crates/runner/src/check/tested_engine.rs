//! The engine under test, and the error type of steps.

use super::config::CheckConfig;
use crate::connect::open;
use crate::dialogue::Dialogue;
use crate::log::Log;
use crate::process::Process;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::time::{Duration, Instant};
use thiserror::Error;
use ugi::{Client, ClientError, Command, NO_MOVE, OptionLine, PipeError, Query};

/// Maximum number of characters that the report quotes from an engine's line.
const WIDTH: usize = 120;
/// The time that a step may take: a game that never ends must not hold up the check.
const LONGEST_STEP: Duration = Duration::from_secs(60);
/// What is wrong with a line for which [`is_unprintable`] is true.
pub const PRINTABLE: &str = "expected printable ASCII";
/// The words with which the report refers to the closing of the engine's input.
const END_OF_INPUT: &str = "end of input";

/// The reason why a step failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{}`: {why}", shown(line))]
pub struct CheckError {
    /// The line that was wrong, or the line after which the engine failed.
    line: String,
    /// What was wrong, or what was expected.
    why: String,
    /// The last lines that the engine wrote to standard error.
    pub stderr: Vec<String>,
    /// Whether the failure prevents all further steps.
    pub is_fatal: bool,
    /// Whether the step could not be carried out, which is no fault.
    pub is_untested: bool,
}

/// The answer to a query.
pub struct Answer {
    query: String,
    /// The words after `response`.
    pub words: Vec<String>,
}

/// A running engine that has completed the handshake.
pub struct TestedEngine {
    client: Client<Process>,
    has_quit: bool,
    /// When the running step has to end.
    step_ends: Instant,
}

impl CheckError {
    /// Creates an error that is not fatal. `line` is the line that was wrong, and `why` explains what was wrong with
    /// it.
    pub fn new(line: impl Into<String>, why: impl Into<String>) -> Self {
        Self { line: line.into(), why: why.into(), stderr: Vec::new(), is_fatal: false, is_untested: false }
    }

    /// Creates the error of a step that cannot be carried out.
    pub fn untested(line: impl Into<String>, why: impl Into<String>) -> Self {
        Self { is_untested: true, ..Self::new(line, why) }
    }

    /// Returns an error for `line` unless `is_valid` is true.
    pub fn unless(is_valid: bool, line: impl Into<String>, why: impl Into<String>) -> Result<(), Self> {
        if is_valid { Ok(()) } else { Err(Self::new(line, why)) }
    }

    /// Returns an error with the reason `why` for the first line for which `is_wrong` is true, if there is such a line.
    pub fn at_first(lines: &[String], is_wrong: impl Fn(&str) -> bool, why: impl Into<String>) -> Result<(), Self> {
        lines.iter().find(|line| is_wrong(line)).map_or(Ok(()), |line| Err(Self::new(line, why)))
    }
}

impl Answer {
    /// Returns the words of the answer, separated by spaces.
    pub fn text(&self) -> String {
        self.words.join(" ")
    }

    /// Returns an error that quotes the answer unless `is_valid` is true. `expected` describes a valid answer.
    pub fn expect(&self, is_valid: bool, expected: impl Display) -> Result<(), CheckError> {
        let why = || format!("{}: expected {expected}", self.query);
        if is_valid { Ok(()) } else { Err(CheckError::new(format!("response {}", self.text()), why())) }
    }

    /// Parses an answer that is JSON.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, CheckError> {
        serde_json::from_str(&self.text())
            .map_err(|error| CheckError::new(format!("response {}", self.text()), format!("{}: {error}", self.query)))
    }
}

impl TestedEngine {
    /// Starts the engine, performs the handshake and sends the options.
    pub fn start(config: &CheckConfig) -> Result<Self, CheckError> {
        let fatal = |error| CheckError { is_fatal: true, ..CheckError::from(error) };
        let dialogue = Dialogue::new("engine", Log::default());
        let client = open("the engine", config.program, config.guard, dialogue, config.timeout).map_err(fatal)?;
        let own = config.program.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let game = config.game.map(|game| ("Game", game)).filter(|_| client.has_option("Game"));
        let set = |(name, value)| Command::set_option(name, value).to_string();
        let lines: Vec<String> = game.into_iter().chain(own).map(set).collect();
        if let Some(name) = config.program.options.keys().find(|name| !client.has_option(name)) {
            let why = format!("the engine declares no such option{}", client.option_hint(name));
            return Err(CheckError { is_fatal: true, ..CheckError::new(name, why) });
        }
        let mut engine = Self { client, has_quit: false, step_ends: Instant::now() + LONGEST_STEP };
        engine.client.send_all(&lines).map_err(fatal)?;
        Ok(engine)
    }

    /// Begins a step, which may take [`LONGEST_STEP`].
    pub fn begin_step(&mut self) {
        self.step_ends = Instant::now() + LONGEST_STEP;
    }

    /// Returns the last lines that the engine wrote to standard error.
    pub fn stderr(&self) -> Vec<String> {
        stderr_lines(&self.client.last_lines())
    }

    /// Returns the lines that the engine wrote during the handshake, up to and including `ugiok`.
    pub fn introduction(&self) -> &[String] {
        self.client.introduction()
    }

    /// Returns the options that the engine declares.
    pub fn options(&self) -> impl Iterator<Item = OptionLine> {
        self.client.options()
    }

    /// Returns whether the engine declares the option or extension `needed`. An empty name counts as declared.
    pub fn declares(&self, needed: &str) -> bool {
        needed.is_empty() || self.client.has_option(needed) || self.client.has_extension(needed)
    }

    /// Returns whether the engine was asked to exit.
    pub const fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Sends several lines together.
    pub fn send(&mut self, lines: &[&str]) -> Result<(), CheckError> {
        let why = || format!("the step did not end within {} s", LONGEST_STEP.as_secs());
        CheckError::unless(Instant::now() < self.step_ends, lines.join(" | "), why())?;
        Ok(self.client.send_all(lines)?)
    }

    /// Sends bytes. The report refers to them as `description`.
    pub fn send_bytes(&mut self, description: &str, bytes: &[u8]) -> Result<(), CheckError> {
        Ok(self.client.with_pipe(description, |pipe, deadline| pipe.write(bytes, deadline))?)
    }

    /// Reads lines up to the first one for which `is_last` is true, and returns all of them.
    pub fn read_until(&mut self, is_last: impl Fn(&str) -> bool) -> Result<Vec<String>, CheckError> {
        let deadline = Instant::now() + self.client.timeout();
        let mut lines = Vec::new();
        loop {
            let line = self.client.line_limited(deadline)?;
            let done = is_last(&line);
            lines.push(line);
            if done {
                CheckError::at_first(&lines, is_unprintable, PRINTABLE)?;
                return Ok(lines);
            }
        }
    }

    /// Sends `isready` and returns the lines before `readyok`.
    pub fn ready(&mut self) -> Result<Vec<String>, CheckError> {
        self.send(&["isready"])?;
        let mut lines = self.read_until(|line| line.trim() == "readyok")?;
        lines.pop();
        Ok(lines)
    }

    /// Sends lines that have no answer and returns the output. Only `info` lines are accepted.
    pub fn execute(&mut self, lines: &[&str]) -> Result<Vec<String>, CheckError> {
        self.send(lines)?;
        let output = self.ready()?;
        CheckError::at_first(&output, is_no_info, format!("expected no answer to `{}`", lines.join(" | ")))?;
        Ok(output)
    }

    /// Sends lines that have no answer and must not cause an error.
    pub fn execute_ok(&mut self, lines: &[&str]) -> Result<(), CheckError> {
        let output = self.execute(lines)?;
        CheckError::at_first(&output, is_error, format!("expected no error for `{}`", lines.join(" | ")))
    }

    /// Sends a query and returns the answer.
    pub fn ask(&mut self, query: impl Display) -> Result<Answer, CheckError> {
        let query = query.to_string();
        self.send(&[&query])?;
        let lines = self.read_until(is_no_info)?;
        let line = last(&lines);
        CheckError::unless(first(line) == "response", line, format!("expected the response to `{query}`"))?;
        Ok(Answer { query, words: line.split_whitespace().skip(1).map(str::to_string).collect() })
    }

    /// Sends a query whose answer must be one of the words in `allowed`. If `allowed` is empty, any single word is
    /// accepted.
    pub fn ask_word(&mut self, query: impl Display, allowed: &[&str]) -> Result<String, CheckError> {
        let answer = self.ask(query)?;
        let is_allowed = |word: &String| allowed.is_empty() || allowed.contains(&word.as_str());
        let is_valid = answer.words.len() == 1 && answer.words.iter().all(is_allowed);
        answer.expect(is_valid, if allowed.is_empty() { "one word".to_string() } else { allowed.join(" or ") })?;
        Ok(answer.text())
    }

    /// Sends lines that start or end a search. Returns the output lines up to `bestmove`, and the move.
    pub fn search(&mut self, lines: &[&str]) -> Result<(Vec<String>, String), CheckError> {
        self.send(lines)?;
        let output = self.read_until(|line| first(line) == "bestmove")?;
        let best = read_bestmove(last(&output))?;
        let other = |line: &str| !["info", "bestmove"].contains(&first(line));
        CheckError::at_first(&output, other, "only info may come before bestmove")?;
        // A second `bestmove` would come before `readyok`.
        CheckError::at_first(&self.ready()?, is_no_info, "only info may follow bestmove")?;
        Ok((output, best))
    }

    /// Sends `go`, a search of a position that is not over, and returns the move, which may be a pass that is written
    /// like no move.
    pub fn search_move(&mut self, go: &str) -> Result<String, CheckError> {
        let (_, best) = self.search(&[go])?;
        if best == NO_MOVE && self.declares("referee") && self.ask(Query::IsLegal(NO_MOVE))?.text() == "true" {
            return Ok(best);
        }
        let why = format!("expected a move from `{go}`, because the game is not over");
        CheckError::unless(best != NO_MOVE, format!("bestmove {best}"), why)?;
        Ok(best)
    }

    /// Sends `quit`, or closes the input if `quit` is false, and waits for the exit. Returns the remaining output.
    pub fn quit(&mut self, quit: bool) -> Result<Vec<String>, CheckError> {
        let asked = if quit { "quit" } else { END_OF_INPUT };
        if quit {
            self.send(&[asked])?;
        } else {
            self.client.pipe_mut().close_input();
        }
        self.has_quit = true;
        let (output, status) = self.client.with_pipe(asked, Process::wait_for_exit).map_err(|error| match error {
            ClientError::Connection { cause: PipeError::TimedOut, timeout: patience, .. } => {
                CheckError::new(asked, format!("the engine did not exit within {} ms", patience.as_millis()))
            }
            error => error.into(),
        })?;
        CheckError::unless(status.success(), asked, format!("expected exit code 0, got {status}"))?;
        Ok(output)
    }
}

impl From<ClientError> for CheckError {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Start { program, error, .. } => {
                Self::new(program.display().to_string(), format!("the engine did not start: {error}"))
            }
            ClientError::Connection { asked, cause, timeout: patience, last_lines, .. } => {
                let why = match cause {
                    PipeError::Exited(status) => format!("the engine exited ({status})"),
                    PipeError::Closed(end) => format!("the engine closed its {end}"),
                    PipeError::TimedOut => format!("no answer within {} ms", patience.as_millis()),
                    other => other.to_string(),
                };
                Self { stderr: stderr_lines(&last_lines), ..Self::new(asked, why) }
            }
            ClientError::Uci { .. } => Self::new("ugi", error.to_string()),
            error => Self::new("", error.to_string()),
        }
    }
}

/// Returns the lines of standard error among the most recent lines of a dialogue.
fn stderr_lines(last: &[String]) -> Vec<String> {
    last.iter().filter_map(|line| line.strip_prefix("! ")).map(str::to_string).collect()
}

/// Returns the first [`WIDTH`] characters of a line for the report, escaped to ASCII, with `...` if the line is longer.
pub fn shown(line: &str) -> String {
    let dots = if line.chars().nth(WIDTH).is_some() { "..." } else { "" };
    line.chars().take(WIDTH).flat_map(char::escape_default).chain(dots.chars()).collect()
}

/// Returns whether a line has characters that the protocol does not allow.
pub fn is_unprintable(line: &str) -> bool {
    line.contains(|letter| !(' '..='~').contains(&letter))
}

/// Returns the last line, or an empty string if `lines` is empty.
pub fn last(lines: &[String]) -> &str {
    lines.last().map_or("", String::as_str)
}

/// Returns whether `line` is anything but an `info` line.
pub fn is_no_info(line: &str) -> bool {
    first(line) != "info"
}

/// Returns the first word of a line, or an empty string if the line contains no word.
pub fn first(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// Returns whether `line` begins with the words `info string error`.
pub fn is_error(line: &str) -> bool {
    line.split_whitespace().take(3).eq(["info", "string", "error"])
}

/// Returns the move of a `bestmove` line, which must have exactly two words.
pub fn read_bestmove(line: &str) -> Result<String, CheckError> {
    match line.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["bestmove", best] => Ok((*best).to_string()),
        _ => Err(CheckError::new(line, "expected `bestmove MOVE`, exactly two words")),
    }
}
