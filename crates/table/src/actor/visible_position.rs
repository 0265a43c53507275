//! A position as a viewer sees it. It contains only what the referee answers about the viewer's own view.

use crate::referee::Referee;
use anyhow::{Context, Result, ensure};
use serde::Serialize;
use ugi::board::{Board, Cells};
use ugi::{ClientError, ErrorCode, ProtocolError, Query, position_queries};

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
    /// The legal moves of the seat to move; empty if the viewer does not see the hand of that seat.
    #[serde(skip)]
    pub legal: Vec<LegalMove>,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LegalMove {
    /// The token that plays the move.
    pub token: String,
    /// The clicks that enter the move, in order.
    pub clicks: Vec<String>,
}

impl VisiblePosition {
    /// Returns the token of the only legal move if that move neither places nor moves anything, such as a pass.
    pub fn only_choice(&self, cells: &Cells) -> Option<String> {
        let [only] = self.legal.as_slice() else { return None };
        only.plays_nothing(cells).then(|| only.token.clone())
    }
}

impl LegalMove {
    /// Returns whether the move is entered by clicking one word that is neither a cell nor a card, such as `pass` or
    /// `fold`.
    pub fn plays_nothing(&self, cells: &Cells) -> bool {
        matches!(self.clicks.as_slice(), [word] if word.chars().count() > 1 && !cells.cells.contains_key(word))
    }
}

/// Queries all fields for the position that `line` describes.
pub fn query_position(referee: &mut Referee, line: &str) -> Result<VisiblePosition> {
    const QUESTIONS: &[Query] = &[
        Query::Board,
        Query::Fen,
        Query::Turn,
        Query::Teams,
        Query::Scores,
        Query::Ranks,
        Query::Result,
        Query::Reason,
        Query::Legal,
    ];
    // A rejected line leaves the previous position loaded, which may be another viewer's. Therefore load the start
    // position first.
    let lines = [vec!["position startpos".to_string()], position_queries(line, QUESTIONS)].concat();
    let texts = referee.ask_all(&lines)?;
    // The position is loaded despite these two errors: an illegal token ends the game, and tokens after the end are
    // ignored.
    let is_harmless = |error: &ProtocolError| matches!(error.code, ErrorCode::IllegalMove | ErrorCode::GameOver);
    let why: Vec<ProtocolError> = texts.errors.into_iter().filter(|error| !is_harmless(error)).collect();
    ensure!(why.is_empty(), ClientError::Line { why });
    let answers: Vec<String> = texts.answers.into_iter().map(Result::unwrap_or_default).collect();
    let answers = <[String; 9]>::try_from(answers).ok().context("the referee does not answer all queries")?;
    let [board, fen, turn, teams, scores, ranks, result, reason, legal] = answers;
    let tokens: Vec<&str> = legal.split_whitespace().collect();
    let clicks = if tokens.is_empty() { Vec::new() } else { referee.clicks(line, &tokens)? };
    let legal = |(token, clicks): (&&str, Vec<String>)| LegalMove { token: (*token).to_string(), clicks };
    Ok(VisiblePosition {
        line: line.to_string(),
        board: serde_json::from_str(&board).unwrap_or_default(),
        fen,
        turn,
        teams: Some(teams).filter(|teams| !teams.is_empty() && !teams.contains('?')),
        scores: scores.split_whitespace().filter_map(|word| word.parse().ok()).collect(),
        ranks: ranks.split_whitespace().filter_map(|word| word.parse().ok()).collect(),
        result,
        reason,
        legal: tokens.iter().zip(clicks).map(legal).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_pass_is_played_automatically() {
        let cells = Cells { cells: ["a1", "12"].map(|name| (name.to_string(), (0.0, 0.0))).into(), ..Cells::default() };
        let only = |moves: &[(&str, &[&str])]| {
            let legal = moves.iter().map(|(token, clicks)| LegalMove {
                token: (*token).to_string(),
                clicks: clicks.iter().map(|click| (*click).to_string()).collect(),
            });
            let nothing = || String::new();
            let shown = VisiblePosition {
                line: nothing(),
                board: Board::default(),
                fen: nothing(),
                turn: nothing(),
                teams: None,
                scores: Vec::new(),
                ranks: Vec::new(),
                result: nothing(),
                reason: nothing(),
                legal: legal.collect(),
            };
            shown.only_choice(&cells)
        };
        assert_eq!(only(&[("fold:AA", &["fold"])]), Some("fold:AA".to_string()));
        assert_eq!(only(&[("a1", &["a1"])]), None);
        assert_eq!(only(&[("12", &["12"])]), None);
        assert_eq!(only(&[("A:in", &["A", "0"])]), None);
        assert_eq!(only(&[("A", &["A"])]), None);
        assert_eq!(only(&[("pass", &["pass"]), ("x", &["a1"])]), None);
        assert_eq!(only(&[]), None);
    }
}
