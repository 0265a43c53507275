//! Selects the games for the viewer: requested games, games with faults, and the first games of each pairing.

use anyhow::{Result, ensure};
use base::quote::quote;
use runner::record::Record;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The maximum number of games in the viewer.
pub const MAX_SHOWN_GAMES: usize = 300;

/// The maximum number of games per pairing that are selected only because they are its first games.
const MAX_FIRST_GAMES: usize = 20;

/// Returns the indices of the selected games, at most [`MAX_SHOWN_GAMES`] and each once: the requested games, followed
/// alternately by games with faults and first games of pairings.
pub(super) fn choose(records: &[Record], requested: &[String]) -> Result<Vec<usize>> {
    ensure!(
        requested.len() <= MAX_SHOWN_GAMES,
        "{} games requested: a page shows at most {MAX_SHOWN_GAMES}",
        requested.len()
    );
    let numbers: HashMap<&str, usize> =
        records.iter().enumerate().map(|(at, record)| (record.id.as_str(), at)).collect();
    let unknown: Vec<String> =
        requested.iter().filter(|id| !numbers.contains_key(id.as_str())).map(|id| quote(id)).collect();
    ensure!(unknown.is_empty(), "no finished game has the id {}", unknown.join(", "));

    let mut chosen: Vec<usize> = requested.iter().map(|id| numbers[id.as_str()]).collect();
    let faulty = records.iter().enumerate().filter(|(_, record)| !record.faults.is_empty()).map(|(at, _)| at);
    // Games with faults and first games alternate.
    let mut others: Vec<(usize, usize)> = faulty.enumerate().chain(firsts(records).into_iter().enumerate()).collect();
    // The referee may fail again in a game in which it failed.
    others.retain(|&(_, at)| !records[at].has_failed_referee());
    others.sort_by_key(|&(place, _)| place);
    chosen.extend(others.iter().map(|&(_, at)| at));
    let mut seen = HashSet::new();
    chosen.retain(|&at| seen.insert(at));
    chosen.truncate(MAX_SHOWN_GAMES);
    Ok(chosen)
}

/// Returns the indices of every pairing's first games: the first game of each pairing, then the second, and so on.
fn firsts(records: &[Record]) -> Vec<usize> {
    let mut pairings: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, record) in records.iter().enumerate() {
        pairings.entry(&record.pairing).or_default().push(at);
    }
    let mut found = Vec::new();
    for games in pairings.values_mut() {
        games.sort_by_key(|&at| (records[at].block, records[at].seating));
        games.truncate(MAX_FIRST_GAMES);
        found.extend(games.iter().enumerate());
    }
    found.sort_by_key(|&(place, _)| place);
    found.into_iter().map(|(_, &at)| at).collect()
}
