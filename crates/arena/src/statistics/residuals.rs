//! The residual of each machine and each part against the rest, so that a bad machine is seen.

use super::blocks::{is_void, split};
use crate::plan::Format;
use runner::record::Record;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The score in the blocks of one machine or part, compared with the same pairings in all other blocks.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Residual {
    /// The name: `host NAME` or `part I/N`.
    pub name: String,
    /// The number of its complete blocks of pairings that others played too.
    pub blocks: u64,
    /// The mean score in these blocks, of the participant that is named first in the pairing.
    pub score: f64,
    /// The score that the same pairings have in all other blocks.
    pub expected: f64,
    /// The difference in standard errors; `None` if the variance is unknown or 0.
    pub residual: Option<f64>,
}

/// Collects the scores of blocks by machine and by part.
#[derive(Clone, Debug, Default)]
pub struct ResidualBuilder {
    format: Format,
    open: HashMap<(String, u64), OpenBlock>,
    /// The scores of each pairing: those of each machine and part, and with an empty name those of all.
    pairings: BTreeMap<String, BTreeMap<String, Sums>>,
}

/// The games of an incomplete block.
#[derive(Clone, Debug, Default)]
struct OpenBlock {
    games: usize,
    points: f64,
    /// The names under which all games of the block were played.
    names: BTreeSet<String>,
    is_void: bool,
}

/// The number of blocks, and the sums of their points and of the squares. The points of a block are those of its games,
/// so the sums have no rounding errors.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    blocks: f64,
    points: f64,
    squares: f64,
}

impl Sums {
    fn mean(self) -> f64 {
        self.points / self.blocks
    }

    fn without(self, other: Self) -> Self {
        Self {
            blocks: self.blocks - other.blocks,
            points: self.points - other.points,
            squares: self.squares - other.squares,
        }
    }
}

impl ResidualBuilder {
    /// Creates a builder without games.
    pub fn new(format: &Format) -> Self {
        Self { format: format.clone(), ..Self::default() }
    }

    /// Adds a game, which must not have been added before.
    pub fn add(&mut self, record: &Record) {
        let names = [("host", &record.run.host), ("part", &record.run.part)].into_iter();
        let names: BTreeSet<String> =
            names.filter(|(_, name)| !name.is_empty()).map(|(kind, name)| format!("{kind} {name}")).collect();
        let key = (record.pairing.clone(), record.block);
        let open = self.open.entry(key.clone()).or_default();
        // The games of a block can be of several machines, if one of them was killed.
        open.names = if open.games == 0 { names } else { open.names.intersection(&names).cloned().collect() };
        open.games += 1;
        open.points += points(record);
        open.is_void |= is_void(record);
        if open.games < self.format.games_per_block(record.pairing.split(':').count()) {
            return;
        }
        let Some(block) = self.open.remove(&key).filter(|block| !block.is_void) else { return };
        let groups = self.pairings.entry(key.0).or_default();
        for name in block.names.into_iter().chain([String::new()]) {
            let sums = groups.entry(name).or_default();
            sums.blocks += 1.0;
            sums.points += block.points;
            sums.squares += block.points * block.points;
        }
    }

    /// Returns the residuals, ordered by name. There are none of a machine or part that has no others beside it.
    pub fn residuals(&self) -> Vec<Residual> {
        let names: BTreeSet<&String> = self.pairings.values().flat_map(BTreeMap::keys).collect();
        let variance = self.variance();
        names.into_iter().filter(|name| !name.is_empty()).filter_map(|name| self.residual(name, variance)).collect()
    }

    fn residual(&self, name: &str, variance: Option<f64>) -> Option<Residual> {
        let (mut blocks, mut points, mut expected, mut factor) = (0.0, 0.0, 0.0, 0.0);
        for groups in self.pairings.values() {
            let (Some(&own), Some(&all)) = (groups.get(name), groups.get("")) else { continue };
            let rest = all.without(own);
            if rest.blocks > 0.0 {
                blocks += own.blocks;
                points += own.points;
                expected += own.blocks * rest.mean();
                factor += own.blocks * own.blocks * (1.0 / own.blocks + 1.0 / rest.blocks);
            }
        }
        let games = self.games_per_block()? as f64 * blocks;
        let residual = variance.map(|variance| (points - expected) / (variance * factor).sqrt());
        (blocks > 0.0).then(|| Residual {
            name: name.to_string(),
            blocks: blocks as u64,
            score: points / games,
            expected: expected / games,
            residual,
        })
    }

    /// Returns the variance of the points of a block within its pairing, pooled over all pairings; `None` if it is
    /// unknown or 0.
    fn variance(&self) -> Option<f64> {
        let (mut squares, mut freedom) = (0.0, 0.0);
        for all in self.pairings.values().filter_map(|groups| groups.get("")) {
            squares += all.squares - all.points * all.mean();
            freedom += all.blocks - 1.0;
        }
        let variance = squares / freedom;
        // Without the bound, equal blocks could have a variance from rounding.
        (freedom > 0.0 && variance > 1e-9).then_some(variance)
    }

    fn games_per_block(&self) -> Option<usize> {
        self.pairings.keys().next().map(|pairing| self.format.games_per_block(pairing.split(':').count()))
    }
}

/// Returns the mean payoff of the participant that the pairing names first, over the sides that it plays.
fn points(record: &Record) -> f64 {
    let first = split(&record.pairing).1.split(':').next().unwrap_or_default();
    let own = record.members().into_iter().zip(record.payoffs()).filter(|(names, _)| names.contains(&first));
    let (sum, sides) = own.fold((0.0, 0.0), |(sum, sides), (_, payoff)| (sum + payoff, sides + 1.0));
    if sides > 0.0 { sum / sides } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{EqualTeams, Plan};
    use crate::schedule::tests::mixed::mixed;
    use crate::schedule::tests::record;
    use crate::schedule::{Fixture, PlayedGames, known_fixtures};
    use crate::statistics::synthetic::{plan, records};

    fn residuals(plan: &Plan, games: &[Record]) -> Vec<Residual> {
        let mut builder = ResidualBuilder::new(&plan.format);
        games.iter().for_each(|game| builder.add(game));
        builder.residuals()
    }

    /// Three machines play like each other. On the fourth, the first participant loses every third game more.
    #[test]
    fn a_bad_machine_is_seen() {
        for names in [&["a", "b"][..], &["a", "b", "c"]] {
            let plan = plan(names, 400);
            let mut games = records(&plan, 2, &[30.0, 0.0, -30.0][..names.len()], 0.3);
            for game in &mut games {
                let part = game.block % 4 + 1;
                (game.run.part, game.run.host) = (format!("{part}/4"), format!("m{part}"));
                if part == 4 && game.block % 3 == 0 {
                    let loser = game.sides().iter().position(|name| game.pairing.starts_with(name)).unwrap();
                    game.played.ranks = vec![1, 1];
                    game.played.ranks[loser] = 2;
                }
            }
            let found = residuals(&plan, &games);
            let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
            let all = ["host m1", "host m2", "host m3", "host m4", "part 1/4", "part 2/4", "part 3/4", "part 4/4"];
            assert_eq!(names, all);
            let value = |index: usize| found[index].residual.unwrap();
            assert!(value(3) < -3.0 && (0..3).all(|index| value(index) > -1.0), "{found:?}");
            assert_eq!(value(7), value(3));
            assert!(found[3].score < found[3].expected - 0.05, "{found:?}");
        }
    }

    /// On machines of equal speed, the residuals have the standard normal distribution.
    #[test]
    fn residuals_of_equal_machines_are_normal() {
        let names: Vec<String> = (0..8).map(|index| format!("e{index}")).collect();
        let plan = plan(&names.iter().map(String::as_str).collect::<Vec<_>>(), 80);
        let mut games = records(&plan, 2, &[0.0; 8], 0.3);
        games.iter_mut().for_each(|game| game.run.part = format!("{}/40", game.block));
        let found = residuals(&plan, &games);
        let squares: f64 = found.iter().map(|one| one.residual.unwrap().powi(2)).sum();
        assert!(found.len() == 40 && (0.6..1.5).contains(&(squares / 40.0)), "{squares}");
    }

    /// A participant is found in every seat of its team.
    #[test]
    fn at_mixed_tables_the_first_participant_has_its_own_score() {
        let plan = mixed(4, EqualTeams { sides: 2, size: 2, dealt: false }, 4);
        let game = |fixture: Fixture| {
            let is_won = fixture.players[..2].contains(&0);
            let mut game = record(&plan, &fixture, if is_won { &[1, 1, 2, 2] } else { &[2, 2, 1, 1] });
            game.run.part = format!("{}/2", fixture.block % 2 + 1);
            game
        };
        let games: Vec<Record> = known_fixtures(&plan, 2, &PlayedGames::default()).fixtures(&plan).map(game).collect();
        let found = residuals(&plan, &games);
        let scores: Vec<_> = found.iter().map(|one| (one.name.as_str(), one.blocks, one.score)).collect();
        assert_eq!(scores, [("part 1/2", 2, 1.0), ("part 2/2", 2, 1.0)]);
    }

    #[test]
    fn a_single_machine_and_equal_blocks_have_no_residual() {
        let plan = plan(&["a", "b"], 8);
        let mut games = records(&plan, 2, &[0.0, 0.0], 1.0);
        assert_eq!(residuals(&plan, &games), []);
        games.iter_mut().for_each(|game| game.run.part = format!("{}/2", game.block % 2 + 1));
        let found = residuals(&plan, &games);
        assert_eq!(
            found.iter().map(|one| (one.blocks, one.score, one.residual)).collect::<Vec<_>>(),
            [(2, 0.5, None); 2]
        );
        // A block of two machines belongs to neither of them.
        games[0].run.part = "2/2".to_string();
        assert_eq!(residuals(&plan, &games).iter().map(|one| one.blocks).collect::<Vec<_>>(), [1, 2]);
    }
}
