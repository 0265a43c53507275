//! Win-draw-loss values.

/// The result for the side to move if both sides play perfectly.
///
/// ```
/// use speltafel_base::wdl::Wdl;
///
/// assert_eq!(Wdl::Win.flipped(), Wdl::Loss);
/// assert!(Wdl::Loss < Wdl::Draw && Wdl::Draw < Wdl::Win);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Wdl {
    Loss,
    Draw,
    Win,
}

impl Wdl {
    /// Returns `win`, `draw` or `loss`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// Returns the result for the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}
