//! A move that the referee has judged.

use game::Situation;
use std::ops::Range;

/// A legal move, and what follows from it.
pub struct Judged {
    pub(super) situation: Situation,
    /// The languages in which the position was asked for at the same time, because nothing was hidden.
    pub(super) asked: Vec<Asked>,
    /// Whether the move reveals something about a hidden hand. A fold shows the hand, and a pass shows that nothing in
    /// the hand can be played.
    pub(super) reveals: bool,
}

/// A language, and the tokens whose facts were asked for in it.
pub(super) type Asked = (String, Range<usize>);
