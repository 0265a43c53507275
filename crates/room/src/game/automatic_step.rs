//! What the table plays by itself.

use ugi::Seat;

/// A step that the table plays by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum AutomaticStep {
    /// The referee draws a chance event.
    Event,
    /// The only legal move of a person, which plays nothing, such as a pass.
    Forced(Seat, String),
}
