//! A game with the boards of all its positions.

use crate::token_facts::TokenFacts;
use serde::Serialize;
use ugi::board::{Board, Cells};

/// A game to look at: the message `record`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RecordView {
    /// The id or number of the game.
    pub id: String,
    /// The names of the seats.
    pub names: Vec<String>,
    /// The index of each seat's team in the order of `query teams`; `None` if it is unknown.
    pub teams: Vec<Option<usize>>,
    /// The name of the game, as in `query games`.
    pub game: String,
    /// The answer to `query result`.
    pub result: String,
    /// The answer to `query reason`.
    pub reason: String,
    /// The number of tokens.
    pub plies: usize,
    /// The answer to `query cells`.
    pub cells: Cells,
    /// The tokens of the view.
    pub tokens: Vec<String>,
    /// What each token did, with words in `language`.
    pub facts: Vec<TokenFacts>,
    /// The language of the words.
    pub language: String,
    /// The answers to `query board` before the first token and after each one.
    pub boards: Vec<Board>,
}
