//! What the players have decided about the next game.

use crate::actor::permutation::Permutation;
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use ugi::Seat;

/// The decisions about the next game.
#[derive(Default, Debug, Serialize, Deserialize)]
pub struct NextGame {
    /// The seats whose players are ready for it.
    pub ready: BTreeSet<Seat>,
    /// For each seat, the present seat of the player who gets it. Empty if the rule of the table decides.
    pub order: Vec<Seat>,
    /// Whether the order was drawn by lot.
    pub by_lot: bool,
}

impl NextGame {
    /// Returns the change of seats with which the next game begins. Without an order, two players change sides if
    /// `sides` is true, and all others keep their seats.
    pub fn change(&self, seats: usize, sides: bool) -> Permutation {
        let order: &[Seat] = match self.order.as_slice() {
            [] if sides && seats == 2 => &[Seat::P2, Seat::P1],
            order if order.len() == seats => order,
            _ => &[],
        };
        Permutation::from_order(order).unwrap_or_default()
    }

    /// Draws the order by lot. `below(n)` returns a random number below n.
    pub fn draw_lots(&mut self, seats: usize, mut below: impl FnMut(u64) -> Result<u64>) -> Result<()> {
        let mut order: Vec<Seat> = Seat::all(seats).collect();
        for last in (1..seats).rev() {
            order.swap(last, below(last as u64 + 1)? as usize);
        }
        (self.order, self.by_lot) = (order, true);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_is_drawn_once_from_all_numbers() {
        let mut orders = BTreeSet::new();
        for number in 0..24 {
            let mut rest = number;
            let mut next = NextGame::default();
            let below = |count| {
                let drawn = rest % count;
                rest /= count;
                Ok(drawn)
            };
            next.draw_lots(4, below).unwrap();
            assert!(next.by_lot && Permutation::from_order(&next.order).is_some());
            orders.insert(next.order);
        }
        assert_eq!(orders.len(), 24);
    }

    #[test]
    fn an_order_goes_before_the_rule() {
        let mut next = NextGame::default();
        let new_seat_of_p1 = |next: &NextGame, seats, sides| next.change(seats, sides).new_seat(Seat::P1).number();
        assert_eq!((new_seat_of_p1(&next, 2, true), new_seat_of_p1(&next, 2, false)), (2, 1));
        assert_eq!(new_seat_of_p1(&next, 4, true), 1);
        next.order = vec![Seat::P1, Seat::P2];
        assert_eq!(new_seat_of_p1(&next, 2, true), 1);
        assert_eq!(new_seat_of_p1(&next, 3, true), 1, "an order for another number of seats");
    }
}
