//! Import and export of games, as transcripts or in the interchange format of the game.

use super::export::export_message;
use super::game::GameSetup;
use super::router::Actor;
use crate::exchange::{ExchangedGame, parse_transcript};
use crate::message::{Beginning, Refusal, RequestError};
use crate::request::{ExchangeFormat, is_word};
use ugi::Transcript;

impl Actor {
    /// Imports a game, which is paused until the host resumes it.
    pub(super) fn import(&mut self, browser: u64, format: ExchangeFormat, text: &str) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        let bad = |error: anyhow::Error| RequestError::new(Refusal::BadRecord, format!("{error:#}"));
        let exchanged = match format {
            ExchangeFormat::Transcript => parse_transcript(text).map_err(bad)?,
            ExchangeFormat::Portable => self.game.import_record(text).map_err(bad)?,
        };
        let same = exchanged.game.is_empty() || exchanged.game == self.game.name();
        let game = if same { self.game.name().to_string() } else { exchanged.game.clone() };
        self.own_options(&game, exchanged.options.keys())?;
        if let Some(token) = exchanged.record.moves.iter().find(|token| !is_word(token)) {
            return Err(RequestError::new(Refusal::BadRecord, format!("{token} is not a move")));
        }
        let options =
            if exchanged.options.is_empty() && same { self.game.options().clone() } else { exchanged.options };
        let Transcript { base, moves, date, .. } = exchanged.record;
        let setup = GameSetup { date, paused: true, ..GameSetup::new(&game, options, base, moves) };
        self.begin(setup, None, Some(Beginning::Import))
    }

    /// Exports the game as this browser may see it.
    pub(super) fn export(&mut self, browser: u64, format: ExchangeFormat) -> Result<(), RequestError> {
        let viewer = self.viewer(browser);
        let language = self.language(browser);
        let (shown, _) = self.game.visible_position(viewer, &language)?;
        let (result, reason) = (shown.result.clone(), shown.reason.clone());
        let view = self.game.view(viewer);
        let record = Transcript {
            event: "speltafel-table".to_string(),
            date: self.game.date.clone(),
            seats: self.seating.players().iter().map(|player| player.shown_name().to_string()).collect(),
            base: view.base.clone(),
            moves: view.tokens.clone(),
            result,
            reason,
            ..Transcript::default()
        };
        let (game, options) = (self.game.name().to_string(), self.game.rules.clone());
        let exchanged = ExchangedGame { game, options, record, deal: self.game.shown_deal() };
        let message = export_message(None, format, &mut self.game, exchanged)?;
        self.browsers.answer(browser, "export", &message);
        Ok(())
    }
}
