//! The board orientation of programs that are connected by Hub or DXP.

use clap::ValueEnum;
use strum::{EnumString, VariantNames};

/// The orientation in which a client sends positions.
///
/// pydraughts lets White begin even in English draughts: it rotates the board by 180 degrees and exchanges the colours
/// of the pieces, but sends moves with the standard square numbers. In Hub it exchanges the side to move too, so its
/// start position has White to move and black men on 1 to 12, and yet its first move may be 11-15.
///
/// A set-up position may be legal in both orientations; only the moves played from it show which one is meant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, EnumString, VariantNames, ValueEnum)]
#[strum(serialize_all = "lowercase")]
pub enum Orientation {
    /// The orientation is detected
    #[default]
    Auto,
    /// The orientation that the protocol specifies
    Plain,
    /// The orientation of pydraughts
    Turned,
}
