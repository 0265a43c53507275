//! From expected shares of the win to the figures of a report: centipawns, win-draw-loss, one figure per team.
//! Knows no game.

use ugi::Score;

/// Scores of expectations stay within this; a decided game is a mate and not a figure.
pub const CP_LIMIT: i32 = 1500;

/// The share of the seat that chooses, over playouts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MeanPayoff {
    /// Playouts counted.
    pub count: u64,
    /// Sum of the shares.
    pub sum: f64,
}

impl MeanPayoff {
    /// Counts one playout.
    #[inline]
    pub fn add(&mut self, share: f32) {
        self.count += 1;
        self.sum += f64::from(share);
    }

    /// The mean share; an even part while nothing is counted.
    #[must_use]
    #[inline]
    pub fn payoff(&self, teams: usize) -> f64 {
        self.part(self.sum, teams)
    }

    #[inline]
    fn part(&self, sum: f64, teams: usize) -> f64 {
        // Who plays alone may win or not: nothing counted is no win.
        if self.count == 0 { 1.0 / teams.max(2) as f64 } else { sum / self.count as f64 }
    }
}

/// The shares of all teams, over playouts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TeamPayoffs {
    /// That of the seat that chooses. Kept beside those of the teams: where partners are hidden it is of another team in
    /// every completion.
    pub own: MeanPayoff,
    /// Sum of the share of each team, as far as any was counted.
    sums: Vec<f64>,
}

impl TeamPayoffs {
    /// Counts one playout in which the seat that chooses was of `team`.
    #[inline]
    pub fn add(&mut self, shares: &[f32], team: usize) {
        self.own.add(shares[team]);
        self.sums.resize(self.sums.len().max(shares.len()), 0.0);
        for (sum, &share) in self.sums.iter_mut().zip(shares) {
            *sum += f64::from(share);
        }
    }

    /// Counts all playouts of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.own.count += other.own.count;
        self.own.sum += other.own.sum;
        self.sums.resize(self.sums.len().max(other.sums.len()), 0.0);
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
    }

    /// The mean share of `team`; an even part while nothing is counted.
    #[must_use]
    pub fn of(&self, team: usize, teams: usize) -> f64 {
        self.own.part(self.sums.get(team).copied().unwrap_or_default(), teams)
    }
}

/// `400·log10` of the odds, as in ratings, less the odds of an even part: 0 when every team may expect the same, 191
/// for a share of three quarters between two teams. Never beyond ±[`CP_LIMIT`].
#[must_use]
pub fn score(share: f64, teams: usize) -> Score {
    let odds = share.max(1e-9) / (1.0 - share).max(1e-9) * (teams.max(2) - 1) as f64;
    Score::Cp(((400.0 * odds.log10()).round() as i32).clamp(-CP_LIMIT, CP_LIMIT))
}

/// Win, draw and loss, permille. A drawn playout is an even part of a win, so that draws do not show.
#[must_use]
pub fn wdl(share: f64) -> [u16; 3] {
    let win = (1000.0 * share).round().clamp(0.0, 1000.0) as u16;
    [win, 0, 1000 - win]
}

/// The mean share of each team, permille, 1000 together; empty where two single sides play.
#[must_use]
pub fn evs(means: &TeamPayoffs, teams: usize, seats: usize) -> Vec<u16> {
    if seats <= 2 && teams <= 2 {
        return Vec::new();
    }
    // Each figure is the step of the rounded running total, so that nothing is lost to rounding.
    let (mut total, mut printed) = (0.0, 0);
    (0..teams)
        .map(|team| {
            total += 1000.0 * means.of(team, teams);
            let upto = (total.round() as u16).min(1000);
            let step = upto - printed;
            printed = upto;
            step
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_payoff_scores_zero() {
        assert_eq!(score(0.5, 2), Score::Cp(0));
        assert_eq!(score(1.0 / 3.0, 3), Score::Cp(0));
        assert_eq!(score(0.75, 2), Score::Cp(191));
        assert_eq!((score(0.0, 2), score(1.0, 4)), (Score::Cp(-1500), Score::Cp(1500)));
    }

    #[test]
    fn permilles_sum_to_a_thousand() {
        let mut means = TeamPayoffs::default();
        means.add(&[1.0, 0.0, 0.0, 0.0], 0);
        means.add(&[0.0, 1.0, 0.0, 0.0], 0);
        means.add(&[0.0, 0.0, 1.0, 0.0], 0);
        assert_eq!(evs(&means, 3, 3), [333, 334, 333]);
        assert!(evs(&means, 2, 2).is_empty());
        assert_eq!(evs(&TeamPayoffs::default(), 2, 4), [500, 500]);
        assert_eq!(wdl(1.0 / 3.0), [333, 0, 667]);
    }

    #[test]
    fn six_teams_have_six_values() {
        let mut means = TeamPayoffs::default();
        means.add(&[0.5, 0.1, 0.1, 0.1, 0.1, 0.1], 5);
        assert_eq!(evs(&means, 6, 6), [500, 100, 100, 100, 100, 100]);
        assert_eq!((means.own.count, means.own.payoff(6)), (1, f64::from(0.1f32)));
    }
}
