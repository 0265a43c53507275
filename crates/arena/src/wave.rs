//! The games that the parts of a plan play until their results are joined again: a wave. A wave follows from the joined
//! results alone, so all parts agree on it.

use super::plan::Plan;
use super::redo::Redone;
use super::schedule::{KnownFixtures, PlayedGames, known_fixtures};
use super::statistics::{Decision, Tracker};
use super::store::{RESULTS, Shard, check_plan};
use anyhow::Result;
use runner::results::Records;
use std::collections::BTreeSet;
use std::path::Path;

/// The default size of a wave of a sequential test, in blocks for each game that is played at once.
const BLOCKS_AT_ONCE: u64 = 8;

/// What one part plays in a wave.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Share {
    /// The games that follow from the joined results.
    pub known: KnownFixtures,
    /// The numbers of those that the part plays, in ascending order. None of them is in the joined results.
    pub games: Vec<u64>,
}

/// Reads the joined results of a folder and returns the share of one part. `sides` is the number of sides in the game,
/// and `fingerprint` the fingerprint of `plan`.
///
/// A wave contains all games that follow from the joined results. With a sequential test, it ends after `run.wave`
/// blocks, and after the decision it is empty. A block that some part did not play is in the next wave, whose blocks
/// are shared anew.
pub fn share(folder: &Path, plan: &Plan, sides: usize, fingerprint: &str, shard: Shard) -> Result<Share> {
    let (known, games) = wave(folder, plan, sides, fingerprint, shard.of)?;
    let is_own = |&(_, block): &(u64, u64)| Shard::part_of_block(block, shard.of, shard.attempt) == shard.index;
    Ok(Share { known, games: games.into_iter().filter(is_own).map(|(game, _)| game).collect() })
}

/// Returns the numbers of the parts whose [share] is not empty.
pub fn parts_to_play(
    folder: &Path,
    plan: &Plan,
    sides: usize,
    fingerprint: &str,
    of: u64,
    attempt: u64,
) -> Result<BTreeSet<u64>> {
    let (_, games) = wave(folder, plan, sides, fingerprint, of)?;
    Ok(games.into_iter().map(|(_, block)| Shard::part_of_block(block, of, attempt)).collect())
}

/// Returns the games that follow from the joined results, and which of them the `of` parts play in this wave: the
/// number of each game and that of its block in the wave.
fn wave(
    folder: &Path,
    plan: &Plan,
    sides: usize,
    fingerprint: &str,
    of: u64,
) -> Result<(KnownFixtures, Vec<(u64, u64)>)> {
    let redone = Redone::read(folder)?;
    let (mut played, mut tracker) = (PlayedGames::default(), Tracker::new(plan));
    let path = folder.join(RESULTS);
    if path.exists() {
        for record in Records::open(&path)? {
            let record = record?;
            check_plan(&record, fingerprint, &path)?;
            if record.run.redone < redone.count(&record.id) {
                continue;
            }
            played.add(&record);
            if plan.stop.sprt.is_some() {
                tracker.add(&record);
            }
        }
    }
    let known = known_fixtures(plan, sides, &played);
    let games = match tracker.decision() {
        Decision::Undecided => missing_games(plan, &known, &played, of),
        Decision::H0 | Decision::H1 => Vec::new(),
    };
    Ok((known, games))
}

/// Returns the games of the wave that have not been played.
fn missing_games(plan: &Plan, known: &KnownFixtures, played: &PlayedGames, of: u64) -> Vec<(u64, u64)> {
    let most = match plan.stop.sprt {
        Some(_) => plan.run.wave.unwrap_or((BLOCKS_AT_ONCE * plan.run.concurrency as u64).saturating_mul(of)),
        None => u64::MAX,
    };
    let (mut games, mut last, mut blocks) = (Vec::new(), (String::new(), 0), 0);
    for (number, fixture) in (0..).zip(known.fixtures(plan)).filter(|(_, fixture)| !played.contains(fixture)) {
        let block = (fixture.pairing, fixture.block);
        if block != last {
            (last, blocks) = (block, blocks + 1);
        }
        if blocks > most {
            break;
        }
        games.push((number, blocks - 1));
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{EloModel, FormatKind, Sprt};
    use crate::statistics::synthetic::{plan, records};
    use runner::record::Record;
    use std::fs;
    use tempfile::TempDir;

    /// A result folder with these joined results.
    struct Joined(TempDir, Plan);

    impl Joined {
        fn new(plan: &Plan, records: &[Record]) -> Self {
            let folder = TempDir::new().unwrap();
            let lines: Vec<String> =
                records.iter().map(|record| serde_json::to_string(record).unwrap() + "\n").collect();
            fs::write(folder.path().join(RESULTS), lines.concat()).unwrap();
            Self(folder, plan.clone())
        }

        /// Returns the ids of the games of all `of` parts.
        fn ids(&self, of: u64, attempt: u64) -> Vec<Vec<String>> {
            let ids = |index| {
                let share = share(self.0.path(), &self.1, 2, "synthetic", Shard { index, of, attempt }).unwrap();
                let id = |&number: &u64| share.known.fixture(&self.1, number).unwrap().id;
                share.games.iter().map(id).collect()
            };
            let all: Vec<Vec<String>> = (1..=of).map(ids).collect();
            let busy = (1..).zip(&all).filter(|(_, games)| !games.is_empty()).map(|(index, _)| index).collect();
            assert_eq!(parts_to_play(self.0.path(), &self.1, 2, "synthetic", of, attempt).unwrap(), busy);
            all
        }
    }

    #[test]
    fn blocks_that_are_missing_are_shared_anew() {
        let plan = plan(&["a", "b"], 12);
        let mut games = records(&plan, 2, &[0.0, 0.0], 0.3);
        let first = Joined::new(&plan, &[]).ids(3, 1);
        assert_eq!(first[1], ["a:b/1/0", "a:b/1/1", "a:b/3/0", "a:b/3/1"]);
        let mut all: Vec<String> = first.concat();
        all.sort_unstable();
        assert_eq!(all, games.iter().map(|game| game.id.clone()).collect::<Vec<_>>());
        // The second part has died in the middle of a block.
        games.retain(|game| !first[1][1..].contains(&game.id));
        let second = Joined::new(&plan, &games);
        assert_eq!(second.ids(3, 2), [vec![], vec!["a:b/1/1"], vec!["a:b/3/0", "a:b/3/1"]]);
        // Each attempt gives a game to another part, because a part may fail again and again.
        assert_eq!(second.ids(3, 3), [vec!["a:b/3/0", "a:b/3/1"], vec![], vec!["a:b/1/1"]]);
    }

    #[test]
    fn a_wave_of_a_test_ends_after_some_blocks_and_at_the_decision() {
        let mut plan = plan(&["a", "b"], 600);
        plan.stop.sprt = Some(Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized });
        plan.run.concurrency = 2;
        let games = records(&plan, 2, &[150.0, 0.0], 0.3);
        let count = |plan: &Plan, games: &[Record]| Joined::new(plan, games).ids(4, 1).concat().len();
        assert_eq!((count(&plan, &[]), count(&plan, &games[..10])), (2 * 8 * 2 * 4, 2 * 8 * 2 * 4));
        let many = Shard { index: 1, of: u64::MAX, attempt: 1 };
        let share = share(Joined::new(&plan, &[]).0.path(), &plan, 2, "synthetic", many).unwrap();
        assert_eq!(share.games, [0, 1]);
        plan.run.wave = Some(3);
        assert_eq!((count(&plan, &[]), count(&plan, &games[..1]), count(&plan, &games[3..])), (6, 5, 3));
        assert_eq!(count(&plan, &games[..598]), 0, "the test has decided");
        // Without the first block there is no decision.
        assert_eq!(count(&plan, &games[2..]), 2);
    }

    #[test]
    fn a_wave_of_a_knockout_is_a_round() {
        let mut plan = plan(&["a", "b", "c", "d"], 2);
        plan.format.kind = FormatKind::Knockout;
        let first = Joined::new(&plan, &[]).ids(2, 1);
        assert_eq!(first, [["r1/a:d/0/0", "r1/a:d/0/1"], ["r1/b:c/0/0", "r1/b:c/0/1"]]);
        let games = records(&plan, 2, &[9000.0, 6000.0, 3000.0, 0.0], 0.0);
        assert_eq!(Joined::new(&plan, &games[..3]).ids(2, 1).concat(), ["r1/b:c/0/1"]);
        assert_eq!(Joined::new(&plan, &games).ids(2, 1).concat(), ["r2/a:b/1/0", "r2/a:b/1/1"]);
    }

    #[test]
    fn results_of_another_plan_are_refused() {
        let plan = plan(&["a", "b"], 2);
        let joined = Joined::new(&plan, &records(&plan, 2, &[0.0, 0.0], 0.3));
        let error = share(joined.0.path(), &joined.1, 2, "other", Shard { index: 1, of: 2, attempt: 1 })
            .unwrap_err()
            .to_string();
        assert!(error.ends_with("game a:b/0/0 was played under another plan"), "{error}");
    }
}
