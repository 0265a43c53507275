//! Ratings of a whole field with two sides: the Bradley–Terry model, fitted by maximum likelihood. Knows no record.

use super::elo::ELO_PER_LOGIT;
use super::linear::inverse;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// What each pair that met gets on top where the maximum would be infinite: half a game, drawn.
const PRIOR: f64 = 0.5;

/// Largest step of one iteration, in logits.
const STRIDE: f64 = 2.0;

/// Who scored how much against whom.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// `points[i][j]`: points of i against j, a win 1 and a draw 1/2.
    pub points: Vec<Vec<f64>>,
    /// The Elo of participants whose rating is given.
    pub anchors: Vec<Option<f64>>,
}

/// The rating of one participant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo: given, or relative to the anchors of its group, or to the mean of its group.
    pub elo: f64,
    /// Its standard error in Elo from the information matrix; 0 for anchors.
    pub error: f64,
    /// Is it held by the prior alone, because it, or all that scored against it, won or lost everything against the rest
    /// of its group? Never for anchors.
    pub bounded: bool,
    /// Who played each other, directly or over others, is in the same group; ratings of different groups cannot be
    /// compared. From 0.
    pub group: usize,
}

/// The ratings that make the results most likely: the odds of i against j are 10^((elo_i − elo_j) / 400) (Zermelo
/// 1929, Bradley and Terry 1952), draws count as half a win and half a loss (Hunter 2004 discusses why that is one of
/// several ways). Newton's method; the likelihood is concave, and finite where everybody scored against everybody over
/// others (Ford 1957). Elsewhere each pair of that group that met gets half a drawn game on top.
#[must_use]
pub fn bradley_terry(field: &Field) -> Vec<Rating> {
    let count = field.points.len();
    let mut ratings = vec![Rating { elo: 0.0, error: 0.0, bounded: false, group: 0 }; count];
    for (group, members) in groups(field).iter().enumerate() {
        let strong = strongest_part(field, members);
        let finite = strong.len() == members.len();
        let fitted = fit(field, members, if finite { 0.0 } else { PRIOR });
        for (&member, (elo, error)) in members.iter().zip(fitted) {
            // One alone is no part that others could be measured by, unless its rating is given.
            let held = strong.contains(&member) && strong.len() > 1 || field.anchors[member].is_some();
            ratings[member] = Rating { elo, error, bounded: !finite && !held, group };
        }
    }
    ratings
}

/// Games between two participants.
fn met(field: &Field, one: usize, other: usize) -> f64 {
    field.points[one][other] + field.points[other][one]
}

/// Are both ratings given?
fn anchored(field: &Field, one: usize, other: usize) -> bool {
    field.anchors[one].is_some() && field.anchors[other].is_some()
}

/// Participants that played each other, directly or over others; anchors hang together without a game.
fn groups(field: &Field) -> Vec<Vec<usize>> {
    parts(field.points.len(), |one, other| met(field, one, other) > 0.0 || anchored(field, one, other))
}

/// The part of a group in which everybody scored against everybody, over others if need be: the one with the anchors,
/// which hang together, else the largest.
fn strongest_part(field: &Field, members: &[usize]) -> Vec<usize> {
    let scored = |one: usize, other: usize| field.points[one][other] > 0.0 || anchored(field, one, other);
    let parts = parts(field.points.len(), scored).into_iter().filter(|part| members.contains(&part[0]));
    let given = |part: &[usize]| part.iter().any(|&member| field.anchors[member].is_some());
    parts.max_by_key(|part| (given(part), part.len(), Reverse(part[0]))).unwrap_or_default()
}

/// The strongly connected parts of a graph of `count` nodes, each sorted, in the order of their first members.
fn parts(count: usize, linked: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let pairs = (0..count).flat_map(|one| (0..count).map(move |other| (one, other)));
    // The link of a node with itself puts one that has no other into the graph.
    let links = pairs.filter(|&(one, other)| one == other || linked(one, other));
    let found = kosaraju_scc(&DiGraph::<(), (), usize>::from_edges(links));
    let sorted = |part: Vec<NodeIndex<usize>>| BTreeSet::from_iter(part).into_iter().map(NodeIndex::index).collect();
    let mut parts: Vec<Vec<usize>> = found.into_iter().map(sorted).collect();
    parts.sort();
    parts
}

/// Elo and standard error of each member of one group.
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
        // Without an anchor only differences are known. One more term holds the sum, and the mean stays at 0.
        let held = if free.len() == size { 1.0 / size as f64 } else { 0.0 };
        let reduced: Vec<Vec<f64>> =
            free.iter().map(|&row| free.iter().map(|&column| information[row][column] + held).collect()).collect();
        let Some(covariance) = inverse(&reduced) else { break };
        let steps: Vec<f64> = covariance
            .iter()
            .map(|row| row.iter().zip(&free).map(|(entry, &one)| entry * gradient[one]).sum())
            .collect();
        let longest = steps.iter().map(|step: &f64| step.abs()).fold(0.0, f64::max);
        let scale = if longest > STRIDE { STRIDE / longest } else { 1.0 };
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

/// The slope of the log-likelihood and the information matrix.
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
