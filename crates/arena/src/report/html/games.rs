//! Game data embedded in a report page: moves, search reports and boards for the viewer, and the list of all games.

use super::deltas::{CellTable, Delta, PageTables, ShownStep};
use super::embed;
use super::terms::{LANGUAGE, Terms};
use crate::replay::is_runner_token;
use anyhow::{Context, Result};
use runner::record::{Fault, Record, score_value};
use runner::replay;
use serde::Serialize;
use serde_json::value::RawValue;
use ugi::board::Look;
use ugi::{Client, Pipe, Seat};

/// The data that the page's scripts read.
#[derive(Serialize)]
struct Data<'a> {
    terms: &'a Terms,
    cells: &'a [CellTable],
    looks: &'a [Look],
    words: &'a [String],
    /// The games for the viewer, each as JSON.
    games: Vec<Box<RawValue>>,
    list: &'a GameList,
}

/// The list of all games, with one array per column.
#[derive(Default, Serialize)]
pub(super) struct GameList {
    pub(super) ids: Vec<String>,
    results: Vec<String>,
    reasons: Vec<String>,
    plies: Vec<usize>,
    faults: Vec<usize>,
}

impl GameList {
    /// Adds the next game.
    pub(super) fn add(&mut self, record: &Record) {
        self.ids.push(record.id.clone());
        self.results.push(record.played.result.clone());
        self.reasons.push(record.ending().to_string());
        self.plies.push(record.played.moves.len());
        self.faults.push(record.faults.len());
    }
}

/// A game that the viewer shows.
#[derive(Serialize)]
struct ShownGame<'a> {
    id: &'a str,
    /// The index of the game's cell table.
    cells: usize,
    seats: Vec<ShownSeat<'a>>,
    teams: &'a [Vec<Seat>],
    base: &'a str,
    opening: usize,
    moves: &'a [String],
    /// Whether the last token is a verdict.
    verdict: bool,
    /// The index of the words of each token, and its steps on the board. Both are empty if the referee does not know
    /// them.
    words: Vec<usize>,
    steps: Vec<Vec<ShownStep>>,
    score: Vec<Option<serde_json::Value>>,
    depth: Vec<Option<u32>>,
    nodes: Vec<Option<u64>>,
    /// The time of each move in milliseconds.
    times: Vec<f64>,
    result: &'a str,
    reason: &'a str,
    scores: &'a [i64],
    ranks: &'a [u32],
    faults: &'a [Fault],
    /// The reason why the game cannot be shown with boards; `None` if it has boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    boards: Vec<Delta>,
}

#[derive(Serialize)]
struct ShownSeat<'a> {
    participant: &'a str,
    engine: &'a str,
}

/// Returns the data of the page and the number of games in the viewer. The `chosen` games are added in order until the
/// next game would exceed the total size of `room` bytes.
pub(super) fn data(
    list: &GameList,
    chosen: &[Record],
    room: usize,
    terms: &Terms,
    referee: &mut Client<impl Pipe>,
) -> Result<(String, usize)> {
    let mut tables = PageTables::default();
    let (mut games, mut used) = (Vec::new(), 0);
    for record in chosen {
        let text = serde_json::to_string(&shown_game(record, &mut tables, referee)?)?;
        used += text.len();
        if used > room {
            break;
        }
        games.push(RawValue::from_string(text)?);
    }
    let count = games.len();
    let data = Data { terms, cells: tables.all_cells(), looks: tables.looks(), words: tables.words(), games, list };
    Ok((embed::json(&data)?, count))
}

fn shown_game<'a>(
    record: &'a Record,
    tables: &mut PageTables,
    referee: &mut Client<impl Pipe>,
) -> Result<ShownGame<'a>> {
    let has_facts = referee.has_extension("facts");
    let replayed = replay::boards(record, referee).and_then(|(cells, boards)| {
        let facts = if has_facts { replay::facts(record, LANGUAGE, referee)? } else { Vec::new() };
        Ok((cells, boards, facts))
    });
    let (cells, boards, facts, error) = match replayed {
        Ok((cells, boards, facts)) => (tables.cells(cells), boards, facts, None),
        // A game that cannot be drawn is shown without boards, unless the referee itself has failed.
        Err(error) => {
            referee.ready().with_context(|| format!("game {}", record.id))?;
            (tables.cells(Default::default()), Vec::new(), Vec::new(), Some(error.to_string()))
        }
    };
    let steps: Vec<_> = facts.iter().map(|facts| tables.steps(cells, &facts.steps)).collect();
    let report = |at: usize| record.reports.get(at).and_then(Option::as_ref);
    let count = record.played.moves.len();
    Ok(ShownGame {
        id: &record.id,
        cells,
        seats: record
            .played
            .seats
            .iter()
            .zip(&record.engines)
            .map(|(participant, engine)| ShownSeat { participant, engine: &engine.name })
            .collect(),
        teams: &record.teams,
        base: &record.played.base,
        opening: record.played.opening,
        moves: &record.played.moves,
        verdict: record.played.moves.last().is_some_and(|token| is_runner_token(token)),
        words: facts.iter().map(|facts| tables.word(&facts.words)).collect(),
        score: (0..count).map(|at| report(at)?.score.map(score_value)).collect(),
        depth: (0..count).map(|at| report(at)?.depth).collect(),
        nodes: (0..count).map(|at| report(at)?.nodes).collect(),
        times: record.run.times_ms.iter().map(|time| (time * 10.0).round() / 10.0).collect(),
        result: &record.played.result,
        reason: record.ending(),
        scores: &record.played.scores,
        ranks: &record.played.ranks,
        faults: &record.faults,
        error,
        boards: tables.deltas(cells, &boards, &steps),
        steps,
    })
}
