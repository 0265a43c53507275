//! Self-play: plays games from random openings until they end or are adjudicated, and creates samples from them.

use super::sample::Sample;
use anyhow::Result;
use base::rng::{Rng, mix};
use kit::game::Game;
use kit::options::Values;
use kit::search::{Control, Evaluate, SearchResult, SearchTask, Searcher, Stop};
use kit::search::{Tablebase, Wdl};
use kit::state::State;
use kit::ugi::{GameResult, Score};
use speltafel::games::checkers::decks::playable_ballots;
use speltafel::games::checkers::{Checkers, Rules, Strong, position_line};
use std::sync::Arc;

/// The player's transposition table size, in MiB. The table is cleared before each game.
const HASH: usize = 4;
/// The maximum absolute search score of an opening, in hundredths of a man.
const BALANCE: i32 = 120;
/// The maximum number of openings to try. The last one is used even if its score is not balanced.
const OPENING_TRIES: u32 = 50;
/// A game is adjudicated as a draw after this number of plies without progress.
const QUIET_PLIES: u64 = 40;
/// The exclusive upper bound on the number of random plies after a ballot, which is 0 to 5.
const AFTER_BALLOT: u64 = 6;
/// The number of random plies without a ballot: the minimum, and the number of possible values. The range is 4 to 10.
const WITHOUT_BALLOT: (u64, u64) = (4, 7);
/// The maximum number of random plies from a game position to an off-game position; the minimum is 1. If a capture is
/// pending after these plies, more random plies follow until none is.
const DETOUR_PLIES: u64 = 3;

/// The settings of all games of a round.
pub struct SelfPlayConfig {
    /// The seed of all random choices.
    pub seed: u64,
    /// The node limit per move.
    pub nodes: u64,
    /// The share of positions, 0 to 1, that also yield a sample of an off-game position.
    pub detour_rate: f64,
    /// If given, a game's result is the tablebase value of its first position that the tablebase covers.
    pub tablebase: Option<Arc<dyn Tablebase<Checkers>>>,
    /// The positions after the three-move ballots.
    pub ballots: Vec<Checkers>,
}

/// A player that plays against itself.
pub struct SelfPlay<'a> {
    config: &'a SelfPlayConfig,
    player: Strong,
}

impl<'a> SelfPlay<'a> {
    /// Creates a player for games with these settings.
    pub const fn new(config: &'a SelfPlayConfig, player: Strong) -> Self {
        Self { config, player }
    }

    /// Plays game `number` and appends its samples. They depend only on the number, the settings and the player's
    /// evaluation, and not on earlier games.
    pub fn play(&mut self, number: u64, out: &mut Vec<Sample>) {
        self.player.clear();
        let mut rng = Rng::new(mix(self.config.seed ^ mix(number)));
        let mut position = self.opening(&mut rng);
        let mut game: Vec<(Checkers, i32)> = Vec::new();
        let mut detours = Vec::new();
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
            if known.is_none() && rng.unit() < self.config.detour_rate {
                detours.extend(self.sample_detour(position, &mut rng));
            }
            position.play(action);
        };
        let result = known.unwrap_or(result);
        let samples =
            (game.iter()).map(|(position, value)| Sample::new(position, *value, Some(outcome(result, position))));
        out.extend(samples.chain(detours));
    }

    /// Returns a sample of an off-game position, which is reached from `position` by random plies. In such a position
    /// one side has usually just made a mistake. This is typical of positions inside a search tree, but rare in games
    /// between good players. Returns `None` if the game is over, the tablebase covers the position, or the search finds
    /// a mate.
    fn sample_detour(&mut self, mut position: Checkers, rng: &mut Rng) -> Option<Sample> {
        let mut plies = 1 + rng.below(DETOUR_PLIES);
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

    /// Returns a random opening. It consists of random plies from the start position or, with probability 1/2, from a
    /// ballot. Openings are tried until one has a balanced search score, at most [`OPENING_TRIES`] times.
    fn opening(&mut self, rng: &mut Rng) -> Checkers {
        let mut position = Checkers::start(&Rules::default());
        for _ in 0..OPENING_TRIES {
            let (start, plies) = if rng.below(2) == 0 && !self.config.ballots.is_empty() {
                (self.config.ballots[rng.index(self.config.ballots.len())], rng.below(AFTER_BALLOT))
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

    /// Returns the result according to the tablebase, or `None` if it does not cover the position.
    fn known(&self, position: &Checkers) -> Option<GameResult> {
        Some(match self.config.tablebase.as_ref()?.probe(position)? {
            Wdl::Win => GameResult::Win(position.us()),
            Wdl::Loss => GameResult::Win(1 - position.us()),
            Wdl::Draw => GameResult::Draw,
        })
    }

    fn search_nodes(&mut self, position: &Checkers) -> SearchResult<<Checkers as State>::Action> {
        search_nodes(&mut self.player, self.config.nodes, position)
    }
}

/// Searches a position with a node limit. The player keeps its transposition table from earlier positions of the game.
pub fn search_nodes(player: &mut Strong, nodes: u64, position: &Checkers) -> SearchResult<<Checkers as State>::Action> {
    let stop = Stop::new(false);
    let control = Control { nodes: Some(nodes), ..Control::new(&stop) };
    player.search(position, &SearchTask { hash: HASH, ..SearchTask::default() }, &control, &mut |_| ())
}

/// Returns the outcome of a game for the side to move in `position`.
pub fn outcome(result: GameResult, position: &Checkers) -> Wdl {
    match result {
        GameResult::Win(winner) if winner == position.us() => Wdl::Win,
        GameResult::Win(_) => Wdl::Loss,
        GameResult::Draw | GameResult::None => Wdl::Draw,
    }
}

/// Returns the result according to the rules or by adjudication, or `None` if the game continues.
pub fn result(position: &Checkers) -> Option<GameResult> {
    let quiet = position.counters().0 >= QUIET_PLIES;
    position.ending().map(|ending| ending.result).or(quiet.then_some(GameResult::Draw))
}

/// Returns the positions after the three-move ballots that tournaments use.
///
/// # Errors
/// Returns an error if the built-in list is invalid.
pub fn ballots() -> Result<Vec<Checkers>> {
    playable_ballots(&Values::default()).iter().map(|line| position_line::parse(&Rules::default(), line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use speltafel::games::checkers::network::accumulators::Accumulators;

    #[test]
    fn games_depend_on_their_number_only() {
        let config =
            SelfPlayConfig { seed: 7, nodes: 200, detour_rate: 0.0, tablebase: None, ballots: ballots().unwrap() };
        assert_eq!(config.ballots.len(), 156);
        let play = |numbers: &[u64]| {
            let mut player = SelfPlay::new(&config, Strong::default());
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
        let outcomes: Vec<Wdl> = game.iter().filter_map(|sample| sample.outcome).collect();
        assert_eq!(outcomes.len(), game.len());
        assert!(outcomes.iter().all(|&outcome| outcome == outcomes[0] || outcome == outcomes[0].flipped()));
    }

    #[test]
    fn detour_positions_follow_those_of_the_game_and_have_no_outcome() {
        let play = |detour_rate| {
            let config =
                SelfPlayConfig { seed: 7, nodes: 100, detour_rate, tablebase: None, ballots: ballots().unwrap() };
            let mut samples = Vec::new();
            let player = Strong::default().with_evaluator(Accumulators::handwritten());
            SelfPlay::new(&config, player).play(3, &mut samples);
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
        let detours = few.iter().filter(|sample| sample.outcome.is_none()).count();
        assert!(detours > 0 && detours < few.len() / 5, "{detours} of {}", few.len());
    }
}
