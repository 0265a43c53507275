//! The reply tree, which contains replies to the root moves. It accumulates the results of many determinizations, and
//! each seat is expected to play the best replies found so far.

use super::super::edge::Edge;
use crate::payoffs::Payoffs;
use crate::search::sampled::Sampled;
use crate::state::State;
use base::rng::{Rng, mix};
use std::collections::HashMap;
use ugi::Turn;

/// Exploration weight for payoffs in 0..1. In a card game for two teams, the search with the tree scored 50.5 ± 0.2 %
/// per deal against the search without it (20,000 nodes per move). Weights of 0.15 and 0.6 and depths of 3 and 16 plies
/// were neither better nor worse.
const EXPLORATION: f64 = 0.3;
/// Maximum depth of the tree after the root move, in plies. This is also the maximum number of states visited in the
/// tree before the playout.
pub(super) const MAX_DEPTH: usize = 8;
/// The same with listed events, which count too. In Pig, where a turn may take many rolls, 8 and 16 were worse, and 40
/// was no better.
const MAX_DEPTH_WITH_EVENTS: usize = 32;

/// Returns the largest number of nodes after a root move in one determinization.
pub(super) const fn longest<G: Sampled>() -> u64 {
    G::LONGEST_PLAYOUT.saturating_add(MAX_DEPTH as u64)
}

/// The trees of single-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), one for
/// each root move. Nodes represent sequences of moves. In each determinization only legal replies are considered, and
/// the exploration term counts how often a reply was available. Each seat maximises the payoff of its own team in the
/// determinization.
///
/// A tree goes on behind an event if everybody sees all events and the game lists them. The event is sampled, and the
/// node behind it is that of the position, in whatever way it was reached. Otherwise, a tree ends at the event, because
/// positions after a deal do not recur.
// The trees of all threads lie in one `Vec`; the alignment avoids false sharing.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct ReplyTree<A> {
    nodes: Vec<Vec<Edge<A>>>,
    /// The node after each root move.
    roots: Vec<(A, u32)>,
    /// The nodes behind events, by the key of the position.
    after_events: HashMap<u64, u32>,
    /// Whether the tree goes on behind events; unknown before the first one.
    passes_events: Option<bool>,
    /// Maximum depth in plies.
    deepest: usize,
    /// Number of nodes and replies that may still be added.
    room: usize,
    /// Node, index and team of each reply in the current walk.
    path: Vec<(u32, usize, usize)>,
}

impl<A: Copy + Eq> ReplyTree<A> {
    /// Creates an empty tree that uses at most about `bytes` bytes of memory. `deepest` is the maximum depth in plies,
    /// at most [`MAX_DEPTH`]; 0 disables the tree.
    pub(super) fn new(deepest: usize, bytes: usize) -> Self {
        // A list of replies grows by doubling, so up to half of its memory is unused.
        let room = bytes / (2 * size_of::<Edge<A>>());
        Self {
            nodes: Vec::new(),
            roots: Vec::new(),
            after_events: HashMap::new(),
            passes_events: None,
            deepest,
            room,
            path: Vec::new(),
        }
    }

    /// Returns the largest number of states that the next walk visits after a root move.
    pub(super) fn longest<G: Sampled>(&self) -> u64 {
        longest::<G>().max(G::LONGEST_PLAYOUT.saturating_add(self.deepest as u64))
    }

    /// Plays on from `position`, the position after the root move `root` in this determinization, first through the
    /// tree and then by the playout policy. Adds the number of states visited after `position` to `visited`: at most
    /// [`ReplyTree::longest`]. The random numbers depend on `seed` alone.
    pub(super) fn play_on<G: Sampled<Action = A>>(
        &mut self,
        root: A,
        mut position: G,
        seed: u64,
        scratch: &mut Vec<A>,
        visited: &mut u64,
    ) -> Payoffs {
        // The events in the tree have a stream of their own, so that the playouts after all root moves begin alike.
        let (mut rng, mut events) = (Rng::new(seed), Rng::new(mix(seed)));
        let deepest = self.deepest;
        let mut node = (deepest > 0).then(|| self.root_node(root));
        self.path.clear();
        for step in 1..=deepest {
            let Some(at) = node.take() else { break };
            match position.turn() {
                Turn::Seat(seat) => {
                    scratch.clear();
                    position.actions(scratch);
                    let index = self.select(at, scratch, &position);
                    self.path.push((at, index, position.team(seat)));
                    *visited += 1;
                    let reply = &self.nodes[at as usize][index];
                    position.play(reply.action);
                    if step < deepest && reply.mean.count > 0 {
                        node = reply.child.or_else(|| self.grow(at, index));
                    }
                }
                Turn::Chance if self.passes(&position) => {
                    *visited += 1;
                    (G::EVENTS.roll)(&mut position, events.next());
                    node = self.node_after_event(position.key());
                }
                Turn::Chance | Turn::Over => break,
            }
        }
        let payoffs = match position.turn() {
            Turn::Over => position.payoffs(),
            Turn::Seat(_) | Turn::Chance => position.playout(&mut rng, scratch, visited),
        };
        for &(node, index, team) in &self.path {
            self.nodes[node as usize][index].mean.add(payoffs[team]);
        }
        payoffs
    }

    fn root_node(&mut self, root: A) -> u32 {
        if let Some(&(_, node)) = self.roots.iter().find(|(action, _)| *action == root) {
            return node;
        }
        let node = self.add_node();
        self.roots.push((root, node));
        node
    }

    /// Returns whether the tree goes on behind events. It may then become deeper.
    fn passes<G: State>(&mut self, position: &G) -> bool {
        *self.passes_events.get_or_insert_with(|| {
            let mut successors = Vec::new();
            (G::EVENTS.successors)(position, &mut successors);
            let passes = !G::EVENTS.has_secrets && !successors.is_empty();
            self.deepest = if passes { MAX_DEPTH_WITH_EVENTS } else { self.deepest };
            passes
        })
    }

    /// Returns the node of the position with this key, or `None` if the tree has reached its memory limit.
    fn node_after_event(&mut self, key: u64) -> Option<u32> {
        let known = self.after_events.get(&key).copied();
        known.or_else(|| {
            let node = (self.room > 0).then(|| self.add_node())?;
            self.after_events.insert(key, node);
            Some(node)
        })
    }

    fn add_node(&mut self) -> u32 {
        self.nodes.push(Vec::new());
        self.room = self.room.saturating_sub(1);
        self.nodes.len() as u32 - 1
    }

    /// Adds a node after a reply. Returns `None` if the tree has reached its memory limit.
    fn grow(&mut self, node: u32, index: usize) -> Option<u32> {
        let child = (self.room > 0).then(|| self.add_node());
        self.nodes[node as usize][index].child = child;
        child
    }

    /// Returns the index of the untried reply with the highest prior. If every legal reply has been tried, returns the
    /// index of the reply with the highest upper confidence bound.
    fn select<G: State<Action = A> + Sampled>(&mut self, node: u32, legal: &[A], position: &G) -> usize {
        let replies = &mut self.nodes[node as usize];
        let (mut chosen, mut highest) = (0, f64::NEG_INFINITY);
        let mut fresh: Option<(i32, usize)> = None;
        for (index, &action) in legal.iter().enumerate() {
            let reply_index = Edge::find(replies, index, action, &mut self.room);
            let reply = &mut replies[reply_index];
            reply.available = reply.available.saturating_add(1);
            if reply.mean.count == 0 {
                let prior = position.prior(action);
                if fresh.is_none_or(|(best, _)| prior > best) {
                    fresh = Some((prior, reply_index));
                }
            } else {
                let bound = reply.bound(EXPLORATION);
                if bound > highest {
                    (highest, chosen) = (bound, reply_index);
                }
            }
        }
        fresh.map_or(chosen, |(_, reply_index)| reply_index)
    }
}
