//! Hub's `level` command: the limits of a search. Times on the wire are in seconds.

use super::line::HubLine;
use anyhow::{Result, anyhow};
use base::quote::quote;
use kit::search::{ClockLimits, Deadlines};
use std::time::Duration;

/// The limits of a search. By default there is none, and the client ends the search.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Level {
    /// Maximum depth, in plies.
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    move_time: Option<Duration>,
    /// The time on the clock, without the increment.
    time: Option<Duration>,
    increment: Option<Duration>,
    moves: Option<u32>,
}

impl Level {
    /// Parses a `level` line. Returns the limits, and an error if a limit is not a finite number. Such a limit is
    /// replaced by the minimum, so that no search runs forever by mistake. If `infinite` is present, all limits are
    /// ignored. `nodes` is an extension by pydraughts.
    pub(super) fn read(line: &HubLine) -> (Self, Result<()>) {
        if line.get("infinite").is_some() {
            return (Self::default(), Ok(()));
        }
        let mut result = Ok(());
        let mut number = |name: &str| {
            let text = line.get(name)?;
            let read = text.parse::<f64>().ok().filter(|number| number.is_finite());
            if read.is_none() {
                result = Err(anyhow!("{name} takes a number, not \"{}\"", quote(text)));
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
        (level, result)
    }

    /// Returns the limits for a `level` line that cannot be parsed: depth 1.
    pub(super) fn smallest() -> Self {
        Self { depth: Some(1), ..Self::default() }
    }

    /// Returns whether there is no limit, so that the client ends the search.
    pub(super) fn is_endless(&self) -> bool {
        *self == Self::default()
    }

    /// Converts the limits to deadlines. `overhead` is the time per move to reserve for communication. Hub adds the
    /// increment before a move, so this move may already use it.
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

/// Converts seconds to a duration of at least one millisecond. A number that is too large becomes the longest duration.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX).max(Duration::from_millis(1))
}
