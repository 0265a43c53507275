//! Selects the games for the viewer: requested games, games with faults, and the first games of each pairing.

use anyhow::{Result, ensure};
use base::counted::counted;
use base::quote::quote;
use runner::ListedRecord;
use runner::record::Record;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The maximum number of games in the viewer.
pub const MAX_SHOWN_GAMES: usize = 300;

/// The maximum number of games per pairing that are selected only because they are its first games.
const MAX_FIRST_GAMES: usize = 20;

/// The games that may be selected, by their zero-based numbers.
#[derive(Default)]
pub(super) struct Candidates {
    count: usize,
    faulty: Vec<usize>,
    /// The block, seating and number of every pairing's first games, in this order.
    firsts: BTreeMap<String, Vec<(u64, usize, usize)>>,
}

impl Candidates {
    /// Adds the next game.
    pub(super) fn add(&mut self, record: &Record) {
        let number = self.count;
        self.count += 1;
        // The referee may fail again in a game in which it failed.
        if record.has_failed_referee() {
            return;
        }
        if !record.faults.is_empty() && self.faulty.len() < MAX_SHOWN_GAMES {
            self.faulty.push(number);
        }
        let firsts = self.firsts.entry(record.pairing.clone()).or_default();
        let game = (record.block, record.seating, number);
        firsts.insert(firsts.partition_point(|other| *other < game), game);
        firsts.truncate(MAX_FIRST_GAMES);
    }

    /// Returns the numbers of the selected games, at most [`MAX_SHOWN_GAMES`] and each once: the requested games,
    /// followed alternately by games with faults and first games of pairings. `games` are all games.
    pub(super) fn choose(&self, games: &[ListedRecord], requested: &[String]) -> Result<Vec<usize>> {
        ensure!(
            requested.len() <= MAX_SHOWN_GAMES,
            "{} requested: a page shows at most {MAX_SHOWN_GAMES}",
            counted(requested.len(), "game")
        );
        let numbers: HashMap<&str, usize> = games.iter().enumerate().map(|(at, game)| (game.id.as_str(), at)).collect();
        let unknown: Vec<String> =
            requested.iter().filter(|id| !numbers.contains_key(id.as_str())).map(|id| quote(id)).collect();
        ensure!(unknown.is_empty(), "no finished game has the id {}", unknown.join(", "));

        let mut chosen: Vec<usize> = requested.iter().map(|id| numbers[id.as_str()]).collect();
        // Games with faults and first games alternate.
        let faulty = self.faulty.iter().copied().enumerate();
        let mut others: Vec<(usize, usize)> = faulty.chain(self.firsts().into_iter().enumerate()).collect();
        others.sort_by_key(|&(place, _)| place);
        chosen.extend(others.iter().map(|&(_, at)| at));
        let mut seen = HashSet::new();
        chosen.retain(|&at| seen.insert(at));
        chosen.truncate(MAX_SHOWN_GAMES);
        Ok(chosen)
    }

    /// Returns the first game of each pairing, then the second, and so on.
    fn firsts(&self) -> Vec<usize> {
        let places = self.firsts.values().flat_map(|games| games.iter().enumerate());
        let mut found: Vec<(usize, usize)> = places.map(|(place, &(.., number))| (place, number)).collect();
        found.sort_by_key(|&(place, _)| place);
        found.into_iter().map(|(_, number)| number).collect()
    }
}
