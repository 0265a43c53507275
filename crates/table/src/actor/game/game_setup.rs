//! Where a game begins.

use super::event_seeds::EventSeeds;
use crate::clocks::TimeControl;
use base::date::date;
use std::collections::BTreeMap;
use std::time::UNIX_EPOCH;

/// Where a game begins.
pub struct GameSetup {
    /// As in `query games`.
    pub game: String,
    /// The rule options that are asked for.
    pub options: BTreeMap<String, String>,
    /// `startpos` or `fen TEXT`.
    pub base: String,
    /// What has been played.
    pub tokens: Vec<String>,
    /// What decides what is dealt.
    pub deals: EventSeeds,
    /// What is on the clocks, if there are any.
    pub time: Option<TimeControl>,
    /// When it was played, `YYYY.MM.DD`.
    pub date: Option<String>,
    /// Does it wait until the host lets it go on?
    pub paused: bool,
}

impl GameSetup {
    /// A game that begins now, without clocks.
    pub fn new(game: &str, options: BTreeMap<String, String>, base: String, tokens: Vec<String>) -> Self {
        // Without a date where the clock of the system is wrong.
        let date = UNIX_EPOCH.elapsed().ok().map(|since| date(since.as_secs()));
        Self {
            game: game.to_string(),
            options,
            base,
            tokens,
            deals: EventSeeds::default(),
            time: None,
            date,
            paused: false,
        }
    }

    /// Can it bring back what was there before? Fresh deals from the start position cannot.
    pub fn is_reproducible(&self) -> bool {
        !self.tokens.is_empty() || self.base != "startpos" || self.deals.seed.is_some()
    }
}
