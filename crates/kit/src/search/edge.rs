//! The edges of search trees over information sets: the moves of a node, with their statistics.

use super::payoff::MeanPayoff;

/// A move at a node. Nodes represent sequences of moves, so a move may be legal in some determinizations only.
#[derive(Debug)]
pub struct Edge<A> {
    /// The move.
    pub action: A,
    /// Number of visits to the node in which the move was legal.
    pub available: u32,
    /// The node after the move, if there is one.
    pub child: Option<u32>,
    /// The mean payoff of the team that chooses the move.
    pub mean: MeanPayoff,
}

impl<A: Copy + Eq> Edge<A> {
    /// Creates the edge of a move that was never played.
    pub fn new(action: A) -> Self {
        Self { action, available: 0, child: None, mean: MeanPayoff::default() }
    }

    /// Returns the index of the edge of `action`, which is the legal move with this `rank`. A new edge is added at the
    /// end and uses up some of the `room`.
    pub fn find(edges: &mut Vec<Self>, rank: usize, action: A, room: &mut usize) -> usize {
        // If nothing is hidden, the edges are in the order of the legal moves.
        let found = match edges.get(rank) {
            Some(edge) if edge.action == action => Some(rank),
            _ => edges.iter().position(|edge| edge.action == action),
        };
        found.unwrap_or_else(|| {
            edges.push(Self::new(action));
            *room = room.saturating_sub(1);
            edges.len() - 1
        })
    }

    /// Returns the upper confidence bound of a move that was played (UCB1: Auer, Cesa-Bianchi and Fischer 2002).
    pub fn bound(&self, exploration: f64) -> f64 {
        let count = self.mean.count as f64;
        self.mean.sum / count + exploration * (f64::from(self.available).ln() / count).sqrt()
    }
}
