//! The shape of the network: its inputs and the selection of output weights.

use crate::games::checkers::board::{BOARD, Bits};

/// The value of a fully active neuron. Its square just fits 16 bits, so that one instruction (`pmaddwd`) multiplies
/// and adds pairs of 16-bit numbers for eight neurons.
pub const ONE: i16 = 181;
/// The output is in hundredths of a man, multiplied by 2 to the power of `SHIFT`.
pub const SHIFT: u32 = 17;
/// The maximum number of pieces on the board, twelve a side; rules and position texts guarantee it.
pub const MOST_PIECES: usize = 24;
/// The number of inputs per view: a man or a king of either side on each square, on the board rotated so that the own
/// men move towards higher squares.
pub const INPUTS: usize = 4 * 32;
/// The number of neurons per view. Both views have the same weights.
pub const HIDDEN: usize = 64;
/// The number of game phases. Each phase spans three piece counts.
pub const PHASES: usize = 8;
/// The number of rows of output weights, which are selected by phase and by whether the side to move has "the move".
pub const BUCKETS: usize = 2 * PHASES;

/// Rows 0, 2, 4 and 6 from p1's view. Their squares form the columns that begin on p1's back row.
const SYSTEM: Bits = 0xF | 0xF << 9 | 0xF << 18 | 0xF << 27;

/// Returns the phase: 0 with one to three pieces on the board, up to 7 with 22 to 24.
#[inline]
pub const fn phase(pieces: Bits) -> usize {
    (pieces.count_ones().saturating_sub(1) / 3) as usize % PHASES
}

/// Returns the row of output weights. A side has "the move" if it is to move and the number of pieces of both sides
/// in the columns that begin on its back row is odd (Sturges 1800). With equal numbers and no exchanges left, the
/// other side then has to give way. A sum over pieces cannot express this.
#[inline]
pub const fn bucket(pieces: Bits, rises: bool) -> usize {
    let system = if rises { SYSTEM } else { BOARD & !SYSTEM };
    let has_the_move = (pieces & system).count_ones() as usize % 2;
    2 * phase(pieces) + has_the_move
}
