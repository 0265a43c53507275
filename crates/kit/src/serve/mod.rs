//! The serve loop, which reads commands and answers them. Searches, `perft` and `bench` run on a
//! [`SearchThread`].

pub mod files;
pub mod lines;
pub mod referee;
mod input;
mod manual;
mod thinking;
mod record;

use crate::error::{KitError, with_causes};
use crate::options::Values;
use crate::output::Output;
use crate::preferences;
use crate::search_thread::{SearchThread, message};
use crate::session::{OpenGame, SearchRequest};
use crate::settings::{Effect, Settings};
use base::quote::{quote, quote_in};
use input::wait_for_input;
use lines::{Input, read_line};
use manual::rules;
use std::error::Error;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use thinking::{Work, failure};
use ugi::{Command, ErrorCode, ProtocolError, Query, Reply, words};

/// The lines that a search writes within this time of `go` are written together. A shorter time is no gain, because
/// Linux sets a clock interrupt for a wait that ends before the next regular one.
const TOGETHER: Duration = Duration::from_millis(5);

/// An engine that serves one client.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::output::Output;
/// use speltafel_kit::serve::{Next, Server};
/// use speltafel_kit::settings::Settings;
/// use nim::REGISTRY;
/// use std::io::{pipe, read_to_string};
/// use std::sync::Arc;
///
/// let (reader, writer) = pipe()?;
/// let out = Output::new(Box::new(writer), || panic!("nobody reads the output"));
/// let mut server = Server::new(Settings::new(&REGISTRY), Arc::new(out));
/// server.serve(&mut "position startpos moves 2\nquery turn\nquit\n".as_bytes())?;
/// assert_eq!(server.handle_line("query fen"), Next::Line);
/// drop(server);
/// assert_eq!(read_to_string(reader)?, "response p2\nresponse 8:2\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Server {
    settings: Settings,
    out: Arc<Output>,
    open: Opener,
    /// The open game, and the thread that searches it.
    thread: SearchThread<Box<dyn OpenGame>>,
}

/// Opens the current game of the settings.
type Opener = Box<dyn Fn(&Settings) -> Box<dyn OpenGame> + Send>;

/// The next action of the serve loop after a line.
///
/// See the example of [`Server`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Read the next line.
    Line,
    /// Exit.
    Quit,
}

impl Server {
    /// Creates an idle engine with the start position of the current game.
    #[must_use]
    pub fn new(settings: Settings, out: Arc<Output>) -> Self {
        Self::opening(settings, out, |settings| (settings.registered().open)(settings.values()))
    }

    /// Creates an engine like [`Server::new`], whose games `open` opens: for the registry's games with another player.
    /// `open` is called again when the rules change.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
    /// use speltafel_kit::output::Output;
    /// use speltafel_kit::serve::Server;
    /// use speltafel_kit::session::Session;
    /// use speltafel_kit::settings::Settings;
    /// use nim::{Nim, REGISTRY};
    /// use std::sync::Arc;
    ///
    /// let out = Arc::new(Output::new(Box::new(std::io::sink()), || ()));
    /// let open = |settings: &Settings| Box::new(Session::<Nim>::open(settings.values())) as _;
    /// let mut server = Server::opening(Settings::new(&REGISTRY), out, open);
    /// server.handle_lines(&["query legal".to_string()])?;
    /// # Ok::<(), speltafel_kit::error::KitError>(())
    /// ```
    #[must_use]
    pub fn opening(
        settings: Settings,
        out: Arc<Output>,
        open: impl Fn(&Settings) -> Box<dyn OpenGame> + Send + 'static,
    ) -> Self {
        let thread = SearchThread::new(open(&settings), Arc::clone(&out));
        Self { settings, out, open: Box::new(open), thread }
    }

    /// Reads and executes lines until `quit` or the end of input, and then stops a running search. If the first
    /// non-blank line selects a front-end protocol, that protocol reads the input from this line on.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read.
    pub fn serve(&mut self, source: &mut impl BufRead) -> Result<(), KitError> {
        let mut source = BufReader::new(source);
        let mut at_start = true;
        loop {
            let mut input = read_line(&mut source)
                .map_err(|source| KitError::Io { what: "cannot read the input".to_string(), source })?;
            if at_start {
                input.drop_mark();
            }
            if let Input::Line(line) = &input
                && at_start
            {
                if let Some(front_end) = self.settings.registry().front_end(line) {
                    return Ok((front_end.run)(&self.out, &mut Cursor::new(format!("{line}\n")).chain(source))?);
                }
                at_start = words(line).next().is_none();
            }
            let next = match input {
                Input::Line(line) => self.execute(&line),
                Input::TooLong => {
                    self.report_error(ProtocolError::new(ErrorCode::LineTooLong, ""));
                    Next::Line
                }
                Input::End => Next::Quit,
            };
            // Answers to lines that arrived together are written together, as is the whole answer of a very short
            // search.
            if !source.buffer().contains(&b'\n') {
                if self.thread.is_working() {
                    wait_for_input(TOGETHER);
                }
                self.out.release();
            }
            if next == Next::Quit {
                self.thread.finish(true);
                return Ok(());
            }
        }
    }

    /// Executes `lines` in order, up to `quit`. After each line, waits until a running search, `perft` or `bench` has
    /// finished, unless only a command can end the search. A search that still runs after the last line is stopped.
    ///
    /// # Errors
    /// Returns an error if a line was answered with an error.
    pub fn handle_lines(&mut self, lines: &[String]) -> Result<(), KitError> {
        let mut failed = Vec::new();
        for line in lines {
            let before = self.out.errors();
            let next = self.handle_line(line);
            if next == Next::Quit || !self.thread.is_endless() {
                self.thread.finish(next == Next::Quit);
            }
            if self.out.errors() > before {
                failed.push(quote(line));
            }
            if next == Next::Quit {
                break;
            }
        }
        self.thread.finish(true);
        match failed.first() {
            Some(first) => Err(KitError::Lines { failed: failed.len(), lines: lines.len(), first: first.clone() }),
            None => Ok(()),
        }
    }

    /// Executes one line.
    ///
    /// See the example of [`Server`].
    pub fn handle_line(&mut self, line: &str) -> Next {
        let next = self.execute(line);
        self.out.release();
        next
    }

    /// Executes one line. The answers to quick commands are queued, and the output is held while a search is running.
    fn execute(&mut self, line: &str) -> Next {
        let received = Instant::now();
        self.out.log_input(line);
        let name = Command::word_of(line);
        if self.thread.is_working()
            && let Some(name) = name
        {
            self.out.release();
            return self.handle_while_thinking(name, line);
        }
        let command = match Command::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return Next::Line,
            Err(error) => {
                // Even a query that cannot be parsed is answered, because the client waits for a response.
                if name == Some("query") {
                    self.out.write_line(Reply::to_query(line, Err(error)));
                } else {
                    self.report_error(error);
                }
                return Next::Line;
            }
        };
        if !is_quick(&command) {
            self.out.release();
        }
        self.thread.finish(false);
        Command::remarks(line).into_iter().for_each(|remark| self.report_error(remark));
        self.handle_when_idle(command, line, received)
    }

    fn handle_while_thinking(&mut self, name: &str, line: &str) -> Next {
        match name {
            "isready" => self.out.write_line(Reply::ReadyOk),
            "ping" => match Command::parse(line) {
                Ok(Some(Command::Ping(word))) => self.out.write_line(Reply::Pong(word.to_string())),
                Ok(_) => {}
                Err(error) => self.report_error(error),
            },
            "stop" => self.thread.finish(true),
            "ponderhit" => self.thread.ponderhit(),
            "wait" if self.thread.is_endless() => {
                let enders = if self.thread.is_pondering() { "ponderhit or stop" } else { "stop" };
                let text = format!("wait: this search ends only with {enders}");
                self.report_error(ProtocolError::new(ErrorCode::BadArgument, text));
            }
            "wait" => self.thread.finish(false),
            "quit" => return Next::Quit,
            "query" => {
                self.out.write_line(Reply::to_query(line, Err(ProtocolError::new(ErrorCode::SearchRunning, ""))))
            }
            other => self.report_error(ProtocolError::new(ErrorCode::SearchRunning, other)),
        }
        Next::Line
    }

    fn handle_when_idle(&mut self, command: Command, line: &str, received: Instant) -> Next {
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => {
                let (wanted, got) = self.prepare();
                if got < wanted {
                    self.out.write_line(Reply::Remark(format!("Hash: {wanted} MiB wanted, {got} MiB got")));
                }
                self.out.queue_line(Reply::ReadyOk);
            }
            Command::NewGame => {
                self.prepare();
                self.thread.session().new_game();
            }
            Command::SetOption { name, value } => self.set_option(&name, value),
            Command::Position(position) => {
                let loaded = catch_unwind(AssertUnwindSafe(|| self.thread.session().position(&position)));
                match loaded.unwrap_or_else(|panic| {
                    self.thread.session().new_game();
                    let text = format!("position: the game panicked: {}", quote(message(&*panic)));
                    Err(ProtocolError::new(ErrorCode::InternalError, text))
                }) {
                    Ok(remarks) => remarks.into_iter().for_each(|remark| self.report_error(remark)),
                    Err(error) => self.report_error(error),
                }
            }
            Command::Go(go) => {
                let preferences = self.settings.preferences();
                self.start(Work::Search(Box::new(SearchRequest { go, preferences, start: received })));
            }
            Command::Stop | Command::PonderHit | Command::Wait => {}
            Command::Query(query) => {
                let answer = self.query(query);
                if let Err(error) = &answer
                    && files::is_explained(query)
                {
                    self.report_error(error.clone());
                }
                self.out.queue_line(Reply::to_query(line, answer));
            }
            Command::Ping(word) => self.out.write_line(Reply::Pong(word.to_string())),
            Command::Perft(depth) => match self.thread.session().check_perft(depth) {
                Ok(()) => self.start(Work::Perft(depth)),
                Err(error) => self.report_error(error),
            },
            Command::Bench(words) => {
                self.start(Work::Bench(self.settings.registry(), words.into_iter().map(str::to_string).collect()));
            }
            Command::Eval => {
                let text = self.thread.session().explain();
                self.out.write_line(Reply::Text(text));
            }
            Command::Display => {
                let text = self.thread.session().picture();
                self.out.write_line(Reply::Text(text));
            }
            Command::Help => self.out.write_line(Reply::Text(manual::help(self.settings.registry().program.name))),
            Command::Quit => return Next::Quit,
            unknown => self.report_error(ProtocolError::about(ErrorCode::UnknownCommand, unknown.name())),
        }
        Next::Line
    }

    /// Allocates the tables, so that the next search does not spend clock time on the allocation. Returns the MiB
    /// wanted and those that the tables may use.
    fn prepare(&mut self) -> (usize, usize) {
        let preferences = self.settings.preferences();
        (preferences.hash, self.thread.session().prepare(&preferences))
    }

    fn introduce(&self) {
        let program = &self.settings.registry().program;
        self.out.queue_line(Reply::Id("name".to_string(), format!("{} {}", program.name, program.version)));
        self.out.queue_line(Reply::Id("author".to_string(), program.author.to_string()));
        for spec in self.settings.specs() {
            self.out.queue_line(Reply::Option(spec.declaration()));
        }
        self.out.write_line(Reply::UgiOk);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let before = self.settings.clone();
        match self.settings.set(name, value) {
            Ok(Effect::Stored) => {}
            Ok(Effect::NewRules) => *self.thread.session() = (self.open)(&self.settings),
            Ok(Effect::NewResources(game)) => {
                let missing = self.ask(game, |game, values| game.load_resources(values));
                let about_this = missing.into_iter().filter(|text| is_about(text, name));
                about_this.for_each(|text| self.report_error(ProtocolError::new(ErrorCode::BadArgument, text)));
            }
            Ok(Effect::NewBook(game)) => {
                if let Err(error) = self.ask(game, |game, values| game.open_book(values)) {
                    self.report_error(ProtocolError::new(ErrorCode::BadArgument, error_text(&*error, value)));
                }
            }
            Ok(Effect::ClearHash) => self.thread.session().clear_tables(),
            Ok(Effect::NewLog) => {
                if let Err(error) = self.out.log_to(&self.settings.values().text(&preferences::LOG_FILE)) {
                    self.settings = before;
                    self.report_error(ProtocolError::new(
                        ErrorCode::BadArgument,
                        format!("LogFile: {}", error_text(&error, value)),
                    ));
                }
            }
            Err(error) => self.report_error(error),
        }
    }

    fn query(&mut self, query: Query) -> Result<String, ProtocolError> {
        match query {
            Query::Games => {
                Ok(self.settings.registry().games().iter().map(|game| game.name).collect::<Vec<_>>().join(" "))
            }
            Query::Game => Ok(self.settings.registered().name.to_string()),
            Query::Options => Ok(self.settings.game_options()),
            Query::Info(name) => self.settings.game_info(name),
            Query::Rules(language) => rules(self.settings.registered(), language),
            query => files::answer_query(self.settings.registered(), self.settings.values(), query)
                .unwrap_or_else(|| self.thread.session().query(query)),
        }
    }

    /// Hands the open game to the search thread. If the thread cannot be started, reports an error and keeps the game.
    fn start(&mut self, work: Work) {
        let (timing, is_search) = (work.timing(), work.is_search());
        self.out.hold();
        if let Err(error) = self.thread.start(work, timing) {
            let text = format!("cannot start the search thread: {error}");
            self.out.write_line(failure(is_search, &text, &self.out));
        }
    }

    /// Calls `question` with the game at this registry index. A game that is not open is opened for the call.
    fn ask<T>(&mut self, game: usize, question: impl FnOnce(&mut dyn OpenGame, &Values) -> T) -> T {
        let values = self.settings.values().clone();
        if game == self.settings.game() {
            question(self.thread.session().as_mut(), &values)
        } else {
            question((self.settings.registry().games()[game].open)(&values).as_mut(), &values)
        }
    }

    fn report_error(&self, error: ProtocolError) {
        self.out.write_line(Reply::Error(error));
    }
}

/// Returns whether a command takes so little time that queued answers can wait for it. `go` only starts a search.
const fn is_quick(command: &Command) -> bool {
    match command {
        Command::Position(_) | Command::Go(_) => true,
        Command::Query(query) => !matches!(query, Query::Solutions(_)),
        _ => false,
    }
}

/// Returns whether `message` starts with the option name `option`, ignoring case, and a colon. Messages about other
/// options were reported when those options were set.
fn is_about(message: &str, option: &str) -> bool {
    let name = message.split_once(':').map_or("", |(name, _)| name);
    name.eq_ignore_ascii_case(option)
}

/// Returns the message of an error about an option. Occurrences of the option's value in the message are quoted.
fn error_text(error: &dyn Error, value: Option<&str>) -> String {
    quote_in(&with_causes(error), value.unwrap_or_default())
}
