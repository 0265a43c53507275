//! Opening books as whoever plays sees them: the moves that are known in a position, each with its worth.

use crate::entry::GameEntry;
use crate::game::State;
use crate::options::{Spec, Values};
use anyhow::Result;
use base::rng::Rng;
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
pub trait Book<G: State>: Debug + Send + Sync {
    /// The moves that it knows here, best first; none where it does not know the position.
    fn moves(&self, position: &G) -> Vec<BookMove<G::Action>>;
}

/// The opening books of a game; [`RegisteredGame::with_book`](crate::registry::RegisteredGame::with_book) adds them to its entry.
pub trait BookOption {
    /// The game.
    type Game: GameEntry;

    /// The option that names the file of a book. It changes no rule.
    const OPTION: &'static Spec;

    /// The book that the option names; `None` where it names none.
    ///
    /// # Errors
    /// Why the book cannot be opened, behind the name of the option.
    fn book(values: &Values) -> Result<Option<Box<dyn Book<Self::Game>>>>;
}

/// Draws one of the moves that a book plays here, by weight. A move that is not legal is no book move, whatever the book says.
pub fn choose<G: State>(book: &dyn Book<G>, position: &G, rng: &mut Rng) -> Option<BookMove<G::Action>> {
    let legal = position.legal();
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
    use crate::search::toy::Toy;

    #[derive(Debug)]
    struct Fixed(Vec<BookMove<u8>>);

    impl Book<Toy> for Fixed {
        fn moves(&self, _: &Toy) -> Vec<BookMove<u8>> {
            self.0.clone()
        }
    }

    /// Every seed is a game of its own: the first one that begins with three moves.
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
