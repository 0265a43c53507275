//! Which games can be looked at board by board: those asked for, those with faults, the first of each pairing.
//! Knows no board.

use anyhow::{Result, ensure};
use base::quote::quote;
use std::collections::{BTreeMap, HashMap, HashSet};
use ugi::record::Record;

/// So many games can be looked at.
pub const MAX_SHOWN_GAMES: usize = 300;

/// So many of the first games of each pairing are among them, if there is room.
const FIRST: usize = 20;

/// The numbers of the games to be shown, those asked for first, then games with faults and first games by turns.
///
/// # Errors
/// A game that was asked for and is not there, or more than [`MAX_SHOWN_GAMES`] of them.
pub(super) fn choose(records: &[Record], asked: &[String]) -> Result<Vec<usize>> {
    ensure!(asked.len() <= MAX_SHOWN_GAMES, "{} games to be shown: at most {MAX_SHOWN_GAMES} can be", asked.len());
    let numbers: HashMap<&str, usize> =
        records.iter().enumerate().map(|(at, record)| (record.id.as_str(), at)).collect();
    let unknown: Vec<String> =
        asked.iter().filter(|id| !numbers.contains_key(id.as_str())).map(|id| quote(id)).collect();
    ensure!(unknown.is_empty(), "no finished game has the id {}", unknown.join(", "));

    let mut chosen: Vec<usize> = asked.iter().map(|id| numbers[id.as_str()]).collect();
    let faulty = records.iter().enumerate().filter(|(_, record)| !record.faults.is_empty()).map(|(at, _)| at);
    chosen.extend(by_turns(faulty, firsts(records).into_iter()));
    let mut seen = HashSet::new();
    chosen.retain(|&at| seen.insert(at));
    chosen.truncate(MAX_SHOWN_GAMES);
    Ok(chosen)
}

/// The first games of every pairing: the first of each, then the second of each, and so on.
fn firsts(records: &[Record]) -> Vec<usize> {
    let mut pairings: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, record) in records.iter().enumerate() {
        pairings.entry(&record.pairing).or_default().push(at);
    }
    let mut found = Vec::new();
    for games in pairings.values_mut() {
        games.sort_by_key(|&at| (records[at].block, records[at].seating));
        games.truncate(FIRST);
        found.extend(games.iter().enumerate());
    }
    found.sort_by_key(|&(place, _)| place);
    found.into_iter().map(|(_, &at)| at).collect()
}

/// One of each by turns, then the rest of the longer one.
fn by_turns(mut one: impl Iterator<Item = usize>, mut other: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut found = Vec::new();
    loop {
        let next = [one.next(), other.next()];
        if next == [None, None] {
            return found;
        }
        found.extend(next.into_iter().flatten());
    }
}
