//! Searches: alpha-beta, sampling of determinizations, the baseline players, and what they have in common.
//!
//! A [`Searcher`] takes a root position, a [`SearchTask`] and a [`Control`]. It calls a [`ReportHandler`] with a
//! [`Report`] for each line of a finished iteration, and returns one [`SearchResult`]. It prints nothing.

pub(crate) mod alphabeta;
pub(crate) mod baselines;
mod clock;
mod control;
mod edge;
mod either;
mod evaluate;
#[cfg(test)]
mod exact_toys;
mod payoff;
mod playout;
mod sampled;
mod sampling;
mod skill;
mod tablebase;
mod task;
#[cfg(test)]
pub(crate) mod toy;
mod transposition_table;
mod value;

pub use crate::payoffs::Payoffs;
pub use alphabeta::AlphaBeta;
pub use baselines::{Flat, Greedy, Random, Uct};
pub use clock::{ClockLimits, Deadlines};
pub use control::{Aborted, Control, Stop};
pub use either::Either;
pub use evaluate::{Evaluate, Evaluator, Margins, Techniques};
pub(crate) use payoff::permilles;
pub use playout::NodeCounter;
pub use sampled::Sampled;
pub use sampling::Sampling;
pub use skill::Skill;
pub use tablebase::{Tablebase, Wdl};
pub use task::{Report, ReportHandler, SearchResult, SearchTask, Searcher};
pub use value::{MATE, MAX_PLY, WIN, score_of};
