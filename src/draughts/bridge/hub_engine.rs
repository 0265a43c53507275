//! A Hub engine: its process, its parameters, and when it is ready.

use super::engine::{Choice, ForeignEngine, Played};
use super::hub_pipe::{SEND_TIMEOUT, failure};
use super::hub_search::{HubSearch, level, position};
use super::params::Param;
use super::registry::Identity;
use crate::draughts::hub::HubLine;
use anyhow::{Context, Result, bail};
use kit::options::{Spec, Values};
use kit::search::Stop;
use kit::session::{ReplySink, SearchRequest};
use runner::{Dialogue, Guard, Log, Process, Program};
use std::time::{Duration, Instant};
use ugi::Pipe;

/// How long to wait for `wait`, `ready` and `pong`. A client that is less patient ends the bridge.
const PATIENCE: Duration = Duration::from_secs(600);
/// How long to wait for the exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(300);
/// Maximum number of lines before `wait`.
const MAX_INTRODUCTION: usize = 10_000;

/// A running Hub engine.
pub(super) struct HubEngine {
    /// `None` only while it is being dropped.
    process: Option<Process>,
    params: Vec<Param>,
    /// Whether the engine has read `init` after its parameters were set.
    is_initialized: bool,
    /// Whether a new game has begun since the last search.
    is_new_game: bool,
}

impl HubEngine {
    /// Starts a program and reads its introduction.
    ///
    /// # Errors
    /// Returns an error if the program does not start, does not introduce itself, or does not play English draughts.
    pub(super) fn start(program: &Program, guard: &Guard) -> Result<(Self, Identity)> {
        let name = program.command.display();
        let process = Process::start(program, Some(guard), Dialogue::new("hub", Log::default()));
        let mut process = process.with_context(|| format!("cannot start {name}"))?;
        let introduction = introduce(&mut process);
        if introduction.is_err() {
            process.last_lines().iter().for_each(|line| eprintln!("{line}"));
        }
        let (params, identity) = introduction.with_context(|| name.to_string())?;
        Ok((Self { process: Some(process), params, is_initialized: false, is_new_game: true }, identity))
    }

    /// Returns the options of the engine. If names are equal, the first one is used.
    pub(super) fn specs(&self) -> Vec<Spec> {
        let mut specs: Vec<Spec> = Vec::new();
        for spec in self.params.iter().filter_map(|param| param.spec) {
            if specs.iter().all(|known| !known.name.eq_ignore_ascii_case(spec.name)) {
                specs.push(spec);
            }
        }
        specs
    }

    fn process(&mut self) -> Result<&mut Process> {
        self.process.as_mut().context("the engine has been closed")
    }

    fn send(&mut self, lines: &[&str]) -> Result<()> {
        let sent = self.process()?.send(lines, Instant::now() + SEND_TIMEOUT);
        sent.map_err(|error| failure(lines.last().unwrap_or(&""), &error))
    }

    /// Sends a command and skips the output up to its answer.
    fn ask(&mut self, command: &str, answer: &str) -> Result<()> {
        self.send(&[command])?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            let line = self.process()?.line(deadline).map_err(|error| failure(command, &error))?;
            if HubLine::command_of(&line) == answer {
                return Ok(());
            }
        }
    }
}

impl ForeignEngine for HubEngine {
    fn set_options(&mut self, values: &Values) -> Result<Vec<String>> {
        let mut errors = Vec::new();
        for index in 0..self.params.len() {
            let Some(value) = self.params[index].changed(values) else { continue };
            let param = &mut self.params[index];
            if value.contains('"') {
                errors.extend(param.spec.map(|spec| format!("{}: Hub has no quotes within values", spec.name)));
                continue;
            }
            let line = set_param(param.name, &value);
            param.value = value;
            self.send(&[&line])?;
            self.is_initialized = false;
        }
        Ok(errors)
    }

    fn new_game(&mut self) -> Result<()> {
        self.is_new_game = true;
        Ok(())
    }

    fn prepare(&mut self) -> Result<()> {
        if !self.is_initialized {
            self.ask("init", "ready")?;
            self.is_initialized = true;
        }
        if std::mem::take(&mut self.is_new_game) {
            self.send(&["new-game"])?;
        }
        // This also reads late output of the last search.
        self.ask("ping", "pong")
    }

    fn search(&mut self, game: &Played, search: &SearchRequest, stop: &Stop, say: ReplySink) -> Result<Choice> {
        if !self.is_initialized || self.is_new_game {
            self.prepare()?;
        }
        let go = &search.go;
        let mode = match (go.ponder && !go.infinite, go.infinite) {
            (true, _) => "go ponder",
            (_, true) => "go analyze",
            _ => "go think",
        };
        let lines = [position(game), level(go, game.position.us(), search.preferences.overhead), mode.to_string()];
        self.send(&lines.each_ref().map(String::as_str))?;
        HubSearch::new(self.process()?, game, search, stop).run(say)
    }

    fn last_lines(&self) -> Vec<String> {
        self.process.as_ref().map(Process::last_lines).unwrap_or_default()
    }
}

impl Drop for HubEngine {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.close(QUIT_TIMEOUT);
        }
    }
}

/// Sends `hub`, reads the introduction, and sets the parameters that the bridge sets itself.
fn introduce(process: &mut Process) -> Result<(Vec<Param>, Identity)> {
    let deadline = Instant::now() + PATIENCE;
    process.send(&["hub"], deadline).map_err(|error| failure("hub", &error))?;
    let (mut params, mut identity, mut fixed) = (Vec::new(), Identity::default(), Vec::new());
    for _ in 0..MAX_INTRODUCTION {
        let text = process.line(deadline).map_err(|error| failure("hub", &error))?;
        let Ok(Some(line)) = HubLine::parse(&text) else { continue };
        let field = |name| line.get(name).unwrap_or_default().to_string();
        match line.command {
            "id" => identity = Identity { name: field("name"), version: field("version"), author: field("author") },
            "param" => {
                let Some(param) = Param::read(&line) else { continue };
                match param.fixed(&line) {
                    Ok(value) => fixed.extend(value.map(|value| set_param(param.name, value))),
                    Err(variants) => bail!("it does not play English draughts: its variants are {variants}"),
                }
                params.push(param);
            }
            "wait" => {
                let lines: Vec<&str> = fixed.iter().map(String::as_str).collect();
                process.send(&lines, deadline).map_err(|error| failure("wait", &error))?;
                return Ok((params, identity));
            }
            _ => {}
        }
    }
    bail!("more than {MAX_INTRODUCTION} lines after `hub` without `wait`")
}

fn set_param(name: &str, value: &str) -> String {
    format!("set-param name={name} value=\"{value}\"")
}
