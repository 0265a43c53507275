//! Queries to the referee about the current game.

use super::master::TableGame;
use crate::catalogue::ENGLISH;
use crate::referee::fresh_queries;
use crate::request::PositionRef;
use crate::token_facts::TokenFacts;
use crate::visible_position::{VisiblePosition, WantedPosition, query_positions};
use anyhow::{Context, Result, bail, ensure};
use game::Record;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use ugi::board::Board;
use ugi::facts::MoveFacts;
use ugi::{
    ClientError, ErrorCode, History, ProtocolError, Query, Seat, Teams, Turn, Viewer, may_be_move, position_queries,
};

/// A position as a viewer sees it in a language: the number of tokens that were known, the position, and the facts of
/// the others.
pub(super) type FoundPosition = ((Viewer, String), usize, VisiblePosition, Vec<TokenFacts>);

/// The number of positions per batch of queries.
const POSITIONS_AT_ONCE: usize = 100;

impl TableGame {
    /// Exports a record in the interchange format of the current game.
    pub fn export_record(&mut self, record: &Record) -> Result<String> {
        Ok(self.referee.restarting.with(|client| client.export(record))?)
    }

    /// Imports the first game in `text`, a file in the interchange format, under the rules in the file or, if it has
    /// none, those of the current game.
    pub fn import_record(&mut self, text: &str) -> Result<Record> {
        let mut record = self.referee.restarting.with(|client| client.import(text, 1))?.game;
        ensure!(record.seat.is_none(), "this is the view of a seat; expected the whole game");
        record.game = self.referee.game.clone();
        if record.options.is_empty() {
            record.options = self.referee.options.clone();
        }
        Ok(record)
    }

    /// Returns the result that the game would have if the seat to move resigned.
    pub fn result_of_resigning(&mut self) -> Result<String> {
        Ok(self.referee.ask(&self.history().with("resign"), &[Query::Result])?.text()?)
    }

    /// Returns the teams, even if the teams are hidden from some seats.
    pub fn teams(&mut self) -> Result<Teams> {
        Ok(self.referee.ask(self.played.history().line(), &[Query::Teams])?.parse()?)
    }

    /// Returns whether the player of this seat knows the teams.
    pub fn knows_teams(&mut self, seat: Seat) -> Result<bool> {
        let language = self.language(ENGLISH).to_string();
        Ok(self.visible_position(Viewer::Seat(seat), &language)?.0.teams.is_some())
    }

    /// Returns whether the referee accepts a verdict token in the current position.
    pub fn accepts_verdict(&mut self, verdict: &str) -> Result<bool> {
        let mut answers = self.referee.ask_about(&self.history().with(verdict), &[Query::Reason])?;
        let reason = verdict.rsplit('/').next();
        Ok(answers.errors().is_empty() && answers.optional()?.as_deref() == reason)
    }

    /// Returns the position texts after the first `from` tokens and after each later token, in order. Positions before
    /// a chance event are omitted.
    pub fn positions_from(&mut self, from: usize) -> Result<Vec<String>> {
        let history = self.history().clone();
        let answers = self.ask_after(&history, from..self.token_count() + 1, [Query::Turn, Query::Fen(None)])?;
        let text = |[turn, fen]: [Option<String>; 2]| fen.filter(|_| turn.is_some_and(|turn| turn != "chance"));
        Ok(answers.into_iter().filter_map(text).collect())
    }

    /// Returns the seat that was to move before each of the first `count` tokens, or `None` for a token that is not a
    /// move.
    pub(super) fn seats_to_move(&mut self, count: usize) -> Result<Vec<Option<Seat>>> {
        let history = self.history().clone();
        let answers = self.ask_after(&history, 0..count, [Query::Turn])?;
        let seat = |[turn]: [Option<String>; 1]| match turn?.parse() {
            Ok(Turn::Seat(seat)) => Some(seat),
            _ => None,
        };
        let tokens = self.tokens().iter();
        Ok(tokens.zip(answers).map(|(token, answer)| seat(answer).filter(|_| may_be_move(token))).collect())
    }

    /// Returns the board before the first token of a viewer's view and after each token.
    pub fn boards(&mut self, viewer: Viewer) -> Result<Vec<Board>> {
        let view = self.view(viewer).clone();
        let answers = self.ask_after(&view, 0..view.tokens.len() + 1, [Query::Board])?;
        Ok(answers
            .into_iter()
            .map(|[board]| serde_json::from_str(&board.unwrap_or_default()).unwrap_or_default())
            .collect())
    }

    /// Returns the answers to these queries after each of these numbers of tokens of a history.
    fn ask_after<const N: usize>(
        &mut self,
        history: &History,
        places: Range<usize>,
        questions: [Query; N],
    ) -> Result<Vec<[Option<String>; N]>> {
        let mut all = Vec::new();
        for places in places.collect::<Vec<_>>().chunks(POSITIONS_AT_ONCE) {
            let lines = places.iter().flat_map(|at| position_queries(history.first(*at).line(), &questions));
            let mut answers = self.referee.ask_all(&lines.collect::<Vec<_>>())?;
            for _ in places {
                let mut found = [const { None }; N];
                for slot in &mut found {
                    *slot = answers.optional()?;
                }
                all.push(found);
            }
        }
        Ok(all)
    }

    /// Returns the game as a viewer sees it: the whole master history if nothing is hidden or the game is over.
    pub fn view(&self, viewer: Viewer) -> &History {
        self.views.get(&viewer).filter(|_| !self.hides_nothing()).unwrap_or_else(|| self.history())
    }

    /// Returns the position line for the engine of a seat. It is the seat's own view, even if nothing is hidden.
    pub fn seat_line(&self, seat: Seat) -> String {
        self.views.get(&Viewer::Seat(seat)).map(|view| view.line().to_string()).unwrap_or_default()
    }

    /// Returns the current position as a viewer sees it, and what the tokens of the viewer's view did. Words are in
    /// `language`, which must be a language of the game.
    pub fn visible_position(&mut self, viewer: Viewer, language: &str) -> Result<(&VisiblePosition, &[TokenFacts])> {
        self.require_positions([self.key(viewer, language)].into())?;
        self.known_position(viewer, language).context("the position is not in the cache")
    }

    /// Asks in one exchange for what [`visible_position`](Self::visible_position) will return to these viewers, who are
    /// all that look at the game.
    pub fn query_positions(&mut self, viewers: BTreeSet<(Viewer, String)>) -> Result<()> {
        self.wanted = viewers.iter().map(|(viewer, language)| self.key(*viewer, language)).collect();
        self.require_positions(self.wanted.clone())
    }

    /// Returns the key of the position that a viewer sees, with words in this language.
    fn key(&self, viewer: Viewer, language: &str) -> (Viewer, String) {
        (if self.hides_nothing() { Viewer::Master } else { viewer }, language.to_string())
    }

    /// Asks in one exchange for those of these positions that are not known.
    fn require_positions(&mut self, keys: BTreeSet<(Viewer, String)>) -> Result<()> {
        let new: BTreeSet<(Viewer, String)> = keys.into_iter().filter(|key| !self.shown.contains_key(key)).collect();
        let views: BTreeMap<Viewer, History> =
            new.iter().map(|(viewer, _)| (*viewer, self.view(*viewer).clone())).collect();
        for (key, from, position, facts) in self.ask_positions(new, |viewer| &views[&viewer])? {
            self.keep_position(key, from, position, facts);
        }
        Ok(())
    }

    /// Asks in one exchange for positions as these viewers see them. `view` returns the view of a viewer.
    pub(super) fn ask_positions<'a>(
        &mut self,
        keys: BTreeSet<(Viewer, String)>,
        view: impl Fn(Viewer) -> &'a History,
    ) -> Result<Vec<FoundPosition>> {
        let mut wanted = Vec::new();
        for key in &keys {
            let view = view(key.0);
            wanted.push(WantedPosition { view, from: self.told_length(key, view), language: &key.1 });
        }
        let found = query_positions(&mut self.referee, &wanted)?;
        let from: Vec<usize> = wanted.iter().map(|wanted| wanted.from).collect();
        let places = keys.into_iter().zip(from);
        Ok(places.zip(found).map(|((key, from), (shown, facts))| (key, from, shown, facts)).collect())
    }

    /// Returns how many tokens of a view are known, with what they did.
    pub(super) fn told_length(&self, key: &(Viewer, String), view: &History) -> usize {
        self.told.get(key).map_or(0, |told| common_length(&told.tokens, &view.tokens))
    }

    /// Keeps a position of the current state of the game.
    pub(super) fn keep_position(
        &mut self,
        key: (Viewer, String),
        from: usize,
        position: VisiblePosition,
        facts: Vec<TokenFacts>,
    ) {
        let tokens = self.view(key.0).tokens.clone();
        let told = self.told.entry(key.clone()).or_default();
        told.facts.truncate(from);
        told.facts.extend(facts);
        told.tokens = tokens;
        self.shown.insert(key, position);
    }

    /// Returns what [`visible_position`](Self::visible_position) has returned since the last change of the game.
    pub fn known_position(&self, viewer: Viewer, language: &str) -> Option<(&VisiblePosition, &[TokenFacts])> {
        let key = self.key(viewer, language);
        Some((self.shown.get(&key)?, &self.told.get(&key)?.facts))
    }

    /// Returns another position as a viewer sees it, and the number of game tokens that lead to it. The position is
    /// reached by the first `place.at` tokens of the view, followed by the moves that the browser tries, whose facts
    /// are also returned.
    pub fn view_position(
        &mut self,
        viewer: Viewer,
        place: &PositionRef,
        language: &str,
    ) -> Result<(VisiblePosition, usize, Vec<TokenFacts>)> {
        let view = self.view(viewer);
        let at = place.at.unwrap_or(view.tokens.len()).min(view.tokens.len());
        if at == view.tokens.len() && place.line.is_empty() {
            return Ok((self.visible_position(viewer, language)?.0.clone(), at, Vec::new()));
        }
        let tried = self.tried(viewer, place);
        let wanted = WantedPosition { view: &tried, from: at, language };
        let (shown, facts) = query_positions(&mut self.referee, &[wanted])?.pop().context("no position")?;
        if let Some(token) = place.line.last().filter(|_| shown.reason == "illegal") {
            bail!(ClientError::Line { why: vec![ProtocolError::new(ErrorCode::IllegalMove, token)] });
        }
        Ok((shown, at, facts))
    }

    /// Returns the first `place.at` tokens of a view, followed by the moves that the browser tries.
    fn tried(&self, viewer: Viewer, place: &PositionRef) -> History {
        let view = self.view(viewer);
        let mut tried = view.first(place.at.unwrap_or(view.tokens.len()));
        place.line.iter().for_each(|token| tried.push(token));
        tried
    }

    /// Returns why a token is not legal in a position, as a sentence. It is empty if the token is legal, or if the
    /// viewer does not see the hand of the seat to move.
    pub fn why(&mut self, viewer: Viewer, place: &PositionRef, token: &str, language: &str) -> Result<String> {
        let tried = self.tried(viewer, place);
        let lines = fresh_queries(tried.line(), &[Query::Why(language, token)]);
        Ok(self.referee.ask_all(&lines)?.json().unwrap_or_default())
    }

    /// Returns what each of these moves does after a history. The facts are empty if the referee fails.
    pub fn move_facts(&mut self, history: &History, moves: &[&str], language: &str) -> Vec<MoveFacts> {
        let language = self.language(language).to_string();
        let facts = self.referee.move_facts(history, moves, &language);
        facts.unwrap_or_else(|_| vec![MoveFacts::default(); moves.len()])
    }
}

/// Returns the length of the common beginning of two lists.
pub fn common_length(one: &[String], two: &[String]) -> usize {
    one.iter().zip(two).take_while(|(one, two)| one == two).count()
}
