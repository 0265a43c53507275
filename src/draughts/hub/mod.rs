//! Hub version 2, the protocol of Scan (Fabien Letouzey 2017, `protocol.txt`), for English draughts. This file
//! contains the command loop and decides which commands are allowed during a search.

mod hub_search;
mod level;
mod line;
mod output_lines;
mod parameters;
mod position;
#[cfg(test)]
mod tests;

pub(super) use line::HubLine;
pub(super) use position::{LETTERS, parse_move};

use crate::games::checkers::Checkers;
use crate::games::checkers::squares::with_draw_plies;
use anyhow::{Context, Error, Result, bail};
use base::quote::quote;
use hub_search::HubSearch;
use kit::front_end::FrontEnd;
use kit::game::Game;
use kit::output::Output;
use kit::search::{SearchTask, Searcher};
use kit::search_thread::{SearchThread, Timing};
use kit::serve::Next;
use kit::serve::lines::{Input, read_line};
use kit::state::State;
use level::Level;
use parameters::Parameters;
use position::PositionReader;
use std::io::BufRead;
use std::sync::Arc;
use std::time::Instant;

/// The registry entry for Hub, which is selected if the first word of the input is `hub`.
pub const FRONT_END: FrontEnd = FrontEnd { first_word: "hub", run: |out, source| Ok(run(out, source)?) };

/// Reads and executes commands until `quit` or the end of the input.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub fn run(out: &Arc<Output>, mut source: &mut dyn BufRead) -> Result<()> {
    let mut front = HubEngine::new(out);
    loop {
        match read_line(&mut source).context("cannot read the input")? {
            Input::Line(line) => {
                if front.handle_line(&line) == Next::Quit {
                    break;
                }
            }
            Input::TooLong => front.report_error("the line is too long"),
            Input::End => break,
        }
    }
    front.thread.finish(true);
    Ok(())
}

/// A Hub session: the parameters, the position, and the thread that searches it.
struct HubEngine {
    out: Arc<Output>,
    parameters: Parameters,
    /// The position that `go` searches: that of the last valid `pos` command, or the start position.
    position: Checkers,
    position_reader: PositionReader,
    level: Level,
    /// The thread owns the player, which is replaced whenever `set-param` sets one of its resources.
    thread: SearchThread<Box<dyn Searcher<Checkers>>>,
}

impl HubEngine {
    fn new(out: &Arc<Output>) -> Self {
        let parameters = Parameters::default();
        let player = Checkers::strong(&parameters.resources());
        Self {
            out: Arc::clone(out),
            parameters,
            position: position::start(),
            position_reader: PositionReader::default(),
            level: Level::default(),
            thread: SearchThread::new(Box::new(player), Arc::clone(out)),
        }
    }

    fn handle_line(&mut self, text: &str) -> Next {
        let read = Instant::now();
        self.out.log_input(text);
        let line = match HubLine::parse(text) {
            Ok(Some(line)) => line,
            Ok(None) => return Next::Line,
            Err(error) => {
                self.report_unreadable(text, &error);
                return Next::Line;
            }
        };
        if line.command == "quit" {
            return Next::Quit;
        }
        if self.thread.is_working() {
            self.handle_while_thinking(&line);
            return Next::Line;
        }
        self.thread.finish(false);
        if let Err(error) = self.handle_idle(&line, read) {
            self.report_error(&format!("{}: {error:#}", quote(line.command)));
        }
        Next::Line
    }

    /// Reports a line that cannot be parsed. If no search is running, a `go` is also answered with a `done` line
    /// without a move, because the client may be waiting for `done`, and a `level` limits searches to depth 1.
    fn report_unreadable(&mut self, text: &str, error: &Error) {
        match (HubLine::command_of(text), self.thread.is_working()) {
            ("go", true) => return self.report_error("go: a search is running"),
            ("go", false) => self.out.write_line(output_lines::no_move()),
            ("level", false) => self.level = Level::smallest(),
            _ => {}
        }
        self.report_error(&format!("{error:#}"));
    }

    fn handle_while_thinking(&mut self, line: &HubLine) {
        match line.command {
            "ping" => self.out.write_line("pong"),
            "stop" => self.thread.finish(true),
            "ponder-hit" => self.thread.ponderhit(),
            other => self.report_error(&format!("{}: a search is running", quote(other))),
        }
    }

    fn handle_idle(&mut self, line: &HubLine, read: Instant) -> Result<()> {
        match line.command {
            "hub" => output_lines::write_introduction(&self.out, &self.parameters),
            "init" => self.out.write_line("ready"),
            "ping" => self.out.write_line("pong"),
            // These commands may arrive after the search has ended. They then have no effect.
            "stop" | "ponder-hit" => {}
            "set-param" => {
                if self.parameters.set(line, &self.out)? {
                    let mut searcher = Checkers::strong(&self.parameters.resources());
                    searcher.errors().iter().for_each(|text| self.report_error(text));
                    *self.thread.session() = Box::new(searcher);
                }
            }
            "new-game" => self.thread.session().clear(),
            "pos" => self.position = self.position_reader.read(line, self.parameters.orientation())?,
            "level" => {
                let (level, result) = Level::read(line);
                self.level = level;
                result?;
            }
            "go" => self.go(line, read)?,
            _ => bail!("unknown command"),
        }
        Ok(())
    }

    fn go(&mut self, line: &HubLine, start: Instant) -> Result<()> {
        let ponder = match &line.flags()[..] {
            ["think" | "analyze"] => false,
            ["ponder"] => true,
            _ => {
                // The client may be waiting for a `done` line.
                self.out.write_line(output_lines::no_move());
                bail!("expected think, ponder or analyze");
            }
        };
        if self.position.count_actions() == 0 {
            self.out.write_line(output_lines::no_move());
            bail!("the game is over");
        }
        let preferences = self.parameters.preferences();
        let task = SearchTask { depth: self.level.depth, ..preferences.search_task(self.position.plies()) };
        let search = HubSearch {
            root: with_draw_plies(&self.position, self.parameters.draw_plies()),
            task,
            deadlines: self.level.deadlines(preferences.overhead),
            nodes: self.level.nodes,
            start,
        };
        self.thread
            .start(search, Timing { start, unlimited: self.level.is_endless(), ponder })
            .inspect_err(|_| self.out.write_line(output_lines::no_move()))
            .context("cannot start the search thread")
    }

    fn report_error(&self, message: &str) {
        self.out.write_line(output_lines::error_line(message));
    }
}
