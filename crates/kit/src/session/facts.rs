//! Answers to the queries of the extension `facts` about the open game.

use super::Session;
use super::history::{Entry, Step};
use crate::about::{Refusal, check_language};
use crate::facts;
use crate::game::Game;
use crate::json::ascii_json;
use crate::verdict::Termination;
use base::counted::counted;
use ugi::facts::MoveFacts;
use ugi::{ErrorCode, ProtocolError, Turn, Viewer};

impl<G: Game> Session<G> {
    /// Returns the facts of all legal moves as JSON.
    pub(super) fn moves(&self, language: &str) -> Result<String, ProtocolError> {
        check_language(G::RULES, language)?;
        self.own_turn()?;
        let position = self.history.position();
        let (Turn::Seat(mover), false) = (self.history.turn(), self.history.termination.is_some()) else {
            return Ok(ascii_json::<[MoveFacts]>(&[]));
        };
        Ok(ascii_json(&facts::of_moves(position, &position.legal(), mover, language)))
    }

    /// Returns the facts of a token of the history, counted from 1, as JSON.
    pub(super) fn step(&self, number: usize, language: &str) -> Result<String, ProtocolError> {
        check_language(G::RULES, language)?;
        let entry = number.checked_sub(1).and_then(|index| self.history.entry(index)).ok_or_else(|| {
            let text = format!("query step: the history has {}", counted(self.history.tokens(), "token"));
            ProtocolError::new(ErrorCode::BadArgument, text)
        })?;
        Ok(ascii_json(&of_entry(&entry, self.history.viewer, language)))
    }

    /// Returns the facts of all tokens of the history as JSON.
    pub(super) fn steps(&self, language: &str) -> Result<String, ProtocolError> {
        check_language(G::RULES, language)?;
        let entries = (0..self.history.tokens()).filter_map(|index| self.history.entry(index));
        Ok(ascii_json(&entries.map(|entry| of_entry(&entry, self.history.viewer, language)).collect::<Vec<_>>()))
    }

    /// Returns why a token is not legal, as a JSON string.
    pub(super) fn why(&self, language: &str, token: &str) -> Result<String, ProtocolError> {
        check_language(G::RULES, language)?;
        self.own_turn()?;
        let position = self.history.position();
        let refusal = match self.history.turn() {
            Turn::Over => Some(Refusal::new("over", &[])),
            Turn::Chance if self.history.parse_event(token).is_ok() => None,
            Turn::Chance if token.starts_with('!') => Some(Refusal::new("no_event", &[])),
            Turn::Chance => {
                let event = format!("event.{}", (G::EVENTS.name)(position));
                Some(Refusal::new("chance", &[&G::ABOUT.word(language, &event, &[])]))
            }
            Turn::Seat(_) if position.parse_action(token).is_ok() => None,
            Turn::Seat(_) if Termination::by_token(position, token).is_some() => Some(Refusal::new("verdict", &[])),
            Turn::Seat(_) if token.starts_with('!') && !token.starts_with("!end/") => Some(Refusal::new("event", &[])),
            Turn::Seat(_) => Some(position.why_not(token).unwrap_or_else(|| Refusal::new("illegal", &[]))),
        };
        let words = refusal.map(|refusal| G::ABOUT.why(language, &refusal));
        Ok(ascii_json(&words.unwrap_or_default()))
    }
}

fn of_entry<G: Game>(entry: &Entry<G>, viewer: Viewer, language: &str) -> MoveFacts {
    let Entry { before, after, step, token } = *entry;
    match (step, before.turn()) {
        (Step::Move(action), Turn::Seat(mover)) => facts::of_move(before, *action, mover, after, language),
        (Step::Event(event), _) => facts::of_event(before, event, viewer, after, language),
        _ => facts::of_end(before, token, language),
    }
}
