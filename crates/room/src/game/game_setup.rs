//! The setup of a game: its rules, opening, seeds and clocks.

use super::event_seeds::EventSeeds;
use game::TimeControl;
use std::collections::BTreeMap;

/// The settings with which a game begins.
pub struct GameSetup {
    /// The name of the game, as in `query games`.
    pub game: String,
    /// The rule options to set; all others have their defaults.
    pub options: BTreeMap<String, String>,
    /// `startpos` or `fen TEXT`.
    pub base: String,
    /// The tokens of the opening, which is already played when the game begins.
    pub tokens: Vec<String>,
    pub deals: EventSeeds,
    pub time: Option<TimeControl>,
    /// The date on which the game was played, `YYYY.MM.DD`; `None` if it is unknown.
    pub date: Option<String>,
    /// Whether the game begins paused.
    pub paused: bool,
}

impl GameSetup {
    /// Creates the setup of a game without a date and without clocks.
    pub fn new(game: &str, options: BTreeMap<String, String>, base: String, tokens: Vec<String>) -> Self {
        Self {
            game: game.to_string(),
            options,
            base,
            tokens,
            deals: EventSeeds::default(),
            time: None,
            date: None,
            paused: false,
        }
    }

    /// Returns whether the setup contains an opening, a position text or a seed, any of which could repeat an earlier
    /// deal.
    pub fn is_reproducible(&self) -> bool {
        !self.tokens.is_empty() || self.base != "startpos" || self.deals.seed.is_some()
    }
}
