//! A law of static evaluations: they are those of the side to move.

use super::law::{Law, law};
use ugi::GameResult;

/// The number of positions at the end of a game that count.
const LAST: usize = 12;
/// The values of won and of lost games are compared if there are this many games of each.
const ENOUGH: usize = 8;
/// By how many standard errors the mean in won games may be below the mean in lost games.
const DEVIATIONS: f64 = 3.0;

/// The static evaluations at the end of random games, for the side to move, compared with the results of the games.
#[derive(Default)]
pub(super) struct Played {
    /// The team to move and the value, in each position of the running game.
    running: Vec<(usize, i32)>,
    /// For each of two teams: its mean value in each game that it won, and in each that it lost.
    decided: [[Vec<f64>; 2]; 2],
}

impl Played {
    pub(super) fn note(&mut self, team: usize, value: Option<i32>) {
        self.running.extend(value.map(|value| (team, value)));
    }

    /// Ends the running game.
    pub(super) fn end(&mut self, result: GameResult) {
        let running = std::mem::take(&mut self.running);
        let GameResult::Win(winner) = result else { return };
        for (team, decided) in self.decided.iter_mut().enumerate() {
            let of_team = running.iter().rev().take(LAST).filter(|(mover, _)| *mover == team);
            let values: Vec<f64> = of_team.map(|&(_, value)| f64::from(value)).collect();
            decided[usize::from(winner != team)].extend((!values.is_empty()).then(|| mean(&values)));
        }
    }

    /// Checks that the value is not lower in games that the side to move won than in games that it lost.
    pub(super) fn check(&self) -> Law {
        for (team, [won, lost]) in self.decided.iter().enumerate() {
            if won.len().min(lost.len()) < ENOUGH {
                continue;
            }
            let (won_mean, lost_mean) = (mean(won), mean(lost));
            let error = (variance(won) / won.len() as f64 + variance(lost) / lost.len() as f64).sqrt();
            law!(
                won_mean > lost_mean - DEVIATIONS * error - 1.0,
                "Before the end of random games, when team {} is to move, the static evaluation is {won_mean:.0} if it \
                 wins and {lost_mean:.0} if it loses. Is the evaluation that of the side to move?",
                team + 1
            );
        }
        Ok(())
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn variance(values: &[f64]) -> f64 {
    values.iter().map(|value| (value - mean(values)).powi(2)).sum::<f64>() / values.len() as f64
}
