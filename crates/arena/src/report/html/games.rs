//! Game data embedded in a report page: moves, search reports and boards for the viewer, and the list of all games.

use super::deltas::{CellTable, Delta, PageTables};
use super::embed;
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
    cells: &'a [CellTable],
    looks: &'a [Look],
    /// The games for the viewer, each as JSON.
    games: Vec<Box<RawValue>>,
    list: GameList<'a>,
}

/// The list of all games, with one array per column.
#[derive(Serialize)]
struct GameList<'a> {
    ids: Vec<&'a str>,
    results: Vec<&'a str>,
    reasons: Vec<&'a str>,
    plies: Vec<usize>,
    faults: Vec<usize>,
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
    records: &[Record],
    chosen: &[usize],
    room: usize,
    referee: &mut Client<impl Pipe>,
) -> Result<(String, usize)> {
    let mut tables = PageTables::default();
    let (mut games, mut used) = (Vec::new(), 0);
    for &at in chosen {
        let text = serde_json::to_string(&shown_game(&records[at], &mut tables, referee)?)?;
        used += text.len();
        if used > room {
            break;
        }
        games.push(RawValue::from_string(text)?);
    }
    let count = games.len();
    let data = Data { cells: tables.all_cells(), looks: tables.looks(), games, list: list(records) };
    Ok((embed::json(&data)?, count))
}

fn list(records: &[Record]) -> GameList<'_> {
    GameList {
        ids: records.iter().map(|record| record.id.as_str()).collect(),
        results: records.iter().map(|record| record.result.as_str()).collect(),
        reasons: records.iter().map(Record::ending).collect(),
        plies: records.iter().map(|record| record.moves.len()).collect(),
        faults: records.iter().map(|record| record.faults.len()).collect(),
    }
}

fn shown_game<'a>(
    record: &'a Record,
    tables: &mut PageTables,
    referee: &mut Client<impl Pipe>,
) -> Result<ShownGame<'a>> {
    let (cells, boards, error) = match replay::boards(record, referee) {
        Ok((cells, boards)) => {
            let cells = tables.cells(cells);
            (cells, tables.deltas(cells, &boards), None)
        }
        // A game that cannot be drawn is shown without boards, unless the referee itself has failed.
        Err(error) => {
            referee.ready().with_context(|| format!("game {}", record.id))?;
            (tables.cells(Default::default()), Vec::new(), Some(error.to_string()))
        }
    };
    let report = |at: usize| record.reports.get(at).and_then(Option::as_ref);
    let count = record.moves.len();
    Ok(ShownGame {
        id: &record.id,
        cells,
        seats: record
            .seats
            .iter()
            .map(|seat| ShownSeat { participant: &seat.participant, engine: &seat.engine })
            .collect(),
        teams: &record.teams,
        base: &record.base,
        opening: record.opening,
        moves: &record.moves,
        score: (0..count).map(|at| report(at)?.score.map(score_value)).collect(),
        depth: (0..count).map(|at| report(at)?.depth).collect(),
        nodes: (0..count).map(|at| report(at)?.nodes).collect(),
        times: record.run.times_ms.iter().map(|time| (time * 10.0).round() / 10.0).collect(),
        result: &record.result,
        reason: record.ending(),
        scores: &record.scores,
        ranks: &record.ranks,
        faults: &record.faults,
        error,
        boards,
    })
}
