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
pub mod table;
pub mod tablebase;
pub mod task;
#[cfg(test)]
pub(crate) mod toy;
pub mod value;
pub mod worth;
pub mod yardsticks;

pub use control::{Aborted, Control, Stop};
pub use evaluate::{Evaluate, Evaluator, Margins, Techniques};
pub use sampled::{Sampled, Shares, final_shares};
pub use task::{Answer, Report, Reports, Searcher, Task};
pub use ugi::{Bound, Score};
pub use value::{MATE, MAX_PLY, score_of};
