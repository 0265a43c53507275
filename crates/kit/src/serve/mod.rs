//! The loop: who reads, who thinks, who may write. One thread reads and answers, a second one thinks and owns the open
//! game meanwhile. Knows no game.

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

/// The engine behind one input and one output.
pub struct Server {
    settings: Settings,
    out: Arc<Output>,
    state: ServerState,
    /// From the first search on.
    thinker: Option<SearchThread>,
}

enum ServerState {
    Idle(Box<dyn OpenGame>),
    Thinking(RunningWork),
    /// Only while the open game moves from one owner to the other.
    Moving,
}

/// Does the loop go on?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Read another line.
    Line,
    /// Leave.
    Quit,
}

impl Server {
    /// An idle engine with its default game open.
    #[must_use]
    pub fn new(settings: Settings, out: Arc<Output>) -> Self {
        let state = ServerState::Idle(open(&settings));
        Self { settings, out, state, thinker: None }
    }

    /// Reads and obeys until `quit` or the end of input. A first line that opens a dialect hands all over to it.
    ///
    /// # Errors
    /// The input cannot be read, or the thinking thread broke down.
    pub fn serve(&mut self, source: &mut impl BufRead) -> anyhow::Result<()> {
        let mut buffer = Vec::new();
        let mut fresh = true;
        loop {
            let mut input = read_line(source, &mut buffer).context("cannot read the input")?;
            if fresh {
                input.drop_mark();
            }
            if let Input::Line(line) = &input
                && fresh
            {
                if let Some(dialect) = self.settings.registry().front_end(line) {
                    return (dialect.run)(&self.out, &mut Cursor::new(format!("{line}\n")).chain(source));
                }
                fresh = first(line).is_none();
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

    /// Obeys lines that are all known beforehand: each waits until the search, `perft` or `bench` before it is done.
    ///
    /// # Errors
    /// Some lines answered with an error, or the thinking thread broke down.
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
            Some(first) => anyhow::bail!("{} of {} lines failed, the first is: {first}", failed.len(), lines.len()),
            None => Ok(()),
        }
    }

    /// Obeys one line.
    ///
    /// # Errors
    /// The thinking thread broke down.
    pub fn handle_line(&mut self, line: &str) -> anyhow::Result<Next> {
        let read = Instant::now();
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
            Err(fault) => {
                // A question that cannot be read is still a question: somebody waits for its answer.
                self.out.write_line(if name == Some("query") {
                    Reply::ResponseError(fault)
                } else {
                    Reply::Error(fault)
                });
                return Ok(Next::Line);
            }
        };
        self.finish(false)?;
        remarks::line_remarks(line).into_iter().for_each(|remark| self.report_error(remark));
        self.handle_when_idle(command, read)
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

    fn handle_when_idle(&mut self, command: Command, read: Instant) -> anyhow::Result<Next> {
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
                Err(fault) => self.report_error(fault),
            },
            Command::Go(go) => {
                let preferences = self.settings.preferences();
                self.start(Work::Search(Box::new(SearchRequest { go, preferences, start: read })))?;
            }
            Command::Stop | Command::PonderHit | Command::Wait => {}
            Command::Query(query) => {
                let answer = self.query(query);
                if let Err(fault) = &answer
                    && files::is_explained(query)
                {
                    self.report_error(fault.clone());
                }
                self.out.write_line(answer.map_or_else(Reply::ResponseError, Reply::Response));
            }
            Command::Perft(depth) => self.start(Work::Perft(depth))?,
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

    /// Allocates the tables now, so that no search does it on its clock.
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
                let own = missing.into_iter().filter(|text| is_about(text, name));
                own.for_each(|text| self.report_error(ProtocolError::new(ErrorCode::BadArgument, text)));
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
            Err(fault) => self.report_error(fault),
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

    /// Hands the open game to a thinking thread; without one nothing is done, but the game stays open.
    fn start(&mut self, work: Work) -> anyhow::Result<()> {
        let thinker = match self.thinker.take().map_or_else(|| SearchThread::new(&self.out), Ok) {
            Ok(thinker) => self.thinker.insert(thinker),
            Err(error) => {
                self.report_error(ProtocolError::new(
                    ErrorCode::InternalError,
                    format!("cannot start a thread to think: {error}"),
                ));
                if matches!(work, Work::Search(_)) {
                    self.out.write_line(Reply::BestMove { best: NO_MOVE.to_string(), ponder: None });
                }
                return Ok(());
            }
        };
        let ServerState::Idle(game) = std::mem::replace(&mut self.state, ServerState::Moving) else {
            anyhow::bail!("go: no open game");
        };
        let thinking = thinker.start(game, work).context("the search broke down")?;
        self.state = ServerState::Thinking(thinking);
        Ok(())
    }

    /// Waits for the last line of running work, stopping it first when `stop` says so.
    fn finish(&mut self, stop: bool) -> anyhow::Result<()> {
        self.state = match std::mem::replace(&mut self.state, ServerState::Moving) {
            ServerState::Thinking(thinking) => {
                if stop {
                    thinking.stop();
                }
                let game = self.thinker.as_ref().and_then(SearchThread::take_back);
                ServerState::Idle(game.context("the search broke down")?)
            }
            other => other,
        };
        Ok(())
    }

    /// Asks the game with this index in the registry; one that is not open is opened for the question alone.
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
        unreachable!("a command that needs the open game runs only while no search owns it")
    }

    fn report_error(&self, fault: ProtocolError) {
        self.out.write_line(Reply::Error(fault));
    }
}

fn open(settings: &Settings) -> Box<dyn OpenGame> {
    (settings.registered().open)(settings.values())
}

/// Does this sentence begin with the name of that option? Those about other options came when they were set.
fn is_about(sentence: &str, option: &str) -> bool {
    let name = sentence.split_once(':').map_or("", |(name, _)| name);
    name.eq_ignore_ascii_case(option)
}

/// An error about the value of an option, which is quoted.
fn error_text(error: &anyhow::Error, value: Option<&str>) -> String {
    quote_in(&format!("{error:#}"), value.unwrap_or_default())
}
