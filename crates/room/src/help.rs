//! Handles requests for other positions, analyses, hints and reviews.

use super::analysis::AnalysisRequest;
use super::room::Room;
use super::visible_position::VisiblePosition;
use crate::message::Message;
use crate::referee::client_error;
use crate::refusal::{PositionError, Refusal, RequestError};
use crate::request::{PositionRef, is_word};
use crate::tasks::EngineSearch;
use crate::tasks::Purpose;
use crate::tasks::ReviewTask;
use std::time::Duration;
use ugi::{ClientError, Go, Turn, Viewer};

/// The maximum length of the code of a language in bytes.
const LONGEST_LANGUAGE: usize = 20;
/// The maximum number of variations in an analysis.
const MOST_LINES: u32 = 32;
/// The time limit of an analysis.
const LONGEST: Duration = Duration::from_secs(24 * 3600);
/// The time for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// The default number of nodes per search in a review.
const NODES: u64 = 50_000;
/// The maximum number of nodes per search in a review.
const MOST_NODES: u64 = 100_000_000;

impl Room {
    pub(crate) fn look(&mut self, browser: u64, id: u64, place: &PositionRef) -> Result<(), RequestError> {
        Refusal::BadMessage.reject_if(!place.is_valid())?;
        let viewer = self.viewer(browser);
        let language = self.language(browser);
        let viewed = self.game.view_position(viewer, place, &language);
        let message = match &viewed {
            Ok((shown, at, facts)) => {
                Message::Look { id, at: *at, tries: &place.line, legal: &shown.legal, facts, shown }
            }
            Err(error) => Message::LookFailed { id, at: place.at, error: position_error(error) },
        };
        self.browsers.send(browser, &message);
        Ok(())
    }

    pub(crate) fn why(&mut self, browser: u64, token: &str, place: &PositionRef) -> Result<(), RequestError> {
        Refusal::BadMessage.reject_if(!place.is_valid() || !is_word(token))?;
        let (viewer, language) = (self.viewer(browser), self.language(browser));
        let words = self.game.why(viewer, place, token, &language)?;
        self.browsers.send(browser, &Message::Why { token, words });
        Ok(())
    }

    /// Sets the language in which a browser's page speaks.
    pub(crate) fn speak(&mut self, browser: u64, language: &str) -> Result<(), RequestError> {
        Refusal::BadMessage.reject_if(!is_word(language) || language.len() > LONGEST_LANGUAGE)?;
        if self.browsers.set_language(browser, language) {
            self.show(browser);
        }
        Ok(())
    }

    /// Returns the language of the current game in which to speak to a browser.
    pub(crate) fn language(&self, browser: u64) -> String {
        self.game.language(self.browsers.language(browser)).to_string()
    }

    pub(crate) fn analyse(
        &mut self,
        browser: u64,
        place: PositionRef,
        lines: u32,
        engine: Option<String>,
    ) -> Result<(), RequestError> {
        Refusal::BadMessage.reject_if(!place.is_valid())?;
        let allowed = self.analysis.is_allowed_for(browser, &self.game, &self.seating, &self.browsers);
        Refusal::NotNow.reject_if(!allowed)?;
        let viewer = self.viewer(browser);
        let language = self.language(browser);
        let viewed = self.game.view_position(viewer, &place, &language).map_err(|error| position_error(&error));
        let (shown, at, observe) = match viewed.and_then(|(shown, at, _)| {
            let observe = must_observe(&shown, viewer)?;
            Ok((shown, at, observe))
        }) {
            Ok(viewed) => viewed,
            Err(error) => {
                self.stop_analysis(browser)?;
                let (at, line, error) = (place.at, &place.line[..], Some(error));
                let message = Message::Analysis { at, line, engine: None, lines: Vec::new(), done: true, error };
                self.browsers.send(browser, &message);
                return Ok(());
            }
        };
        let open = self.game.hides_nothing().then(|| shown.line.clone());
        let mut go = Go::default().until_stop();
        go.observe = observe;
        let lines = Some(lines.clamp(1, MOST_LINES));
        let search = EngineSearch { view: shown.line, open, go, flag: LONGEST, new_game: None, lines };
        self.ask_helper(browser, engine, AnalysisRequest { at, tries: place.line, hint: false }, search)
    }

    pub(crate) fn stop_analysis(&mut self, browser: u64) -> Result<(), RequestError> {
        self.analysis.stop(browser, &mut self.game, &self.browsers);
        Ok(())
    }

    pub(crate) fn hint(&mut self, browser: u64) -> Result<(), RequestError> {
        let seat = self.require_own_turn(browser)?;
        Refusal::NotNow.reject_if(!self.analysis.allows_hints(&self.game, &self.seating))?;
        let (view, open) = (self.game.seat_line(seat), self.game.open_line());
        let go = Go::default().with_move_time(HINT_TIME);
        let flag = HINT_TIME + self.engines.thinking();
        let search = EngineSearch { view, open, go, flag, new_game: None, lines: Some(1) };
        self.stop_analysis(browser)?;
        self.ask_helper(
            browser,
            None,
            AnalysisRequest { at: self.game.token_count(), tries: Vec::new(), hint: true },
            search,
        )
    }

    fn ask_helper(
        &mut self,
        browser: u64,
        engine: Option<String>,
        question: AnalysisRequest,
        search: EngineSearch,
    ) -> Result<(), RequestError> {
        let Some(role) = self.browsers.role(browser) else { return Ok(()) };
        let engine = engine.unwrap_or_else(|| self.engines.first().to_string());
        let start = |permit| self.engines.start(&engine, Purpose::Help(permit), &self.game);
        self.analysis.ask((browser, role), &engine, question, search, start)
    }

    pub(crate) fn review(
        &mut self,
        browser: u64,
        stop: bool,
        nodes: Option<u64>,
        engine: Option<String>,
    ) -> Result<(), RequestError> {
        // A review shows all hands.
        Refusal::NotNow.reject_if(!self.game.is_over())?;
        let Some(role) = self.browsers.role(browser) else { return Ok(()) };
        self.reviews.may_replace((browser, role), &self.browsers)?;
        if stop {
            self.reviews.end(&self.browsers);
            return Ok(());
        }
        let permit = self.reviews.acquire_permit(role)?;
        let history = self.game.history();
        let task = ReviewTask {
            engine: self.engines.require(engine.as_deref().unwrap_or(self.engines.first()))?.to_string(),
            game: self.game.name().to_string(),
            options: self.game.options().clone(),
            base: history.base.clone(),
            tokens: history.tokens.clone(),
            language: self.language(browser),
            nodes: nodes.unwrap_or(NODES).clamp(1, MOST_NODES),
        };
        self.reviews.end(&self.browsers);
        self.reviews.begin((browser, role), task, permit);
        Ok(())
    }
}

/// Returns whether an engine must observe the position, because this viewer does not see the hand of the seat to move.
/// Returns an error if no seat is to move.
fn must_observe(shown: &VisiblePosition, viewer: Viewer) -> Result<bool, PositionError> {
    match shown.turn.parse() {
        Ok(Turn::Chance) => Err(PositionError::Refused(Refusal::Chance)),
        Ok(Turn::Seat(seat)) => Ok(!viewer.sees(seat)),
        Ok(Turn::Over) | Err(_) => Err(PositionError::Refused(Refusal::GameOver)),
    }
}

/// Returns the error with which the referee rejected a position, or `referee` for any other error.
fn position_error(error: &anyhow::Error) -> PositionError {
    let code = match client_error(error) {
        Some(ClientError::Line { why }) => why.first().map(|error| error.code.to_string()),
        _ => None,
    };
    code.map_or(PositionError::Refused(Refusal::Referee), PositionError::Protocol)
}
