//! Handles requests for other positions, analyses, hints and reviews.

use super::analysis::AnalysisRequest;
use super::game::Viewer;
use super::message::{RequestError, message};
use super::router::Actor;
use super::visible_position::VisiblePosition;
use crate::outbox::MessageKind;
use crate::request::PositionRef;
use crate::review::ReviewTask;
use crate::seat::Seat;
use crate::worker::WorkerSearch;
use runner::Timeouts;
use serde_json::{Value, json};
use std::time::Duration;
use ugi::{ClientError, Go};

/// The maximum number of variations in an analysis.
const MOST_LINES: u32 = 32;
/// The time limit of an analysis.
const LONGEST: Duration = Duration::from_secs(24 * 3600);
/// The time for a hint, in milliseconds.
const HINT_TIME: u64 = 1000;
/// The default number of nodes per search in a review.
const NODES: u64 = 50_000;
/// The maximum number of nodes per search in a review.
const MOST_NODES: u64 = 100_000_000;
/// The time limit per search in a review, in milliseconds.
const REVIEW_SEARCH_TIMEOUT: Duration = Duration::from_secs(600);

impl Actor {
    pub(super) fn look(&mut self, browser: u64, id: &Value, place: &PositionRef) -> Result<(), RequestError> {
        RequestError::reject_if(!place.is_valid(), "bad_message", "every move of `line` must be one word")?;
        RequestError::reject_if(
            !(id.is_number() || id.is_string() || id.is_null()),
            "bad_message",
            "`id` must be a number or a string",
        )?;
        let viewer = self.viewer(browser);
        let body = match self.game.view_position(viewer, place) {
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
            Err(error) => json!({ "id": id, "at": place.at, "error": error_code(&error) }),
        };
        self.browsers.send(browser, MessageKind::Answer, message("look", &body));
        Ok(())
    }

    pub(super) fn analyse(
        &mut self,
        browser: u64,
        place: PositionRef,
        lines: u32,
        engine: Option<String>,
    ) -> Result<(), RequestError> {
        RequestError::reject_if(!place.is_valid(), "bad_message", "every move of `line` must be one word")?;
        RequestError::reject_if(
            !self.analysis.is_allowed_for(browser, &self.game, &self.seating, &self.browsers),
            "not_now",
            "analysis is off during games against others",
        )?;
        let viewer = self.viewer(browser);
        let viewed = self.game.view_position(viewer, &place).map_err(|error| error_code(&error));
        let (shown, at) = match viewed.and_then(|(shown, at)| Ok((require_searchable(shown, viewer)?, at))) {
            Ok(viewed) => viewed,
            Err(code) => {
                self.stop_analysis(browser)?;
                let body = json!({ "at": place.at, "line": place.line, "lines": [], "done": true, "error": code });
                self.browsers.send(browser, MessageKind::State("analysis"), message("analysis", &body));
                return Ok(());
            }
        };
        let open = self.game.hides_nothing().then(|| shown.line.clone());
        let go = Go { infinite: true, ..Go::default() };
        let lines = Some(lines.clamp(1, MOST_LINES));
        let search = WorkerSearch { view: shown.line, open, go, flag: LONGEST, new_game: None, lines };
        self.ask_helper(browser, engine, AnalysisRequest { at, tries: place.line, hint: false }, search)
    }

    pub(super) fn stop_analysis(&mut self, browser: u64) -> Result<(), RequestError> {
        self.analysis.stop(browser, &mut self.game, &self.browsers);
        Ok(())
    }

    pub(super) fn hint(&mut self, browser: u64) -> Result<(), RequestError> {
        let seat = self.require_own_turn(browser)?;
        let others = self.seating.others(&self.seats_of(browser), Seat::is_person);
        RequestError::reject_if(
            !others.is_empty() && !self.analysis.is_allowed(),
            "not_now",
            "hints are off during games against others",
        )?;
        let (view, open) = (self.game.seat_line(seat), self.game.open_line());
        let go = Go { move_time: Some(HINT_TIME), ..Go::default() };
        let flag = Duration::from_millis(HINT_TIME) + self.engines.timeouts().thinking;
        let search = WorkerSearch { view, open, go, flag, new_game: None, lines: Some(1) };
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
        search: WorkerSearch,
    ) -> Result<(), RequestError> {
        let Some(role) = self.browsers.role(browser) else { return Ok(()) };
        let engine = engine.unwrap_or_else(|| self.engines.first().to_string());
        let start = || self.engines.start(&engine, None, &self.game);
        self.analysis.ask((browser, role), &engine, question, search, start)
    }

    pub(super) fn review(
        &mut self,
        browser: u64,
        stop: bool,
        nodes: Option<u64>,
        engine: Option<String>,
    ) -> Result<(), RequestError> {
        RequestError::reject_if(
            !self.game.is_over(),
            "not_now",
            "a review shows all hands, so it is available after the game",
        )?;
        let Some(role) = self.browsers.role(browser) else { return Ok(()) };
        self.reviews.may_replace((browser, role), &self.browsers)?;
        if stop {
            self.reviews.end(&self.browsers);
            return Ok(());
        }
        let permit = self.reviews.acquire_permit(role)?;
        let history = self.game.history();
        let task = ReviewTask {
            referee: self.catalogue.referee().clone(),
            program: self.engines.program(engine.as_deref().unwrap_or(self.engines.first()))?.clone(),
            timeouts: Timeouts { thinking: REVIEW_SEARCH_TIMEOUT, ..self.engines.timeouts() },
            game: self.game.name().to_string(),
            options: self.game.options().clone(),
            base: history.base.clone(),
            tokens: history.tokens.clone(),
            nodes: nodes.unwrap_or(NODES).clamp(1, MOST_NODES),
        };
        self.reviews.end(&self.browsers);
        self.reviews.begin((browser, role), task, permit)
    }
}

/// Returns the position if an engine can search it for this viewer.
///
/// # Errors
/// Returns an error code if the game is over, if a chance event comes next, or if something is hidden and the viewer is
/// not the seat to move.
fn require_searchable(shown: VisiblePosition, viewer: Viewer) -> Result<VisiblePosition, String> {
    match shown.turn.as_str() {
        "over" => Err("game_over".to_string()),
        "chance" => Err("chance".to_string()),
        // A viewer does not know the hands of the other seats, so an engine cannot search the viewer's position for
        // another seat.
        turn if viewer.is_some_and(|seat| turn != format!("p{seat}")) => Err("not_your_turn".to_string()),
        _ => Ok(shown),
    }
}

/// Returns the error code with which the referee rejected a position, or `referee` for any other error.
fn error_code(error: &anyhow::Error) -> String {
    match error.downcast_ref() {
        Some(ClientError::Line { why }) => why.first().map_or(String::new(), |error| error.code.to_string()),
        _ => "referee".to_string(),
    }
}
