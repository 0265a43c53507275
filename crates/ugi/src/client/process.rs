//! Client methods for engines that may violate the protocol.

use super::{Client, ClientError};
use crate::dialogue::{Dialogue, Log};
use crate::guard::Guard;
use crate::process::Process;
use crate::program::Program;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

impl Client<Process> {
    /// Starts a program and waits for `ugiok`. The options of `program` are not set.
    ///
    /// `name` is the engine's name in errors. `timeout` is the timeout for each answer.
    ///
    /// # Errors
    /// Returns an error if the process does not start or does not write `ugiok` in time.
    pub fn open(
        name: &str,
        program: &Program,
        guard: Option<&Guard>,
        dialogue: Dialogue,
        timeout: Duration,
    ) -> Result<Self, ClientError> {
        let process = Process::start(program, guard, dialogue).map_err(|error| ClientError::Start {
            name: name.to_string(),
            program: program.command.clone(),
            error,
        })?;
        Self::handshake(process, name, timeout)
    }

    /// Starts a program as a referee. Sets `Hash`, if declared, to 1, because a referee never searches, and then sets
    /// the options of `program`.
    ///
    /// # Errors
    /// Returns an error if the process does not start, does not write `ugiok` in time, or rejects an option.
    pub fn referee(program: &Program, guard: Option<&Guard>, timeout: Duration) -> Result<Self, ClientError> {
        let dialogue = Dialogue::new("referee", Log::default());
        let mut client = Self::open("the referee", program, guard, dialogue, timeout)?;
        if client.has_option("Hash") {
            client.set_option("Hash", "1")?;
        }
        program.options.iter().try_for_each(|(name, value)| client.set_option(name, value))?;
        Ok(client)
    }

    /// Sets the engine's name in logs.
    pub fn set_label(&mut self, label: impl Into<String>) {
        self.pipe.dialogue.label = label.into();
    }

    /// Sends bytes, which need not be lines or UTF-8. Errors refer to them as `description`.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not read its input before the timeout.
    pub fn send_bytes(&mut self, description: &str, bytes: &[u8]) -> Result<(), ClientError> {
        self.mark_sent(description);
        let sent = self.pipe.write(bytes, Instant::now() + self.timeout);
        sent.map_err(|cause| self.connection_error(cause))
    }

    /// Closes the engine's input. Later errors refer to this action as `description`.
    pub fn close_input(&mut self, description: &str) {
        self.mark_sent(description);
        self.pipe.close_input();
    }

    /// Waits until the engine exits. Returns its remaining output lines and its exit status.
    ///
    /// # Errors
    /// Returns an error if the engine does not exit in time or writes too much output.
    pub fn wait_for_exit(&mut self) -> Result<(Vec<String>, ExitStatus), ClientError> {
        self.pipe.wait_for_exit(Instant::now() + self.timeout).map_err(|cause| self.connection_error(cause))
    }

    /// Sends `quit`, waits at most `timeout` for the exit, and kills the engine's process group.
    pub fn close(self, timeout: Duration) {
        self.pipe.close(timeout);
    }
}
