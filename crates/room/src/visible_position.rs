//! A position as a viewer sees it. It contains only what the referee answers about the viewer's own view.

use crate::referee::{Referee, fresh_queries};
use crate::token_facts::TokenFacts;
use anyhow::{Result, ensure};
use game::Answers;
use serde::Serialize;
use std::ops::Range;
use ugi::board::Board;
use ugi::facts::MoveFacts;
use ugi::{ClientError, ErrorCode, History, ProtocolError, Query};

/// The number of queries about a position.
const FIELDS: usize = 9;
/// The maximum number of tokens whose facts are asked for together with a position.
pub const FACTS_AT_ONCE: usize = 100;

/// A position as a viewer sees it. The fields are serialised in this order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VisiblePosition {
    /// The answer to `query turn`.
    pub turn: String,
    /// The answer to `query result`.
    pub result: String,
    /// The answer to `query reason`.
    pub reason: String,
    /// The answer to `query scores`.
    pub scores: Vec<i64>,
    /// The answer to `query ranks`.
    pub ranks: Vec<u32>,
    /// The answer to `query teams`; `None` if the viewer does not know the teams.
    pub teams: Option<String>,
    /// The answer to `query fen`.
    pub fen: String,
    /// The position line.
    pub line: String,
    /// The answer to `query board`.
    pub board: Board,
    /// The answer to `query moves`; empty if the viewer does not see the hand of the seat to move.
    #[serde(skip)]
    pub legal: Vec<MoveFacts>,
}

/// A position to query.
pub struct WantedPosition<'a> {
    pub view: &'a History,
    /// The index of the first token whose facts are wanted.
    pub from: usize,
    /// The language of all words, which must be a language of the game.
    pub language: &'a str,
}

impl WantedPosition<'_> {
    /// Returns the tokens whose facts are asked for together with the position. Few are new after a move.
    fn told(&self) -> Range<usize> {
        self.from..self.view.tokens.len().min(self.from + FACTS_AT_ONCE)
    }

    fn lines(&self) -> Vec<String> {
        fresh_queries(self.view.line(), &position_fields(self.language, self.told()).collect::<Vec<_>>())
    }
}

/// Returns the queries whose answers [`read_position`] reads, with the facts of the tokens at these indices.
pub fn position_fields(language: &str, told: Range<usize>) -> impl Iterator<Item = Query<'_>> {
    let fields: [Query; FIELDS] = [
        Query::Board,
        Query::Fen(None),
        Query::Turn,
        Query::Teams,
        Query::Scores,
        Query::Ranks,
        Query::Result,
        Query::Reason,
        Query::Moves(language),
    ];
    fields.into_iter().chain(told.map(move |at| Query::Step(at + 1, language)))
}

/// Queries all fields for these positions, and the facts of their tokens, in one exchange with the referee.
pub fn query_positions(
    referee: &mut Referee,
    wanted: &[WantedPosition],
) -> Result<Vec<(VisiblePosition, Vec<TokenFacts>)>> {
    let lines: Vec<String> = wanted.iter().flat_map(WantedPosition::lines).collect();
    let mut answers = referee.ask_all(&lines)?;
    // The position is loaded despite these two errors: an illegal token ends the game, and tokens after the end are
    // ignored.
    let is_harmless = |error: &ProtocolError| matches!(error.code, ErrorCode::IllegalMove | ErrorCode::GameOver);
    let why: Vec<ProtocolError> = answers.errors().iter().filter(|error| !is_harmless(error)).cloned().collect();
    ensure!(why.is_empty(), ClientError::Line { why });
    let mut read = |wanted: &WantedPosition| {
        let (position, mut facts) = read_position(wanted.view, wanted.told(), &mut answers)?;
        facts.extend(referee.token_facts(wanted.view, wanted.told().end, wanted.language)?);
        Ok((position, facts))
    };
    wanted.iter().map(&mut read).collect()
}

/// Reads the answers to [`position_fields`] about the position after a view, and the facts of the tokens at these
/// indices.
pub fn read_position(
    view: &History,
    told: Range<usize>,
    answers: &mut Answers,
) -> Result<(VisiblePosition, Vec<TokenFacts>)> {
    let mut fields: [String; FIELDS] = Default::default();
    for field in &mut fields {
        *field = answers.optional()?.unwrap_or_default();
    }
    let [board, fen, turn, teams, scores, ranks, result, reason, legal] = fields;
    let mut facts = Vec::new();
    for token in &view.tokens[told] {
        facts.push(TokenFacts::new(token, answers.optional()?.as_deref()));
    }
    let position = VisiblePosition {
        line: view.line().to_string(),
        board: serde_json::from_str(&board).unwrap_or_default(),
        fen,
        turn,
        teams: Some(teams).filter(|teams| !teams.is_empty() && !teams.contains('?')),
        scores: scores.split_whitespace().filter_map(|word| word.parse().ok()).collect(),
        ranks: ranks.split_whitespace().filter_map(|word| word.parse().ok()).collect(),
        result,
        reason,
        legal: serde_json::from_str(&legal).unwrap_or_default(),
    };
    Ok((position, facts))
}
