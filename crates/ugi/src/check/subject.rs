//! The engine that is tested: asked, listened to, and never waited for longer than the patience. Knows no step.

use super::exam::Exam;
use crate::client::{Client, ClientError, set_option};
use crate::dialogue::{Dialogue, Log};
use crate::pipe::PipeError;
use crate::process::Process;
use std::fmt;
use std::time::Instant;

/// Characters of a line that are shown.
const WIDTH: usize = 120;
/// How reports call the end of the input.
const END_OF_INPUT: &str = "end of input";

/// What broke a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The line that broke it.
    line: String,
    /// Why.
    why: String,
    /// It makes no sense to go on.
    pub is_hopeless: bool,
}

/// A running engine that has shaken hands.
pub struct Subject {
    client: Client<Process>,
    left: bool,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line: String = self.line.chars().take(WIDTH).flat_map(char::escape_default).collect();
        let dots = if self.line.chars().nth(WIDTH).is_some() { "..." } else { "" };
        write!(f, "`{line}{dots}`: {}", self.why)
    }
}

impl Flaw {
    /// `line` broke the step, because of `why`.
    pub fn new(line: impl Into<String>, why: impl Into<String>) -> Self {
        Self { line: line.into(), why: why.into(), is_hopeless: false }
    }
}

impl Subject {
    /// Starts the engine, hears its introduction and sets its options.
    pub fn start(exam: &Exam) -> Result<Self, Flaw> {
        let hopeless = |error| Flaw { is_hopeless: true, ..Flaw::from(error) };
        let dialogue = Dialogue::new("engine", Log::default());
        let client = Client::open("the engine", exam.program, exam.guard, dialogue, exam.patience).map_err(hopeless)?;
        let own = exam.program.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let game = exam.game.map(|game| ("Game", game)).filter(|_| client.has_option("Game"));
        let set: Vec<String> = game.into_iter().chain(own).map(|(name, value)| set_option(name, value)).collect();
        let mut subject = Self { client, left: false };
        subject.client.send_all(&set).map_err(hopeless)?;
        Ok(subject)
    }

    /// All lines from the start up to `ugiok`.
    pub fn introduction(&self) -> &[String] {
        self.client.introduction()
    }

    /// Does it declare an option or an extension? The empty word is always declared.
    pub fn declares(&self, needed: &str) -> bool {
        needed.is_empty() || self.client.has_option(needed) || self.client.knows(needed)
    }

    /// Has it been asked to leave?
    pub const fn has_left(&self) -> bool {
        self.left
    }

    /// Sends lines in one write.
    pub fn tell(&mut self, lines: &[&str]) -> Result<(), Flaw> {
        Ok(self.client.send_all(lines)?)
    }

    /// Sends bytes in one write; `called` is how reports call them.
    pub fn tell_bytes(&mut self, called: &str, bytes: &[u8]) -> Result<(), Flaw> {
        Ok(self.client.send_bytes(called, bytes)?)
    }

    /// Reads up to the first line that `last` takes, and gives all of them.
    pub fn until(&mut self, last: impl Fn(&str) -> bool) -> Result<Vec<String>, Flaw> {
        let deadline = Instant::now() + self.client.patience();
        let mut lines = Vec::new();
        loop {
            let line = self.client.line(deadline)?;
            let found = last(&line);
            lines.push(line);
            if found {
                return Ok(lines);
            }
        }
    }

    /// Sends `isready`; all lines up to `readyok`, without it.
    pub fn ready(&mut self) -> Result<Vec<String>, Flaw> {
        self.tell(&["isready"])?;
        let mut lines = self.until(|line| line.trim() == "readyok")?;
        lines.pop();
        Ok(lines)
    }

    /// Sends lines that have no answer: nothing may come but remarks, and no `bestmove` of earlier times.
    pub fn order(&mut self, lines: &[&str]) -> Result<Vec<String>, Flaw> {
        self.tell(lines)?;
        let said = self.ready()?;
        match said.iter().find(|line| first(line) != "info") {
            Some(line) => Err(Flaw::new(line, format!("nothing was to be said to `{}`", lines.join(" | ")))),
            None => Ok(said),
        }
    }

    /// Sends lines that must be obeyed: not even a remark about an error may come.
    pub fn obey(&mut self, lines: &[&str]) -> Result<(), Flaw> {
        match self.order(lines)?.into_iter().find(|line| is_error(line)) {
            Some(line) => Err(Flaw::new(line, format!("`{}` is right", lines.join(" | ")))),
            None => Ok(()),
        }
    }

    /// Asks a question; the words of its answer.
    pub fn ask(&mut self, question: &str) -> Result<Vec<String>, Flaw> {
        self.tell(&[question])?;
        let lines = self.until(|line| first(line) != "info")?;
        let line = lines.last().map(String::as_str).unwrap_or_default();
        if first(line) != "response" {
            return Err(Flaw::new(line, format!("expected the response to `{question}`")));
        }
        Ok(line.split_whitespace().skip(1).map(str::to_string).collect())
    }

    /// Asks a question whose answer is one of these words; an empty list allows any one word.
    pub fn ask_word(&mut self, question: &str, allowed: &[&str]) -> Result<String, Flaw> {
        let words = self.ask(question)?;
        match words.as_slice() {
            [word] if allowed.is_empty() || allowed.contains(&word.as_str()) => Ok(word.clone()),
            _ => {
                let expected = if allowed.is_empty() { "one word".to_string() } else { allowed.join(" or ") };
                Err(Flaw::new(format!("response {}", words.join(" ")), format!("{question}: expected {expected}")))
            }
        }
    }

    /// Sends lines that end in `go`: all lines of the search, and its move.
    pub fn think(&mut self, lines: &[&str]) -> Result<(Vec<String>, String), Flaw> {
        self.tell(lines)?;
        let said = self.until(|line| first(line) == "bestmove")?;
        let best = best_of(said.last().map(String::as_str).unwrap_or_default())?;
        if let Some(line) = said.iter().find(|line| !["info", "bestmove"].contains(&first(line))) {
            return Err(Flaw::new(line, "in a search only info may stand before bestmove"));
        }
        // A second one would come before this is answered.
        let behind = self.ready()?;
        match behind.into_iter().find(|line| first(line) != "info") {
            Some(line) => Err(Flaw::new(line, "nothing may come behind the bestmove")),
            None => Ok((said, best)),
        }
    }

    /// Ends its input or (`quit`) asks it to leave, and waits until it has; what it still says.
    pub fn leave(&mut self, quit: bool) -> Result<Vec<String>, Flaw> {
        let asked = if quit { "quit" } else { END_OF_INPUT };
        if quit {
            self.tell(&[asked])?;
        } else {
            self.client.close_input(asked);
        }
        self.left = true;
        let (said, status) = self.client.farewell().map_err(|error| match error {
            ClientError::Broken { cause: PipeError::Late, patience, .. } => {
                Flaw::new(asked, format!("it does not leave within {} ms", patience.as_millis()))
            }
            error => error.into(),
        })?;
        if status.success() {
            Ok(said)
        } else {
            Err(Flaw::new(asked, format!("it left with {status}, not with code 0")))
        }
    }
}

impl From<ClientError> for Flaw {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Start { program, error, .. } => {
                Self::new(program.display().to_string(), format!("it does not start: {error}"))
            }
            ClientError::Broken { asked, cause, patience, .. } => Self::new(
                asked,
                match cause {
                    PipeError::Gone(status) => format!("the engine left ({status})"),
                    PipeError::Late => format!("no answer within {} ms", patience.as_millis()),
                    PipeError::Flood => "output without end".to_string(),
                },
            ),
            error => Self::new("", error.to_string()),
        }
    }
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
pub fn best_of(line: &str) -> Result<String, Flaw> {
    match line.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["bestmove", best] => Ok((*best).to_string()),
        _ => Err(Flaw::new(line, "expected exactly two words, `bestmove MOVE`")),
    }
}
