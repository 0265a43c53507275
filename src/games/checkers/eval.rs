//! Connects checkers to the alpha-beta search: static evaluation, move ordering and search parameters.

use super::board::Bits;
use super::handwritten;
use super::moves::{Move, Mover, sizes};
use super::network::Network;
use super::network::accumulators::Accumulators;
use super::position::Checkers;
use kit::search::{Evaluate, Evaluator, Margins, Techniques};
use std::cmp::Ordering;

/// The network was trained only on positions with more pieces.
const UNTRAINED_PIECES: i32 = 4;
/// In positions that a database reports as won or lost, the winner's bonus, in hundredths of a man, is this value times
/// the difference between [`EXCHANGE_LIMIT`] and the number of pieces.
const EXCHANGE_BONUS: i32 = 500;
const EXCHANGE_LIMIT: i32 = 8;
/// With at most this many pieces, the weaker side gains `FREEDOM`, in hundredths of a man, for each of its steps, and
/// loses it for each of `USUAL_STEPS` per piece. The stronger side wins such an ending by leaving the weaker side fewer
/// and fewer steps until it has to exchange. That can take more plies than a search sees, and the network has almost
/// the same value all the way.
const CONFINED_PIECES: u32 = 7;
const FREEDOM: i32 = 4;
const USUAL_STEPS: i32 = 2;

impl Evaluate for Checkers {
    const ALTERNATES: bool = true;
    const HISTORY_SIZE: usize = 1 << 12;
    /// The margins suit the learned evaluation, which has smaller errors than the handcrafted one.
    /// `docs/checkers-engine.md` has the measurements.
    const TECHNIQUES: Techniques = Techniques {
        table_depth: 2,
        margins: Margins { reverse: 35, futility: [28, 43], razoring: Some([45, 60]), window: 18 },
        captures: false,
        game_repetition: true,
        ..Techniques::FULL
    };

    #[inline]
    fn evaluate(&self) -> i32 {
        Network::built_in().evaluate(self) + freedom(self)
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
        self.evaluate_learned(position, ply).unwrap_or_else(|| handwritten::evaluate(position)) + freedom(position)
    }

    /// Positions on which the network was not trained use the handcrafted evaluation. `EXCHANGE_BONUS` makes the winner
    /// exchange pieces: each exchange leads to a database with fewer pieces and resets the number of plies without
    /// progress.
    fn progress(&mut self, position: &Checkers, ply: usize, wins: bool) -> i32 {
        let [p1, p2] = position.pieces();
        let pieces = (p1 | p2).count_ones() as i32;
        let value =
            if pieces > UNTRAINED_PIECES { self.evaluate(position, ply) } else { handwritten::evaluate(position) };
        let bonus = EXCHANGE_BONUS * (EXCHANGE_LIMIT - pieces);
        if wins { value + bonus } else { value - bonus }
    }
}

/// Returns what the weaker side's steps in an ending are worth to the side to move.
#[inline]
fn freedom(position: &Checkers) -> i32 {
    let (own, other) = (position.own, position.other);
    if (own | other).count_ones() > CONFINED_PIECES {
        return 0;
    }
    let worth = |pieces: Bits| 2 * pieces.count_ones() + (pieces & position.kings()).count_ones();
    let value =
        |mover: Mover, pieces: Bits| FREEDOM * (sizes(mover.steps()) as i32 - USUAL_STEPS * pieces.count_ones() as i32);
    match worth(own).cmp(&worth(other)) {
        Ordering::Less => value(position.mover(), own),
        Ordering::Equal => 0,
        Ordering::Greater => -value(position.opponent(), other),
    }
}
