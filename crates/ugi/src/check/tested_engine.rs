//! The engine that is tested: asked, listened to, and never waited for longer than the patience. Knows no step.

use super::config::CheckConfig;
use crate::OptionLine;
use crate::client::{Client, ClientError, set_option};
use crate::dialogue::{Dialogue, Log};
use crate::pipe::PipeError;
use crate::process::Process;
use std::fmt::Display;
use std::time::Instant;
use thiserror::Error;

/// Characters of a line that are shown.
const WIDTH: usize = 120;
/// How reports call the end of the input.
const END_OF_INPUT: &str = "end of input";

/// Why a step failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{}`: {why}", shown(line))]
pub struct CheckError {
    /// The line that broke it.
    line: String,
    /// Why.
    why: String,
    /// It makes no sense to go on.
    pub is_fatal: bool,
}

/// A running engine that has shaken hands.
pub struct TestedEngine {
    client: Client<Process>,
    has_quit: bool,
}

impl CheckError {
    /// `line` broke the step, because of `why`.
    pub fn new(line: impl Into<String>, why: impl Into<String>) -> Self {
        Self { line: line.into(), why: why.into(), is_fatal: false }
    }

    /// `line` breaks the step, because of `why`, where it is not sound.
    pub fn unless(sound: bool, line: impl Into<String>, why: impl Into<String>) -> Result<(), Self> {
        if sound { Ok(()) } else { Err(Self::new(line, why)) }
    }

    /// The first line that is wrong breaks the step, because of `why`.
    pub fn at_first(lines: &[String], wrong: impl Fn(&str) -> bool, why: impl Into<String>) -> Result<(), Self> {
        lines.iter().find(|line| wrong(line)).map_or(Ok(()), |line| Err(Self::new(line, why)))
    }
}

impl TestedEngine {
    /// Starts the engine, hears its introduction and sets its options.
    pub fn start(exam: &CheckConfig) -> Result<Self, CheckError> {
        let hopeless = |error| CheckError { is_fatal: true, ..CheckError::from(error) };
        let dialogue = Dialogue::new("engine", Log::default());
        let client = Client::open("the engine", exam.program, exam.guard, dialogue, exam.timeout).map_err(hopeless)?;
        let own = exam.program.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let game = exam.game.map(|game| ("Game", game)).filter(|_| client.has_option("Game"));
        let set: Vec<String> = game.into_iter().chain(own).map(|(name, value)| set_option(name, value)).collect();
        let mut subject = Self { client, has_quit: false };
        subject.client.send_all(&set).map_err(hopeless)?;
        Ok(subject)
    }

    /// All lines from the start up to `ugiok`.
    pub fn introduction(&self) -> &[String] {
        self.client.introduction()
    }

    /// The options that it declares.
    pub fn options(&self) -> impl Iterator<Item = OptionLine> {
        self.client.options()
    }

    /// Does it declare an option or an extension? The empty word is always declared.
    pub fn declares(&self, needed: &str) -> bool {
        needed.is_empty() || self.client.has_option(needed) || self.client.has_extension(needed)
    }

    /// Has it been asked to leave?
    pub const fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Sends lines in one write.
    pub fn send(&mut self, lines: &[&str]) -> Result<(), CheckError> {
        Ok(self.client.send_all(lines)?)
    }

    /// Sends bytes in one write; `called` is how reports call them.
    pub fn send_bytes(&mut self, called: &str, bytes: &[u8]) -> Result<(), CheckError> {
        Ok(self.client.send_bytes(called, bytes)?)
    }

    /// Reads up to the first line that `last` takes, and gives all of them.
    pub fn read_until(&mut self, last: impl Fn(&str) -> bool) -> Result<Vec<String>, CheckError> {
        let deadline = Instant::now() + self.client.timeout();
        let mut lines = Vec::new();
        loop {
            let line = self.client.line_limited(deadline)?;
            let found = last(&line);
            lines.push(line);
            if found {
                return Ok(lines);
            }
        }
    }

    /// Sends `isready`; all lines up to `readyok`, without it.
    pub fn ready(&mut self) -> Result<Vec<String>, CheckError> {
        self.send(&["isready"])?;
        let mut lines = self.read_until(|line| line.trim() == "readyok")?;
        lines.pop();
        Ok(lines)
    }

    /// Sends lines that have no answer: nothing may come but remarks, and no `bestmove` of earlier times.
    pub fn execute(&mut self, lines: &[&str]) -> Result<Vec<String>, CheckError> {
        self.send(lines)?;
        let said = self.ready()?;
        CheckError::at_first(&said, is_no_info, format!("nothing was to be said to `{}`", lines.join(" | ")))?;
        Ok(said)
    }

    /// Sends lines that must be obeyed: not even a remark about an error may come.
    pub fn execute_ok(&mut self, lines: &[&str]) -> Result<(), CheckError> {
        let said = self.execute(lines)?;
        CheckError::at_first(&said, is_error, format!("`{}` is right", lines.join(" | ")))
    }

    /// Asks a question; the words of its answer.
    pub fn ask(&mut self, question: impl Display) -> Result<Vec<String>, CheckError> {
        self.send(&[&question.to_string()])?;
        let lines = self.read_until(is_no_info)?;
        let line = last(&lines);
        CheckError::unless(first(line) == "response", line, format!("expected the response to `{question}`"))?;
        Ok(line.split_whitespace().skip(1).map(str::to_string).collect())
    }

    /// Asks a question whose answer is one of these words; an empty list allows any one word.
    pub fn ask_word(&mut self, question: impl Display, allowed: &[&str]) -> Result<String, CheckError> {
        let words = self.ask(&question)?;
        match words.as_slice() {
            [word] if allowed.is_empty() || allowed.contains(&word.as_str()) => Ok(word.clone()),
            _ if allowed.is_empty() => Err(CheckError::new(answer(&words), format!("{question}: expected one word"))),
            _ => Err(CheckError::new(answer(&words), format!("{question}: expected {}", allowed.join(" or ")))),
        }
    }

    /// Sends lines that end in `go`: all lines of the search, and its move.
    pub fn search(&mut self, lines: &[&str]) -> Result<(Vec<String>, String), CheckError> {
        self.send(lines)?;
        let said = self.read_until(|line| first(line) == "bestmove")?;
        let best = read_bestmove(last(&said))?;
        let other = |line: &str| !["info", "bestmove"].contains(&first(line));
        CheckError::at_first(&said, other, "in a search only info may stand before bestmove")?;
        // A second one would come before this is answered.
        CheckError::at_first(&self.ready()?, is_no_info, "nothing may come behind the bestmove")?;
        Ok((said, best))
    }

    /// Ends its input or (`quit`) asks it to leave, and waits until it has; what it still says.
    pub fn quit(&mut self, quit: bool) -> Result<Vec<String>, CheckError> {
        let asked = if quit { "quit" } else { END_OF_INPUT };
        if quit {
            self.send(&[asked])?;
        } else {
            self.client.close_input(asked);
        }
        self.has_quit = true;
        let (said, status) = self.client.wait_for_exit().map_err(|error| match error {
            ClientError::Connection { cause: PipeError::TimedOut, patience, .. } => {
                CheckError::new(asked, format!("it does not leave within {} ms", patience.as_millis()))
            }
            error => error.into(),
        })?;
        CheckError::unless(status.success(), asked, format!("it left with {status}, not with code 0"))?;
        Ok(said)
    }
}

impl From<ClientError> for CheckError {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Start { program, error, .. } => {
                Self::new(program.display().to_string(), format!("it does not start: {error}"))
            }
            ClientError::Connection { asked, cause, patience, .. } => Self::new(
                asked,
                match cause {
                    PipeError::Exited(status) => format!("the engine left ({status})"),
                    PipeError::TimedOut => format!("no answer within {} ms", patience.as_millis()),
                    PipeError::Flood => "output without end".to_string(),
                },
            ),
            error => Self::new("", error.to_string()),
        }
    }
}

/// The beginning of a line, for a report.
fn shown(line: &str) -> String {
    let dots = if line.chars().nth(WIDTH).is_some() { "..." } else { "" };
    line.chars().take(WIDTH).flat_map(char::escape_default).chain(dots.chars()).collect()
}

/// The line that answers a question with these words.
pub fn answer(words: &[String]) -> String {
    format!("response {}", words.join(" "))
}

/// The last line.
pub fn last(lines: &[String]) -> &str {
    lines.last().map_or("", String::as_str)
}

/// Is it another line than `info`?
pub fn is_no_info(line: &str) -> bool {
    first(line) != "info"
}

/// The first word.
pub fn first(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// Is it `info string error`?
pub fn is_error(line: &str) -> bool {
    line.split_whitespace().take(3).eq(["info", "string", "error"])
}

/// The move of a `bestmove` line of exactly two words.
pub fn read_bestmove(line: &str) -> Result<String, CheckError> {
    match line.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["bestmove", best] => Ok((*best).to_string()),
        _ => Err(CheckError::new(line, "expected exactly two words, `bestmove MOVE`")),
    }
}
