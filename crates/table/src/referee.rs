//! The program of the referee.

use crate::worker::HELPER_NICE;
use room::StartReferee;
use runner::{Guard, Process, Program, open_referee};
use std::sync::Arc;
use std::time::Duration;
use ugi::{Client, ClientError};

/// The program of the referee, and how to start it.
#[derive(Clone)]
pub struct RefereeProgram {
    pub program: Program,
    /// The time limit for an answer.
    pub timeout: Duration,
    /// The guard, which kills the referee when this process ends.
    pub guard: Option<Guard>,
    /// Whether other processes go first.
    background: bool,
}

impl RefereeProgram {
    /// Creates the program of a referee of a table.
    pub const fn new(program: Program, timeout: Duration, guard: Option<Guard>) -> Self {
        Self { program, timeout, guard, background: false }
    }

    /// Returns the same program for referees of no table, which let other processes go first.
    pub fn in_background(&self) -> Self {
        Self { background: true, ..self.clone() }
    }

    /// Starts the referee program.
    pub fn open(&self) -> Result<Client<Process>, ClientError> {
        let mut client = open_referee(&self.program, self.guard.as_ref(), self.timeout)?;
        if self.background {
            client.pipe_mut().lower_priority(HELPER_NICE);
        }
        Ok(client)
    }

    /// Returns what starts the referee program.
    pub fn starter(&self) -> StartReferee {
        let program = self.clone();
        Arc::new(move || Ok(Box::new(program.open()?)))
    }
}
