//! Connects checkers to the alpha-beta search: static evaluation, move ordering and search parameters.

use super::handwritten;
use super::moves::Move;
use super::network::Network;
use super::network::accumulators::Accumulators;
use super::position::Checkers;
use kit::search::{Evaluate, Evaluator, Margins, Techniques};

/// The network was trained only on positions with more pieces.
const UNTRAINED_PIECES: i32 = 4;
/// In positions that a database reports as won or lost, the winner's bonus, in hundredths of a man, is this value times
/// the difference between [`EXCHANGE_LIMIT`] and the number of pieces.
const EXCHANGE_BONUS: i32 = 500;
const EXCHANGE_LIMIT: i32 = 8;

impl Evaluate for Checkers {
    const ALTERNATES: bool = true;
    const HISTORY_SIZE: usize = 1 << 12;
    /// The margins suit the learned evaluation, which has smaller errors than the handcrafted one.
    /// `docs/checkers-engine.md` has the measurements.
    const TECHNIQUES: Techniques = Techniques {
        table_depth: 2,
        margins: Margins { reverse: 35, futility: [28, 43], razoring: Some([45, 60]), window: 18 },
        captures: false,
        ..Techniques::FULL
    };

    #[inline]
    fn evaluate(&self) -> i32 {
        Network::built_in().evaluate(self)
    }

    #[inline]
    fn is_forced(&self) -> bool {
        self.mover().must_capture()
    }

    #[inline]
    fn encode(action: Move) -> u32 {
        action.encode()
    }

    #[inline]
    fn history_index(&self, action: Move) -> usize {
        usize::from(action.from()) << 6 | usize::from(action.to())
    }

    #[inline]
    fn order(&self, action: Move) -> i32 {
        let taken = action.taken();
        let crowned = i32::from(self.promotes(action));
        100 * taken.count_ones() as i32 + 40 * (taken & self.kings()).count_ones() as i32 + 60 * crowned
    }

    #[inline]
    fn is_quiet(&self, action: Move) -> bool {
        !action.is_capture() && !self.promotes(action)
    }
}

impl Evaluator<Checkers> for Accumulators {
    #[inline]
    fn evaluate(&mut self, position: &Checkers, ply: usize) -> i32 {
        self.evaluate_learned(position, ply).unwrap_or_else(|| handwritten::evaluate(position))
    }

    /// Positions on which the network was not trained use the handcrafted evaluation. `EXCHANGE_BONUS` makes the winner exchange pieces: each exchange
    /// leads to a database with fewer pieces and resets the number of plies without progress.
    fn progress(&mut self, position: &Checkers, ply: usize, wins: bool) -> i32 {
        let [p1, p2] = position.pieces();
        let pieces = (p1 | p2).count_ones() as i32;
        let value =
            if pieces > UNTRAINED_PIECES { self.evaluate(position, ply) } else { handwritten::evaluate(position) };
        let bonus = EXCHANGE_BONUS * (EXCHANGE_LIMIT - pieces);
        if wins { value + bonus } else { value - bonus }
    }
}
