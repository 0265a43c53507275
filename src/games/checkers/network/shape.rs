//! The shape of the network: what it sees of a position, and which output weights it uses.

use crate::games::checkers::board::{BOARD, Bits};

/// A neuron that is fully on. Its square just fits 16 bits, so that the output is one multiplication and addition of
/// pairs of 16-bit numbers (`pmaddwd`) for eight neurons.
pub const ONE: i16 = 181;
/// The output is in hundredths of a man, times 2 to this.
pub const SHIFT: u32 = 17;
/// Pieces on the board at most, twelve a side: rules and texts see to that.
pub const MOST_PIECES: usize = 24;
/// Inputs of one view: a man or a king of the side whose view it is or of the other one, on each square as that side
/// sees it (its men go up).
pub const INPUTS: usize = 4 * 32;
/// Neurons of one view. Both sides have their own, with the same weights.
pub const HIDDEN: usize = 64;
/// Phases of the game: three numbers of pieces each.
pub const PHASES: usize = 8;
/// Rows of output weights, by phase and by who has the move.
pub const BUCKETS: usize = 2 * PHASES;

/// The rows 0, 2, 4 and 6 as p1 sees them. Their columns are those that start on p1's back row.
const SYSTEM: Bits = 0xF | 0xF << 9 | 0xF << 18 | 0xF << 27;

/// 0 with one to three pieces on the board, up to 7 with 22 to 24.
#[inline]
pub const fn phase(pieces: Bits) -> usize {
    (pieces.count_ones().saturating_sub(1) / 3) as usize % PHASES
}

/// The row of output weights. A side has "the move" when it is to move and an odd number of pieces, of both sides, stands
/// in the columns that start on its own back row (Sturges 1800): with equal numbers and nothing else to do it is the other
/// side that has to give way in the end. A sum over pieces cannot express this.
#[inline]
pub const fn bucket(pieces: Bits, rises: bool) -> usize {
    let system = if rises { SYSTEM } else { BOARD & !SYSTEM };
    let has_the_move = (pieces & system).count_ones() as usize % 2;
    2 * phase(pieces) + has_the_move
}
