//! What a tournament is: participants, game, format, openings, limits, adjudication, stop rule, output.
//! This file: the types, all of them checked. `keys` has them as they are written in the plan file and as flags.

pub mod change;
mod check;
mod clock;
mod document;
pub mod estimate;
mod flags;
mod key;
mod keys;
mod key_origins;
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
