//! How players change seats.

use serde::{Deserialize, Serialize};
use ugi::Seat;

/// A change of seats: the new seat of each player, by the player's present seat. Seats beyond the end of the list stay
/// the same.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Permutation(Vec<Seat>);

impl Permutation {
    /// Creates the change after which each seat has the player whose present seat stands in `order`. Returns `None` if
    /// `order` does not contain each of its seats once.
    pub fn from_order(order: &[Seat]) -> Option<Self> {
        let to = |seat| order.iter().position(|from| *from == seat).map(Seat::new);
        Seat::all(order.len()).map(to).collect::<Option<_>>().map(Self)
    }

    /// Returns the new seat of the player in this seat.
    pub fn new_seat(&self, seat: Seat) -> Seat {
        self.0.get(seat.index()).copied().unwrap_or(seat)
    }

    /// Returns the change that reverses this one.
    pub fn inverse(&self) -> Self {
        Self::from_order(&self.0).unwrap_or_default()
    }

    /// Returns this change followed by another one.
    pub fn then(&self, next: &Self) -> Self {
        let count = self.0.len().max(next.0.len());
        Self(Seat::all(count).map(|seat| next.new_seat(self.new_seat(seat))).collect())
    }

    /// Moves the items of a list, which has one for each seat. A list that is too short stays as it is.
    pub fn apply<T>(&self, list: &mut Vec<T>) {
        if list.len() >= self.0.len() {
            let mut moved: Vec<(Seat, T)> =
                list.drain(..).enumerate().map(|(from, item)| (self.new_seat(Seat::new(from)), item)).collect();
            moved.sort_by_key(|(seat, _)| seat.index());
            list.extend(moved.into_iter().map(|(_, item)| item));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Permutation;
    use ugi::Seat;

    fn order(numbers: &[usize]) -> Option<Permutation> {
        Permutation::from_order(&numbers.iter().map(|number| Seat::new(number - 1)).collect::<Vec<_>>())
    }

    #[test]
    fn players_and_seats_move_together() {
        let turned = order(&[4, 1, 2, 3]).unwrap();
        let mut players = vec!['a', 'b', 'c', 'd', 'e'];
        turned.apply(&mut players);
        assert_eq!(players, ['d', 'a', 'b', 'c', 'e']);
        assert_eq!([0, 3, 4].map(|seat| turned.new_seat(Seat::new(seat)).index()), [1, 0, 4]);
        turned.inverse().apply(&mut players);
        assert_eq!(players, ['a', 'b', 'c', 'd', 'e']);
        let swapped = order(&[2, 1]).unwrap();
        turned.then(&swapped).apply(&mut players);
        assert_eq!(players, ['a', 'd', 'b', 'c', 'e']);
        let mut short = vec!['a'];
        turned.apply(&mut short);
        assert_eq!(short, ['a']);
    }

    #[test]
    fn an_order_has_each_seat_once() {
        for bad in [&[1, 1][..], &[1, 3], &[2]] {
            assert_eq!(order(bad), None, "{bad:?}");
        }
        assert_eq!(order(&[]), Some(Permutation::default()));
    }
}
