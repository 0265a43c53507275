//! How far the mean score is from 1/2, in standard deviations of a game score, with an interval.

use super::elo::QUANTILE;
use super::estimate::Estimate;
use super::outcomes::Outcomes;

/// Blocks with the same score and number of games.
#[derive(Clone, Copy)]
struct Group {
    value: f64,
    games: f64,
    /// Their number or, in another distribution of the same blocks, their weight.
    count: f64,
}

/// Moments of the distribution of blocks. With `G` games in a block of score `x`:
struct Moments {
    /// The mean of G.
    games: f64,
    /// The mean of G x, divided by `games`: the mean score m.
    mean: f64,
    /// The mean of G² (x − m).
    slope: f64,
    /// The mean of G² (x − m)².
    square: f64,
}

/// Returns the distance of the mean score from 1/2 in standard deviations of a game score, which are computed from the
/// blocks; unknown if all blocks have the same score.
///
/// The ends of the interval are values of other distributions of the same blocks: the weight of a block is
/// `1 + u d / (n e)`, where d is the influence of the block on the value, n the number of blocks and e the standard
/// error (Efron 1987, "Better bootstrap confidence intervals", chooses the same direction). With the skewness s and the
/// kurtosis k of the block scores, n e² is `1 − t s + t² (k − 1) / 4`, as in fishtest. The number u is the quantile of
/// the sum of the influences (Cornish and Fisher 1938). If a weight were negative, or if the value turned back on the
/// way, there are too few blocks for an interval.
pub(super) fn deviate(outcomes: &Outcomes) -> Estimate {
    if outcomes.variance() <= 0.0 {
        return Estimate::default();
    }
    let groups: Vec<Group> = outcomes.groups().map(|[value, games, count]| Group { value, games, count }).collect();
    let moments = Moments::of(&groups);
    let influences: Vec<f64> = groups.iter().map(|group| moments.influence(group)).collect();
    let sum =
        |power: i32| groups.iter().zip(&influences).map(|(group, own)| group.count * own.powi(power)).sum::<f64>();
    // The standard error times the number of blocks, and the skewness of the sum of the influences.
    let (error, skewness) = (sum(2).sqrt(), sum(3) / sum(2).powf(1.5));
    let end = |quantile: f64| {
        let step = (quantile + skewness * (quantile * quantile - 1.0) / 6.0) / error;
        let weighted = groups.iter().zip(&influences);
        let weighted: Vec<Group> =
            weighted.map(|(group, own)| Group { count: group.count * (1.0 + step * own), ..*group }).collect();
        let there = Moments::of(&weighted);
        let slopes = groups.iter().zip(&influences).map(|(group, own)| group.count * own * there.influence(group));
        let is_valid = weighted.iter().all(|group| group.count > 0.0) && slopes.sum::<f64>() > 0.0;
        is_valid.then(|| there.deviate())
    };
    let ends = end(-QUANTILE).zip(end(QUANTILE));
    Estimate { value: Some(moments.deviate()), low: ends.map(|(low, _)| low), high: ends.map(|(_, high)| high) }
}

impl Moments {
    fn of(groups: &[Group]) -> Self {
        let sum = |of: &dyn Fn(&Group) -> f64| groups.iter().map(|group| group.count * of(group)).sum::<f64>();
        let blocks = sum(&|_| 1.0);
        let games = sum(&|group| group.games) / blocks;
        let mean = sum(&|group| group.games * group.value) / blocks / games;
        let slope = sum(&|group| group.games.powi(2) * (group.value - mean)) / blocks;
        let square = sum(&|group| (group.games * (group.value - mean)).powi(2)) / blocks;
        Self { games, mean, slope, square }
    }

    fn deviate(&self) -> f64 {
        (self.mean - 0.5) * (self.games / self.square).sqrt()
    }

    /// Returns the influence of a block on the value: its derivative if a small weight moves to the block.
    fn influence(&self, &Group { value, games, .. }: &Group) -> f64 {
        let gap = value - self.mean;
        let on_mean = games * gap / self.games;
        let on_square = (games * gap).powi(2) - self.square - 2.0 * self.slope * on_mean;
        let on_games = games - self.games;
        (self.games / self.square).sqrt() * on_mean
            + self.deviate() / 2.0 * (on_games / self.games - on_square / self.square)
    }
}
