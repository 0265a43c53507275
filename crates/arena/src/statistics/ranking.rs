//! Ratings where more than two sides play: Weng and Lin's approximate Bayesian ranking, game after game. Knows no plan.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// Mean and standard deviation of the belief about one participant; nothing is known at 25 and 25/3.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Belief {
    /// The rating; a difference of 25/6 means odds of about 2 to 1.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

/// Rates `count` participants by games in plan order, each a list of participants with what they got, 0 to 1 (Weng and Lin
/// 2011, algorithm 1, full pairs of Bradley–Terry; crate skillratings). A participant with several sides counts once.
#[must_use]
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
