//! Utilities that the packages of the workspace share: a random number generator, atomic file writes, parallel loops,
//! bit sets, numbers with a noun, dates, times with units, win-draw-loss values, quoting of input in messages,
//! suggestions for misspelt words, and exit codes.

pub mod bits;
pub mod counted;
pub mod date;
pub mod duration;
pub mod exit;
pub mod files;
#[cfg(feature = "manual")]
pub mod manual;
pub mod pairs;
pub mod parallel;
pub mod quote;
pub mod rng;
pub mod suggest;
pub mod wdl;
