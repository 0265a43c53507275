//! What the players have decided about the next game.

use crate::fair::FairDeal;
use crate::permutation::Permutation;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use ugi::Seat;

/// The decisions about the next game.
#[derive(Default, Debug, Serialize, Deserialize)]
pub struct NextGame {
    /// The seats whose players are ready for it.
    pub ready: BTreeSet<Seat>,
    /// For each seat, the present seat of the player who gets it. Empty if the rule of the table decides, and while
    /// lots are drawn.
    pub order: Vec<Seat>,
    /// The lots that decide about the order.
    pub lots: Option<FairDeal>,
    /// The present seat of the player who has chosen a seat after the lots.
    pub chosen: Option<Seat>,
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

    /// Decides about the order, or leaves that to lots. Nobody is ready for other seats.
    pub fn decide(&mut self, order: Vec<Seat>, lots: Option<FairDeal>) {
        *self = Self { order, lots, ..Self::default() };
    }

    /// Returns the lots while they wait for players.
    pub fn pending_lots(&mut self) -> Option<&mut FairDeal> {
        self.lots.as_mut().filter(|lots| !lots.is_complete())
    }

    /// Gives a player one of the seats `choices`, in exchange for the one of these seats that was drawn. Returns false
    /// if the player has drawn none of them, or if somebody has chosen before.
    pub fn choose(&mut self, player: Seat, seat: Seat, choices: &[Seat]) -> bool {
        let drawn = self.order.iter().position(|other| *other == player).map(Seat::new);
        let Some(drawn) = drawn.filter(|drawn| choices.contains(drawn) && choices.contains(&seat)) else {
            return false;
        };
        if self.lots.is_none() || self.chosen.is_some() || seat.index() >= self.order.len() {
            return false;
        }
        self.order.swap(drawn.index(), seat.index());
        self.chosen = Some(player);
        true
    }

    /// Draws the lots if all players have sent their bits. Nobody is ready for the drawn seats, so that the players can
    /// choose first. Returns false if the lots have been drawn before.
    pub fn finish_lots(&mut self) -> bool {
        let complete = self.lots.as_ref().filter(|lots| self.order.is_empty() && lots.is_complete());
        if let Some(order) = complete.map(FairDeal::lots) {
            self.order = order;
            self.ready.clear();
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moment::random;

    #[test]
    fn lots_are_drawn_once() {
        let mut next = NextGame::default();
        assert!(!next.finish_lots() && next.pending_lots().is_none());
        next.decide(Vec::new(), Some(FairDeal::new(4, [Seat::P2], &mut random()).unwrap()));
        assert!(!next.finish_lots() && next.pending_lots().is_some());
        next.decide(Vec::new(), Some(FairDeal::new(4, [], &mut random()).unwrap()));
        assert!(next.finish_lots() && !next.finish_lots() && next.pending_lots().is_none());
        assert!(next.order.len() == 4 && Permutation::from_order(&next.order).is_some());
    }

    #[test]
    fn the_first_choice_decides() {
        let seats: Vec<Seat> = Seat::all(4).collect();
        let [one, two, three, four] = seats[..] else { panic!() };
        let choices = [two, four];
        let mut next = NextGame::default();
        next.decide(seats.clone(), None);
        assert!(!next.choose(two, four, &choices), "no lots were drawn");
        next.decide(seats.clone(), Some(FairDeal::new(4, [], &mut random()).unwrap()));
        assert!(!next.choose(two, three, &choices) && !next.choose(one, two, &choices) && !next.choose(two, four, &[]));
        assert!(next.choose(two, four, &choices) && !next.choose(four, four, &choices));
        assert_eq!((&next.order[..], next.chosen), (&[one, four, three, two][..], Some(two)));
        next.decide(seats, Some(FairDeal::new(4, [], &mut random()).unwrap()));
        assert!(next.choose(two, two, &choices) && !next.choose(four, two, &choices), "two keeps the seat");
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
