//! Looking at other positions: earlier ones, and own tries, in the browser's own view. Knows no rules.

use super::Actor;
use super::message::{Refusal, message};
use crate::order::Place;
use crate::outbox::Kind;
use serde_json::{Value, json};

impl Actor {
    pub(super) fn look(&mut self, browser: u64, id: &Value, place: &Place) -> Result<(), Refusal> {
        if !place.is_sound() {
            return Err(Refusal::new("bad_message", "a line of single words"));
        }
        if !(id.is_number() || id.is_string() || id.is_null()) {
            return Err(Refusal::new("bad_message", "the id of a look is a number or a text"));
        }
        let viewer = self.viewer(browser);
        let body = match self.game.look(viewer, place) {
            Ok((shown, at)) => json!({
                "id": id,
                "at": at,
                "line": shown.line,
                "tries": place.line,
                "board": shown.board,
                "fen": shown.fen,
                "turn": shown.turn,
                "legal": shown.legal,
                "scores": shown.scores,
                "result": shown.result,
                "reason": shown.reason,
            }),
            Err(error) => json!({ "id": id, "at": place.at, "error": code(&error) }),
        };
        self.send(browser, Kind::Answer, message("look", &body));
        Ok(())
    }
}

/// The code that the referee's complaint begins with.
pub(super) fn code(error: &anyhow::Error) -> String {
    let text = error.to_string();
    let word = text.split_whitespace().next().unwrap_or_default();
    let is_code = word.contains('_') && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if is_code { word.to_string() } else { "referee".to_string() }
}
