//! One game of the engine against itself, from a random opening to its end or an adjudication, as samples.

use super::sample::Sample;
use anyhow::Result;
use base::rng::{Rng, mix};
use kit::game::{Game, GameResult, State};
use kit::notation::Notation;
use kit::search::tablebase::{Tablebase, Wdl};
use kit::search::{Control, Evaluate, Score, SearchResult, SearchTask, Searcher, Stop};
use speltafel::games::checkers::decks::playable_ballots;
use speltafel::games::checkers::{Checkers, Rules, Strong, position_line};
use std::sync::Arc;

/// Mebibytes of the table of the player; it is forgotten before each game.
const HASH: usize = 4;
/// An opening is kept when the search calls it at most so many hundredths of a man from even.
const BALANCE: i32 = 120;
/// Openings that are tried for one game before any will do.
const OPENING_TRIES: u32 = 50;
/// A game is drawn after so many plies without progress: what is won is mostly won before.
const QUIET_PLIES: u64 = 40;
/// Random plies behind a ballot: 0 to 5. Without a ballot: 4 to 10.
const AFTER_BALLOT: u64 = 6;
const WITHOUT_BALLOT: (u64, u64) = (4, 7);
/// Random plies from a position of a game to one beside it: 1 to 3, and captures behind them.
const ASIDE: u64 = 3;

/// What every game of a round has in common.
pub struct SelfPlayConfig {
    /// Start of everything random.
    pub seed: u64,
    /// Nodes of each move.
    pub nodes: u64,
    /// The share of positions, 0 to 1, that give one more, some random plies away.
    pub detour_rate: f64,
    /// A game that comes into it has the result that it says, whatever is played from there on.
    pub tablebase: Option<Arc<dyn Tablebase<Checkers>>>,
    /// The positions after the three-move ballots.
    pub ballots: Vec<Checkers>,
}

/// A player and its games.
pub struct SelfPlay<'a> {
    recipe: &'a SelfPlayConfig,
    player: Strong,
}

impl<'a> SelfPlay<'a> {
    /// Games by `recipe` of this player.
    pub const fn new(recipe: &'a SelfPlayConfig, player: Strong) -> Self {
        Self { recipe, player }
    }

    /// Plays the game with this number and appends its samples. The same number gives the same game.
    pub fn play(&mut self, number: u64, out: &mut Vec<Sample>) {
        self.player.clear();
        let mut rng = Rng::new(mix(self.recipe.seed ^ mix(number)));
        let mut position = self.opening(&mut rng);
        let mut game: Vec<(Checkers, i32)> = Vec::new();
        let mut beside = Vec::new();
        let mut known = None;
        let result = loop {
            known = known.or_else(|| self.known(&position));
            if let Some(result) = result(&position) {
                break result;
            }
            let answer = self.search_nodes(&position);
            let Some(action) = answer.best else { break GameResult::Draw };
            match answer.score {
                Some(Score::Mate(plies)) => {
                    break GameResult::Win(if plies > 0 { position.us() } else { 1 - position.us() });
                }
                Some(Score::Cp(value)) if !position.is_forced() => game.push((position, value)),
                _ => {}
            }
            if known.is_none() && rng.unit() < self.recipe.detour_rate {
                beside.extend(self.sample_detour(position, &mut rng));
            }
            position.play(action);
        };
        let result = known.unwrap_or(result);
        let samples =
            (game.iter()).map(|(position, value)| Sample::new(position, *value, Some(outcome(result, position))));
        out.extend(samples.chain(beside));
    }

    /// A position some random plies away: there a side has just gone wrong, as in most positions that a search meets and in
    /// hardly any of a good player's games. `None` where the game is over, or a database or a mate is near.
    fn sample_detour(&mut self, mut position: Checkers, rng: &mut Rng) -> Option<Sample> {
        let mut plies = 1 + rng.below(ASIDE);
        while plies > 0 || position.is_forced() {
            position.play(position.random_action(rng, &mut Vec::new())?);
            plies = plies.saturating_sub(1);
        }
        if result(&position).is_some() || self.known(&position).is_some() {
            return None;
        }
        let Some(Score::Cp(value)) = self.search_nodes(&position).score else { return None };
        Some(Sample::new(&position, value, None))
    }

    /// Random plies, in half of all tries behind a ballot, that the search calls about even.
    fn opening(&mut self, rng: &mut Rng) -> Checkers {
        let mut position = Checkers::start(&Rules::default());
        for _ in 0..OPENING_TRIES {
            let (start, plies) = if rng.below(2) == 0 && !self.recipe.ballots.is_empty() {
                (self.recipe.ballots[rng.index(self.recipe.ballots.len())], rng.below(AFTER_BALLOT))
            } else {
                (Checkers::start(&Rules::default()), WITHOUT_BALLOT.0 + rng.below(WITHOUT_BALLOT.1))
            };
            position = start;
            for _ in 0..plies {
                let Some(action) = position.random_action(rng, &mut Vec::new()) else { break };
                position.play(action);
            }
            let is_even = |score| matches!(score, Score::Cp(value) if value.abs() <= BALANCE);
            if position.ending().is_none() && self.search_nodes(&position).score.is_some_and(is_even) {
                break;
            }
        }
        position
    }

    /// The result by the database.
    fn known(&self, position: &Checkers) -> Option<GameResult> {
        Some(match self.recipe.tablebase.as_ref()?.probe(position)? {
            Wdl::Win => GameResult::Win(position.us()),
            Wdl::Loss => GameResult::Win(1 - position.us()),
            Wdl::Draw => GameResult::Draw,
        })
    }

    fn search_nodes(&mut self, position: &Checkers) -> SearchResult<<Checkers as State>::Action> {
        search_nodes(&mut self.player, self.recipe.nodes, position)
    }
}

/// What a player finds in so many nodes, with what it remembers of the game.
pub fn search_nodes(player: &mut Strong, nodes: u64, position: &Checkers) -> SearchResult<<Checkers as State>::Action> {
    let stop = Stop::new(false);
    let control = Control { nodes: Some(nodes), ..Control::new(&stop) };
    player.search(position, &SearchTask { hash: HASH, ..SearchTask::default() }, &control, &mut |_| ())
}

/// What the result of the game is for the side that is to move here.
pub fn outcome(result: GameResult, position: &Checkers) -> Wdl {
    match result {
        GameResult::Win(winner) if winner == position.us() => Wdl::Win,
        GameResult::Win(_) => Wdl::Loss,
        GameResult::Draw | GameResult::None => Wdl::Draw,
    }
}

/// The result by the rules, or because nothing happens any more.
pub fn result(position: &Checkers) -> Option<GameResult> {
    let quiet = position.counters().0 >= QUIET_PLIES;
    position.ending().map(|ending| ending.result).or(quiet.then_some(GameResult::Draw))
}

/// The positions after those three-move ballots that tournaments play.
///
/// # Errors
/// None with the list that is compiled in.
pub fn ballots() -> Result<Vec<Checkers>> {
    playable_ballots().iter().map(|line| position_line::read(&Rules::default(), line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use speltafel::games::checkers::network::accumulators::Accumulators;

    #[test]
    fn a_number_is_a_game_whatever_was_played_before() {
        let recipe =
            SelfPlayConfig { seed: 7, nodes: 200, detour_rate: 0.0, tablebase: None, ballots: ballots().unwrap() };
        assert_eq!(recipe.ballots.len(), 156);
        let play = |numbers: &[u64]| {
            let mut player = SelfPlay::new(&recipe, Strong::default());
            let mut samples = Vec::new();
            for &number in numbers {
                samples.clear();
                player.play(number, &mut samples);
            }
            samples
        };
        let game = play(&[3]);
        assert_eq!(play(&[0, 1, 3]), game);
        assert_ne!(play(&[4]), game);
        assert!(game.len() > 5 && game.iter().all(|sample| sample.score.abs() < 20_000));
        let shares: Vec<Wdl> = game.iter().filter_map(|sample| sample.outcome).collect();
        assert_eq!(shares.len(), game.len());
        assert!(shares.iter().all(|&outcome| outcome == shares[0] || outcome == shares[0].flipped()));
    }

    #[test]
    fn detour_positions_follow_those_of_the_game_and_have_no_outcome() {
        let play = |beside| {
            let recipe = SelfPlayConfig {
                seed: 7,
                nodes: 100,
                detour_rate: beside,
                tablebase: None,
                ballots: ballots().unwrap(),
            };
            let mut samples = Vec::new();
            let player = Strong::default().with_evaluator(Accumulators::handwritten());
            SelfPlay::new(&recipe, player).play(3, &mut samples);
            samples
        };
        let samples = play(1.0);
        let own = samples.iter().take_while(|sample| sample.outcome.is_some()).count();
        assert!(own > 5 && samples.len() > 3 * own / 2, "{own} of {}", samples.len());
        for sample in &samples[own..] {
            assert_eq!(sample.outcome, None);
            assert!(!sample.position().is_forced());
        }
        let few = play(0.1);
        let beside = few.iter().filter(|sample| sample.outcome.is_none()).count();
        assert!(beside > 0 && beside < few.len() / 5, "{beside} of {}", few.len());
    }
}
