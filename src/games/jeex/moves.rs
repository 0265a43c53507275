//! Move generation: lists and counts legal moves, checks legality, and samples random moves.

use super::board::{BOARD, Direction, Field, Fields, mask_if};
use super::position::{Jeex, other};
use base::rng::Rng;
use kit::state::State;
use ugi::Seat;

/// A move, which need not be legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Places a stone from stock on an empty field, pointing in a direction.
    Place(Field, Direction),
    /// Rotates the mover's stone on a field to another direction.
    Rotate(Field, Direction),
    /// The mover's stone on the first field captures the enemy stone on the second.
    Capture(Field, Field),
    /// Claims Jeex.
    Claim,
}

impl Jeex {
    /// Returns whether the side to move may place its first stone on `field` in `direction`. According to the game's
    /// leaflet, neither player's first stone may attack the centre, and the second player's stone must not point at the
    /// first from an adjacent field. In our interpretation, the second player's stone must not be adjacent to the first
    /// stone's tip either.
    pub fn may_open(&self, field: Field, direction: Direction) -> bool {
        let first = self.stones_of(other(self.mover));
        self.empty() & field.bit() != 0
            && !field.attacks(direction)
            && field.tip(direction) & first == 0
            && self.tips(other(self.mover)) & field.bit() == 0
    }

    /// Returns the fields on which a seat may place a stone after the opening. According to the game's leaflet, these
    /// are the empty fields adjacent to the tip or the tail of one of the seat's stones. The set is empty if the seat
    /// has no stone in stock.
    #[inline]
    pub fn placements(&self, seat: Seat) -> Fields {
        let ends = Field::each(self.stones_of(seat)).fold(0, |set, field| set | field.ends(self.direction_on(field)));
        ends & self.empty() & mask_if(self.stock_of(seat) > 0)
    }

    /// Returns the fields adjacent to the tips of a seat's stones.
    #[inline]
    pub fn tips(&self, seat: Seat) -> Fields {
        Field::each(self.stones_of(seat)).fold(0, |set, field| set | field.tip(self.direction_on(field)))
    }

    /// Returns the stones of a seat that can capture, i.e. that have an enemy stone adjacent to their tip.
    #[inline]
    pub fn captors(&self, seat: Seat) -> Fields {
        let enemy = self.stones_of(other(seat));
        Field::each(self.stones_of(seat))
            .fold(0, |set, field| set | field.bit() & mask_if(field.tip(self.direction_on(field)) & enemy != 0))
    }

    /// Returns whether a move is legal. After the end of the game, no move is.
    pub fn is_legal(&self, action: Action) -> bool {
        if self.ending().is_some() {
            return false;
        }
        let own = |field: Field| self.stones_of(self.mover) & field.bit() != 0;
        match action {
            Action::Place(field, direction) if self.is_opening() => self.may_open(field, direction),
            _ if self.is_opening() => false,
            Action::Place(field, _) => self.placements(self.mover) & field.bit() != 0,
            Action::Rotate(field, direction) => own(field) && self.direction_on(field) != direction,
            Action::Capture(from, to) => {
                own(from)
                    && from.next(self.direction_on(from)) == Some(to)
                    && self.stones_of(other(self.mover)) & to.bit() != 0
            }
            Action::Claim => true,
        }
    }

    /// Appends the legal moves of a game that is not over: captures, placements, rotations, then the claim. Within each
    /// kind, moves are ordered by field, then by direction.
    pub(super) fn list_moves(&self, out: &mut Vec<Action>) {
        if self.is_opening() {
            return out.extend(self.openings().map(|(field, direction)| Action::Place(field, direction)));
        }
        for from in Field::each(self.captors(self.mover)) {
            out.extend(from.next(self.direction_on(from)).map(|to| Action::Capture(from, to)));
        }
        for field in Field::each(self.placements(self.mover)) {
            out.extend(Direction::all().map(|direction| Action::Place(field, direction)));
        }
        for field in Field::each(self.stones_of(self.mover)) {
            let now = self.direction_on(field);
            out.extend(Direction::all().filter(|&d| d != now).map(|direction| Action::Rotate(field, direction)));
        }
        out.push(Action::Claim);
    }

    /// Returns the number of moves that [`Jeex::list_moves`] appends.
    pub(super) fn count_moves(&self) -> usize {
        if self.is_opening() {
            return self.openings().count();
        }
        let size = |set: Fields| set.count_ones() as usize;
        let own = self.stones_of(self.mover);
        8 * size(self.placements(self.mover)) + 7 * size(own) + size(self.captors(self.mover)) + 1
    }

    /// Returns a random move of a game that is not over: a correct claim if there is one, otherwise a uniformly random
    /// move other than the claim.
    pub(super) fn random_move(&self, rng: &mut Rng) -> Option<Action> {
        if self.is_opening() {
            return Some(self.random_opening(rng));
        }
        if self.claim_is_right() {
            return Some(Action::Claim);
        }
        let size = |set: Fields| set.count_ones() as usize;
        let own = self.stones_of(self.mover);
        let spots = self.placements(self.mover);
        let captors = self.captors(self.mover);
        let (placements, rotations) = (8 * size(spots), 7 * size(own));
        let n = rng.index(placements + rotations + size(captors));
        Some(if let Some(n) = n.checked_sub(placements + rotations) {
            let from = Field::nth(captors, n);
            Action::Capture(from, from.next(self.direction_on(from))?)
        } else if let Some(n) = n.checked_sub(placements) {
            let field = Field::nth(own, n / 7);
            Action::Rotate(field, self.direction_on(field).turned(1 + n % 7))
        } else {
            Action::Place(Field::nth(spots, n / 8), Direction::new(n))
        })
    }

    /// Iterates over the legal placements of the side to move in the opening.
    fn openings(&self) -> impl Iterator<Item = (Field, Direction)> {
        let all = Field::all().flat_map(|field| Direction::all().map(move |direction| (field, direction)));
        all.filter(|&(field, direction)| self.may_open(field, direction))
    }

    /// Samples a legal placement in the opening by rejection. Most of the 112 combinations of field and direction are
    /// legal, so one or two attempts are usually enough.
    fn random_opening(&self, rng: &mut Rng) -> Action {
        loop {
            let n = rng.index(14 * 8);
            let (field, direction) = (Field::nth(BOARD, n / 8), Direction::new(n));
            if self.may_open(field, direction) {
                return Action::Place(field, direction);
            }
        }
    }
}
