//! Opening books, and the choice of a book move.

use crate::state::State;
use base::rng::Rng;
use std::fmt::Debug;

/// A move of an opening book.
///
/// See the example of [`Book`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove<A> {
    /// The move. [`choose`] skips it if it is not legal.
    pub action: A,
    /// The value for the side that plays the move, in the unit of search values.
    pub value: i32,
    /// The weight in a random choice among the position's book moves. A move of weight 0 is never played.
    pub weight: u32,
}

/// An opening book of the game `G`; see [`Game::book`](crate::game::Game::book).
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::book::{Book, BookMove, choose};
/// use speltafel_kit::prelude::*;
/// use nim::Nim;
///
/// /// Contains only heaps of ten.
/// #[derive(Debug)]
/// struct NimBook;
///
/// impl Book<Nim> for NimBook {
///     fn moves(&self, position: &Nim) -> Vec<BookMove<u64>> {
///         let known = [BookMove { action: 2, value: 90, weight: 1 }, BookMove { action: 1, value: -90, weight: 0 }];
///         if position.left == 10 { known.to_vec() } else { Vec::new() }
///     }
/// }
///
/// let chosen = |left| choose(&NimBook, &Nim { left, mover: 0 }, &mut Rng::new(1)).map(|known| known.action);
/// assert_eq!((chosen(10), chosen(9)), (Some(2), None));
/// ```
pub trait Book<G: State>: Debug + Send + Sync {
    /// Returns the book moves of a position, best first; an empty list if the position is not in the book.
    fn moves(&self, position: &G) -> Vec<BookMove<G::Action>>;
}

/// Selects a legal book move at random, in proportion to the weights. Returns `None` if no legal move has a weight
/// above 0.
///
/// See the example of [`Book`].
pub fn choose<G: State>(book: &dyn Book<G>, position: &G, rng: &mut Rng) -> Option<BookMove<G::Action>> {
    let legal = position.legal();
    let known = book.moves(position);
    let played: Vec<_> = known.into_iter().filter(|known| known.weight > 0 && legal.contains(&known.action)).collect();
    let total: u64 = played.iter().map(|known| u64::from(known.weight)).sum();
    if total == 0 {
        return None;
    }
    let mut rest = rng.below(total);
    played.into_iter().find(|known| {
        let weight = u64::from(known.weight);
        let hit = rest < weight;
        rest = rest.saturating_sub(weight);
        hit
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::toy::Toy;

    #[derive(Debug)]
    struct Fixed(Vec<BookMove<u8>>);

    impl Book<Toy> for Fixed {
        fn moves(&self, _: &Toy) -> Vec<BookMove<u8>> {
            self.0.clone()
        }
    }

    /// Returns the start position of the toy game with the lowest seed for which there are three legal moves.
    fn start() -> Toy {
        let has_three = |toy: &Toy| {
            let legal = toy.legal();
            legal == [0, 1, 2]
        };
        (0..).map(|seed| Toy::start(&seed)).find(has_three).unwrap()
    }

    #[test]
    fn moves_are_sampled_by_weight_and_only_legal_ones() {
        let start = start();
        let known = |action, weight| BookMove { action, value: 0, weight };
        let book = Fixed(vec![known(0, 1), known(1, 3), known(2, 0), known(3, 1000)]);
        let mut rng = Rng::new(5);
        let mut counts = [0; 2];
        for _ in 0..4000 {
            counts[usize::from(choose(&book, &start, &mut rng).unwrap().action)] += 1;
        }
        assert!((800..1200).contains(&counts[0]), "{counts:?}");
        assert_eq!(choose(&Fixed(vec![known(3, 9), known(2, 0)]), &start, &mut rng), None);
    }
}
