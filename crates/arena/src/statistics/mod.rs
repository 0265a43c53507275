//! Statistics of game records: blocks, scores, Elo, sequential tests, ratings and tallies. All results depend only on
//! the plan and the records.

mod blocks;
mod comparisons;
mod deviate;
mod elo;
mod estimate;
mod fit;
mod forecast;
mod likelihood;
mod linear;
mod outcomes;
mod pair;
mod ratings;
mod remarks;
mod residuals;
mod sprt;
#[cfg(test)]
pub(crate) mod synthetic;
mod tally;
#[cfg(test)]
mod tests;
mod tracker;

pub use blocks::{Block, Blocks, Side, comparison, is_void, payoffs, side_payoffs, sides, split};
pub use comparisons::{Comparison, Field};
pub use elo::{ELO_PER_DEVIATION, ELO_PER_LOGIT, QUANTILE, elo, expected_score, normal};
pub use estimate::{Estimate, signed, unsigned_zero};
pub use forecast::{Expected, Forecast, expected};
pub use outcomes::Outcomes;
pub use pair::{Pair, pairs};
pub use ratings::{Rating, bradley_terry};
pub use remarks::{ParticipantRemarks, RemarkCollector, Remarks};
pub use residuals::{Residual, ResidualBuilder};
pub use sprt::{Decision, LlrError, Sequential, llr};
pub use tally::{Effort, End, FaultCounts, GroupScore, Tally, TallyBuilder};
pub use tracker::{BlockPlace, Tracker};
