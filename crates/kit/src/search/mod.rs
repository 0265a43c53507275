//! Searches: alpha-beta, sampling of determinizations, the baseline players, and their common parts.
//!
//! A [`Searcher`] takes a root position, a [`SearchTask`] and a [`Control`]. It calls a [`ReportHandler`] with a
//! [`Report`] for each line of a finished iteration, and returns one [`SearchResult`]. It prints nothing.

pub mod alphabeta;
pub mod clock;
pub mod control;
pub mod evaluate;
#[cfg(test)]
mod exact_toys;
pub mod playout;
pub mod sampled;
pub mod sampling;
pub mod skill;
pub mod tablebase;
pub mod task;
pub mod transposition_table;
#[cfg(test)]
pub(crate) mod toy;
pub mod baselines;
pub mod payoff;
pub mod value;

pub use crate::payoffs::Payoffs;
pub use control::{Aborted, Control, Stop};
pub use evaluate::{Evaluate, Evaluator, Margins, Techniques};
pub use sampled::Sampled;
pub use task::{Report, ReportHandler, SearchResult, SearchTask, Searcher};
pub use ugi::{Bound, Score};
pub use value::{MATE, MAX_PLY, score_of};
