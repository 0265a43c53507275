//! Runs the executable and dialogues with it. A dialogue is a script of input and output lines for one or more
//! processes.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use testing::PATIENCE;

pub struct TestEngine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
}

impl TestEngine {
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_speltafel"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("cannot start the engine");
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            loop {
                let mut line = Vec::new();
                match output.read_until(b'\n', &mut line) {
                    Ok(count) if count > 0 && sender.send(line).is_ok() => {}
                    _ => return,
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is closed");
        input.write_all(bytes).and_then(|()| input.flush()).expect("cannot write to the engine");
    }

    pub fn send(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    /// Returns the next line of output, or `None` at the end of the output.
    pub fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(bytes) => {
                assert!(bytes.iter().all(|b| (b' '..=b'~').contains(b) || *b == b'\n'), "not ASCII: {bytes:?}");
                let text = String::from_utf8(bytes).expect("not ASCII");
                Some(text.strip_suffix('\n').expect("the last line has no line feed").to_string())
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the engine hangs: no output for {PATIENCE:?}"),
        }
    }

    /// Reads and returns the lines up to and including the first one whose first word is `word`.
    pub fn until(&mut self, word: &str) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            let line = self.line().unwrap_or_else(|| panic!("the output ended before {word:?}: {all:?}"));
            let found = line.split(' ').next() == Some(word);
            all.push(line);
            if found {
                return all;
            }
        }
    }

    /// Sends a query and returns the answer after the word `response`.
    pub fn ask(&mut self, question: &str) -> String {
        self.send(question);
        let line = self.line().expect("the output ended before the answer");
        line.strip_prefix("response").unwrap_or_else(|| panic!("{question}: {line}")).trim_start().to_string()
    }

    /// Closes the input, waits for the engine to exit, and returns the remaining output and the exit code.
    pub fn close(mut self) -> (Vec<String>, Option<i32>) {
        drop(self.input.take());
        let mut rest = Vec::new();
        while let Some(line) = self.line() {
            rest.push(line);
        }
        let status = self.child.wait().expect("cannot wait for the engine");
        (rest, status.code())
    }
}

impl Drop for TestEngine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Removes time and speed, which vary, from an output line.
pub fn without_times(line: &str) -> String {
    let mut words = Vec::new();
    let mut all = line.split(' ');
    while let Some(word) = all.next() {
        if word == "time" || word == "nps" {
            all.next();
        } else {
            words.push(word);
        }
    }
    words.join(" ")
}

/// Returns whether `line` matches `pattern`, in which `*` stands for any text.
pub fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Runs a dialogue. Failure messages begin with `name`. The lines of a dialogue have these forms:
///
/// - `> LINE` sends a line.
/// - `< PATTERN` expects a line of output. `*` in a pattern stands for any text.
/// - `< ...` skips lines of output up to the first one that the next pattern matches.
/// - `$ ARGUMENTS` starts the process with arguments. Without such a line, the process is started without arguments.
/// - `! close` closes the input of the process and expects exit code 0 and no further output.
/// - `# TEXT` is a comment.
///
/// A name before the mark (`R> LINE`, `2< PATTERN`) selects one of several processes. At the end of the script, the
/// other processes are closed in the same way as by `! close`.
pub fn run_dialogue(name: &str, script: &str) {
    let mut engines: BTreeMap<String, TestEngine> = BTreeMap::new();
    let mut skipping: BTreeMap<String, bool> = BTreeMap::new();
    for (number, line) in script.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let at =
            line.find(['>', '<', '$', '!']).unwrap_or_else(|| panic!("{place}: expected >, <, $ or ! in {line:?}"));
        let (who, rest) = line.split_at(at);
        let (mark, text) = rest.split_at(1);
        let text = text.strip_prefix(' ').unwrap_or(text);
        if mark == "$" {
            let arguments: Vec<&str> = text.split_whitespace().collect();
            engines.insert(who.to_string(), TestEngine::start(&arguments));
            continue;
        }
        let engine = engines.entry(who.to_string()).or_insert_with(|| TestEngine::start(&[]));
        match (mark, text) {
            (">", text) => engine.send(text),
            ("<", "...") => {
                skipping.insert(who.to_string(), true);
            }
            ("<", pattern) => {
                let skip = skipping.remove(who).unwrap_or(false);
                loop {
                    let line = engine.line().unwrap_or_else(|| panic!("{place}: the output ended before {pattern:?}"));
                    if fits(pattern, &line) {
                        break;
                    }
                    assert!(skip, "{place}: expected {pattern:?}\nbut the engine wrote {line:?}");
                }
            }
            (_, "close") => {
                let engine = engines.remove(who).expect("the process was inserted above");
                let (rest, code) = engine.close();
                assert!(
                    skipping.remove(who).unwrap_or(false) || rest.is_empty(),
                    "{place}: unexpected output {rest:?}"
                );
                assert_eq!(code, Some(0), "{place}: exit code");
            }
            _ => panic!("{place}: unknown instruction {line:?}"),
        }
    }
    for (who, engine) in engines {
        let (rest, code) = engine.close();
        assert!(
            skipping.remove(&who).unwrap_or(false) || rest.is_empty(),
            "{name}: unexpected output of {who}: {rest:?}"
        );
        assert_eq!(code, Some(0), "{name}: exit code of {who}");
    }
}
