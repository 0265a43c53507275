//! Fits the ratings of a group of participants by Newton's method; see [`super::bradley_terry`].

use super::comparisons::{Comparison, Field};
use super::elo::ELO_PER_LOGIT;
use super::linear::{Matrix, inverse};
use std::collections::BTreeMap;

/// The number of drawn comparisons of [`Prior::Draws`] for each pair.
const DRAWS: f64 = 0.5;

/// The standard deviation of [`Prior::Normal`] in Elo.
const DEVIATION: f64 = 600.0;

/// The standard error by the information matrix, in Elo, above which a rating leans on [`Prior::Normal`].
const MAX_ERROR: f64 = 100.0;

/// The largest share of a block in the variance of a rating with which there is a standard error, with room for
/// rounding: two blocks have half each.
const MAX_SHARE: f64 = 0.500_001;

/// The maximum change of a rating per iteration, in logits.
const MAX_STEP: f64 = 2.0;

/// What is assumed about ratings before any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Prior {
    /// Nothing.
    None,
    /// Drawn comparisons are added to each pair that met.
    Draws,
    /// Ratings are normally distributed around their mean, or around that of the anchors.
    Normal,
}

impl Prior {
    /// Returns the inverse of the variance of the normal distribution; 0 for other priors.
    fn precision(self) -> f64 {
        if self == Self::Normal { (ELO_PER_LOGIT / DEVIATION).powi(2) } else { 0.0 }
    }
}

/// The fit of one group.
struct Fit<'a> {
    field: &'a Field,
    members: &'a [usize],
    prior: Prior,
    /// The comparisons between the same members, added up. Members are indices of `members`.
    comparisons: Vec<Comparison>,
    /// The members without an anchor's rating, as indices of `members`.
    free: Vec<usize>,
    /// The mean of the anchors in logits, or 0 without anchors.
    centre: f64,
    /// The ratings of the members in logits.
    logits: Vec<f64>,
}

/// The fitted rating of a member.
pub(super) struct Fitted {
    /// The Elo rating.
    pub(super) elo: f64,
    /// The standard error in Elo; see [`super::Rating::error`].
    pub(super) error: Option<f64>,
    /// Whether the results say little more about the rating than a normal prior does.
    pub(super) leans_on_prior: bool,
}

/// Fits the ratings of the members of one group.
pub(super) fn fit(field: &Field, members: &[usize], prior: Prior) -> Vec<Fitted> {
    let anchors: Vec<Option<f64>> = members.iter().map(|&member| field.anchors[member]).collect();
    let free: Vec<usize> = (0..members.len()).filter(|&member| anchors[member].is_none()).collect();
    let given: Vec<f64> = anchors.iter().flatten().map(|anchor| anchor / ELO_PER_LOGIT).collect();
    let centre = given.iter().sum::<f64>() / given.len().max(1) as f64;
    // Without a prior, the ratings begin at 0, as if there were no anchors.
    let start = if prior == Prior::Normal { centre } else { 0.0 };
    let logits = anchors.iter().map(|anchor| anchor.map_or(start, |anchor| anchor / ELO_PER_LOGIT)).collect();
    let comparisons = total(field, members, prior);
    let mut fit = Fit { field, members, prior, comparisons, free, centre, logits };
    fit.maximize();
    let elo = |logit: f64| logit * ELO_PER_LOGIT;
    let fitted = |&logit| Fitted { elo: elo(logit), error: Some(0.0), leans_on_prior: false };
    let mut found: Vec<Fitted> = fit.logits.iter().map(fitted).collect();
    for (&member, (error, leans_on_prior)) in fit.free.iter().zip(fit.errors()) {
        (found[member].error, found[member].leans_on_prior) = (error.map(elo), leans_on_prior);
    }
    found
}

/// Returns the comparisons between the same members of a group, added up.
fn total(field: &Field, members: &[usize], prior: Prior) -> Vec<Comparison> {
    let places = places(field, members);
    let mut totals: BTreeMap<(Vec<usize>, Vec<usize>), (f64, f64)> = BTreeMap::new();
    for (block, count) in &field.blocks {
        for Comparison { one, other, won, lost } in block {
            // Members of a comparison are in the same group, except if it has no points.
            let [Some(one), Some(other)] = [one, other].map(|team| placed(&places, team)) else { continue };
            let (teams, won, lost) = if one < other { ((one, other), won, lost) } else { ((other, one), lost, won) };
            let (first, second) = totals.entry(teams).or_default();
            (*first, *second) = (*first + count * won, *second + count * lost);
        }
    }
    let drawn = if prior == Prior::Draws { DRAWS / 2.0 } else { 0.0 };
    let total = |((one, other), (won, lost))| {
        let drawn = if won + lost > 0.0 { drawn } else { 0.0 };
        Comparison { one, other, won: won + drawn, lost: lost + drawn }
    };
    totals.into_iter().map(total).collect()
}

/// Returns the index of each participant in `members`.
fn places(field: &Field, members: &[usize]) -> Vec<Option<usize>> {
    let mut places = vec![None; field.anchors.len()];
    members.iter().enumerate().for_each(|(place, &member)| places[member] = Some(place));
    places
}

/// Returns the places of a team; `None` if one of its members is not in the group.
fn placed(places: &[Option<usize>], team: &[usize]) -> Option<Vec<usize>> {
    team.iter().map(|&member| places[member]).collect()
}

impl Fit<'_> {
    /// Finds the ratings with the largest likelihood by Newton's method. A step that does not increase the likelihood
    /// is halved.
    fn maximize(&mut self) {
        let mut before = self.likelihood(&self.logits);
        for _ in 0..500 {
            let (gradient, information) = self.derivatives();
            let Some(inverse) = self.inverse(&information) else { return };
            let mut step = vec![0.0; self.members.len()];
            for (&member, row) in self.free.iter().zip(&inverse) {
                step[member] = row.iter().zip(&self.free).map(|(entry, &one)| entry * gradient[one]).sum();
            }
            let longest = step.iter().map(|step: &f64| step.abs()).fold(0.0, f64::max);
            if longest < 1e-12 {
                return;
            }
            let mut scale = (MAX_STEP / longest).min(1.0);
            let (next, likelihood) = loop {
                let next: Vec<f64> = self.logits.iter().zip(&step).map(|(logit, step)| logit + scale * step).collect();
                let likelihood = self.likelihood(&next);
                // Near the maximum, the likelihood changes by less than its rounding error.
                if likelihood >= before - 1e-9 * before.abs() {
                    break (next, likelihood);
                }
                scale /= 2.0;
                if scale * longest < 1e-12 {
                    return;
                }
            };
            (self.logits, before) = (next, likelihood);
        }
    }

    /// Returns the standard error of each free member in logits, and whether the rating leans on the prior.
    fn errors(&self) -> Vec<(Option<f64>, bool)> {
        let (_, information) = self.derivatives();
        let Some(inverse) = self.inverse(&information) else { return vec![(None, true); self.free.len()] };
        let mut columns = vec![None; self.members.len()];
        self.free.iter().enumerate().for_each(|(column, &member)| columns[member] = Some(column));
        let gradients = self.gradients(&information);
        let error = |index: usize| {
            let (mut own, mut robust, mut largest) = (0.0, 0.0, 0.0_f64);
            for (block, count) in &gradients {
                let mut influence = 0.0;
                for &(member, gradient) in block {
                    let Some(column) = columns[member] else { continue };
                    influence += inverse[index][column] * gradient;
                    own += if column == index { count * gradient * gradient } else { 0.0 };
                }
                robust += count * influence * influence;
                largest = largest.max(influence * influence);
            }
            let usual = inverse[index][index];
            let leans_on_prior = self.prior == Prior::Normal && usual.sqrt() * ELO_PER_LOGIT > MAX_ERROR;
            let has_prior = self.prior == Prior::Draws || leans_on_prior;
            let known = own > 1e-12 && robust.is_finite() && (has_prior || largest <= MAX_SHARE * robust);
            let variance = if has_prior { robust.max(usual) } else { robust };
            (known.then(|| variance.max(0.0).sqrt()), leans_on_prior)
        };
        (0..self.free.len()).map(error).collect()
    }

    /// Returns the gradient of each block with respect to the members that play in it, and the number of such blocks.
    /// The sum of their products estimates the covariance of the gradient.
    fn gradients(&self, information: &Matrix) -> Vec<(Vec<(usize, f64)>, f64)> {
        let places = places(self.field, self.members);
        let of_block = |(block, count): &(Vec<Comparison>, f64)| {
            // For each member that plays in the block: its part of the gradient and of the information.
            let mut parts: Vec<(usize, f64, f64)> = Vec::new();
            let mut add =
                |member: usize, gradient: f64, weight: f64| match parts.iter_mut().find(|part| part.0 == member) {
                    Some(part) => (part.1, part.2) = (part.1 + gradient, part.2 + weight),
                    None => parts.push((member, gradient, weight)),
                };
            for Comparison { one, other, won, lost } in block {
                let [Some(one), Some(other)] = [one, other].map(|team| placed(&places, team)) else { continue };
                let (gradient, weight) = slope(gap(&self.logits, &one, &other), *won, *lost);
                one.iter().for_each(|&member| add(member, gradient, weight));
                other.iter().for_each(|&member| add(member, -gradient, weight));
            }
            let corrected = |(member, gradient, weight): (usize, f64, f64)| {
                // The gradient of a member's only block is 0.
                let others = 1.0 - weight / information[member][member];
                (member, gradient / if others > 1e-9 { others.sqrt() } else { 1.0 })
            };
            (parts.into_iter().map(corrected).collect(), *count)
        };
        self.field.blocks.iter().map(of_block).collect()
    }

    fn likelihood(&self, logits: &[f64]) -> f64 {
        // The logarithm of the winning probability.
        let log = |gap: f64| -((-gap.abs()).exp().ln_1p() - gap.min(0.0));
        let of_results = |Comparison { one, other, won, lost }: &Comparison| {
            let gap = gap(logits, one, other);
            [(*won, gap), (*lost, -gap)]
                .into_iter()
                .filter(|(points, _)| *points > 0.0)
                .map(|(points, gap)| points * log(gap))
        };
        let off = self.free.iter().map(|&member| (logits[member] - self.centre).powi(2)).sum::<f64>();
        self.comparisons.iter().flat_map(of_results).sum::<f64>() - self.prior.precision() * off / 2.0
    }

    /// Returns the gradient of the log-likelihood, and the information matrix.
    fn derivatives(&self) -> (Vec<f64>, Matrix) {
        let (size, precision) = (self.logits.len(), self.prior.precision());
        let mut gradient = vec![0.0; size];
        let mut information = vec![vec![0.0; size]; size];
        for Comparison { one, other, won, lost } in &self.comparisons {
            let (slope, weight) = slope(gap(&self.logits, one, other), *won, *lost);
            let signs = || one.iter().map(|&member| (member, 1.0)).chain(other.iter().map(|&member| (member, -1.0)));
            for (member, sign) in signs() {
                gradient[member] += sign * slope;
                signs().for_each(|(partner, its)| information[member][partner] += sign * its * weight);
            }
        }
        for &member in &self.free {
            gradient[member] -= precision * (self.logits[member] - self.centre);
            information[member][member] += precision;
            // Without anchors, only the differences from the mean have the prior.
            if self.free.len() == size {
                information[member].iter_mut().for_each(|entry| *entry -= precision / size as f64);
            }
        }
        (gradient, information)
    }

    /// Returns the inverse of the information matrix of the free members. Without anchors, only rating differences are
    /// determined: the mean is fixed at 0, and the result is the pseudo-inverse.
    fn inverse(&self, information: &Matrix) -> Option<Matrix> {
        let held = if self.free.len() == self.members.len() { 1.0 / self.members.len() as f64 } else { 0.0 };
        let row = |&row: &usize| self.free.iter().map(|&column| information[row][column] + held).collect();
        let mut inverse = inverse(&self.free.iter().map(row).collect::<Matrix>())?;
        inverse.iter_mut().flatten().for_each(|entry| *entry -= held);
        Some(inverse)
    }
}

/// Returns the rating difference between two teams in logits.
fn gap(logits: &[f64], one: &[usize], other: &[usize]) -> f64 {
    let sum = |team: &[usize]| team.iter().map(|&member| logits[member]).sum::<f64>();
    sum(one) - sum(other)
}

/// Returns the first derivative of the log-likelihood of a comparison by the rating difference, and minus the second
/// one.
fn slope(gap: f64, won: f64, lost: f64) -> (f64, f64) {
    let expected = 1.0 / (1.0 + (-gap).exp());
    (won - (won + lost) * expected, (won + lost) * expected * (1.0 - expected))
}
