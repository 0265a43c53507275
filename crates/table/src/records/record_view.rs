//! A recorded game with the boards of all its positions.

use super::tournament_list::GameSummary;
use crate::catalogue::language_of;
use crate::referee::RefereeProgram;
use crate::token_facts::{TokenFacts, token_facts};
use anyhow::Result;
use game::Answers;
use runner::record::Record;
use runner::replay::boards;
use serde::Serialize;
use ugi::History;
use ugi::board::{Board, Cells};

/// A recorded game, as sent to the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RecordView {
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The answer to `query cells`.
    pub cells: Cells,
    /// The tokens of the master history.
    pub tokens: Vec<String>,
    /// What each token did, with words in `language`.
    pub facts: Vec<TokenFacts>,
    /// The language of the words.
    pub language: String,
    /// The answers to `query board` before the first token and after each one.
    pub boards: Vec<Board>,
}

/// Replays a recorded game and queries all its boards, and what its tokens did in words for somebody who wants this
/// language.
pub fn load_record_view(program: &RefereeProgram, record: &Record, language: &str) -> Result<RecordView> {
    let mut client = program.open()?;
    let (cells, boards) = boards(record, &mut client)?;
    let info = client.info(None)?;
    let language = language_of(&info, language);
    let history = History::new(&record.base, &record.moves);
    let facts = token_facts(&history, 0, language, |lines| Ok(Answers::new(lines, client.ask_all(lines)?)))?;
    let language = language.to_string();
    Ok(RecordView { summary: record.into(), cells, tokens: record.moves.clone(), facts, language, boards })
}
