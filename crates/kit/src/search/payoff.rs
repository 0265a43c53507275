//! Converts expected payoffs to the fields of a report: centipawns, win-draw-loss, and one value per team.

use ugi::Score;

/// Maximum magnitude of the centipawns that [`score`] returns. The limit is needed because the odds of a certain win
/// are infinite.
pub const CP_LIMIT: i32 = 1500;

/// The mean payoff of the team that chooses the move, over a number of playouts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MeanPayoff {
    /// Number of playouts.
    pub count: u64,
    /// Sum of the payoffs.
    pub sum: f64,
}

impl MeanPayoff {
    /// Adds one playout with this payoff, from 0 to 1.
    #[inline]
    pub fn add(&mut self, payoff: f32) {
        self.count += 1;
        self.sum += f64::from(payoff);
    }

    /// Returns the mean payoff or, before the first playout, an equal share among `teams` teams (at least two).
    #[must_use]
    #[inline]
    pub fn payoff(&self, teams: usize) -> f64 {
        self.mean(self.sum, teams)
    }

    #[inline]
    fn mean(&self, sum: f64, teams: usize) -> f64 {
        // A single team can also lose, so its equal share is one half.
        if self.count == 0 { 1.0 / teams.max(2) as f64 } else { sum / self.count as f64 }
    }
}

/// The mean payoffs of all teams, over a number of playouts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TeamPayoffs {
    /// The payoff of the seat that chooses the move. It is kept in addition to the payoffs of the teams because, in a
    /// game with hidden partners, the team of this seat differs between determinizations.
    pub own: MeanPayoff,
    /// Payoff sum of each team; empty before the first playout.
    sums: Vec<f64>,
}

impl TeamPayoffs {
    /// Adds one playout with the given payoff of each team. In this playout, the seat that chooses the move belongs to
    /// `team`.
    #[inline]
    pub fn add(&mut self, payoffs: &[f32], team: usize) {
        self.own.add(payoffs[team]);
        self.sums.resize(self.sums.len().max(payoffs.len()), 0.0);
        for (sum, &payoff) in self.sums.iter_mut().zip(payoffs) {
            *sum += f64::from(payoff);
        }
    }

    /// Adds all playouts of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.own.count += other.own.count;
        self.own.sum += other.own.sum;
        self.sums.resize(self.sums.len().max(other.sums.len()), 0.0);
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
    }

    /// Returns the mean payoff of `team` or, before the first playout, an equal share among `teams` teams (at least
    /// two).
    #[must_use]
    pub fn of(&self, team: usize, teams: usize) -> f64 {
        self.own.mean(self.sums.get(team).copied().unwrap_or_default(), teams)
    }
}

/// Converts an expected payoff to centipawns: `400·log10` of the odds, as in Elo ratings, minus the same expression for
/// an equal share. The score is 0 for an equal share and 191 for a payoff of 0.75 in a game for two teams. It is
/// clamped to ±[`CP_LIMIT`].
#[must_use]
pub fn score(payoff: f64, teams: usize) -> Score {
    let odds = payoff.max(1e-9) / (1.0 - payoff).max(1e-9) * (teams.max(2) - 1) as f64;
    Score::Cp(((400.0 * odds.log10()).round() as i32).clamp(-CP_LIMIT, CP_LIMIT))
}

/// Returns win, draw and loss in permille. The draw is always 0, because a drawn playout counts as an equal
/// share of a win.
#[must_use]
pub fn wdl(payoff: f64) -> [u16; 3] {
    let win = (1000.0 * payoff).round().clamp(0.0, 1000.0) as u16;
    [win, 0, 1000 - win]
}

/// Returns the mean payoff of each team in permille, with a sum of 1000. The list is empty if there are at most two
/// seats and at most two teams.
#[must_use]
pub fn evs(means: &TeamPayoffs, teams: usize, seats: usize) -> Vec<u16> {
    if seats <= 2 && teams <= 2 {
        return Vec::new();
    }
    permilles((0..teams).map(|team| 1000.0 * means.of(team, teams)))
}

/// Rounds shares with a sum of 1000. Each value is the difference of two successive rounded totals, so the sum stays.
pub(crate) fn permilles(shares: impl Iterator<Item = f64>) -> Vec<u16> {
    let (mut total, mut rounded) = (0.0, 0);
    shares
        .map(|share| {
            total += share;
            let next = (total.round() as u16).min(1000);
            let step = next - rounded;
            rounded = next;
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
