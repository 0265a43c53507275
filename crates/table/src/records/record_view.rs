//! A recorded game with the boards of all its positions.

use crate::referee::RefereeProgram;
use anyhow::Result;
use game::Answers;
use room::{RecordView, language_of, token_facts};
use runner::record::Record;
use runner::replay::boards;
use ugi::{History, Seat, Teams};

/// Replays a recorded game and queries all its boards, and what its tokens did in words for somebody who wants this
/// language.
pub fn load_record_view(program: &RefereeProgram, record: &Record, language: &str) -> Result<RecordView> {
    let mut client = program.open()?;
    let (cells, boards) = boards(record, &mut client)?;
    let info = client.info(None)?;
    let language = language_of(&info, language);
    let history = History::new(&record.played.base, &record.played.moves);
    let facts = token_facts(&history, 0, language, |lines| Ok(Answers::new(lines, client.ask_all(lines)?)))?;
    let teams = Teams(record.teams.clone());
    Ok(RecordView {
        id: record.id.clone(),
        names: record.played.seats.clone(),
        teams: Seat::all(record.played.seats.len()).map(|seat| teams.of(seat)).collect(),
        game: record.played.game.clone(),
        result: record.played.result.clone(),
        reason: record.played.reason.clone(),
        plies: record.played.moves.len(),
        cells,
        tokens: record.played.moves.clone(),
        facts,
        language: language.to_string(),
        boards,
    })
}
