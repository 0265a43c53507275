//! The serve loop, which reads commands and answers them. Searches, `perft` and `bench` run on a second thread, which
//! owns the open game while it works.

pub mod files;
pub mod lines;
mod manual;
mod thinking;

use crate::options::Values;
use crate::output::Output;
use crate::preferences;
use crate::session::{OpenGame, SearchRequest};
use crate::settings::{self, Effect, Settings};
use anyhow::Context;
use base::quote::{quote, quote_in};
use lines::{Input, read_line};
use manual::rules;
use std::io::{BufRead, Cursor, Read};
use std::sync::Arc;
use std::time::Instant;
use thinking::{RunningWork, SearchThread, Work};
use ugi::reply::NO_MOVE;
use ugi::words::first;
use ugi::{Command, ErrorCode, ProtocolError, Query, Reply, parse, remarks};

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
/// assert_eq!(server.handle_line("query fen")?, Next::Line);
/// drop(server);
/// assert_eq!(read_to_string(reader)?, "response p2\nresponse 8:2\n");
/// # Ok::<(), anyhow::Error>(())
/// ```
pub struct Server {
    settings: Settings,
    out: Arc<Output>,
    state: ServerState,
    /// The search thread, started for the first search, `perft` or `bench`.
    thinker: Option<SearchThread>,
}

enum ServerState {
    Idle(Box<dyn OpenGame>),
    Thinking(RunningWork),
    /// The open game is being handed from one thread to the other.
    Moving,
}

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

/// The error message if the search thread ended without returning the open game.
const THREAD_ENDED: &str = "the search thread ended unexpectedly";

impl Server {
    /// Creates an idle engine with the start position of the current game.
    #[must_use]
    pub fn new(settings: Settings, out: Arc<Output>) -> Self {
        let state = ServerState::Idle(open(&settings));
        Self { settings, out, state, thinker: None }
    }

    /// Reads and executes lines until `quit` or the end of input, and then stops a running search. If the first
    /// non-blank line selects a front-end protocol, that protocol reads the input from this line on.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read or the search thread ended unexpectedly.
    pub fn serve(&mut self, source: &mut impl BufRead) -> anyhow::Result<()> {
        let mut buffer = Vec::new();
        let mut at_start = true;
        loop {
            let mut input = read_line(source, &mut buffer).context("cannot read the input")?;
            if at_start {
                input.drop_mark();
            }
            if let Input::Line(line) = &input
                && at_start
            {
                if let Some(front_end) = self.settings.registry().front_end(line) {
                    return (front_end.run)(&self.out, &mut Cursor::new(format!("{line}\n")).chain(source));
                }
                at_start = first(line).is_none();
            }
            let next = match input {
                Input::Line(line) => self.handle_line(&line)?,
                Input::TooLong => {
                    self.report_error(ProtocolError::new(ErrorCode::LineTooLong, ""));
                    Next::Line
                }
                Input::End => Next::Quit,
            };
            if next == Next::Quit {
                return self.finish(true);
            }
        }
    }

    /// Executes `lines` in order, up to `quit`. After each line, waits until a running search, `perft` or `bench` has
    /// finished, unless only a command can end the search. A search that still runs after the last line is stopped.
    ///
    /// # Errors
    /// Returns an error if a line was answered with an error or the search thread ended unexpectedly.
    pub fn handle_lines(&mut self, lines: &[String]) -> anyhow::Result<()> {
        let mut failed = Vec::new();
        for line in lines {
            let before = self.out.errors();
            let next = self.handle_line(line)?;
            let endless = matches!(&self.state, ServerState::Thinking(thinking) if thinking.is_endless());
            if next == Next::Quit || !endless {
                self.finish(next == Next::Quit)?;
            }
            if self.out.errors() > before {
                failed.push(quote(line));
            }
            if next == Next::Quit {
                break;
            }
        }
        self.finish(true)?;
        match failed.first() {
            Some(first) => anyhow::bail!("{} of {} lines failed, first: {first}", failed.len(), lines.len()),
            None => Ok(()),
        }
    }

    /// Executes one line.
    ///
    /// # Errors
    /// Returns an error if the search thread ended unexpectedly.
    pub fn handle_line(&mut self, line: &str) -> anyhow::Result<Next> {
        let received = Instant::now();
        self.out.log_input(line);
        let name = parse::split(line).map(|(name, _)| name);
        if self.is_thinking()
            && let Some(name) = name
        {
            return self.handle_while_thinking(name);
        }
        let command = match parse::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(Next::Line),
            Err(error) => {
                // Even a query that cannot be parsed is answered, because the client waits for a response.
                self.out.write_line(if name == Some("query") {
                    Reply::ResponseError(error)
                } else {
                    Reply::Error(error)
                });
                return Ok(Next::Line);
            }
        };
        self.finish(false)?;
        remarks::line_remarks(line).into_iter().for_each(|remark| self.report_error(remark));
        self.handle_when_idle(command, received)
    }

    fn is_thinking(&self) -> bool {
        matches!(&self.state, ServerState::Thinking(thinking) if !thinking.is_done())
    }

    fn handle_while_thinking(&mut self, name: &str) -> anyhow::Result<Next> {
        let ServerState::Thinking(thinking) = &self.state else { return Ok(Next::Line) };
        match name {
            "isready" => self.out.write_line(Reply::ReadyOk),
            "stop" => self.finish(true)?,
            "ponderhit" => thinking.ponderhit(),
            "wait" if thinking.is_endless() => {
                let text = format!("wait: this search ends only with {}", thinking.enders());
                self.report_error(ProtocolError::new(ErrorCode::BadArgument, text));
            }
            "wait" => self.finish(false)?,
            "quit" => return Ok(Next::Quit),
            "query" => self.out.write_line(Reply::ResponseError(ProtocolError::new(ErrorCode::SearchRunning, ""))),
            other => self.report_error(ProtocolError::new(ErrorCode::SearchRunning, other)),
        }
        Ok(Next::Line)
    }

    fn handle_when_idle(&mut self, command: Command, received: Instant) -> anyhow::Result<Next> {
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => {
                self.prepare();
                self.out.write_line(Reply::ReadyOk);
            }
            Command::NewGame => {
                self.prepare();
                self.game().new_game();
            }
            Command::SetOption { name, value } => self.set_option(&name, value),
            Command::Position(position) => match self.game().position(&position) {
                Ok(remarks) => remarks.into_iter().for_each(|remark| self.report_error(remark)),
                Err(error) => self.report_error(error),
            },
            Command::Go(go) => {
                let preferences = self.settings.preferences();
                self.start(Work::Search(Box::new(SearchRequest { go, preferences, start: received })))?;
            }
            Command::Stop | Command::PonderHit | Command::Wait => {}
            Command::Query(query) => {
                let answer = self.query(query);
                if let Err(error) = &answer
                    && files::is_explained(query)
                {
                    self.report_error(error.clone());
                }
                self.out.write_line(answer.map_or_else(Reply::ResponseError, Reply::Response));
            }
            Command::Perft(depth) => match self.game().check_perft(depth) {
                Ok(()) => self.start(Work::Perft(depth))?,
                Err(error) => self.report_error(error),
            },
            Command::Bench(words) => {
                self.start(Work::Bench(self.settings.registry(), words.into_iter().map(str::to_string).collect()))?
            }
            Command::Eval => {
                let text = self.game().explain();
                self.out.write_line(Reply::Text(text));
            }
            Command::Display => {
                let text = self.game().picture();
                self.out.write_line(Reply::Text(text));
            }
            Command::Help => self.out.write_line(Reply::Text(manual::help(self.settings.registry().program.name))),
            Command::Quit => return Ok(Next::Quit),
        }
        Ok(Next::Line)
    }

    /// Allocates the tables, so that the next search does not spend clock time on the allocation.
    fn prepare(&mut self) {
        let preferences = self.settings.preferences();
        self.game().prepare(&preferences);
    }

    fn introduce(&self) {
        let program = &self.settings.registry().program;
        self.out.write_line(Reply::Id("name".to_string(), format!("{} {}", program.name, program.version)));
        self.out.write_line(Reply::Id("author".to_string(), program.author.to_string()));
        for spec in self.settings.specs() {
            self.out.write_line(Reply::Option(settings::declaration(&spec)));
        }
        self.out.write_line(Reply::UgiOk);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let before = self.settings.clone();
        match self.settings.set(name, value) {
            Ok(Effect::Stored) => {}
            Ok(Effect::NewRules) => self.state = ServerState::Idle(open(&self.settings)),
            Ok(Effect::NewResources(game)) => {
                let missing = self.ask(game, |game, values| game.load_resources(values));
                let about_this = missing.into_iter().filter(|text| is_about(text, name));
                about_this.for_each(|text| self.report_error(ProtocolError::new(ErrorCode::BadArgument, text)));
            }
            Ok(Effect::NewBook(game)) => {
                if let Err(error) = self.ask(game, |game, values| game.open_book(values)) {
                    self.report_error(ProtocolError::new(ErrorCode::BadArgument, error_text(&error, value)));
                }
            }
            Ok(Effect::ClearHash) => self.game().clear_tables(),
            Ok(Effect::NewLog) => {
                if let Err(error) = self.out.log_to(&self.settings.text(&preferences::LOG_FILE)) {
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
            Query::Rules(language) => rules(self.settings.registered(), language),
            query => files::answer_query(self.settings.registered(), self.settings.values(), query)
                .unwrap_or_else(|| self.game().query(query)),
        }
    }

    /// Hands the open game to the search thread. If the thread cannot be started, reports an error and keeps the game.
    fn start(&mut self, work: Work) -> anyhow::Result<()> {
        let thinker = match self.thinker.take().map_or_else(|| SearchThread::new(&self.out), Ok) {
            Ok(thinker) => self.thinker.insert(thinker),
            Err(error) => {
                self.report_error(ProtocolError::new(
                    ErrorCode::InternalError,
                    format!("cannot start the search thread: {error}"),
                ));
                if matches!(work, Work::Search(_)) {
                    self.out.write_line(Reply::BestMove { best: NO_MOVE.to_string(), ponder: None });
                }
                return Ok(());
            }
        };
        let ServerState::Idle(game) = std::mem::replace(&mut self.state, ServerState::Moving) else {
            anyhow::bail!("the open game is not available for a search");
        };
        let thinking = thinker.start(game, work).context(THREAD_ENDED)?;
        self.state = ServerState::Thinking(thinking);
        Ok(())
    }

    /// Waits until running work has written its last line. With `stop`, stops the work first.
    fn finish(&mut self, stop: bool) -> anyhow::Result<()> {
        self.state = match std::mem::replace(&mut self.state, ServerState::Moving) {
            ServerState::Thinking(thinking) => {
                if stop {
                    thinking.stop();
                }
                let game = self.thinker.as_ref().and_then(SearchThread::take_back);
                ServerState::Idle(game.context(THREAD_ENDED)?)
            }
            other => other,
        };
        Ok(())
    }

    /// Calls `question` with the game at this registry index. A game that is not open is opened for the call.
    fn ask<T>(&mut self, game: usize, question: impl FnOnce(&mut dyn OpenGame, &Values) -> T) -> T {
        let values = self.settings.values().clone();
        if game == self.settings.game() {
            question(self.game(), &values)
        } else {
            question((self.settings.registry().games()[game].open)(&values).as_mut(), &values)
        }
    }

    fn game(&mut self) -> &mut dyn OpenGame {
        if let ServerState::Idle(game) = &mut self.state {
            return game.as_mut();
        }
        unreachable!("commands that need the open game are executed only when no search owns it")
    }

    fn report_error(&self, error: ProtocolError) {
        self.out.write_line(Reply::Error(error));
    }
}

fn open(settings: &Settings) -> Box<dyn OpenGame> {
    (settings.registered().open)(settings.values())
}

/// Returns whether `message` starts with the option name `option`, ignoring case, and a colon. Messages about other
/// options were reported when those options were set.
fn is_about(message: &str, option: &str) -> bool {
    let name = message.split_once(':').map_or("", |(name, _)| name);
    name.eq_ignore_ascii_case(option)
}

/// Returns the message of an error about an option. Occurrences of the option's value in the message are quoted.
fn error_text(error: &anyhow::Error, value: Option<&str>) -> String {
    quote_in(&format!("{error:#}"), value.unwrap_or_default())
}
