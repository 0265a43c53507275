//! The value of a position for the seat to move, from an `info` line, and the mean of several values.

use room::{Unit, Variation};
use ugi::Score;

/// The value of a win in points. Scores are clamped to plus or minus this value.
const MATE_POINTS: f64 = 20.0;
/// The scale of the logistic curve in hundredths of a point: an advantage of this size means odds of 10 to 1, as in Elo
/// ratings.
const LOGISTIC_SCALE: f64 = 400.0;

/// The engine's evaluation of a position for the seat to move, in points and as win probabilities.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionValue {
    /// The value in points from the point of view of the seat to move, -20 to 20.
    pub points: f64,
    /// The win probability of the mover's team.
    pub win_probability: f64,
    /// The win probability of each team, if the engine reports `evs`.
    pub team_probabilities: Option<Vec<f64>>,
}

impl PositionValue {
    /// Converts a variation to a value for `team`, the index of the team of the seat to move. Returns `None` if the
    /// variation has no score.
    pub fn from_variation(variation: &Variation, team: usize) -> Option<Self> {
        let points = match variation.score? {
            Score::Cp(centipoints) => (f64::from(centipoints) / 100.0).clamp(-MATE_POINTS, MATE_POINTS),
            Score::Mate(plies) if plies > 0 => MATE_POINTS,
            Score::Mate(_) => -MATE_POINTS,
        };
        let permille = |permilles: &[u16]| permilles.iter().map(|&value| f64::from(value) / 1000.0).collect::<Vec<_>>();
        let teams = variation.evs.as_deref().map(permille);
        let from_teams = teams.as_ref().and_then(|teams| teams.get(team).copied());
        let from_results = variation.wdl.as_ref().map(|wdl| permille(wdl)).map(|wdl| wdl[0] + wdl[1] / 2.0);
        let logistic = || 1.0 / (1.0 + 10f64.powf(-points * 100.0 / LOGISTIC_SCALE));
        Some(Self {
            points,
            win_probability: from_teams.or(from_results).unwrap_or_else(logistic),
            team_probabilities: teams,
        })
    }

    /// Returns the value in this unit for the seat to move.
    pub fn in_unit(&self, unit: Unit) -> f64 {
        match unit {
            Unit::Points => self.points * 100.0,
            Unit::Share => self.win_probability * 1000.0,
        }
    }

    /// Returns the value in `unit` from the point of view of the mover's opponents, treated as one side.
    pub fn others_in_unit(&self, unit: Unit) -> f64 {
        match unit {
            Unit::Points => -self.points * 100.0,
            Unit::Share => (1.0 - self.win_probability) * 1000.0,
        }
    }
}

/// Returns the mean of the numbers and its standard error, which is 0 for fewer than two numbers.
pub fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    if numbers.len() < 2 {
        return (mean, 0.0);
    }
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(line: &str, team: usize) -> PositionValue {
        PositionValue::from_variation(&Variation::parse(line).unwrap(), team).unwrap()
    }

    #[test]
    fn win_probability_prefers_evs_then_wdl_then_score() {
        let teams = value("info score cp 100 wdl 500 200 300 evs 250 750 pv x", 1);
        assert_eq!(
            (teams.points, teams.win_probability, teams.team_probabilities),
            (1.0, 0.75, Some(vec![0.25, 0.75]))
        );
        assert!((value("info score cp 100 wdl 500 200 300 pv x", 1).win_probability - 0.6).abs() < 1e-9);
        assert!((value("info score cp 400 pv x", 0).win_probability - 10.0 / 11.0).abs() < 1e-9);
        assert_eq!(value("info score mate -3 pv x", 0).points, -20.0);
        assert!(PositionValue::from_variation(&Variation::parse("info depth 3 pv x").unwrap(), 0).is_none());
    }

    #[test]
    fn mean_has_a_standard_error() {
        assert_eq!(mean(&[3.0]), (3.0, 0.0));
        let (middle, error) = mean(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(middle, 2.5);
        assert!((error - (5.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }
}
