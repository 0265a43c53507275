//! A referee in the process of its client: lines in, lines out.

use super::Server;
use crate::output::Output;
use crate::registry::Registry;
use crate::search_thread::message;
use crate::settings::Settings;
use base::quote::quote;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use ugi::{
    Client, ClientError, Command, DEFAULT_TIMEOUT, ErrorCode, LONGEST_LINE, Pipe, PipeError, ProtocolError, Reply,
};

/// The commands that a referee does not carry out: they start a thread, or end the process.
const REFUSED: [&str; 4] = ["go", "perft", "bench", "quit"];

/// Answers protocol lines in the process of its client, without a thread. Only processes search.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::serve::referee::Referee;
/// use nim::REGISTRY;
///
/// let mut referee = Referee::new(&REGISTRY);
/// assert_eq!(referee.ask("position startpos moves 2\nquery turn\nquery fen")?, "response p2\nresponse 8:2\n");
/// assert_eq!(referee.ask("go").unwrap_err().to_string(), "go: a referee does not search, and ends with its process");
/// # Ok::<(), speltafel_kit::serve::referee::RefereeError>(())
/// ```
pub struct Referee {
    /// `None` after a panic.
    server: Option<Server>,
    out: Arc<Output>,
    written: Written,
    /// The lines that a client has not read yet.
    unread: VecDeque<String>,
}

/// Why a referee has not answered.
///
/// See the example of [`Referee`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RefereeError {
    /// One of the lines has a command that starts a search or ends the process. No line was carried out.
    #[error("{0}: a referee does not search, and ends with its process")]
    Refused(&'static str),
    /// The referee has panicked in this call, or in an earlier one, and answers no more.
    #[error("the referee panicked{0}")]
    Panicked(String),
}

impl Referee {
    /// Creates a referee with the start position of the first game.
    #[must_use]
    pub fn new(registry: &'static Registry) -> Self {
        let written = Written::default();
        let out = Arc::new(Output::new(Box::new(written.clone()), || ()));
        let server = Some(Server::new(Settings::new(registry), Arc::clone(&out)));
        Self { server, out, written, unread: VecDeque::new() }
    }

    /// Returns a client of a new referee.
    ///
    /// # Errors
    /// Returns an error if the referee panics.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
    /// use speltafel_kit::serve::referee::Referee;
    /// use nim::REGISTRY;
    ///
    /// let mut client = Referee::client(&REGISTRY)?;
    /// client.execute_ok("position startpos moves 2")?;
    /// assert_eq!(client.ask_turn()?, "p2".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn client(registry: &'static Registry) -> Result<Client<Self>, ClientError> {
        Client::handshake(Self::new(registry), "the referee", DEFAULT_TIMEOUT)
    }

    /// Executes lines, and returns all lines of the answers.
    ///
    /// # Errors
    /// Returns an error if a line has a refused command, or if a game has panicked.
    pub fn ask(&mut self, lines: &str) -> Result<String, RefereeError> {
        if let Some(word) = lines.split('\n').filter_map(Command::word_of).find(|word| REFUSED.contains(word)) {
            return Err(RefereeError::Refused(word));
        }
        let mut server = self.server.take().ok_or_else(|| RefereeError::Panicked(" before".to_string()))?;
        let answered = catch_unwind(AssertUnwindSafe(|| {
            lines.split('\n').for_each(|line| self.execute(&mut server, line));
            self.out.release();
            server
        }));
        let text = self.written.take();
        match answered {
            Ok(server) => {
                self.server = Some(server);
                Ok(text)
            }
            Err(panic) => Err(RefereeError::Panicked(format!(": {}", quote(message(&*panic))))),
        }
    }

    fn execute(&self, server: &mut Server, line: &str) {
        if line.len() > LONGEST_LINE {
            self.out.queue_line(Reply::Error(ProtocolError::new(ErrorCode::LineTooLong, "")));
        } else {
            server.execute(line);
        }
    }
}

/// The lines that a client reads are those that the referee has written.
impl Pipe for Referee {
    fn send(&mut self, lines: &[&str], _: Instant) -> Result<(), PipeError> {
        let answers = self.ask(&lines.join("\n")).map_err(|error| PipeError::Exited(error.to_string()))?;
        self.unread.extend(answers.lines().map(str::to_string));
        Ok(())
    }

    fn line(&mut self, _: Instant) -> Result<String, PipeError> {
        self.unread.pop_front().ok_or(PipeError::TimedOut)
    }

    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What the output has written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<String>>);

impl Written {
    /// Returns the text, and forgets it.
    fn take(&self) -> String {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_str(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
