//! What a position is and what can be asked of it: where stones lie, who attacks the centre.

use super::board::{BOARD, Direction, Field, Fields, mask_if};
use kit::game::Seat;

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// A stone captured on one of these leaves the game.
    pub battlefields: Fields,
    /// Occurrences of a position that make a draw; 0 = never.
    pub repetition: u8,
    /// Draw after so many plies without a capture or a placement; 0 = never.
    pub draw_plies: u32,
    /// Draw after so many plies in all; 0 = never.
    pub max_plies: u32,
}

/// A position. p1 is White, p2 is Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jeex {
    /// Four bits a field: the direction of the stone there, 0 where none lies.
    pub(super) directions: u64,
    /// Plies since the last capture or placement.
    pub(super) idle: u64,
    /// The number after `F`; 1 is the opening.
    pub(super) full_move: u64,
    pub(super) rules: Rules,
    /// The fields with stones of each seat.
    pub(super) stones: [Fields; 2],
    /// The stones of both seats that attack the centre.
    pub(super) attackers: Fields,
    pub(super) stock: [u8; 2],
    pub(super) mover: Seat,
    /// Who won by a claim, right or wrong.
    pub(super) claim_won_by: Option<Seat>,
}

impl Jeex {
    /// The fields with stones of a seat.
    #[must_use]
    #[inline]
    pub fn stones_of(&self, seat: Seat) -> Fields {
        self.stones[seat.index() & 1]
    }

    /// The stones of a seat that attack the centre.
    #[must_use]
    #[inline]
    pub fn attackers_of(&self, seat: Seat) -> Fields {
        self.stones_of(seat) & self.attackers
    }

    /// The stones a seat has in stock.
    #[must_use]
    #[inline]
    pub fn stock_of(&self, seat: Seat) -> u8 {
        self.stock[seat.index() & 1]
    }

    /// The direction of the stone on a field.
    #[must_use]
    #[inline]
    pub fn direction_on(&self, field: Field) -> Direction {
        Direction::new((self.directions >> (4 * field.index())) as usize)
    }

    /// The fields without a stone.
    #[must_use]
    #[inline]
    pub fn empty(&self) -> Fields {
        BOARD & !(self.stones[0] | self.stones[1])
    }

    /// Is the mover to lay its first stone?
    #[must_use]
    #[inline]
    pub fn is_opening(&self) -> bool {
        self.full_move == 1
    }

    /// Leaflet: a claim is right when the mover attacks the centre and the opponent does not.
    #[must_use]
    #[inline]
    pub fn claim_is_right(&self) -> bool {
        self.attackers_of(self.mover) != 0 && self.attackers_of(other(self.mover)) == 0
    }

    /// Lays a stone on an empty field. Callers keep to the rules, or to what a position text says.
    #[inline]
    pub(super) fn put(&mut self, seat: Seat, field: Field, direction: Direction) {
        self.stones[seat.index() & 1] |= field.bit();
        self.directions |= (direction.index() as u64) << (4 * field.index());
        self.attackers |= field.bit() & mask_if(field.attacks(direction));
    }

    /// Lifts the stone on a field.
    #[inline]
    pub(super) fn lift(&mut self, field: Field) {
        self.stones = self.stones.map(|stones| stones & !field.bit());
        self.directions &= !(0xF << (4 * field.index()));
        self.attackers &= !field.bit();
    }
}

/// The opponent.
#[must_use]
#[inline]
pub const fn other(seat: Seat) -> Seat {
    Seat::new(seat.index() ^ 1)
}
