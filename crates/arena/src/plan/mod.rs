//! Reads, checks and compares tournament plans. The module `model` contains the types of a checked plan, `keys` the
//! keys of a plan file.

pub mod change;
mod check;
mod clock;
mod document;
pub mod estimate;
mod flags;
mod key;
mod key_origins;
mod keys;
mod read;
#[cfg(test)]
mod tests;
mod value;

pub use crate::model::{
    Adjudication, Clock, ClockPer, DrawRule, EloModel, Format, FormatKind, GameChoice, Limit, MoveLimits, OpeningOrder,
    Openings, Participant, Plan, Ratings, ResignRule, RunSettings, Sprt,
};
pub use check::{check_clocks, check_sides};
pub use key_origins::KeyOrigins;
pub use keys::Keys as Flags;
pub use read::read;
