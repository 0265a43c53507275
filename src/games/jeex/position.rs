//! A position: the stones with their directions, the stock, and the stones that attack the centre.

use super::board::{BOARD, Direction, Field, Fields, mask_if};
use ugi::Seat;

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The fields on which captured stones leave the game.
    pub battlefields: Fields,
    /// The number of occurrences of a position at which the game is a draw; 0 = never.
    pub repetition: u8,
    /// The number of plies without a capture or a placement after which the game is a draw; 0 = never.
    pub draw_plies: u32,
    /// The total number of plies after which the game is a draw; 0 = never.
    pub max_plies: u32,
}

/// A position. p1 plays White and p2 Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jeex {
    /// The direction of the stone on each field, four bits per field; 0 if the field is empty.
    pub(super) directions: u64,
    /// Plies since the last capture or placement.
    pub(super) idle: u64,
    /// The move number (section `F` of a position text). Move 1 is the opening.
    pub(super) full_move: u64,
    pub(super) rules: Rules,
    /// The fields with stones, by seat.
    pub(super) stones: [Fields; 2],
    /// The stones of both seats that attack the centre.
    pub(super) attackers: Fields,
    pub(super) stock: [u8; 2],
    pub(super) mover: Seat,
    /// The winner if the game has ended with a claim, correct or wrong.
    pub(super) claim_won_by: Option<Seat>,
}

impl Jeex {
    /// Returns the fields with stones of a seat.
    #[inline]
    pub fn stones_of(&self, seat: Seat) -> Fields {
        self.stones[seat.index() & 1]
    }

    /// Returns the stones of a seat that attack the centre.
    #[inline]
    pub fn attackers_of(&self, seat: Seat) -> Fields {
        self.stones_of(seat) & self.attackers
    }

    /// Returns the number of stones that a seat has in stock.
    #[inline]
    pub fn stock_of(&self, seat: Seat) -> u8 {
        self.stock[seat.index() & 1]
    }

    /// Returns the direction of the stone on a field, which must not be empty.
    #[inline]
    pub fn direction_on(&self, field: Field) -> Direction {
        Direction::new((self.directions >> (4 * field.index())) as usize)
    }

    /// Returns the fields without a stone.
    #[inline]
    pub fn empty(&self) -> Fields {
        BOARD & !(self.stones[0] | self.stones[1])
    }

    /// Returns whether the side to move must place its first stone.
    #[inline]
    pub fn is_opening(&self) -> bool {
        self.full_move == 1
    }

    /// Returns whether a claim would be correct now. According to the game's leaflet, it is correct if the side to move
    /// attacks the centre and the opponent does not.
    #[inline]
    pub fn claim_is_right(&self) -> bool {
        self.attackers_of(self.mover) != 0 && self.attackers_of(other(self.mover)) == 0
    }

    /// Puts a stone on an empty field and updates the attackers. Does not check the rules or change the stock.
    #[inline]
    pub(super) fn put(&mut self, seat: Seat, field: Field, direction: Direction) {
        self.stones[seat.index() & 1] |= field.bit();
        self.directions |= (direction.index() as u64) << (4 * field.index());
        self.attackers |= field.bit() & mask_if(field.attacks(direction));
    }

    /// Removes the stone from a field and updates the attackers. Does not change the stock.
    #[inline]
    pub(super) fn lift(&mut self, field: Field) {
        self.stones = self.stones.map(|stones| stones & !field.bit());
        self.directions &= !(0xF << (4 * field.index()));
        self.attackers &= !field.bit();
    }
}

/// Returns the opponent's seat.
#[inline]
pub const fn other(seat: Seat) -> Seat {
    Seat::new(seat.index() ^ 1)
}
