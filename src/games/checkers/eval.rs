//! What alpha-beta needs to know of a position: its worth by the evaluation in use, what is known of moves before they are
//! tried, and which techniques pay.

use super::handwritten;
use super::moves::Move;
use super::network::Network;
use super::network::accumulators::Accumulators;
use super::position::Checkers;
use kit::search::{Evaluate, Evaluator, Margins, Techniques};

/// Pieces of the largest database that is compiled in.
const BUILT_IN_PIECES: i32 = 4;
/// What a piece less is worth to whoever wins by a database, hundredths of a man; nothing at so many pieces.
const EXCHANGE_BONUS: i32 = 500;
const EXCHANGE_LIMIT: i32 = 8;

impl Evaluate for Checkers {
    const HISTORY_SIZE: usize = 1 << 12;
    /// Margins for the learned evaluation, which is wrong by less than one made by hand; measured in `docs/checkers-engine.md`.
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

    /// What the network learnt from ends where the databases that are compiled in begin. Whoever wins wants pieces off: so a
    /// win goes from one database to the next, and each time the plies without progress count anew.
    fn progress(&mut self, position: &Checkers, ply: usize, wins: bool) -> i32 {
        let [p1, p2] = position.pieces();
        let pieces = (p1 | p2).count_ones() as i32;
        let value =
            if pieces > BUILT_IN_PIECES { self.evaluate(position, ply) } else { handwritten::evaluate(position) };
        let nearer = EXCHANGE_BONUS * (EXCHANGE_LIMIT - pieces);
        if wins { value + nearer } else { value - nearer }
    }
}

#[cfg(test)]
mod tests {
    use super::BUILT_IN_PIECES;
    use egdb::Database;

    #[test]
    fn few_pieces_are_those_of_the_databases_that_are_compiled_in() {
        assert_eq!(Database::embedded().most_pieces(), BUILT_IN_PIECES as u32);
    }
}
