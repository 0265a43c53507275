//! What the referee is asked about the game on the table.

use super::master::{TableGame, Viewer};
use crate::actor::visible_position::{VisiblePosition, query_position};
use crate::exchange::ExchangedGame;
use crate::request::PositionRef;
use crate::view::View;
use anyhow::{Context, Result, bail, ensure};
use ugi::client::{ClientError, position_queries};
use ugi::reply::read_teams;
use ugi::{ErrorCode, ProtocolError, Query, Transcript};

/// Positions that the referee is asked about in one batch.
const POSITIONS_AT_ONCE: usize = 100;

impl TableGame {
    /// A game of this kind in the interchange format of the referee, such as the one on the table.
    ///
    /// # Errors
    /// There is no such format, the game does not go into it, or the referee does not start.
    pub fn export_record(&mut self, record: &Transcript) -> Result<String> {
        self.referee.ensure_running()?.export(record)
    }

    /// Reads the first game of a text in that format, under the rules of the game on the table.
    ///
    /// # Errors
    /// There is no such format, the text is not in it, or the referee does not start.
    pub fn import_record(&mut self, text: &str) -> Result<ExchangedGame> {
        let record = self.referee.ensure_running()?.import(text)?;
        Ok(ExchangedGame { game: self.referee.game.clone(), options: self.referee.options.clone(), record })
    }

    /// The printed form of a move of the seat to move; `None`: it is not legal. Verdicts and events are no moves.
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn legal_form(&mut self, token: &str) -> Result<Option<String>> {
        if token.starts_with('!') {
            return Ok(None);
        }
        let questions = [Query::IsLegal(token), Query::Canon(token)];
        let answers = self.referee.ask_about(self.history.line(), &questions)?.answers;
        Ok(match answers.as_slice() {
            [Ok(legal), Ok(canon)] if legal == "true" => Some(canon.clone()),
            _ => None,
        })
    }

    /// The result if the seat to move gave up: the referee alone knows what becomes of the others then.
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn result_of_resigning(&mut self) -> Result<String> {
        let [result] = self.referee.ask_required(&self.history.with("resign"), [Query::Result])?;
        Ok(result)
    }

    /// The teams as they really are: seats from 1, a list for each.
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn teams(&mut self) -> Result<Vec<Vec<usize>>> {
        let [teams] = self.referee.ask_required(self.history.line(), [Query::Teams])?;
        read_teams(&teams).context("query teams: expected seats")
    }

    /// Does the referee take a token that ends the game here?
    ///
    /// # Errors
    /// It breaks down.
    pub fn accepts_verdict(&mut self, verdict: &str) -> Result<bool> {
        let texts = self.referee.ask_about(&self.history.with(verdict), &[Query::Reason])?;
        let reason = verdict.rsplit('/').next().unwrap_or_default();
        Ok(texts.errors.is_empty() && texts.answers == [Ok(reason.to_string())])
    }

    /// The texts of the positions after `from` tokens and more, in order, but for those at chance events, which hold no
    /// hands.
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn positions_from(&mut self, from: usize) -> Result<Vec<String>> {
        let whole = View::of_history(&self.history);
        let mut texts = Vec::new();
        for places in (from..=self.token_count()).collect::<Vec<_>>().chunks(POSITIONS_AT_ONCE) {
            let lines = places
                .iter()
                .flat_map(|at| position_queries(&whole.clone().truncated(*at).line(), &[Query::Turn, Query::Fen]));
            let answers = self.referee.ask_all(&lines.collect::<Vec<_>>())?.answers;
            ensure!(answers.len() == 2 * places.len(), "the referee does not answer all questions");
            texts.extend(answers.chunks(2).filter_map(|pair| match pair {
                [Ok(turn), Ok(fen)] if turn != "chance" => Some(fen.clone()),
                _ => None,
            }));
        }
        Ok(texts)
    }

    /// The line for a viewer.
    pub fn view(&self, viewer: Viewer) -> View {
        match viewer {
            Some(seat) if !self.hides_nothing() => self.views.get(seat).cloned().unwrap_or_default(),
            _ => View::of_history(&self.history),
        }
    }

    /// The line for the engine of a seat, from 0: exactly its view, whatever else is open.
    pub fn seat_line(&self, seat: usize) -> String {
        self.views.get(seat + 1).map(View::line).unwrap_or_default()
    }

    /// All that a viewer may know of the position.
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn visible_position(&mut self, viewer: Viewer) -> Result<&VisiblePosition> {
        let viewer = viewer.filter(|_| !self.hides_nothing());
        if !self.shown.contains_key(&viewer) {
            let view = self.view(viewer);
            let shown = query_position(&mut self.referee, &view.line())?;
            self.shown.insert(viewer, shown);
        }
        self.shown.get(&viewer).context("it is there")
    }

    /// All that a viewer may know of another position: the view up to `at` tokens, and a line of tries behind it.
    ///
    /// # Errors
    /// The referee breaks down or refuses the line.
    pub fn view_position(&mut self, viewer: Viewer, place: &PositionRef) -> Result<(VisiblePosition, usize)> {
        let view = self.view(viewer);
        let at = place.at.unwrap_or(view.tokens.len()).min(view.tokens.len());
        if at == view.tokens.len() && place.line.is_empty() {
            return Ok((self.visible_position(viewer)?.clone(), at));
        }
        let shown = query_position(&mut self.referee, &view.truncated(at).extended(&place.line).line())?;
        if let Some(token) = place.line.last().filter(|_| shown.reason == "illegal") {
            bail!(ClientError::Line { why: vec![ProtocolError::new(ErrorCode::IllegalMove, token)] });
        }
        Ok((shown, at))
    }

    /// What to click for each of these moves in a view; nothing where that cannot be said.
    pub fn clicks(&mut self, line: &str, tokens: &[&str]) -> Vec<Vec<String>> {
        self.referee.clicks(line, tokens).unwrap_or_else(|_| vec![Vec::new(); tokens.len()])
    }
}
