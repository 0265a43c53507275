//! Reads, checks and compares tournament plans. The module `model` contains the types of a checked plan, `keys` the
//! keys of a plan file.

pub mod change;
mod check;
mod clock;
mod keys;
mod read;
mod source;
#[cfg(test)]
mod tests;
mod value;

pub use crate::model::{
    Adjudication, Clock, ClockPer, DatabaseResults, DatabaseRule, DrawRule, EloModel, EqualTeams, Format, FormatKind,
    GameChoice, Limit, ListChoice, LoggedGames, MoveLimits, OpeningOrder, OpeningPolicy, OpeningSettings, Openings,
    Output, PairingKind, Parameter, Participant, Plan, Ratings, ResignRule, Restart, RunSettings, Sprt, Stop, Tune,
    WantedParameter,
};
pub use check::{check_game, find_misfits};
pub use keys::{Flags, PARAMETERS};
pub use read::{read, read_with_errors};
pub use source::Source;
