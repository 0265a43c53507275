//! Import and export of games, as transcripts or in the interchange format of the game.

use super::begin::NextPlayers;
use super::export::export_message;
use super::game::GameSetup;
use super::room::Room;
use crate::exchange::parse_transcript;
use crate::notice::Beginning;
use crate::refusal::{Refusal, RequestError};
use crate::request::{ExchangeFormat, is_word};
use game::Record;

impl Room {
    /// Imports a game, which is paused until the host resumes it.
    pub(crate) fn import(&mut self, browser: u64, format: ExchangeFormat, text: &str) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        let bad = |error: anyhow::Error| RequestError::new(Refusal::BadRecord, format!("{error:#}"));
        let record = match format {
            ExchangeFormat::Transcript => parse_transcript(text).map_err(bad)?.record,
            ExchangeFormat::Portable => self.game.import_record(text).map_err(bad)?,
        };
        let same = record.game.is_empty() || record.game == self.game.name();
        let game = if same { self.game.name().to_string() } else { record.game.clone() };
        self.own_options(&game, record.options.keys())?;
        if let Some(token) = record.moves.iter().find(|token| !is_word(token)) {
            return Err(RequestError::new(Refusal::BadRecord, format!("{token} is not a move")));
        }
        let options = if record.options.is_empty() && same { self.game.options().clone() } else { record.options };
        let Record { base, moves, date, .. } = record;
        // What is not a date would be kept with the points of the evening.
        let date = date.filter(|date| date.len() == "YYYY.MM.DD".len());
        let setup = GameSetup { date, paused: true, ..GameSetup::new(&game, options, base, moves) };
        self.begin(setup, NextPlayers::same(), Some(Beginning::Import))
    }

    /// Exports the game as this browser may see it.
    pub(crate) fn export(&mut self, browser: u64, format: ExchangeFormat) -> Result<(), RequestError> {
        let viewer = self.viewer(browser);
        let names = self.seating.players().iter().map(|player| player.shown_name().to_string()).collect();
        let language = self.language(browser);
        let message = export_message(None, format, &mut self.game, viewer, &language, names)?;
        self.browsers.send(browser, &message);
        Ok(())
    }
}
