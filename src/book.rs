//! Opening books as whoever plays sees them: the moves that are known in a position, each with its worth. Knows no game
//! and no file.

use crate::game::Game;
use crate::rng::Rng;
use std::fmt::Debug;

/// A move that a book knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove<A> {
    /// The move.
    pub action: A,
    /// Worth for whoever plays it, in the unit of the search.
    pub value: i32,
    /// How often it is played among all of the position; 0: it is known and never played.
    pub weight: u32,
}

/// An opening book.
pub trait Book<G: Game>: Debug + Send + Sync {
    /// The moves that it knows here, best first; none where it does not know the position.
    fn moves(&self, position: &G) -> Vec<BookMove<G::Action>>;
}

/// Draws one of the moves that a book plays here, by weight. A move that is not legal is no book move, whatever the book says.
pub fn choose<G: Game>(book: &dyn Book<G>, position: &G, rng: &mut Rng) -> Option<BookMove<G::Action>> {
    let mut legal = Vec::new();
    position.actions(&mut legal);
    let known = book.moves(position);
    let played: Vec<_> = known.into_iter().filter(|known| known.weight > 0 && legal.contains(&known.action)).collect();
    let total: u64 = played.iter().map(|known| u64::from(known.weight)).sum();
    if total == 0 {
        return None;
    }
    let mut mark = rng.below(total);
    played.into_iter().find(|known| {
        let weight = u64::from(known.weight);
        let hit = mark < weight;
        mark = mark.saturating_sub(weight);
        hit
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::checkers::{Checkers, Move, Rules};

    #[derive(Debug)]
    struct Fixed(Vec<BookMove<Move>>);

    impl Book<Checkers> for Fixed {
        fn moves(&self, _: &Checkers) -> Vec<BookMove<Move>> {
            self.0.clone()
        }
    }

    #[test]
    fn moves_are_drawn_by_weight_and_only_legal_ones() {
        let start = Checkers::start(&Rules::default());
        let mut legal = Vec::new();
        start.actions(&mut legal);
        let mut replies = Vec::new();
        start.after(legal[0]).actions(&mut replies);
        let known = |action, weight| BookMove { action, value: 0, weight };
        let book = Fixed(vec![known(legal[0], 1), known(legal[1], 3), known(legal[2], 0), known(replies[0], 1000)]);
        let mut rng = Rng::new(5);
        let mut counts = [0; 2];
        for _ in 0..4000 {
            let drawn = choose(&book, &start, &mut rng).unwrap().action;
            counts[legal[..2].iter().position(|&action| action == drawn).unwrap()] += 1;
        }
        assert!((800..1200).contains(&counts[0]), "{counts:?}");
        assert_eq!(choose(&Fixed(vec![known(replies[0], 9), known(legal[2], 0)]), &start, &mut rng), None);
    }
}
