//! A referee in the process of a test.

use crate::referee::StartReferee;
use kit::serve::referee::Referee;
use speltafel::registry::REGISTRY;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;
use ugi::{Client, DEFAULT_TIMEOUT, Pipe, PipeError};

/// Makes something fail, and work again.
#[derive(Clone)]
pub struct Switch(Arc<AtomicI64>);

/// Works until the switch says otherwise.
const WORKS: i64 = i64::MAX / 2;

impl Default for Switch {
    fn default() -> Self {
        Self(Arc::new(AtomicI64::new(WORKS)))
    }
}

impl Switch {
    /// Makes everything fail after so many uses; `None` makes it work.
    pub fn fail_after(&self, uses: Option<i64>) {
        self.0.store(uses.unwrap_or(WORKS), Ordering::Relaxed);
    }

    /// Counts a use. Returns whether it fails.
    pub fn fails(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) <= 0
    }

    /// Returns whether a use has failed since `fail_after`.
    pub fn has_failed(&self) -> bool {
        self.0.load(Ordering::Relaxed) < 0
    }
}

/// A referee that dies when it is asked while the switch says so.
pub struct LocalReferee {
    referee: Referee,
    switch: Switch,
}

impl LocalReferee {
    /// Returns what starts a referee.
    pub fn starter(switch: &Switch) -> StartReferee {
        let switch = switch.clone();
        Arc::new(move || Ok(Box::new(Client::handshake(Self::new(&switch), "the referee", DEFAULT_TIMEOUT)?)))
    }

    /// Creates a referee, whose client has yet to make the handshake.
    pub fn new(switch: &Switch) -> Self {
        Self { referee: Referee::new(&REGISTRY), switch: switch.clone() }
    }
}

impl Pipe for LocalReferee {
    fn send(&mut self, lines: &[&str], deadline: Instant) -> Result<(), PipeError> {
        if self.switch.fails() {
            return Err(PipeError::Exited("it was killed".to_string()));
        }
        self.referee.send(lines, deadline)
    }

    fn line(&mut self, deadline: Instant) -> Result<String, PipeError> {
        self.referee.line(deadline)
    }

    fn last_lines(&self) -> Vec<String> {
        self.referee.last_lines()
    }
}
