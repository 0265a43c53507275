//! How long a player has been away, and when an engine may stand in.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::time::Duration;
use ugi::Seat;

/// When engines stand in for players who are away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbsenceRules {
    /// How long a player must be away, in milliseconds; `None` stands for never.
    pub after: Option<u64>,
    /// Whether engines also stand in when the game has clocks.
    #[serde(default)]
    pub clocks: bool,
    /// The skill of the engine; `None` selects that of the other engines at the table.
    pub skill: Option<u32>,
}

impl Default for AbsenceRules {
    fn default() -> Self {
        Self { after: Some(120_000), clocks: false, skill: None }
    }
}

/// The absence of a player.
#[derive(Clone, Debug)]
pub struct Absence {
    since: Duration,
    /// The other seats that have been to move since then.
    others: BTreeSet<Seat>,
    /// The time since which the game waits for the player.
    waits: Option<Duration>,
}

impl Absence {
    /// The player leaves.
    pub const fn new(now: Duration) -> Self {
        Self { since: now, others: BTreeSet::new(), waits: None }
    }

    /// Returns how long the player has been away.
    pub fn length(&self, now: Duration) -> Duration {
        now.saturating_sub(self.since)
    }

    /// Records which other seat is to move, and whether the game waits for the player.
    pub fn note(&mut self, other: Option<Seat>, waits: bool, now: Duration) {
        self.others.extend(other);
        self.waits = waits.then(|| self.waits.unwrap_or(now));
    }

    /// Another game begins.
    pub fn begin_game(&mut self) {
        (self.others, self.waits) = (BTreeSet::new(), None);
    }

    /// Returns the time from which on an engine may play for the player in a game with this number of seats, if the
    /// game waits for the player. The player must have been away for a full turn, in which every other seat was to
    /// move; otherwise the game waits for the player for the same time.
    pub fn due(&self, seats: usize, after: Duration) -> Option<Duration> {
        let waits = self.waits?;
        let full_turn = self.others.len() + 1 >= seats;
        (if full_turn { self.since } else { waits }).checked_add(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn an_engine_waits_for_a_full_turn() {
        let start = Duration::from_secs(1000);
        let mut absence = Absence::new(start);
        absence.note(Some(Seat::P2), false, start);
        assert_eq!(absence.due(3, MINUTE), None, "it is another player's turn");
        absence.note(None, true, start + MINUTE);
        absence.note(None, true, start + 2 * MINUTE);
        assert_eq!(absence.due(3, MINUTE), Some(start + 2 * MINUTE), "the third seat was not to move");
        assert_eq!(absence.due(2, MINUTE), Some(start + MINUTE));
        // The game is paused: the time begins again.
        absence.note(None, false, start + 2 * MINUTE);
        assert_eq!(absence.due(3, MINUTE), None);
        absence.note(None, true, start + 3 * MINUTE);
        assert_eq!(absence.due(3, MINUTE), Some(start + 4 * MINUTE));
        absence.note(Some(Seat::new(2)), false, start);
        absence.note(None, true, start + 5 * MINUTE);
        assert_eq!(absence.due(3, MINUTE), Some(start + MINUTE));
        absence.begin_game();
        absence.note(None, true, start + 6 * MINUTE);
        assert_eq!((absence.due(2, MINUTE), absence.length(start + MINUTE)), (Some(start + 7 * MINUTE), MINUTE));
    }

    #[test]
    fn a_player_who_is_away_at_his_own_turn_gets_the_whole_time() {
        let start = Duration::from_secs(1000);
        let mut absence = Absence::new(start);
        absence.note(None, true, start);
        assert_eq!([Duration::ZERO, MINUTE].map(|after| absence.due(4, after)), [Some(start), Some(start + MINUTE)]);
        assert_eq!(absence.due(4, Duration::MAX), None);
    }
}
