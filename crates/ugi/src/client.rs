//! An engine at the other end of two pipes: commands go down, typed answers come up. Knows no game.
//! Whoever drops a client ends its process.

use crate::engine_files::EngineFiles;
use crate::locate::cannot_start;
use crate::reply::read_answer;
use crate::{Command as Order, Go, OptionKind, OptionLine, Query, Reply};
use anyhow::{Context, Result, anyhow, bail};
use base::quote::quote;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// An engine that has not answered for so long counts as hung, unless its client is told otherwise.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine process.
pub struct Client {
    /// How errors call this engine.
    name: String,
    child: Child,
    stdin: ChildStdin,
    /// What it writes; a thread reads it, so that no answer is waited for longer than `patience`.
    lines: Receiver<String>,
    patience: Duration,
    introduction: Vec<String>,
}

/// What came of a `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move.
    pub best: String,
    /// The reply that it expects.
    pub ponder: Option<String>,
    /// The `info` lines on the way.
    pub infos: Vec<String>,
    /// The errors on the way, each from its code on.
    pub errors: Vec<String>,
}

impl Client {
    /// Starts a process and waits for its `ugiok`. Its standard error stays that of this process.
    ///
    /// # Errors
    /// It does not start, or it is no UGI engine.
    pub fn start(command: &mut Command) -> Result<Self> {
        let program = command.get_program().to_owned();
        let name = program.to_string_lossy().into_owned();
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| anyhow!(cannot_start("the engine", program.as_ref(), &error)))?;
        let stdin = child.stdin.take().context("the engine has no standard input")?;
        let stdout = child.stdout.take().context("the engine has no standard output")?;
        let (sender, lines) = channel();
        thread::Builder::new().name("hear".to_string()).spawn(move || hear(stdout, &sender))?;
        let mut client = Self { name, child, stdin, lines, patience: PATIENCE, introduction: Vec::new() };
        client.tell(&Order::Ugi)?;
        client.introduction =
            client.until("ugi", |reply| (*reply == Reply::UgiOk).then_some(())).map(|((), before)| before)?;
        Ok(client)
    }

    /// How errors shall call this engine.
    #[must_use]
    pub fn called(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// How long an answer may take.
    pub fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// The lines before its `ugiok`: `id …` and `option …`.
    #[must_use]
    pub fn introduction(&self) -> &[String] {
        &self.introduction
    }

    /// Does it declare this option?
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        declares(&self.introduction, name)
    }

    /// Sends a line as it is.
    ///
    /// # Errors
    /// The engine has gone.
    pub fn send(&mut self, line: &str) -> Result<()> {
        let written = self.stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.stdin.flush());
        written.map_err(|_| self.gone(line))
    }

    /// Sends a command.
    ///
    /// # Errors
    /// The engine has gone.
    pub fn tell(&mut self, order: &Order) -> Result<()> {
        self.send(&order.to_string())
    }

    /// Sets an option; a button takes an empty value.
    ///
    /// # Errors
    /// The engine has gone or does not take it.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<()> {
        let value = (!value.is_empty()).then_some(value);
        self.tell(&Order::SetOption { name: name.to_string(), value })?;
        match self.ready()?.first() {
            Some(error) => bail!("{}: option {name}: {error}", self.name),
            None => Ok(()),
        }
    }

    /// Waits until everything sent so far has been obeyed; gives the errors on the way, each from its code on.
    ///
    /// # Errors
    /// The engine has gone or hangs.
    pub fn ready(&mut self) -> Result<Vec<String>> {
        self.tell(&Order::IsReady)?;
        let ((), before) = self.until("isready", |reply| (*reply == Reply::ReadyOk).then_some(()))?;
        Ok(errors(&before))
    }

    /// Asks a question; gives the words of its answer.
    ///
    /// # Errors
    /// The engine has gone, hangs, or answers with an error.
    pub fn ask(&mut self, query: Query) -> Result<Vec<String>> {
        let question = query.to_string();
        self.send(&question)?;
        let (answer, _) = self.until(&question, |reply| match reply {
            Reply::Response(text) => Some(Ok(text.split_whitespace().map(str::to_string).collect())),
            Reply::ResponseError(fault) => Some(Err(fault.code.clone())),
            _ => None,
        })?;
        answer.map_err(|code| anyhow::anyhow!("{}: {question}: error {code}", self.name))
    }

    /// Asks a question whose answer is a single word.
    ///
    /// # Errors
    /// As [`Client::ask`], and an answer of another length.
    pub fn ask_word(&mut self, query: Query) -> Result<String> {
        match <[String; 1]>::try_from(self.ask(query)?) {
            Ok([word]) => Ok(word),
            Err(words) => bail!("{}: {query}: expected one word, got {}", self.name, quote(&words.join(" "))),
        }
    }

    /// The lines that a command for people prints, such as `d`.
    ///
    /// # Errors
    /// The engine has gone or hangs.
    pub fn show(&mut self, order: &Order) -> Result<Vec<String>> {
        self.tell(order)?;
        self.tell(&Order::IsReady)?;
        let ((), before) = self.until(order.name(), |reply| (*reply == Reply::ReadyOk).then_some(()))?;
        Ok(before)
    }

    /// Sends many lines at once; gives all that it says until the last of them has been obeyed.
    ///
    /// # Errors
    /// The engine has gone or hangs.
    pub fn batch(&mut self, lines: &[String]) -> Result<Vec<String>> {
        let asked = lines.first().map_or("isready", String::as_str).to_string();
        self.send(&lines.join("\n"))?;
        self.tell(&Order::IsReady)?;
        let ((), before) = self.until(&asked, |reply| (*reply == Reply::ReadyOk).then_some(()))?;
        Ok(before)
    }

    /// Lets the engine think about the position it was sent.
    ///
    /// # Errors
    /// The engine has gone or hangs.
    pub fn go(&mut self, go: &Go) -> Result<Thought> {
        self.tell(&Order::Go(go.clone()))?;
        let ((best, ponder), before) = self.until("go", |reply| match reply {
            Reply::BestMove { best, ponder } => Some((best.clone(), ponder.clone())),
            _ => None,
        })?;
        let errors = errors(&before);
        let infos = before.into_iter().filter(|line| line.starts_with("info ")).collect();
        Ok(Thought { best, ponder, infos, errors })
    }

    /// Reads lines until `wanted` takes one; gives what it made of that line, and the lines before.
    fn until<T>(&mut self, asked: &str, wanted: impl Fn(&Reply) -> Option<T>) -> Result<(T, Vec<String>)> {
        let mut before = Vec::new();
        loop {
            let line = match self.lines.recv_timeout(self.patience) {
                Ok(line) => line,
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone(asked)),
                Err(RecvTimeoutError::Timeout) => {
                    let last = before.last().map_or("nothing", String::as_str);
                    let seconds = self.patience.as_secs();
                    bail!("{}: no answer to {} in {seconds} s; it last said {}", self.name, quote(asked), quote(last))
                }
            };
            if let Some(found) = wanted(&Reply::read(&line)) {
                return Ok((found, before));
            }
            before.push(line);
        }
    }

    /// The error for an engine that closed its pipes, with its exit status once that is known.
    fn gone(&mut self, asked: &str) -> anyhow::Error {
        // Without its output nothing can come of it any more; so `wait` cannot hang either.
        let _ = self.child.kill();
        let status = self.child.wait().map_or_else(|_| String::new(), |status| format!(" ({status})"));
        anyhow!("{}: the engine left without an answer to {}{status}", self.name, quote(asked))
    }
}

impl EngineFiles for Client {
    fn knows(&self, extension: &str) -> bool {
        extends(&self.introduction, extension)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<()> {
        self.set_option(name, value)
    }

    fn reply(&mut self, query: Query) -> Result<(Result<String, String>, Vec<String>)> {
        let lines = self.batch(&[query.to_string()])?;
        let answer = lines.iter().find_map(|line| read_answer(line));
        let answer = answer.with_context(|| format!("{}: {}: no answer", self.name, quote(&query.to_string())))?;
        Ok((answer, errors(&lines)))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It may have left by itself; either way no process stays behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn hear(stdout: ChildStdout, sender: &Sender<String>) {
    let mut lines = BufReader::new(stdout);
    let mut bytes = Vec::new();
    while lines.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_string();
        if sender.send(line).is_err() {
            return;
        }
        bytes.clear();
    }
}

/// Is this option declared in an introduction? Case does not matter.
#[must_use]
pub fn declares(introduction: &[String], name: &str) -> bool {
    let declared = |line: &String| OptionLine::read(line).is_some_and(|option| option.name.eq_ignore_ascii_case(name));
    introduction.iter().any(declared)
}

/// Does an introduction declare this word in `UGI_Extensions`?
#[must_use]
pub fn extends(introduction: &[String], extension: &str) -> bool {
    let listed = |line: &String| match OptionLine::read(line)?.kind {
        OptionKind::Text { default } => Some(default.split(',').any(|word| word == extension)),
        _ => None,
    };
    introduction.iter().any(|line| line.contains("UGI_Extensions") && listed(line) == Some(true))
}

fn errors(lines: &[String]) -> Vec<String> {
    let error = |line: &String| match Reply::read(line) {
        Reply::Error(fault) => Some(fault.to_string()),
        _ => None,
    };
    lines.iter().filter_map(error).collect()
}
