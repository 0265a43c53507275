//! Hub's `level`: how long and how deep a search may go. Times on the wire are seconds. Knows no search.

use super::line::HubLine;
use anyhow::{Result, anyhow};
use base::quote::quote;
use kit::search::clock::{ClockLimits, Deadlines};
use std::time::Duration;

/// The limits in effect. Without any, and at first, only `stop` ends a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Level {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    /// What the clock holds without the increment.
    time: Option<Duration>,
    increment: Option<Duration>,
    moves: Option<u32>,
}

impl Level {
    /// Reads a `level` line, with what is wrong in it: a limit that cannot be read counts as the smallest one, so that no
    /// search lasts for ever by mistake. `nodes` is pydraughts' addition to the protocol.
    pub(super) fn read(line: &HubLine) -> (Self, Result<()>) {
        if line.get("infinite").is_some() {
            return (Self::default(), Ok(()));
        }
        let mut fault = Ok(());
        let mut number = |name: &str| {
            let text = line.get(name)?;
            let read = text.parse::<f64>().ok().filter(|number| number.is_finite());
            if read.is_none() {
                fault = Err(anyhow!("{name} takes a number, not \"{}\"", quote(text)));
            }
            Some(read.unwrap_or(0.0).max(0.0))
        };
        let level = Self {
            depth: number("depth").map(|plies| (plies as u32).max(1)),
            nodes: number("nodes").map(|nodes| (nodes as u64).max(1)),
            move_time: number("move-time").map(duration),
            time: number("time").map(duration),
            increment: number("inc").map(duration),
            moves: number("moves").map(|moves| (moves as u32).max(1)),
        };
        (level, fault)
    }

    /// What a line counts as that cannot be read at all.
    pub(super) fn smallest() -> Self {
        Self { depth: Some(1), ..Self::default() }
    }

    /// Does only `stop` end a search?
    pub(super) fn is_endless(&self) -> bool {
        *self == Self::default()
    }

    /// Plies.
    pub(super) fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// Most nodes.
    pub(super) fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// From the clock to deadlines. Hub adds the increment before a move: it may be spent on this one.
    pub(super) fn deadlines(&self, overhead: Duration) -> Deadlines {
        let increment = self.increment.unwrap_or_default();
        let has_clock = self.time.is_some() || self.increment.is_some() || self.moves.is_some();
        ClockLimits {
            time: has_clock.then(|| self.time.unwrap_or_default().saturating_add(increment)),
            increment,
            moves_to_go: self.moves,
            move_time: self.move_time,
            overhead,
        }
        .deadlines()
    }
}

/// Seconds, a millisecond at least.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX).max(Duration::from_millis(1))
}
