//! Ratings for two-sided games: the Bradley–Terry model, fitted by maximum likelihood.

use super::elo::ELO_PER_LOGIT;
use super::linear::inverse;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The number of drawn games that are added to each pair that met in a group, if some ratings of the group would
/// otherwise be infinite.
const PRIOR: f64 = 0.5;

/// The maximum change of a rating per iteration, in logits.
const MAX_STEP: f64 = 2.0;

/// The scores of all pairs and the ratings of the anchors.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// `points[i][j]` is the number of points that i scored against j: 1 per win and 1/2 per draw.
    pub points: Vec<Vec<f64>>,
    /// The fixed Elo rating of each anchor; `None` for participants whose rating is computed.
    pub anchors: Vec<Option<f64>>,
}

/// The rating of one participant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The Elo rating. It is fixed for anchors. Other ratings are relative to the group's anchors or, without anchors,
    /// to the group's mean, which is 0.
    pub elo: f64,
    /// The standard error in Elo from the information matrix; 0 for anchors.
    pub error: f64,
    /// Whether the rating is finite only because of the prior; always false for anchors. If some participants won or
    /// lost all games against the rest of their group, results determine the ratings within at most one part of the
    /// group. All other participants are bounded.
    pub bounded: bool,
    /// The zero-based number of the group. Participants that are connected by games, directly or through others, are in
    /// the same group, and so are all anchors. Ratings of different groups cannot be compared.
    pub group: usize,
}

/// Returns the maximum-likelihood ratings of the Bradley–Terry model, found by Newton's method.
///
/// The odds of i against j are 10^((elo_i − elo_j) / 400) (Zermelo 1929, Bradley and Terry 1952). A draw counts as half
/// a win and half a loss (Hunter 2004 discusses the alternatives).
///
/// The log-likelihood of a group is concave. It has a finite maximum if every participant scored against every other
/// participant, directly or through others (Ford 1957). Otherwise half a drawn game is added to each pair that met.
pub fn bradley_terry(field: &Field) -> Vec<Rating> {
    let count = field.points.len();
    let mut ratings = vec![Rating { elo: 0.0, error: 0.0, bounded: false, group: 0 }; count];
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

/// Returns the Elo rating and standard error of each member of one group. `prior` is the number of drawn games that are
/// added to each pair that met.
fn fit(field: &Field, members: &[usize], prior: f64) -> Vec<(f64, f64)> {
    let size = members.len();
    let points = |one: usize, other: usize| {
        let (one, other) = (members[one], members[other]);
        field.points[one][other] + if met(field, one, other) > 0.0 { prior / 2.0 } else { 0.0 }
    };
    let anchors: Vec<Option<f64>> = members.iter().map(|&member| field.anchors[member]).collect();
    let free: Vec<usize> = (0..size).filter(|&member| anchors[member].is_none()).collect();
    let mut logits: Vec<f64> = anchors.iter().map(|anchor| anchor.unwrap_or(0.0) / ELO_PER_LOGIT).collect();
    let mut errors = vec![0.0; size];
    for _ in 0..500 {
        let (gradient, information) = derivatives(&logits, points);
        // Without anchors, only rating differences are determined. An additional term fixes the mean at 0.
        let held = if free.len() == size { 1.0 / size as f64 } else { 0.0 };
        let reduced: Vec<Vec<f64>> =
            free.iter().map(|&row| free.iter().map(|&column| information[row][column] + held).collect()).collect();
        let Some(covariance) = inverse(&reduced) else { break };
        let steps: Vec<f64> = covariance
            .iter()
            .map(|row| row.iter().zip(&free).map(|(entry, &one)| entry * gradient[one]).sum())
            .collect();
        let longest = steps.iter().map(|step: &f64| step.abs()).fold(0.0, f64::max);
        let scale = if longest > MAX_STEP { MAX_STEP / longest } else { 1.0 };
        for ((place, &member), step) in free.iter().enumerate().zip(&steps) {
            logits[member] += scale * step;
            errors[member] = (covariance[place][place] - held).max(0.0).sqrt();
        }
        if longest < 1e-12 {
            break;
        }
    }
    logits.iter().zip(errors).map(|(logit, error)| (logit * ELO_PER_LOGIT, error * ELO_PER_LOGIT)).collect()
}

/// Returns the gradient of the log-likelihood, and the information matrix.
fn derivatives(logits: &[f64], points: impl Fn(usize, usize) -> f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = logits.len();
    let mut gradient = vec![0.0; size];
    let mut information = vec![vec![0.0; size]; size];
    for one in 0..size {
        for other in (0..size).filter(|&other| other != one) {
            let (won, lost) = (points(one, other), points(other, one));
            let expected = 1.0 / (1.0 + (logits[other] - logits[one]).exp());
            let weight = (won + lost) * expected * (1.0 - expected);
            gradient[one] += won - (won + lost) * expected;
            information[one][one] += weight;
            information[one][other] -= weight;
        }
    }
    (gradient, information)
}
