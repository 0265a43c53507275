//! Ratings for games with more than two sides: Weng and Lin's approximate Bayesian ranking, updated game by game.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// The mean and standard deviation of one participant's rating. Before the first game they are 25 and 25/3.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Belief {
    /// The mean of the rating. If the deviations are small, a difference of 25/6 corresponds to odds of about 2 to 1.
    pub mean: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
}

/// Rates `count` participants with the full-pair Bradley–Terry model (Weng and Lin 2011, algorithm 1; crate
/// `skillratings`).
///
/// `games` are in the order of the plan. Each game lists the zero-based indices of its participants with their payoffs.
/// Only the order of the payoffs matters. A participant that plays several sides must be listed once.
pub fn weng_lin(count: usize, games: impl Iterator<Item = Vec<(usize, f64)>>) -> Vec<Belief> {
    let config = WengLinConfig::new();
    let mut ratings = vec![WengLinRating::new(); count];
    for game in games {
        let rank = |payoff: f64| 1 + game.iter().filter(|(_, other)| *other > payoff + 1e-9).count();
        let teams: Vec<[WengLinRating; 1]> = game.iter().map(|&(participant, _)| [ratings[participant]]).collect();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .zip(&game)
            .map(|(team, &(_, payoff))| (&team[..], MultiTeamOutcome::new(rank(payoff))))
            .collect();
        let after = weng_lin_multi_team(&ranked, &config);
        for (&(participant, _), team) in game.iter().zip(after) {
            ratings[participant] = team[0];
        }
    }
    ratings.iter().map(|rating| Belief { mean: rating.rating, deviation: rating.uncertainty }).collect()
}
