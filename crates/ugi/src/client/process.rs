//! What a client can do with a process that keeps to no rule.

use super::{Client, ClientError};
use crate::dialogue::{Dialogue, Log};
use crate::guard::Guard;
use crate::process::Process;
use crate::program::Program;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

impl Client<Process> {
    /// Starts a program and waits for its `ugiok`. `name` is what errors call it, `patience` is how long it may take for an
    /// answer. Its options are not set.
    ///
    /// # Errors
    /// It does not start, or does not say `ugiok` in time.
    pub fn open(
        name: &str,
        program: &Program,
        guard: Option<&Guard>,
        dialogue: Dialogue,
        patience: Duration,
    ) -> Result<Self, ClientError> {
        let process = Process::start(program, guard, dialogue).map_err(|error| ClientError::Start {
            name: name.to_string(),
            program: program.command.clone(),
            error,
        })?;
        Self::handshake(process, name, patience)
    }

    /// Starts a program as a referee that never searches, with the smallest table, and sets the options of the program.
    ///
    /// # Errors
    /// It does not start, does not say `ugiok` in time, or refuses an option.
    pub fn referee(program: &Program, guard: Option<&Guard>, patience: Duration) -> Result<Self, ClientError> {
        let dialogue = Dialogue::new("referee", Log::default());
        let mut client = Self::open("the referee", program, guard, dialogue, patience)?;
        if client.has_option("Hash") {
            client.set_option("Hash", "1")?;
        }
        program.options.iter().try_for_each(|(name, value)| client.set_option(name, value))?;
        Ok(client)
    }

    /// Sets how logs call the engine.
    pub fn set_label(&mut self, label: impl Into<String>) {
        self.pipe.dialogue.label = label.into();
    }

    /// Sends bytes that need not be text or lines; errors call them `called`.
    ///
    /// # Errors
    /// The engine has gone or does not read.
    pub fn send_bytes(&mut self, called: &str, bytes: &[u8]) -> Result<(), ClientError> {
        self.mark_sent(called);
        let sent = self.pipe.write(bytes, Instant::now() + self.timeout);
        sent.map_err(|cause| self.connection_error(cause))
    }

    /// Ends the input of the engine; errors call that `called`.
    pub fn close_input(&mut self, called: &str) {
        self.mark_sent(called);
        self.pipe.close_input();
    }

    /// Waits until the engine leaves by itself: what it still says, and how it left.
    ///
    /// # Errors
    /// It stays, or writes without end.
    pub fn wait_for_exit(&mut self) -> Result<(Vec<String>, ExitStatus), ClientError> {
        self.pipe.wait_for_exit(Instant::now() + self.timeout).map_err(|cause| self.connection_error(cause))
    }

    /// Asks the engine to leave, waits for `patience`, and kills it and all that it has started.
    pub fn close(self, patience: Duration) {
        self.pipe.close(patience);
    }
}
