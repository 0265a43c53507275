//! What several packages of the workspace need and none of them owns: random streams that are the same everywhere, files
//! written whole, work on several threads, bit sets, win-draw-loss values, input as it may stand in a message, exit codes.

pub mod bits;
pub mod date;
pub mod exit;
pub mod files;
#[cfg(feature = "manual")]
pub mod manual;
pub mod pairs;
pub mod parallel;
pub mod quote;
pub mod rng;
pub mod wdl;
