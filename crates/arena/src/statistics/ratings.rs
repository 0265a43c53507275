//! Ratings: the Bradley–Terry model, fitted by maximum likelihood to the comparisons between sides, with standard
//! errors that are robust against dependence within a block.

use super::comparisons::Field;
use super::fit::{Prior, fit};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The rating of one participant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The Elo rating. It is fixed for anchors. Other ratings are relative to the group's anchors or, without anchors,
    /// to the group's mean, which is 0.
    pub elo: f64,
    /// The standard error in Elo; 0 for anchors. `None` if little is known about the variance: the participant has a
    /// single block, all its blocks have the same result, or one block has more than half of the variance.
    pub error: Option<f64>,
    /// Whether the rating is finite only because of the prior; always false for anchors. If some participants won or
    /// lost everything against the rest of their group, results determine the ratings within at most one part of the
    /// group. All other participants are bounded. In a mixed tournament, whether the prior matters much.
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
/// participant, directly or through others (Ford 1957). Otherwise half a drawn comparison is added to each pair that
/// met.
///
/// In a mixed tournament, the rating of a team is the sum of those of its members (Huang, Weng and Lin 2006; Weng and
/// Lin 2011). Whether the maximum is finite is then harder to tell, so there is always a prior: ratings are normally
/// distributed around their mean, or around that of the anchors.
///
/// The comparisons of a game, and the games of a block, depend on each other. The standard errors therefore come from
/// the sandwich estimator with blocks as units (Liang and Zeger 1986), each corrected for its own influence on the
/// ratings (Bell and McCaffrey 2002, with the diagonal of the leverage only). With a prior, an error is at least that
/// of the information matrix.
pub fn bradley_terry(field: &Field) -> Vec<Rating> {
    let count = field.points.len();
    let mut ratings = vec![Rating { elo: 0.0, error: None, bounded: false, group: 0 }; count];
    for (group, members) in groups(field).iter().enumerate() {
        let strong = strongest_part(field, members);
        let finite = strong.len() == members.len();
        let prior = match finite {
            _ if field.is_mixed => Prior::Normal,
            true => Prior::None,
            false => Prior::Draws,
        };
        for (&member, fitted) in members.iter().zip(fit(field, members, prior)) {
            // Results determine ratings only within a strongest part of at least two participants. An anchor's rating
            // is always determined.
            let is_determined = match prior {
                _ if field.anchors[member].is_some() => true,
                Prior::None => true,
                Prior::Draws => strong.contains(&member) && strong.len() > 1,
                Prior::Normal => !fitted.leans_on_prior,
            };
            ratings[member] = Rating { elo: fitted.elo, error: fitted.error, bounded: !is_determined, group };
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
