//! What a tournament is: entrants, game, format, openings, limits, adjudication, stop rule, output.
//! This file: the types, all of them checked. `keys` has them as they are written in the plan file and as flags.

pub mod change;
mod check;
mod clock;
mod document;
pub mod estimate;
mod flags;
mod key;
mod keys;
mod places;
mod read;
#[cfg(test)]
mod tests;
mod value;

pub use crate::model::{
    Adjudication, Clock, ClockPer, DrawRule, EloModel, Entrant, Format, FormatKind, GameChoice, Limit, Openings, Order,
    Plan, Ratings, ResignRule, Running, Sprt, Thinking,
};
pub use check::{check_clocks, check_sides};
pub use keys::Keys as Flags;
pub use places::Places;
pub use read::read;
