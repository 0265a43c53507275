//! Queries to the referee about the current game.

use super::master::TableGame;
use crate::actor::visible_position::{VisiblePosition, query_position};
use crate::exchange::ExchangedGame;
use crate::request::PositionRef;
use crate::view::truncated;
use anyhow::{Context, Result, bail, ensure};
use ugi::{ClientError, ErrorCode, History, ProtocolError, Query, Seat, Teams, Transcript, Viewer, position_queries};

/// The number of positions per batch of queries.
const POSITIONS_AT_ONCE: usize = 100;

impl TableGame {
    /// Exports a record in the interchange format of the current game.
    pub fn export_record(&mut self, record: &Transcript) -> Result<String> {
        Ok(self.referee.ensure_running()?.export(record)?)
    }

    /// Imports the first game in `text`, a file in the interchange format, under the rules of the current game.
    pub fn import_record(&mut self, text: &str) -> Result<ExchangedGame> {
        let record = self.referee.ensure_running()?.import(text, 1)?.game;
        Ok(ExchangedGame { game: self.referee.game.clone(), options: self.referee.options.clone(), record })
    }

    /// Returns the canonical form of a move by the seat to move, or `None` if the token is not a legal move. Verdicts
    /// and chance events are not moves.
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

    /// Returns the result that the game would have if the seat to move resigned.
    pub fn result_of_resigning(&mut self) -> Result<String> {
        let [result] = self.referee.ask_required(&self.history.with("resign"), [Query::Result])?;
        Ok(result)
    }

    /// Returns the teams, even if the teams are hidden from some seats.
    pub fn teams(&mut self) -> Result<Teams> {
        let [teams] = self.referee.ask_required(self.history.line(), [Query::Teams])?;
        teams.parse().context("query teams")
    }

    /// Returns whether the referee accepts a verdict token in the current position.
    pub fn accepts_verdict(&mut self, verdict: &str) -> Result<bool> {
        let texts = self.referee.ask_about(&self.history.with(verdict), &[Query::Reason])?;
        let reason = verdict.rsplit('/').next().unwrap_or_default();
        Ok(texts.errors.is_empty() && texts.answers == [Ok(reason.to_string())])
    }

    /// Returns the position texts after the first `from` tokens and after each later token, in order. Positions before
    /// a chance event are omitted.
    pub fn positions_from(&mut self, from: usize) -> Result<Vec<String>> {
        let mut texts = Vec::new();
        for positions in (from..=self.token_count()).collect::<Vec<_>>().chunks(POSITIONS_AT_ONCE) {
            let lines = positions
                .iter()
                .flat_map(|at| position_queries(truncated(&self.history, *at).line(), &[Query::Turn, Query::Fen]));
            let answers = self.referee.ask_all(&lines.collect::<Vec<_>>())?.answers;
            ensure!(answers.len() == 2 * positions.len(), "the referee does not answer all queries");
            texts.extend(answers.chunks(2).filter_map(|pair| match pair {
                [Ok(turn), Ok(fen)] if turn != "chance" => Some(fen.clone()),
                _ => None,
            }));
        }
        Ok(texts)
    }

    /// Returns the game as a viewer sees it: the whole master history if nothing is hidden or the game is over.
    pub fn view(&self, viewer: Viewer) -> &History {
        self.views.get(&viewer).filter(|_| !self.hides_nothing()).unwrap_or(&self.history)
    }

    /// Returns the position line for the engine of a seat. It is the seat's own view, even if nothing is hidden.
    pub fn seat_line(&self, seat: Seat) -> String {
        self.views.get(&Viewer::Seat(seat)).map(|view| view.line().to_string()).unwrap_or_default()
    }

    /// Returns the current position as a viewer sees it.
    pub fn visible_position(&mut self, viewer: Viewer) -> Result<&VisiblePosition> {
        let viewer = if self.hides_nothing() { Viewer::Master } else { viewer };
        if !self.shown.contains_key(&viewer) {
            let line = self.view(viewer).line().to_string();
            let shown = query_position(&mut self.referee, &line)?;
            self.shown.insert(viewer, shown);
        }
        self.shown.get(&viewer).context("the position is not in the cache")
    }

    /// Returns another position as a viewer sees it, and the number of game tokens that lead to it. The position is
    /// reached by the first `place.at` tokens of the view, followed by the moves that the browser tries.
    pub fn view_position(&mut self, viewer: Viewer, place: &PositionRef) -> Result<(VisiblePosition, usize)> {
        let view = self.view(viewer);
        let at = place.at.unwrap_or(view.tokens.len()).min(view.tokens.len());
        if at == view.tokens.len() && place.line.is_empty() {
            return Ok((self.visible_position(viewer)?.clone(), at));
        }
        let mut tried = truncated(view, at);
        place.line.iter().for_each(|token| tried.push(token));
        let shown = query_position(&mut self.referee, tried.line())?;
        if let Some(token) = place.line.last().filter(|_| shown.reason == "illegal") {
            bail!(ClientError::Line { why: vec![ProtocolError::new(ErrorCode::IllegalMove, token)] });
        }
        Ok((shown, at))
    }

    /// Returns the clicks that enter each of these moves in the position that `line` describes. The lists are empty if
    /// the referee fails.
    pub fn clicks(&mut self, line: &str, tokens: &[&str]) -> Vec<Vec<String>> {
        self.referee.clicks(line, tokens).unwrap_or_else(|_| vec![Vec::new(); tokens.len()])
    }
}
