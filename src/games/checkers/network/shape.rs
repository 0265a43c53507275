//! The shape of the network: its inputs and the selection of output weights.

use crate::games::checkers::board::{BOARD, Bits};

/// The value of a fully active neuron. Its square is the largest that fits in an `i16`, so a single instruction
/// (`pmaddwd`) can multiply and add pairs of 16-bit numbers.
pub const ONE: i16 = 181;
/// The sum in the output layer is in hundredths of a man times 2 to the power of `SHIFT`.
pub const SHIFT: u32 = 17;
/// The maximum number of pieces on the board, twelve per side. The rules and the parser for position texts guarantee
/// it.
pub const MOST_PIECES: usize = 24;
/// The number of inputs per view: a man or a king of either side on each square. The board is rotated so that the
/// viewer's men move towards higher squares.
pub const INPUTS: usize = 4 * 32;
/// The number of neurons per view. Both views have the same weights.
pub const HIDDEN: usize = 64;
/// The number of game phases. Each phase spans three piece counts.
pub const PHASES: usize = 8;
/// The number of rows of output weights, which are selected by phase and by whether the side to move has "the move".
pub const BUCKETS: usize = 2 * PHASES;

/// The zero-based rows 0, 2, 4 and 6 from p1's view. Their squares form the columns that begin on p1's back row.
const SYSTEM: Bits = 0xF | 0xF << 9 | 0xF << 18 | 0xF << 27;

/// Returns the game phase, from 0 with at most three pieces on the board to 7 with at least 22.
#[inline]
pub const fn phase(pieces: Bits) -> usize {
    (pieces.count_ones().saturating_sub(1) / 3) as usize % PHASES
}

/// Returns the index of the row of output weights. `rises` is whether p1 is to move.
///
/// The side to move has "the move" if the columns that begin on its back row contain an odd number of pieces, counting
/// both sides (Sturges 1800). If both sides have equally many pieces and no exchange is left, the other side then has
/// to give way. A sum of weights per piece cannot express this parity.
#[inline]
pub const fn bucket(pieces: Bits, rises: bool) -> usize {
    let system = if rises { SYSTEM } else { BOARD & !SYSTEM };
    let has_the_move = (pieces & system).count_ones() as usize % 2;
    2 * phase(pieces) + has_the_move
}
