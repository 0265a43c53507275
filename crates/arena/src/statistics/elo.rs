//! Elo differences, expected scores and the normal distribution.

/// The Elo difference per unit of natural log-odds: 400 / ln 10.
pub const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The normalized Elo difference per standard deviation of a game score: 800 / ln 10 (Van den Bergh 2020, "Normalized
/// Elo").
pub const ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// The probability beyond each end of a 95 % interval.
pub(super) const TAIL: f64 = 0.025;

/// Half the width of a 95 % interval, in standard errors.
pub const QUANTILE: f64 = 1.959_963_984_540_054;

/// Returns the probability that a standard normal variable is at most `deviate`.
pub fn normal(deviate: f64) -> f64 {
    0.5 * libm::erfc(-deviate * std::f64::consts::FRAC_1_SQRT_2)
}

/// Returns the expected score for an Elo difference: the logistic curve with base 10 and width 400 (Elo 1978).
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

/// Returns the Elo difference for a score; `None` unless the score is strictly between 0 and 1.
pub fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| ELO_PER_LOGIT * (score / (1.0 - score)).ln())
}

/// Returns the draw Elo of BayesElo (Coulom 2005) for the probabilities of a win and of a loss: half the Elo difference
/// between a win and a loss. It is above 0 if there are draws.
pub fn draw_elo(win: f64, loss: f64) -> f64 {
    ELO_PER_LOGIT / 2.0 * ((1.0 - loss) / loss * (1.0 - win) / win).ln()
}

/// Returns the expected score for a difference in BayesElo: the chance of a win is the logistic curve at `elo - draws`,
/// and that of a loss at `-elo - draws`.
pub fn bayesian_score(elo: f64, draws: f64) -> f64 {
    let (win, loss) = (expected_score(elo - draws), expected_score(-elo - draws));
    f64::midpoint(1.0, win - loss)
}
