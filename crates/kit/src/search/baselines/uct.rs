//! The plain UCT baseline player, with information sets if hands are hidden.

use super::super::edge::Edge;
use super::super::payoff::TeamPayoffs;
use super::super::playout::{NodeCounter, RootSide, random_playout, resolve_chance_nodes};
use super::common::{Candidate, Sampler, search};
use crate::search::control::{Aborted, Control};
use crate::search::task::{ReportHandler, SearchResult, SearchTask, Searcher};
use crate::state::State;
use base::rng::Rng;
use ugi::Turn;

/// Exploration weight for payoffs in 0..1: sqrt(2), as in UCB1 (Auer, Cesa-Bianchi and Fischer 2002).
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// Plain UCT (Kocsis and Szepesvári 2006): UCB1 on the payoff of the team to move (max^n for any number of
/// teams), random playouts to the end of the game, and one new node per iteration.
///
/// With hidden hands, each iteration samples a determinization and nodes represent sequences of moves. The exploration
/// term counts how often a move was available (single-observer ISMCTS of Cowling, Powley and Whitehouse 2012). Chance
/// events are sampled anew each time and have no node. A search to depth D runs 2^D iterations.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::search::{Control, SearchTask, Searcher, Stop, Uct};
/// use nim::Nim;
///
/// let (root, task) = (Nim { left: 6, mover: 0 }, SearchTask { depth: Some(9), ..SearchTask::default() });
/// let result = Uct.search(&root, &task, &Control::new(&Stop::default()), &mut |_| ());
/// assert_eq!(result.best, Some(2));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Uct;

/// The tree: a list of edges for each node. Node 0 is the root.
#[derive(Debug)]
struct Tree<A> {
    nodes: Vec<Vec<Edge<A>>>,
    /// The mean payoffs of all teams after each root move, in the order of node 0's edges.
    roots: Vec<TeamPayoffs>,
    /// Number of edges that may be added before the tree stops growing.
    room: usize,
    /// True as long as the root has no hidden hands and no iteration has reached a chance event. Only then is every
    /// line in the tree legal from the root.
    open: bool,
}

impl<G: State> Searcher<G> for Uct {
    fn search(
        &mut self,
        root: &G,
        task: &SearchTask<G::Action>,
        control: &Control,
        report: ReportHandler<G>,
    ) -> SearchResult<G::Action> {
        search(root, task, control, report, |moves| {
            let tree = Tree::new(&moves, task.hash, !(G::EVENTS.is_partial)(root));
            Iterations { root, moves, tree, legal: Vec::new(), path: Vec::new() }
        })
    }
}

/// A running search. All its iterations reuse the same lists.
struct Iterations<'a, G: State> {
    root: &'a G,
    moves: Vec<G::Action>,
    tree: Tree<G::Action>,
    legal: Vec<G::Action>,
    /// Node, edge and team of every tree move in the current iteration.
    path: Vec<(usize, usize, usize)>,
}

impl<G: State> Sampler<G::Action> for Iterations<'_, G> {
    /// Runs one iteration: selection, expansion, playout and backpropagation. An aborted iteration does not
    /// change the means.
    fn sample(&mut self, rng: &mut Rng, counter: &mut NodeCounter, seldepth: &mut u32) -> Result<(), Aborted> {
        let Self { root, moves, tree, legal, path } = self;
        let before = counter.nodes();
        let mut position = (G::EVENTS.determinize)(root, rng);
        let mut node = Some(0);
        path.clear();
        legal.clear();
        legal.extend_from_slice(moves);
        while let (Some(at), Turn::Seat(seat)) = (node, position.turn()) {
            let edge = tree.select(at, legal, rng);
            counter.visit()?;
            let team = position.team(seat);
            position.play(tree.nodes[at][edge].action);
            path.push((at, edge, team));
            tree.open &= position.turn() != Turn::Chance;
            resolve_chance_nodes(&mut position, rng, counter)?;
            legal.clear();
            position.actions(legal);
            let expanded = tree.nodes[at][edge].child;
            if expanded.is_none() && tree.room > legal.len() {
                tree.nodes[at][edge].child = Some(tree.nodes.len() as u32);
                tree.nodes.push(Vec::new());
            }
            node = expanded.map(|child| child as usize);
        }
        let payoffs = match position.turn() {
            Turn::Over => position.payoffs(),
            Turn::Seat(_) | Turn::Chance => random_playout(position, rng, legal, counter)?,
        };
        for &(node, edge, team) in path.iter() {
            tree.nodes[node][edge].mean.add(payoffs[team]);
        }
        if let Some(&(_, edge, team)) = path.first() {
            tree.roots[edge].add(&payoffs, team);
        }
        *seldepth = (*seldepth).max((counter.nodes() - before) as u32);
        Ok(())
    }

    /// Returns the root moves, ordered by number of visits, then by payoff, both in descending order.
    fn ranked(&self, side: RootSide) -> Vec<Candidate<G::Action>> {
        let candidate =
            |(edge, means): (&Edge<G::Action>, &TeamPayoffs)| Candidate { action: edge.action, means: means.clone() };
        let mut ranked: Vec<_> = self.tree.nodes[0].iter().zip(&self.tree.roots).map(candidate).collect();
        ranked.sort_by(|a, b| {
            let (one, other) = (&a.means.own, &b.means.own);
            other.count.cmp(&one.count).then(side.payoff(other).total_cmp(&side.payoff(one)))
        });
        ranked
    }

    /// Returns the line that starts with `action`. If `open` is set, the line goes on with the most visited move of
    /// each node.
    fn pv(&self, action: G::Action) -> Vec<G::Action> {
        let mut line = vec![action];
        let (mut node, mut action) = (0, action);
        if !self.tree.open {
            return line;
        }
        loop {
            let edge = self.tree.nodes[node].iter().find(|edge| edge.action == action);
            let Some(child) = edge.and_then(|edge| edge.child) else { return line };
            let next = self.tree.nodes[child as usize].iter().max_by_key(|edge| edge.mean.count);
            let Some(next) = next.filter(|edge| edge.mean.count > 0) else { return line };
            (node, action) = (child as usize, next.action);
            line.push(action);
        }
    }
}

impl<A: Copy + Eq> Tree<A> {
    fn new(moves: &[A], mebibytes: usize, open: bool) -> Self {
        let nodes = vec![moves.iter().map(|&action| Edge::new(action)).collect()];
        // Keeps the limit that the player had when it was frozen. At that time, each edge contained the payoffs of four
        // teams.
        let room = (mebibytes.max(1) << 20) / (size_of::<Edge<A>>() + size_of::<[f64; 4]>());
        Self { nodes, roots: vec![TeamPayoffs::default(); moves.len()], room, open }
    }

    /// Returns the index of the edge to follow: that of a random untried move or, if every legal move has been tried,
    /// the edge with the highest upper confidence bound.
    fn select(&mut self, node: usize, legal: &[A], rng: &mut Rng) -> usize {
        let edges = &mut self.nodes[node];
        let (mut untried, mut chosen, mut highest) = (0, 0, f64::NEG_INFINITY);
        for (index, &action) in legal.iter().enumerate() {
            let at = Edge::find(edges, index, action, &mut self.room);
            let edge = &mut edges[at];
            edge.available += 1;
            if edge.mean.count == 0 {
                untried += 1;
                // Reservoir sampling: each untried move is chosen with the same probability.
                if rng.below(untried) == 0 {
                    chosen = at;
                }
            } else if untried == 0 {
                let bound = edge.bound(EXPLORATION);
                if bound > highest {
                    (highest, chosen) = (bound, at);
                }
            }
        }
        chosen
    }
}
