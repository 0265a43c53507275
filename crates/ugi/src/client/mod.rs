//! The client's side of the protocol: commands go to an engine, typed answers come back.
//! Dropping a client ends the engine.

mod error;
mod files;
#[cfg(all(unix, feature = "process"))]
mod process;

pub use error::ClientError;

use crate::pipe::{Pipe, PipeError};
use crate::reply::read_turn;
use crate::threads::ThreadPipe;
use crate::{Command as Order, ErrorCode, Go, OptionKind, OptionLine, ProtocolError, Query, Reply, Turn};
use std::process::Command;
use std::time::{Duration, Instant};

/// The word in `UGI_Extensions` that stands for the questions of `protocol.md` about files.
pub const FILES: &str = "files";

/// An engine that has not answered for so long counts as hung, unless its client is told otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);

/// Bytes that an engine may write in answer to what it is sent, where all of it is kept.
const MAX_BYTES_READ: usize = 256 << 20;

/// A running engine that has said `ugiok`.
pub struct Client<P = ThreadPipe> {
    /// What errors call the engine.
    name: String,
    pipe: P,
    timeout: Duration,
    introduction: Vec<String>,
    /// The line that was sent last.
    last_sent: String,
    /// Has nothing been read since?
    is_waiting: bool,
    round_trips: u64,
    /// Bytes that have been read since something was sent.
    bytes_read: usize,
}

/// What came of a `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchOutcome {
    /// The move.
    pub best: String,
    /// The reply that it expects.
    pub ponder: Option<String>,
    /// The `info` lines of the search.
    pub infos: Vec<String>,
    /// The errors during the search.
    pub errors: Vec<ProtocolError>,
}

/// The answer to a question: its text, with its blanks, or the code of its error.
pub type QueryAnswer = Result<String, ErrorCode>;

/// The answers to several questions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QueryAnswers {
    /// One for each question, in order.
    pub answers: Vec<QueryAnswer>,
    /// The errors of the commands between the questions.
    pub errors: Vec<ProtocolError>,
}

impl Client {
    /// Starts a process and waits for its `ugiok`.
    ///
    /// # Errors
    /// It does not start, or does not say `ugiok` within [`DEFAULT_TIMEOUT`].
    pub fn start(command: &mut Command) -> Result<Self, ClientError> {
        let program = command.get_program().to_owned();
        let pipe = ThreadPipe::start(command).map_err(|error| ClientError::Start {
            name: "the engine".to_string(),
            program: program.clone().into(),
            error,
        })?;
        Self::handshake(pipe, program.to_string_lossy(), DEFAULT_TIMEOUT)
    }
}

impl<P: Pipe> Client<P> {
    /// Shakes hands with the engine behind a pipe. `name` is what errors call it, `patience` is how long it may take for
    /// an answer.
    ///
    /// # Errors
    /// It has gone, or does not say `ugiok` in time.
    pub fn handshake(pipe: P, name: impl Into<String>, patience: Duration) -> Result<Self, ClientError> {
        let mut client = Self {
            name: name.into(),
            pipe,
            timeout: patience,
            introduction: Vec::new(),
            last_sent: String::new(),
            is_waiting: false,
            round_trips: 0,
            bytes_read: 0,
        };
        client.send_command(&Order::Ugi)?;
        let deadline = Instant::now() + patience;
        loop {
            let line = client.line_limited(deadline)?;
            let is_last = Reply::read(&line) == Reply::UgiOk;
            client.introduction.push(line);
            if is_last {
                return Ok(client);
            }
        }
    }

    /// Sets what errors call the engine.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Sets how long an answer may take.
    pub fn set_timeout(&mut self, patience: Duration) {
        self.timeout = patience;
    }

    /// How long an answer may take.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// The lines up to `ugiok`: `id …`, `option …` and `ugiok` itself.
    #[must_use]
    pub fn introduction(&self) -> &[String] {
        &self.introduction
    }

    /// The options that the engine declares.
    pub fn options(&self) -> impl Iterator<Item = OptionLine> {
        self.introduction.iter().filter_map(|line| OptionLine::read(line))
    }

    /// Does the engine declare this option? Case does not matter.
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        self.options().any(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Does the engine declare this word in `UGI_Extensions`?
    #[must_use]
    pub fn has_extension(&self, extension: &str) -> bool {
        self.options().any(|option| {
            let OptionKind::Text { default } = option.kind else { return false };
            option.name.eq_ignore_ascii_case("UGI_Extensions") && default.split(',').any(|word| word == extension)
        })
    }

    /// How often lines were sent and an answer was waited for.
    #[must_use]
    pub fn round_trips(&self) -> u64 {
        self.round_trips
    }

    /// The last lines in both directions, as [`Pipe::last_lines`] gives them.
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.pipe.last_lines()
    }

    /// Sends a line as it is.
    ///
    /// # Errors
    /// The engine has gone or does not read.
    pub fn send(&mut self, line: &str) -> Result<(), ClientError> {
        self.send_all(&[line])
    }

    /// Sends a command.
    ///
    /// # Errors
    /// The engine has gone or does not read.
    pub fn send_command(&mut self, order: &Order) -> Result<(), ClientError> {
        self.send(&order.to_string())
    }

    /// Sends lines in one write.
    ///
    /// # Errors
    /// The engine has gone or does not read.
    pub fn send_all(&mut self, lines: &[impl AsRef<str>]) -> Result<(), ClientError> {
        let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
        self.mark_sent(lines.last().copied().unwrap_or_default());
        let sent = self.pipe.send(&lines, Instant::now() + self.timeout);
        sent.map_err(|cause| self.connection_error(cause))
    }

    /// The next line of the engine.
    ///
    /// # Errors
    /// The engine has gone, is late, or never ends its line.
    pub fn line(&mut self, deadline: Instant) -> Result<String, ClientError> {
        self.round_trips += u64::from(std::mem::take(&mut self.is_waiting));
        let line = self.pipe.line(deadline).map_err(|cause| self.connection_error(cause))?;
        self.bytes_read = self.bytes_read.saturating_add(line.len() + size_of::<String>());
        Ok(line)
    }

    /// The next line, for a caller that keeps all of them: it ends an engine that would fill the memory.
    ///
    /// # Errors
    /// As [`Client::line`], and an engine that has written too much since something was sent.
    pub fn line_limited(&mut self, deadline: Instant) -> Result<String, ClientError> {
        let line = self.line(deadline)?;
        if self.bytes_read > MAX_BYTES_READ { Err(self.connection_error(PipeError::Flood)) } else { Ok(line) }
    }

    /// Reads lines until `wanted` takes one; gives what it made of that line.
    ///
    /// # Errors
    /// The engine has gone, or writes no such line within its patience.
    pub fn read_until<T>(&mut self, mut wanted: impl FnMut(Reply) -> Option<T>) -> Result<T, ClientError> {
        let deadline = Instant::now() + self.timeout;
        loop {
            if let Some(found) = wanted(Reply::read(&self.line_limited(deadline)?)) {
                return Ok(found);
            }
        }
    }

    /// Waits until all that was sent has been obeyed; gives the errors since the last answer.
    ///
    /// # Errors
    /// The engine has gone or is late.
    pub fn ready(&mut self) -> Result<Vec<ProtocolError>, ClientError> {
        self.send_command(&Order::IsReady)?;
        self.until_ready()
    }

    /// Sends a line and waits until it has been obeyed; gives the errors.
    ///
    /// # Errors
    /// The engine has gone or is late.
    pub fn execute(&mut self, line: &str) -> Result<Vec<ProtocolError>, ClientError> {
        self.send_all(&[line, &Order::IsReady.to_string()])?;
        self.until_ready()
    }

    /// Sends a line, such as a position, and waits until it has been obeyed.
    ///
    /// # Errors
    /// The engine has gone, is late, or does not take the line.
    pub fn execute_ok(&mut self, line: &str) -> Result<(), ClientError> {
        let why = self.execute(line)?;
        if why.is_empty() { Ok(()) } else { Err(ClientError::Line { why }) }
    }

    /// Sets an option; a button takes an empty value.
    ///
    /// # Errors
    /// The engine has gone, is late, or does not take it.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        let why = self.execute(&set_option(name, value))?;
        if why.is_empty() {
            return Ok(());
        }
        Err(ClientError::Option { name: self.name.clone(), option: name.to_string(), why })
    }

    /// Asks a question; gives the words of its answer.
    ///
    /// # Errors
    /// The engine has gone, is late, or answers with an error.
    pub fn ask(&mut self, query: Query) -> Result<Vec<String>, ClientError> {
        self.send(&query.to_string())?;
        let answer = self.read_until(query_answer)?;
        answer.map(|text| text.split_whitespace().map(str::to_string).collect()).map_err(|code| ClientError::Query {
            name: self.name.clone(),
            question: query.to_string(),
            code,
        })
    }

    /// Asks a question whose answer is a single word.
    ///
    /// # Errors
    /// As [`Client::ask`], and an answer of another length.
    pub fn ask_word(&mut self, query: Query) -> Result<String, ClientError> {
        let words = self.ask(query)?;
        <[String; 1]>::try_from(words).map(|[word]| word).map_err(|words| ClientError::Unexpected {
            name: self.name.clone(),
            question: query.to_string(),
            expected: "one word",
            got: words.join(" "),
        })
    }

    /// Who decides next.
    ///
    /// # Errors
    /// As [`Client::ask`], and an answer that names nobody.
    pub fn ask_turn(&mut self) -> anyhow::Result<Turn> {
        read_turn(&self.ask_word(Query::Turn)?)
    }

    /// Asks several questions at once, with commands such as positions between them. Each answer may take the whole
    /// patience.
    ///
    /// # Errors
    /// The engine has gone or is late.
    pub fn ask_all(&mut self, lines: &[impl AsRef<str>]) -> Result<QueryAnswers, ClientError> {
        self.send_all(lines)?;
        let mut all = QueryAnswers::default();
        for _ in lines.iter().filter(|line| line.as_ref().starts_with("query ")) {
            let answer = self.read_until(|reply| match reply {
                Reply::Error(error) => {
                    all.errors.push(error);
                    None
                }
                reply => query_answer(reply),
            })?;
            all.answers.push(answer);
        }
        Ok(all)
    }

    /// The lines that a command for people prints, such as `d`.
    ///
    /// # Errors
    /// The engine has gone or is late.
    pub fn show(&mut self, order: &Order) -> Result<Vec<String>, ClientError> {
        self.batch(&[order.to_string()])
    }

    /// Sends many lines at once; gives all that the engine says until the last of them has been obeyed.
    ///
    /// # Errors
    /// The engine has gone or is late.
    pub fn batch(&mut self, lines: &[String]) -> Result<Vec<String>, ClientError> {
        self.send_all(lines)?;
        self.send_command(&Order::IsReady)?;
        let mut said = Vec::new();
        loop {
            let line = self.line_limited(Instant::now() + self.timeout)?;
            if Reply::read(&line) == Reply::ReadyOk {
                return Ok(said);
            }
            said.push(line);
        }
    }

    /// Lets the engine think about the position that it was sent. It counts as hung when it has been silent for its
    /// patience.
    ///
    /// # Errors
    /// The engine has gone or hangs.
    pub fn go(&mut self, go: &Go) -> Result<SearchOutcome, ClientError> {
        self.send_command(&Order::Go(go.clone()))?;
        let (mut infos, mut errors) = (Vec::new(), Vec::new());
        loop {
            let line = self.line_limited(Instant::now() + self.timeout)?;
            match Reply::read(&line) {
                Reply::BestMove { best, ponder } => return Ok(SearchOutcome { best, ponder, infos, errors }),
                Reply::Error(error) => errors.push(error),
                _ => {}
            }
            if line.starts_with("info ") {
                infos.push(line);
            }
        }
    }

    fn until_ready(&mut self) -> Result<Vec<ProtocolError>, ClientError> {
        let mut errors = Vec::new();
        self.read_until(|reply| match reply {
            Reply::ReadyOk => Some(()),
            Reply::Error(error) => {
                errors.push(error);
                None
            }
            _ => None,
        })?;
        Ok(errors)
    }

    /// Notes what is sent.
    fn mark_sent(&mut self, asked: &str) {
        self.last_sent.clear();
        self.last_sent.push_str(asked);
        self.is_waiting = true;
        self.bytes_read = 0;
    }

    fn connection_error(&self, cause: PipeError) -> ClientError {
        ClientError::Connection {
            name: self.name.clone(),
            asked: self.last_sent.clone(),
            patience: self.timeout,
            cause,
            last_lines: self.pipe.last_lines(),
        }
    }
}

/// The line that sets an option; a button has no value.
#[must_use]
pub fn set_option(name: &str, value: &str) -> String {
    let value = (!value.is_empty()).then_some(value);
    Order::SetOption { name: name.to_string(), value }.to_string()
}

/// The lines of a position and of questions about it, as [`Client::ask_all`] takes them.
#[must_use]
pub fn position_queries(position: &str, questions: &[Query]) -> Vec<String> {
    [position.to_string()].into_iter().chain(questions.iter().map(Query::to_string)).collect()
}

fn query_answer(reply: Reply) -> Option<QueryAnswer> {
    match reply {
        Reply::Response(text) => Some(Ok(text)),
        Reply::ResponseError(ProtocolError { code, .. }) => Some(Err(code)),
        _ => None,
    }
}
