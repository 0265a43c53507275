//! Looking at other positions, and requests for analysis, hints and reviews.

use super::analysis::Question;
use super::game::Viewer;
use super::message::{RequestError, message};
use super::router::Actor;
use super::shown::Shown;
use crate::order::Place;
use crate::outbox::Kind;
use crate::review::Task;
use crate::seat::Seat;
use crate::worker::Search;
use serde_json::{Value, json};
use std::time::Duration;
use ugi::Go;
use ugi::client::ClientError;
use ugi::program::Patience;

/// Lines of an analysis.
const MOST_LINES: u32 = 32;
/// An analysis may run so long.
const LONGEST: Duration = Duration::from_secs(24 * 3600);
/// Milliseconds for a hint.
const HINT: u64 = 1000;
/// Nodes of each search of a review when the page does not say.
const NODES: u64 = 50_000;
/// A search of a review takes no longer than this many nodes.
const MOST_NODES: u64 = 100_000_000;
/// Milliseconds that a single search of a review may take.
const PATIENCE: u64 = 600_000;

impl Actor {
    pub(super) fn look(&mut self, browser: u64, id: &Value, place: &Place) -> Result<(), RequestError> {
        RequestError::when(!place.is_sound(), "bad_message", "a line of single words")?;
        RequestError::when(
            !(id.is_number() || id.is_string() || id.is_null()),
            "bad_message",
            "the id of a look is a number or a text",
        )?;
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
        self.browsers.send(browser, Kind::Answer, message("look", &body));
        Ok(())
    }

    pub(super) fn analyse(
        &mut self,
        browser: u64,
        place: Place,
        lines: u32,
        engine: Option<String>,
    ) -> Result<(), RequestError> {
        RequestError::when(!place.is_sound(), "bad_message", "a line of single words")?;
        RequestError::when(
            !self.analysis.is_allowed_for(browser, &self.game, &self.seating, &self.browsers),
            "not_now",
            "no analysis while others play",
        )?;
        let viewer = self.viewer(browser);
        let looked = self.game.look(viewer, &place).map_err(|error| code(&error));
        let (shown, at) = match looked.and_then(|(shown, at)| Ok((searchable(shown, viewer)?, at))) {
            Ok(looked) => looked,
            Err(code) => {
                self.stop_analysis(browser)?;
                let body = json!({ "at": place.at, "line": place.line, "lines": [], "done": true, "error": code });
                self.browsers.send(browser, Kind::State("analysis"), message("analysis", &body));
                return Ok(());
            }
        };
        let open = self.game.is_bare().then(|| shown.line.clone());
        let go = Go { infinite: true, ..Go::default() };
        let lines = Some(lines.clamp(1, MOST_LINES));
        let search = Search { view: shown.line, open, go, flag: LONGEST, new_game: None, lines };
        self.ask_helper(browser, engine, Question { at, tries: place.line, hint: false }, search)
    }

    pub(super) fn stop_analysis(&mut self, browser: u64) -> Result<(), RequestError> {
        self.analysis.stop(browser, &mut self.game, &self.browsers);
        Ok(())
    }

    pub(super) fn hint(&mut self, browser: u64) -> Result<(), RequestError> {
        let seat = self.own_turn(browser)?;
        let others = self.seating.others(&self.seats_of(browser), Seat::is_person);
        RequestError::when(!others.is_empty() && !self.analysis.is_allowed(), "not_now", "no hints while others play")?;
        let (view, open) = (self.game.seat_line(seat), self.game.open_line());
        let go = Go { move_time: Some(HINT), ..Go::default() };
        let flag = Duration::from_millis(HINT + self.engines.patience().thinking);
        let search = Search { view, open, go, flag, new_game: None, lines: Some(1) };
        self.stop_analysis(browser)?;
        self.ask_helper(browser, None, Question { at: self.game.at(), tries: Vec::new(), hint: true }, search)
    }

    fn ask_helper(
        &mut self,
        browser: u64,
        engine: Option<String>,
        question: Question,
        search: Search,
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
        RequestError::when(!self.game.is_over(), "not_now", "a review shows all hands: the game has to end first")?;
        let Some(role) = self.browsers.role(browser) else { return Ok(()) };
        self.reviews.may_replace((browser, role), &self.browsers)?;
        if stop {
            self.reviews.end(&self.browsers);
            return Ok(());
        }
        let permit = self.reviews.place(role)?;
        let history = self.game.history();
        let task = Task {
            bench: self.catalogue.bench().clone(),
            program: self.engines.program(engine.as_deref().unwrap_or(self.engines.first()))?.clone(),
            patience: Patience { thinking: PATIENCE, ..self.engines.patience() },
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

/// The position, if an engine can search it.
///
/// # Errors
/// The code of why not.
fn searchable(shown: Shown, viewer: Viewer) -> Result<Shown, String> {
    match shown.turn.as_str() {
        "over" => Err("game_over".to_string()),
        "chance" => Err("chance".to_string()),
        // Of another seat's cards a view does not know enough.
        turn if viewer.is_some_and(|seat| turn != format!("p{seat}")) => Err("not_your_turn".to_string()),
        _ => Ok(shown),
    }
}

/// The code of what the referee refuses; `referee` where it does not answer.
fn code(error: &anyhow::Error) -> String {
    match error.downcast_ref() {
        Some(ClientError::Line { why }) => why.first().map_or(String::new(), |fault| fault.code.to_string()),
        _ => "referee".to_string(),
    }
}
