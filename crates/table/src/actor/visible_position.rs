//! A position as a viewer sees it. It contains only what the referee answers about the viewer's own view.

use crate::referee::{Referee, fresh_queries};
use crate::token_facts::TokenFacts;
use anyhow::{Context, Result, ensure};
use serde::Serialize;
use ugi::board::Board;
use ugi::facts::MoveFacts;
use ugi::{ClientError, ErrorCode, History, ProtocolError, Query};

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

/// Queries all fields for the position that `view` describes, and the facts of its tokens from index `from` on. Words
/// are in `language`, which must be a language of the game.
pub fn query_position(
    referee: &mut Referee,
    view: &History,
    from: usize,
    language: &str,
) -> Result<(VisiblePosition, Vec<TokenFacts>)> {
    let questions = [
        Query::Board,
        Query::Fen,
        Query::Turn,
        Query::Teams,
        Query::Scores,
        Query::Ranks,
        Query::Result,
        Query::Reason,
        Query::Moves(language),
    ];
    let texts = referee.ask_all(&fresh_queries(view.line(), &questions))?;
    // The position is loaded despite these two errors: an illegal token ends the game, and tokens after the end are
    // ignored.
    let is_harmless = |error: &ProtocolError| matches!(error.code, ErrorCode::IllegalMove | ErrorCode::GameOver);
    let why: Vec<ProtocolError> = texts.errors.into_iter().filter(|error| !is_harmless(error)).collect();
    ensure!(why.is_empty(), ClientError::Line { why });
    let answers: Vec<String> = texts.answers.into_iter().map(Result::unwrap_or_default).collect();
    let answers = <[String; 9]>::try_from(answers).ok().context("the referee does not answer all queries")?;
    let [board, fen, turn, teams, scores, ranks, result, reason, legal] = answers;
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
    Ok((position, referee.token_facts(view, from, language)?))
}
