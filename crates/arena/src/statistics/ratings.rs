//! Ratings: the Bradley–Terry model, fitted by maximum likelihood to the comparisons between sides, with standard errors
//! that are robust against dependence within a block.

use super::blocks::{Blocks, block_comparison, participants};
use super::elo::ELO_PER_LOGIT;
use super::linear::{Matrix, inverse, product};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The number of drawn comparisons that are added to each pair that met in a group, if some ratings of the group would
/// otherwise be infinite.
const PRIOR: f64 = 0.5;

/// The maximum change of a rating per iteration, in logits.
const MAX_STEP: f64 = 2.0;

/// The results of all blocks and the ratings of the anchors.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Field {
    /// `points[i][j]` is the number of points that i scored against j: 1 per win and 1/2 per draw.
    points: Matrix,
    /// The blocks with equal results, each with their number.
    blocks: Vec<(Vec<PairPoints>, f64)>,
    /// The fixed Elo rating of each anchor; `None` for participants whose rating is computed.
    anchors: Vec<Option<f64>>,
}

/// The points of two participants against each other in a block.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairPoints {
    /// The zero-based indices of the two participants.
    pub indices: (usize, usize),
    /// The points of the first participant against the second: for each side of one and each side of the other, 1 for
    /// the better rank and 1/2 for an equal one.
    pub won: f64,
    /// The points of the second participant against the first.
    pub lost: f64,
}

/// The rating of one participant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The Elo rating. It is fixed for anchors. Other ratings are relative to the group's anchors or, without anchors,
    /// to the group's mean, which is 0.
    pub elo: f64,
    /// The standard error in Elo; 0 for anchors. `None` if the participant has a single block, or if all its blocks
    /// have the same result, so that nothing is known about the variance.
    pub error: Option<f64>,
    /// Whether the rating is finite only because of the prior; always false for anchors. If some participants won or
    /// lost everything against the rest of their group, results determine the ratings within at most one part of the
    /// group. All other participants are bounded.
    pub bounded: bool,
    /// The zero-based number of the group. Participants that are connected by games, directly or through others, are in
    /// the same group, and so are all anchors. Ratings of different groups cannot be compared.
    pub group: usize,
}

impl Field {
    /// Creates a field without results.
    pub fn new(anchors: Vec<Option<f64>>) -> Self {
        Self { points: vec![vec![0.0; anchors.len()]; anchors.len()], blocks: Vec::new(), anchors }
    }

    /// Creates a field with these blocks. Each side of a game is compared with each side of another participant.
    pub fn of(blocks: &Blocks, anchors: Vec<Option<f64>>) -> Self {
        let mut field = Self::new(anchors);
        for (block, count) in blocks.complete() {
            let players = participants(block);
            let pairs = players.iter().enumerate().flat_map(|(at, &one)| {
                players[at + 1..].iter().map(move |&other| {
                    let (points, steps) = block_comparison(block, one, other);
                    let [won, lost] = [points, steps - points].map(|points| points as f64 / 2.0);
                    PairPoints { indices: (one, other), won, lost }
                })
            });
            field.add(pairs.collect(), count as f64);
        }
        field
    }

    /// Adds `count` blocks with the same results.
    pub fn add(&mut self, block: Vec<PairPoints>, count: f64) {
        for &PairPoints { indices: (one, other), won, lost } in &block {
            self.points[one][other] += count * won;
            self.points[other][one] += count * lost;
        }
        self.blocks.push((block, count));
    }
}

/// Returns the maximum-likelihood ratings of the Bradley–Terry model, found by Newton's method.
///
/// The odds of i against j are 10^((elo_i − elo_j) / 400) (Zermelo 1929, Bradley and Terry 1952). A draw counts as half
/// a win and half a loss (Hunter 2004 discusses the alternatives).
///
/// The log-likelihood of a group is concave. It has a finite maximum if every participant scored against every other
/// participant, directly or through others (Ford 1957). Otherwise half a drawn comparison is added to each pair that
/// met.
///
/// The comparisons of a game, and the games of a block, depend on each other. The standard errors therefore come from
/// the sandwich estimator with blocks as units (Liang and Zeger 1986), each corrected for its own influence on the
/// ratings (Bell and McCaffrey 2002, with the diagonal of the leverage only). With a prior, an error is at least that of
/// the information matrix.
pub fn bradley_terry(field: &Field) -> Vec<Rating> {
    let count = field.points.len();
    let mut ratings = vec![Rating { elo: 0.0, error: None, bounded: false, group: 0 }; count];
    for (group, members) in groups(field).iter().enumerate() {
        let strong = strongest_part(field, members);
        let finite = strong.len() == members.len();
        let fitted = fit(field, members, if finite { 0.0 } else { PRIOR });
        for (&member, (elo, error)) in members.iter().zip(fitted) {
            // Results determine ratings only within a strongest part of at least two participants. An anchor's rating
            // is always determined.
            let is_determined = strong.contains(&member) && strong.len() > 1 || field.anchors[member].is_some();
            ratings[member] = Rating { elo, error, bounded: !finite && !is_determined, group };
        }
    }
    ratings
}

/// Returns the number of games that two participants played against each other.
fn met(field: &Field, one: usize, other: usize) -> f64 {
    field.points[one][other] + field.points[other][one]
}

/// Returns whether both participants are anchors, with ratings fixed by the plan.
fn anchored(field: &Field, one: usize, other: usize) -> bool {
    field.anchors[one].is_some() && field.anchors[other].is_some()
}

/// Returns the groups of participants that are connected by games, directly or through others. Anchors are always
/// connected with each other.
fn groups(field: &Field) -> Vec<Vec<usize>> {
    parts(field.points.len(), |one, other| met(field, one, other) > 0.0 || anchored(field, one, other))
}

/// Returns the part of a group in which every participant scored against every other one, directly or through others.
/// If there are several such parts, returns the one that contains the anchors or, without anchors, the largest one.
fn strongest_part(field: &Field, members: &[usize]) -> Vec<usize> {
    let scored = |one: usize, other: usize| field.points[one][other] > 0.0 || anchored(field, one, other);
    let parts = parts(field.points.len(), scored).into_iter().filter(|part| members.contains(&part[0]));
    let given = |part: &[usize]| part.iter().any(|&member| field.anchors[member].is_some());
    parts.max_by_key(|part| (given(part), part.len(), Reverse(part[0]))).unwrap_or_default()
}

/// Returns the strongly connected components of a graph with `count` nodes. `linked(one, other)` returns whether there
/// is an edge from `one` to `other`. Each component is sorted, and the components are in the order of their first
/// members.
fn parts(count: usize, linked: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let pairs = (0..count).flat_map(|one| (0..count).map(move |other| (one, other)));
    // Each node has a link to itself, so that nodes without other links are part of the graph.
    let links = pairs.filter(|&(one, other)| one == other || linked(one, other));
    let found = kosaraju_scc(&DiGraph::<(), (), usize>::from_edges(links));
    let sorted = |part: Vec<NodeIndex<usize>>| BTreeSet::from_iter(part).into_iter().map(NodeIndex::index).collect();
    let mut parts: Vec<Vec<usize>> = found.into_iter().map(sorted).collect();
    parts.sort();
    parts
}

/// The fit of one group.
struct Fit<'a> {
    field: &'a Field,
    members: &'a [usize],
    /// The number of drawn comparisons that are added to each pair that met.
    prior: f64,
    /// The members without an anchor's rating, as indices of `members`.
    free: Vec<usize>,
    /// The ratings of the members in logits.
    logits: Vec<f64>,
}

/// Returns the Elo rating and standard error of each member of one group.
fn fit(field: &Field, members: &[usize], prior: f64) -> Vec<(f64, Option<f64>)> {
    let anchors: Vec<Option<f64>> = members.iter().map(|&member| field.anchors[member]).collect();
    let free: Vec<usize> = (0..members.len()).filter(|&member| anchors[member].is_none()).collect();
    let logits = anchors.iter().map(|anchor| anchor.unwrap_or(0.0) / ELO_PER_LOGIT).collect();
    let mut fit = Fit { field, members, prior, free, logits };
    fit.maximize();
    let mut errors = vec![Some(0.0); members.len()];
    for (&member, error) in fit.free.iter().zip(fit.errors()) {
        errors[member] = error;
    }
    let elo = |logit: f64| logit * ELO_PER_LOGIT;
    fit.logits.iter().zip(errors).map(|(&logit, error)| (elo(logit), error.map(elo))).collect()
}

impl Fit<'_> {
    /// Finds the ratings with the largest likelihood by Newton's method. A step that does not increase the likelihood is
    /// halved.
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

    /// Returns the standard error of each free member in logits.
    fn errors(&self) -> Vec<Option<f64>> {
        let (_, information) = self.derivatives();
        let Some(inverse) = self.inverse(&information) else { return vec![None; self.free.len()] };
        let scores = self.scores(&information);
        let middle: Matrix =
            self.free.iter().map(|&row| self.free.iter().map(|&column| scores[row][column]).collect()).collect();
        let sandwich = product(&product(&inverse, &middle), &inverse);
        let error = |index: usize| {
            let robust = sandwich[index][index];
            let known = middle[index][index] > 1e-12 && robust.is_finite();
            let variance = if self.prior > 0.0 { Some(robust.max(inverse[index][index])) } else { Some(robust) };
            variance.filter(|_| known).map(|variance| variance.max(0.0).sqrt())
        };
        (0..self.free.len()).map(error).collect()
    }

    /// Returns the sum over all blocks of the products of their gradients, which estimates the covariance of the
    /// gradient.
    fn scores(&self, information: &Matrix) -> Matrix {
        let size = self.members.len();
        let mut places = vec![None; self.field.anchors.len()];
        self.members.iter().enumerate().for_each(|(place, &member)| places[member] = Some(place));
        let mut sum = vec![vec![0.0; size]; size];
        for (block, count) in &self.field.blocks {
            // For each member that plays in the block: its part of the gradient and of the information.
            let mut parts: Vec<(usize, f64, f64)> = Vec::new();
            let mut add =
                |member: usize, gradient: f64, weight: f64| match parts.iter_mut().find(|part| part.0 == member) {
                    Some(part) => (part.1, part.2) = (part.1 + gradient, part.2 + weight),
                    None => parts.push((member, gradient, weight)),
                };
            for &PairPoints { indices, won, lost } in block {
                let (Some(one), Some(other)) = (places[indices.0], places[indices.1]) else { continue };
                let expected = chance(self.logits[one] - self.logits[other]);
                let (gradient, weight) = (won - (won + lost) * expected, (won + lost) * expected * (1.0 - expected));
                add(one, gradient, weight);
                add(other, -gradient, weight);
            }
            for (member, gradient, weight) in &mut parts {
                // The gradient of a member's only block is 0.
                let others = 1.0 - *weight / information[*member][*member];
                *gradient /= if others > 1e-9 { others.sqrt() } else { 1.0 };
            }
            for &(one, own, _) in &parts {
                for &(other, its, _) in &parts {
                    sum[one][other] += count * own * its;
                }
            }
        }
        sum
    }

    fn points(&self, one: usize, other: usize) -> f64 {
        let (one, other) = (self.members[one], self.members[other]);
        self.field.points[one][other] + if met(self.field, one, other) > 0.0 { self.prior / 2.0 } else { 0.0 }
    }

    fn likelihood(&self, logits: &[f64]) -> f64 {
        let size = logits.len();
        let pairs =
            (0..size).flat_map(|one| (0..size).filter(move |&other| other != one).map(move |other| (one, other)));
        // The logarithm of the winning probability.
        let log = |gap: f64| -((-gap.abs()).exp().ln_1p() - gap.min(0.0));
        pairs
            .map(|(one, other)| match self.points(one, other) {
                0.0 => 0.0,
                points => points * log(logits[one] - logits[other]),
            })
            .sum()
    }

    /// Returns the gradient of the log-likelihood, and the information matrix.
    fn derivatives(&self) -> (Vec<f64>, Matrix) {
        let size = self.logits.len();
        let mut gradient = vec![0.0; size];
        let mut information = vec![vec![0.0; size]; size];
        for one in 0..size {
            for other in (0..size).filter(|&other| other != one) {
                let (won, lost) = (self.points(one, other), self.points(other, one));
                let expected = chance(self.logits[one] - self.logits[other]);
                let weight = (won + lost) * expected * (1.0 - expected);
                gradient[one] += won - (won + lost) * expected;
                information[one][one] += weight;
                information[one][other] -= weight;
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

/// Returns the expected score for a rating difference in logits.
fn chance(gap: f64) -> f64 {
    1.0 / (1.0 + (-gap).exp())
}
