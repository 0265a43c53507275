//! The client side of the protocol. A client sends commands to an engine and parses the engine's answers.

mod error;
mod facts;
mod files;

pub use error::ClientError;

use crate::command::{Command as Order, Query};
use crate::error::{ErrorCode, ProtocolError};
use crate::go::Go;
use crate::option::{OptionKind, OptionLine};
use crate::pipe::{Pipe, PipeError};
use crate::reply::Reply;
use crate::seats::{Turn, WordError};
use crate::threads::ThreadPipe;
use base::suggest;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::process::Command;
use std::time::{Duration, Instant};

/// The name in `UGI_Extensions` of the extension that provides opening decks and interchange formats.
pub const FILES: &str = "files";

/// The interchange format that every game has. The others are those of one game.
pub const JSON_FORMAT: &str = "json";

/// The default timeout for an answer. [`Client::set_timeout`] changes it.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);

/// How long an engine may take for the handshake before it may be a program of another protocol.
const SILENCE: Duration = Duration::from_secs(1);

/// Maximum engine output since the last line was sent, in bytes, for callers that keep all output in memory.
const MAX_BYTES_READ: usize = 256 << 20;

/// A connection to a running engine that has completed the handshake. Dropping the client kills the engine process.
///
/// The type parameter is the connection.
///
/// ```
/// use std::process::Command;
/// use speltafel_ugi::{Client, Go, Query};
///
/// # #[cfg(unix)] {
/// // A shell script acts as the engine.
/// let script = r#"
///     while read -r line; do
///         case "$line" in
///             ugi) echo "id name script"; echo ugiok ;;
///             isready) echo readyok ;;
///             "query turn") echo "response p1" ;;
///             go*) echo "bestmove 11-15" ;;
///             quit) exit ;;
///         esac
///     done"#;
/// let mut client = Client::start(Command::new("sh").args(["-c", script]))?;
/// client.execute_ok("position startpos")?;
/// assert_eq!(client.ask_word(Query::Turn)?, "p1");
/// assert_eq!(client.go(&Go::default().with_nodes(100))?.best, "11-15");
/// # }
/// # Ok::<(), speltafel_ugi::ClientError>(())
/// ```
pub struct Client<P = ThreadPipe> {
    /// The engine's name in errors.
    name: String,
    pipe: P,
    timeout: Duration,
    introduction: Vec<String>,
    /// The words of `UGI_Extensions`. Callers ask for an extension with every move.
    extensions: Vec<String>,
    /// The last line that was sent.
    last_sent: String,
    /// Whether the client has not waited for output since the last line was sent.
    is_waiting: bool,
    round_trips: u64,
    /// Memory used by the lines that were read since the last line was sent, in bytes.
    bytes_read: usize,
}

/// The output of a search.
///
/// ```
/// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
/// # let search = "info depth 3 score cp 40 nodes 950\nbestmove 11-15 ponder 23-19";
/// # let mut client = script::connect(&[("go depth 3", search)])?;
/// use speltafel_ugi::{Go, Info, Score};
///
/// // The engine of `client` writes `info depth 3 score cp 40 nodes 950` and `bestmove 11-15 ponder 23-19`.
/// let outcome = client.go(&Go::default().with_depth(3))?;
/// assert_eq!((outcome.best.as_str(), outcome.ponder.as_deref()), ("11-15", Some("23-19")));
/// let last = outcome.infos.last().and_then(|line| Info::parse(line)).unwrap_or_default();
/// assert_eq!(last.score, Some(Score::Cp(40)));
/// # Ok::<(), speltafel_ugi::ClientError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchOutcome {
    /// The move of `bestmove`; [`NO_MOVE`](crate::NO_MOVE) if the engine has no move to play.
    pub best: String,
    /// The expected reply of the opponent.
    pub ponder: Option<String>,
    /// The `info` lines of the search, including `info string` lines.
    pub infos: Vec<String>,
    /// The errors reported during the search.
    pub errors: Vec<ProtocolError>,
}

/// The answer to a query: the text after `response`, or an error code.
///
/// See the example of [`QueryAnswers`].
pub type QueryAnswer = Result<String, ErrorCode>;

/// The result of [`Client::ask_all`].
///
/// ```
/// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
/// # let mut client = script::connect(&[
/// #     ("query turn", "response chance"),
/// #     ("query legal", "response"),
/// #     ("query solutions", "response error no_puzzle"),
/// # ])?;
/// use speltafel_ugi::{ErrorCode, Query, QueryAnswers, position_queries};
///
/// // In the start position of this engine's game, a deal is due.
/// let lines = position_queries("position startpos", &[Query::Turn, Query::Legal, Query::Solutions(None)]);
/// let QueryAnswers { answers, errors, .. } = client.ask_all(&lines)?;
/// assert_eq!(answers, [Ok("chance".to_string()), Ok(String::new()), Err(ErrorCode::NoPuzzle)]);
/// assert!(errors.is_empty());
/// # Ok::<(), speltafel_ugi::ClientError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct QueryAnswers {
    /// One answer for each query, in order.
    pub answers: Vec<QueryAnswer>,
    /// The errors that the engine reported before the last answer, for example for a `position` line.
    pub errors: Vec<ProtocolError>,
}

impl Client {
    /// Starts an engine process and waits for `ugiok`.
    ///
    /// # Errors
    /// Returns an error if the process does not start or does not write `ugiok` within [`DEFAULT_TIMEOUT`].
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
    /// Sends `ugi` over a connection and waits for `ugiok`. `name` is the engine's name in errors; `timeout` is the
    /// timeout for this and later answers.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not write `ugiok` in time.
    pub fn handshake(pipe: P, name: impl Into<String>, timeout: Duration) -> Result<Self, ClientError> {
        Self::handshake_unless(pipe, name, timeout, || false)
    }

    /// Performs the handshake like [`Client::handshake`]. If the engine has not written `ugiok` after a second, or
    /// before a shorter timeout, calls `is_uci` once. If the result is true and there is still no `ugiok`, the program
    /// speaks UCI, and nobody waits for the rest of the timeout.
    ///
    /// # Errors
    /// Returns any error from [`Client::handshake`], and [`ClientError::Uci`] if the program speaks UCI.
    ///
    /// ```
    /// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
    /// # let script = script::Script { answers: vec![("ugi", "")], output: Default::default() };
    /// use speltafel_ugi::{Client, ClientError};
    /// use std::time::Duration;
    ///
    /// // The program at the other end of `script` never answers `ugi`.
    /// let client = Client::handshake_unless(script, "it", Duration::from_secs(600), || true);
    /// assert!(matches!(client, Err(ClientError::Uci { .. })));
    /// ```
    pub fn handshake_unless(
        pipe: P,
        name: impl Into<String>,
        timeout: Duration,
        is_uci: impl FnOnce() -> bool,
    ) -> Result<Self, ClientError> {
        let mut client = Self {
            name: name.into(),
            pipe,
            timeout,
            introduction: Vec::new(),
            extensions: Vec::new(),
            last_sent: String::new(),
            is_waiting: false,
            round_trips: 0,
            bytes_read: 0,
        };
        client.send_command(&Order::Ugi)?;
        let start = Instant::now();
        let silence = client.read_introduction(start + timeout.min(SILENCE));
        if is_silent(&silence) {
            // The answer may have come while `is_uci` was busy.
            let is_uci = is_uci();
            let answer = client.read_introduction(if is_uci { Instant::now() } else { start + timeout });
            if is_uci && is_silent(&answer) {
                return Err(ClientError::Uci { name: client.name });
            }
            answer?;
        } else {
            silence?;
        }
        client.extensions = client.options().flat_map(extensions).collect();
        Ok(client)
    }

    /// Reads the lines of the handshake up to `ugiok`.
    fn read_introduction(&mut self, deadline: Instant) -> Result<(), ClientError> {
        loop {
            let line = self.line_limited(deadline)?;
            let is_last = Reply::parse(&line) == Reply::UgiOk;
            self.introduction.push(line);
            if is_last {
                return Ok(());
            }
        }
    }

    /// Sets the timeout for each later answer.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }

    /// Returns the timeout for an answer.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Returns the lines of the handshake, from the engine's first line to `ugiok`.
    #[must_use]
    pub fn introduction(&self) -> &[String] {
        &self.introduction
    }

    /// Returns the options that the engine declares.
    pub fn options(&self) -> impl Iterator<Item = OptionLine> {
        self.introduction.iter().filter_map(|line| OptionLine::parse(line))
    }

    /// Returns the option with this name, if the engine declares it. Names are case-insensitive.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<OptionLine> {
        self.options().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Returns whether the engine declares this option. Names are case-insensitive.
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        self.option(name).is_some()
    }

    /// Returns an addition to a message about an option that the engine does not declare: it names the most similar
    /// option, if one is similar. Empty for a declared option.
    #[must_use]
    pub fn option_hint(&self, name: &str) -> String {
        if self.has_option(name) {
            String::new()
        } else {
            suggest::hint(name, self.options().map(|option| option.name))
        }
    }

    /// Returns whether the engine declares this extension in `UGI_Extensions`.
    ///
    /// ```
    /// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
    /// # let introduction = "option name UGI_Extensions type string default seats,views\nugiok";
    /// # let client = script::connect(&[("ugi", introduction)])?;
    /// // The engine of `client` writes `option name UGI_Extensions type string default seats,views`.
    /// assert!(client.has_extension("views"));
    /// assert!(!client.has_extension("files"));
    /// # Ok::<(), speltafel_ugi::ClientError>(())
    /// ```
    #[must_use]
    pub fn has_extension(&self, extension: &str) -> bool {
        self.extensions.iter().any(|declared| declared == extension)
    }

    /// Returns the number of round trips: how often the client sent lines and then waited for an answer.
    #[must_use]
    pub fn round_trips(&self) -> u64 {
        self.round_trips
    }

    /// Returns the most recent lines sent and received, as [`Pipe::last_lines`] does.
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.pipe.last_lines()
    }

    /// Returns the connection.
    pub fn pipe_mut(&mut self) -> &mut P {
        &mut self.pipe
    }

    /// Returns the connection and drops everything else.
    #[must_use]
    pub fn into_pipe(self) -> P {
        self.pipe
    }

    /// Calls `action` with the connection and the deadline that the timeout gives. Errors refer to what was sent as
    /// `description`. This is for connections that can do more than send and receive lines.
    ///
    /// # Errors
    /// Returns the error of `action`.
    pub fn with_pipe<T>(
        &mut self,
        description: &str,
        action: impl FnOnce(&mut P, Instant) -> Result<T, PipeError>,
    ) -> Result<T, ClientError> {
        self.mark_sent(description);
        action(&mut self.pipe, Instant::now() + self.timeout).map_err(|cause| self.connection_error(cause))
    }

    /// Sends a line. `line` must not contain a line ending.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not read its input before the timeout. A [`ThreadPipe`] waits
    /// without a timeout.
    pub fn send(&mut self, line: &str) -> Result<(), ClientError> {
        self.send_all(&[line])
    }

    /// Sends a command without waiting for an answer.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not read its input before the timeout. A [`ThreadPipe`] waits
    /// without a timeout.
    pub fn send_command(&mut self, order: &Order) -> Result<(), ClientError> {
        self.send(&order.to_string())
    }

    /// Sends several lines together.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not read its input before the timeout. A [`ThreadPipe`] waits
    /// without a timeout.
    pub fn send_all(&mut self, lines: &[impl AsRef<str>]) -> Result<(), ClientError> {
        let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
        self.mark_sent(lines.last().copied().unwrap_or_default());
        let sent = self.pipe.send(&lines, Instant::now() + self.timeout);
        sent.map_err(|cause| self.connection_error(cause))
    }

    /// Waits for the engine's next line.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, writes no line before the deadline, or writes too much output.
    pub fn line(&mut self, deadline: Instant) -> Result<String, ClientError> {
        self.round_trips += u64::from(std::mem::take(&mut self.is_waiting));
        let line = self.pipe.line(deadline).map_err(|cause| self.connection_error(cause))?;
        self.bytes_read = self.bytes_read.saturating_add(line.len() + size_of::<String>());
        Ok(line)
    }

    /// Waits for the engine's next line, like [`Client::line`], but limits the total output. Use it if all lines are
    /// kept in memory.
    ///
    /// # Errors
    /// Returns any error from [`Client::line`], and an error if the lines since the last line was sent take more than
    /// 256 MiB of memory.
    pub fn line_limited(&mut self, deadline: Instant) -> Result<String, ClientError> {
        let line = self.line(deadline)?;
        if self.bytes_read > MAX_BYTES_READ { Err(self.connection_error(PipeError::Flood)) } else { Ok(line) }
    }

    /// Reads lines until `accept` returns a value, and returns that value.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or writes too much output, or if no line is accepted before the
    /// timeout.
    ///
    /// ```
    /// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
    /// # let mut client = script::connect(&[("eval", "info string network loaded\nstatic evaluation 12")])?;
    /// use speltafel_ugi::Reply;
    ///
    /// client.send("eval")?;
    /// let text = client.read_until(|reply| if let Reply::Text(text) = reply { Some(text) } else { None })?;
    /// assert_eq!(text, "static evaluation 12");
    /// # Ok::<(), speltafel_ugi::ClientError>(())
    /// ```
    pub fn read_until<T>(&mut self, mut accept: impl FnMut(Reply) -> Option<T>) -> Result<T, ClientError> {
        let deadline = Instant::now() + self.timeout;
        loop {
            if let Some(found) = accept(Reply::parse(&self.line_limited(deadline)?)) {
                return Ok(found);
            }
        }
    }

    /// Sends `isready` and waits for `readyok`. Returns the errors that the engine reported before `readyok`.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not answer in time.
    pub fn ready(&mut self) -> Result<Vec<ProtocolError>, ClientError> {
        self.send_command(&Order::IsReady)?;
        self.until_ready()
    }

    /// Sends a line and waits until the engine has executed it. Returns the errors that the engine reported.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not answer in time.
    ///
    /// ```
    /// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
    /// # let error = "info string error bad_fen column 4: no square 99";
    /// # let mut client = script::connect(&[("position fen W:W99", error)])?;
    /// use speltafel_ugi::ErrorCode;
    ///
    /// // The engine of `client` plays checkers.
    /// assert!(client.execute("position startpos")?.is_empty());
    /// let errors = client.execute("position fen W:W99")?;
    /// assert_eq!(errors[0].code, ErrorCode::BadFen);
    /// # Ok::<(), speltafel_ugi::ClientError>(())
    /// ```
    pub fn execute(&mut self, line: &str) -> Result<Vec<ProtocolError>, ClientError> {
        self.send_all(&[line, &Order::IsReady.to_string()])?;
        self.until_ready()
    }

    /// Sends a line, such as a position, and waits until the engine has executed it without an error.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, does not answer in time, or reports an error.
    pub fn execute_ok(&mut self, line: &str) -> Result<(), ClientError> {
        let why = self.execute(line)?;
        if why.is_empty() { Ok(()) } else { Err(ClientError::Line { why }) }
    }

    /// Sets an option. For an option of type `button`, pass an empty `value`.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, does not answer in time, or rejects the option.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        let why = self.execute(&Order::set_option(name, value).to_string())?;
        if why.is_empty() {
            return Ok(());
        }
        let (option, hint) = (name.to_string(), self.option_hint(name));
        Err(ClientError::Option { name: self.name.clone(), option, why, hint })
    }

    /// Sets the game and the rule options of a record. `options` has the value of every rule option.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, does not answer in time, or rejects an option.
    pub fn set_rules(&mut self, game: &str, options: &BTreeMap<String, String>) -> Result<(), ClientError> {
        self.set_option("Game", game)?;
        options.iter().try_for_each(|(name, value)| self.set_option(name, value))
    }

    /// Sends a query and returns the words of the answer.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, does not answer in time, or answers with an error.
    pub fn ask(&mut self, query: Query) -> Result<Vec<String>, ClientError> {
        self.send(&query.to_string())?;
        let answer = self.read_until(query_answer)?;
        let text = answer.map_err(|code| self.query_error(query, code))?;
        Ok(text.split_whitespace().map(str::to_string).collect())
    }

    /// Sends a query whose answer is one word, and returns that word.
    ///
    /// # Errors
    /// Returns any error from [`Client::ask`], and an error if the answer is not one word.
    pub fn ask_word(&mut self, query: Query) -> Result<String, ClientError> {
        let words = self.ask(query)?;
        <[String; 1]>::try_from(words)
            .map(|[word]| word)
            .map_err(|words| self.unexpected(query, "one word", &words.join(" ")))
    }

    /// Sends `query turn` and returns the answer.
    ///
    /// # Errors
    /// Returns any error from [`Client::ask`], and an error if the answer is not `p1`, `p2`, …, `chance` or `over`.
    pub fn ask_turn(&mut self) -> Result<Turn, ClientError> {
        let word = self.ask_word(Query::Turn)?;
        word.parse().map_err(|WordError { expected, got }| self.unexpected(Query::Turn, expected, &got))
    }

    /// Sends several queries together and returns the answers. `lines` may also contain commands without an answer,
    /// such as `position`. The timeout applies to each answer separately.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not answer in time.
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

    /// Sends a query and returns the text after `response` in the answer. If the engine explains an error, returns that
    /// error's message.
    fn query_text(&mut self, query: Query) -> Result<String, ClientError> {
        let QueryAnswers { mut answers, mut errors } = self.ask_all(&[query.to_string()])?;
        match (answers.pop(), errors.pop()) {
            (Some(Ok(text)), _) => Ok(text),
            (_, Some(error)) if !error.text.is_empty() => Err(ClientError::Explained { error }),
            (Some(Err(code)), _) => Err(self.query_error(query, code)),
            (None, _) => Err(self.unexpected(query, "an answer", "")),
        }
    }

    /// Sends a query whose answer is JSON and parses it. `expected` describes the answer.
    fn query_json<T: DeserializeOwned>(&mut self, query: Query, expected: &'static str) -> Result<T, ClientError> {
        let answer = self.query_text(query)?;
        serde_json::from_str(&answer).map_err(|_| self.unexpected(query, expected, &answer))
    }

    /// Executes a command with human-readable output, such as `d`, and returns the output lines.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not answer in time.
    pub fn show(&mut self, order: &Order) -> Result<Vec<String>, ClientError> {
        self.batch(&[order.to_string()])
    }

    /// Sends several lines together, waits until the engine has executed them, and returns all output up to the final
    /// `readyok`, which is omitted.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not answer in time.
    ///
    /// ```
    /// # mod script { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/script.rs")); }
    /// # let mut client = script::connect(&[("eval", "static evaluation 12")])?;
    /// // The engine of `client` writes `static evaluation 12` for `eval`.
    /// let lines = ["position startpos".to_string(), "eval".to_string()];
    /// assert_eq!(client.batch(&lines)?, ["static evaluation 12"]);
    /// # Ok::<(), speltafel_ugi::ClientError>(())
    /// ```
    pub fn batch(&mut self, lines: &[String]) -> Result<Vec<String>, ClientError> {
        self.send_all(lines)?;
        self.send_command(&Order::IsReady)?;
        let mut output = Vec::new();
        loop {
            let line = self.line_limited(Instant::now() + self.timeout)?;
            if Reply::parse(&line) == Reply::ReadyOk {
                return Ok(output);
            }
            output.push(line);
        }
    }

    /// Starts a search of the current position and waits for `bestmove`. The timeout applies to each line of output,
    /// not to the whole search.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, or writes no line within the timeout.
    pub fn go(&mut self, go: &Go) -> Result<SearchOutcome, ClientError> {
        self.send_command(&Order::Go(go.clone()))?;
        let (mut infos, mut errors) = (Vec::new(), Vec::new());
        loop {
            let line = self.line_limited(Instant::now() + self.timeout)?;
            match Reply::parse(&line) {
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

    /// Records the last line sent, and resets the counters that start at that line.
    fn mark_sent(&mut self, line: &str) {
        self.last_sent.clear();
        self.last_sent.push_str(line);
        self.is_waiting = true;
        self.bytes_read = 0;
    }

    fn query_error(&self, query: Query, code: ErrorCode) -> ClientError {
        ClientError::Query { name: self.name.clone(), question: query.to_string(), code }
    }

    fn unexpected(&self, query: Query, expected: &'static str, got: &str) -> ClientError {
        ClientError::Unexpected { name: self.name.clone(), question: query.to_string(), expected, got: got.to_string() }
    }

    fn connection_error(&self, cause: PipeError) -> ClientError {
        ClientError::Connection {
            name: self.name.clone(),
            asked: self.last_sent.clone(),
            timeout: self.timeout,
            cause,
            last_lines: self.pipe.last_lines(),
        }
    }
}

/// Returns a `position` line followed by queries, for [`Client::ask_all`].
///
/// ```
/// use speltafel_ugi::{Query, position_queries};
///
/// let lines = position_queries("position startpos", &[Query::Turn, Query::Legal]);
/// assert_eq!(lines, ["position startpos", "query turn", "query legal"]);
/// ```
#[must_use]
pub fn position_queries(position: &str, questions: &[Query]) -> Vec<String> {
    [position.to_string()].into_iter().chain(questions.iter().map(Query::to_string)).collect()
}

/// Returns whether an engine has not answered in time.
fn is_silent<T>(answer: &Result<T, ClientError>) -> bool {
    matches!(answer, Err(ClientError::Connection { cause: PipeError::TimedOut, .. }))
}

/// Returns the extensions that an option declares: the words of `UGI_Extensions`.
fn extensions(option: OptionLine) -> Vec<String> {
    match option.kind {
        OptionKind::Text { default } if option.name.eq_ignore_ascii_case("UGI_Extensions") => {
            default.split(',').map(str::to_string).collect()
        }
        _ => Vec::new(),
    }
}

fn query_answer(reply: Reply) -> Option<QueryAnswer> {
    match reply {
        Reply::Response(text) => Some(Ok(text)),
        Reply::ResponseError(ProtocolError { code, .. }) => Some(Err(code)),
        _ => None,
    }
}
