//! Exported games.

use super::game::TableGame;
use crate::exchange::{ExchangedGame, transcript};
use crate::message::Message;
use crate::refusal::{Refusal, RequestError};
use crate::request::ExchangeFormat;
use game::Record;
use ugi::Viewer;

/// Returns the message with a game as a viewer may see it. `language` is one of the game, and `seats` are the names of
/// the players.
pub fn export_message(
    id: Option<i64>,
    format: ExchangeFormat,
    game: &mut TableGame,
    viewer: Viewer,
    language: &str,
    seats: Vec<String>,
) -> Result<Message<'static>, RequestError> {
    let exchanged = exchanged(game, viewer, language, seats)?;
    let text = export_text(format, game, &exchanged)?;
    Ok(Message::Export { id, game: exchanged.record.game, date: exchanged.record.date, format, text })
}

fn exchanged(
    game: &mut TableGame,
    viewer: Viewer,
    language: &str,
    seats: Vec<String>,
) -> Result<ExchangedGame, RequestError> {
    let (shown, _) = game.visible_position(viewer, language)?;
    let (result, reason) = (shown.result.clone(), shown.reason.clone());
    let view = game.view(viewer).clone();
    let record = Record {
        game: game.name().to_string(),
        options: game.rules.clone(),
        event: "speltafel-table".to_string(),
        date: game.date.clone(),
        seats,
        base: view.base,
        moves: view.tokens,
        result,
        reason,
        ..Record::default()
    };
    Ok(ExchangedGame { record, deal: game.shown_deal() })
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
