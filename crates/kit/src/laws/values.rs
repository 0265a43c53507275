//! A law of static evaluations: they are those of the side to move.

use super::{Law, law};
use ugi::GameResult;

/// The evaluations of won and of lost games are compared if there are this many of each.
const ENOUGH: usize = 60;
/// By how many standard errors the mean in won games may be below the mean in lost games. Positions of one game are not
/// independent, so the number is large.
const DEVIATIONS: f64 = 12.0;

/// The static evaluations in random games, for the side to move, compared with the results of the games.
#[derive(Default)]
pub(super) struct Played {
    /// The team to move and the value, in each position of the running game.
    running: Vec<(usize, i32)>,
    /// For each of two teams: values of won and of lost games.
    decided: [[Vec<i32>; 2]; 2],
}

impl Played {
    pub(super) fn note(&mut self, team: usize, value: Option<i32>) {
        self.running.extend(value.map(|value| (team, value)));
    }

    /// Ends the running game.
    pub(super) fn end(&mut self, result: GameResult) {
        for (team, value) in self.running.drain(..) {
            if let (GameResult::Win(winner), 0..2) = (result, team) {
                self.decided[team][usize::from(winner != team)].push(value);
            }
        }
    }

    /// Checks that the evaluation is not lower in games that the side to move won than in games that it lost.
    pub(super) fn check(&self) -> Law {
        for (team, [won, lost]) in self.decided.iter().enumerate() {
            let mean = |values: &[i32]| values.iter().map(|&value| f64::from(value)).sum::<f64>() / values.len() as f64;
            let variance = |values: &[i32]| {
                let deviations = values.iter().map(|&value| (f64::from(value) - mean(values)).powi(2));
                deviations.sum::<f64>() / values.len() as f64
            };
            if won.len().min(lost.len()) < ENOUGH {
                continue;
            }
            let (won_mean, lost_mean) = (mean(won), mean(lost));
            let error = (variance(won) / won.len() as f64 + variance(lost) / lost.len() as f64).sqrt();
            law!(
                won_mean > lost_mean - DEVIATIONS * error - 1.0,
                "In random games in which team {} is to move, the static evaluation is {won_mean:.0} on average if it \
                 wins and {lost_mean:.0} if it loses. Is the evaluation that of the side to move?",
                team + 1
            );
        }
        Ok(())
    }
}
