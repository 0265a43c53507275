//! The games that the page's viewer shows: moves, search reports and boards.

use super::terms::LANGUAGE;
use crate::replay::is_runner_token;
use anyhow::{Context, Result};
use data_encoding::BASE64;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use runner::record::{EngineRecord, Fault, Record, SearchReport};
use runner::replay;
use serde::Serialize;
use std::io::Write;
use ugi::board::{Board, Cells};
use ugi::facts::MoveFacts;
use ugi::{Client, Pipe, Seat};

/// A game in the page. The list of games above the viewer needs the id; the rest is unpacked when the game is shown.
#[derive(Serialize)]
pub(super) struct PackedGame {
    id: String,
    /// A [`ShownGame`] as JSON, compressed by Deflate, because its boards differ little, in Base64.
    packed: String,
}

/// A game that the viewer shows.
#[derive(Serialize)]
struct ShownGame<'a> {
    seats: &'a [String],
    /// The engine in each seat.
    engines: &'a [EngineRecord],
    teams: &'a [Vec<Seat>],
    base: &'a str,
    opening: usize,
    moves: &'a [String],
    /// Whether the last token is a verdict.
    verdict: bool,
    reports: &'a [Option<SearchReport>],
    /// The time of each move in milliseconds.
    times: &'a [f64],
    result: &'a str,
    reason: &'a str,
    scores: &'a [i64],
    faults: &'a [Fault],
    /// The reason why the game cannot be shown with boards; `None` if it has boards.
    error: Option<String>,
    cells: Cells,
    boards: Vec<Board>,
    /// What each token did; empty if the referee does not know it.
    facts: Vec<MoveFacts>,
}

/// Returns the `chosen` games in order, until the next game would exceed the total size of `room` bytes.
pub(super) fn packed(chosen: &[Record], room: usize, referee: &mut Client<impl Pipe>) -> Result<Vec<PackedGame>> {
    let (mut games, mut used) = (Vec::new(), 0);
    for record in chosen {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&serde_json::to_vec(&shown_game(record, referee)?)?)?;
        let packed = BASE64.encode(&encoder.finish()?);
        used += packed.len();
        if used > room {
            break;
        }
        games.push(PackedGame { id: record.id.clone(), packed });
    }
    Ok(games)
}

fn shown_game<'a>(record: &'a Record, referee: &mut Client<impl Pipe>) -> Result<ShownGame<'a>> {
    let has_facts = referee.has_extension("facts");
    let replayed = replay::boards(record, referee).and_then(|(cells, boards)| {
        let facts = if has_facts { replay::facts(record, LANGUAGE, referee)? } else { Vec::new() };
        Ok((cells, boards, facts))
    });
    let ((cells, boards, facts), error) = match replayed {
        Ok(replayed) => (replayed, None),
        // A game that cannot be drawn is shown without boards, unless the referee itself has failed.
        Err(error) => {
            referee.ready().with_context(|| format!("game {}", record.id))?;
            (Default::default(), Some(error.to_string()))
        }
    };
    Ok(ShownGame {
        seats: &record.played.seats,
        engines: &record.engines,
        teams: &record.teams,
        base: &record.played.base,
        opening: record.played.opening,
        moves: &record.played.moves,
        verdict: record.played.moves.last().is_some_and(|token| is_runner_token(token)),
        reports: &record.reports,
        times: &record.run.times_ms,
        result: &record.played.result,
        reason: record.ending(),
        scores: &record.played.scores,
        faults: &record.faults,
        error,
        cells,
        boards,
        facts,
    })
}
