//! Alpha-beta search for two sides, with perfect information. Events are searched by expectimax.

mod chance;
mod goal;
mod law;
mod leaf;
mod node;
mod order;
mod path;
mod player;
mod quiesce;
mod root;
mod shared;
mod pruning;
#[cfg(test)]
mod tests;
mod worker;

pub use player::AlphaBeta;
