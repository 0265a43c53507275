// An engine in memory. Examples in the documentation of `Client` include this file.

use speltafel_ugi::{Client, ClientError, Pipe, PipeError};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A line and the engine's answer to it, which may have several lines.
type Answer = (&'static str, &'static str);

/// An engine with fixed answers. It ignores every line that is not in the list, except `ugi` and `isready`.
pub struct Script {
    pub answers: Vec<Answer>,
    pub output: VecDeque<&'static str>,
}

impl Pipe for Script {
    fn send(&mut self, lines: &[&str], _: Instant) -> Result<(), PipeError> {
        for line in lines {
            let defaults = [("ugi", "ugiok"), ("isready", "readyok")];
            let answer = self.answers.iter().chain(&defaults).find(|(sent, _)| sent == line);
            self.output.extend(answer.into_iter().flat_map(|(_, answer)| answer.lines()));
        }
        Ok(())
    }

    fn line(&mut self, _: Instant) -> Result<String, PipeError> {
        self.output.pop_front().map(str::to_string).ok_or(PipeError::TimedOut)
    }

    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Connects a client to an engine with these answers. Answers to `ugi` and `isready` may be omitted.
pub fn connect(answers: &[Answer]) -> Result<Client<Script>, ClientError> {
    Client::handshake(Script { answers: answers.to_vec(), output: VecDeque::new() }, "the engine", Duration::ZERO)
}
