//! Hub version 2, the protocol of Scan (Fabien Letouzey 2017, `protocol.txt`), for English draughts. This file
//! contains the command loop and decides which commands are allowed during a search.

mod level;
mod line;
mod output_lines;
mod parameters;
mod position;
#[cfg(test)]
mod tests;
mod search_worker;

use crate::games::checkers::Checkers;
use crate::games::checkers::squares::with_draw_plies;
use anyhow::{Context, Error, Result, bail};
use base::quote::quote;
use kit::entry::GameEntry;
use kit::front_end::FrontEnd;
use kit::game::State;
use kit::output::Output;
use kit::search::{SearchTask, Searcher, Stop};
use kit::serve::Next;
use kit::serve::lines::{Input, read_line};
use level::Level;
use line::HubLine;
use parameters::Parameters;
use position::PositionReader;
use search_worker::{SearchJob, SearchWorker};
use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The registry entry for Hub, which is selected if the first word of the input is `hub`.
pub const FRONT_END: FrontEnd = FrontEnd { first_word: "hub", run };

/// Reads and executes commands until `quit` or the end of the input.
///
/// # Errors
/// Returns an error if the input cannot be read or the search thread has ended.
pub fn run(out: &Arc<Output>, mut source: &mut dyn BufRead) -> Result<()> {
    let mut front = HubEngine::new(out);
    let mut buffer = Vec::new();
    loop {
        match read_line(&mut source, &mut buffer).context("cannot read the input")? {
            Input::Line(line) => {
                if front.handle_line(&line)? == Next::Quit {
                    break;
                }
            }
            Input::TooLong => front.report_error("the line is too long"),
            Input::End => break,
        }
    }
    front.finish(true)
}

/// A Hub session: the parameters, the position, and the running search.
struct HubEngine {
    out: Arc<Output>,
    parameters: Parameters,
    /// The position that `go` searches: that of the last valid `pos` command, or the start position.
    position: Checkers,
    position_reader: PositionReader,
    level: Level,
    /// Created by the first search, and anew whenever `set-param` sets a resource of the player.
    worker: Option<SearchWorker>,
    search: Option<RunningSearch>,
}

/// A handle to the running search.
struct RunningSearch {
    stop: Arc<Stop>,
    /// Becomes true when the search has ended, just before its `done` line is written.
    done: Arc<AtomicBool>,
    start: Instant,
    /// Whether `ponder-hit` stops the search: true if the search ponders without a limit.
    stops_on_hit: bool,
}

impl HubEngine {
    fn new(out: &Arc<Output>) -> Self {
        Self {
            out: Arc::clone(out),
            parameters: Parameters::default(),
            position: position::start(),
            position_reader: PositionReader::default(),
            level: Level::default(),
            worker: None,
            search: None,
        }
    }

    fn handle_line(&mut self, text: &str) -> Result<Next> {
        let read = Instant::now();
        self.out.log_input(text);
        let line = match HubLine::read(text) {
            Ok(Some(line)) => line,
            Ok(None) => return Ok(Next::Line),
            Err(error) => {
                self.report_unreadable(text, &error);
                return Ok(Next::Line);
            }
        };
        if self.is_thinking() {
            return self.handle_while_thinking(&line);
        }
        self.finish(false)?;
        if line.command == "quit" {
            return Ok(Next::Quit);
        }
        if let Err(error) = self.handle_idle(&line, read) {
            self.report_error(&format!("{}: {error:#}", quote(line.command)));
        }
        Ok(Next::Line)
    }

    /// Reports a line that cannot be parsed. If no search is running, a `go` is also answered with a `done` line
    /// without a move, because the client may be waiting for `done`, and a `level` limits searches to depth 1.
    fn report_unreadable(&mut self, text: &str, error: &Error) {
        match (HubLine::command_of(text), self.is_thinking()) {
            ("go", true) => return self.report_error("go: a search is running"),
            ("go", false) => self.out.write_line(output_lines::no_move()),
            ("level", false) => self.level = Level::smallest(),
            _ => {}
        }
        self.report_error(&format!("{error:#}"));
    }

    fn is_thinking(&self) -> bool {
        self.search.as_ref().is_some_and(|search| !search.is_done())
    }

    fn handle_while_thinking(&mut self, line: &HubLine) -> Result<Next> {
        match line.command {
            "ping" => self.out.write_line("pong"),
            "stop" => self.finish(true)?,
            "ponder-hit" => self.search.iter().for_each(RunningSearch::ponder_hit),
            "quit" => return Ok(Next::Quit),
            other => self.report_error(&format!("{}: a search is running", quote(other))),
        }
        Ok(Next::Line)
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
                    self.worker = Some(SearchWorker::new(&self.out, Box::new(searcher))?);
                }
            }
            "new-game" => self.worker.iter().for_each(SearchWorker::clear),
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
        let task = SearchTask { depth: self.level.depth(), ..preferences.search_task(self.position.plies()) };
        let is_endless = self.level.is_endless();
        let (stop, done) = (Arc::new(Stop::new(ponder)), Arc::new(AtomicBool::new(false)));
        let job = SearchJob {
            root: with_draw_plies(&self.position, self.parameters.draw_plies()),
            task,
            deadlines: self.level.deadlines(preferences.overhead),
            nodes: self.level.nodes(),
            holds_answer: is_endless || ponder,
            released_by_hit: ponder && !is_endless,
            start,
            stop: Arc::clone(&stop),
            done: Arc::clone(&done),
        };
        let worker = match self.worker.take() {
            Some(worker) => worker,
            None => {
                let searcher = Checkers::strong(&self.parameters.resources());
                SearchWorker::new(&self.out, Box::new(searcher))
                    .inspect_err(|_| self.out.write_line(output_lines::no_move()))?
            }
        };
        self.worker.insert(worker).start(job)?;
        self.search = Some(RunningSearch { stop, done, start, stops_on_hit: ponder && is_endless });
        Ok(())
    }

    /// Waits until the running search, if any, has written its `done` line. Stops the search first if `stop` is true.
    fn finish(&mut self, stop: bool) -> Result<()> {
        let (Some(search), Some(worker)) = (self.search.take(), &self.worker) else { return Ok(()) };
        if stop {
            search.stop.stop();
        }
        worker.wait()
    }

    fn report_error(&self, message: &str) {
        self.out.write_line(output_lines::error_line(message));
    }
}

impl RunningSearch {
    fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    /// Handles `ponder-hit`: the expected move was played, so the clock starts now, and a search without a limit ends.
    fn ponder_hit(&self) {
        self.stop.ponderhit(self.start.elapsed());
        if self.stops_on_hit {
            self.stop.stop();
        }
    }
}
