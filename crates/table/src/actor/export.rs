//! Exported games.

use super::game::TableGame;
use crate::exchange::{ExchangedGame, transcript};
use crate::message::{Refusal, RequestError};
use crate::request::ExchangeFormat;
use serde::Serialize;

/// The message `export`.
#[derive(Serialize)]
pub struct ExportMessage {
    /// The number of the game in the library, if it was asked for with it.
    id: Option<i64>,
    game: String,
    /// As in [`Transcript`](ugi::Transcript).
    date: Option<String>,
    format: ExchangeFormat,
    text: String,
}

/// Returns the answer with a game in one of the formats.
pub fn export_message(
    id: Option<i64>,
    format: ExchangeFormat,
    game: &mut TableGame,
    exchanged: ExchangedGame,
) -> Result<ExportMessage, RequestError> {
    let text = export_text(format, game, &exchanged)?;
    Ok(ExportMessage { id, game: exchanged.game, date: exchanged.record.date, format, text })
}

fn export_text(
    format: ExchangeFormat,
    game: &mut TableGame,
    exchanged: &ExchangedGame,
) -> Result<String, RequestError> {
    match format {
        ExchangeFormat::Transcript => Ok(transcript(exchanged)),
        ExchangeFormat::Portable => {
            // Hidden hands can be exported after the game.
            Refusal::NotNow.reject_if(!game.hides_nothing())?;
            let text = game.export_record(&exchanged.record);
            text.map_err(|error| RequestError::new(Refusal::NoFormat, format!("{error:#}")))
        }
    }
}
