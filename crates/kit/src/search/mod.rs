//! Searches. A searcher gets a task and a control that says when to stop, reports to a handler on the way and gives one
//! answer at the end. It prints nothing.

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
pub mod transposition_table;
pub mod tablebase;
pub mod task;
#[cfg(test)]
pub(crate) mod toy;
pub mod value;
pub mod payoff;
pub mod baselines;

pub use control::{Aborted, Control, Stop};
pub use evaluate::{Evaluate, Evaluator, Margins, Techniques};
pub use sampled::{Payoffs, Sampled, final_payoffs};
pub use task::{Report, ReportHandler, SearchResult, SearchTask, Searcher};
pub use ugi::{Bound, Score};
pub use value::{MATE, MAX_PLY, score_of};
