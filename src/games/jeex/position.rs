//! What a position is and what can be asked of it: who attacks the centre, where a stone may be laid, what may be
//! captured. Knows no turn order, no text and no evaluation.

use super::board::{Direction, Field};
use super::fields::Fields;
use kit::game::{Game, Seat};
use kit::plies;

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

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Lay a stone from stock on an empty field, pointing in a direction.
    Place(Field, Direction),
    /// Turn the own stone on a field to another direction.
    Rotate(Field, Direction),
    /// The own stone on the first field captures the enemy stone on the second.
    Capture(Field, Field),
    /// Claim Jeex.
    Claim,
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
        self.stones_of(seat).and(self.attackers)
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
        Fields::ALL.without(self.stones[0]).without(self.stones[1])
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
        !self.attackers_of(self.mover).is_empty() && self.attackers_of(other(self.mover)).is_empty()
    }

    /// Leaflet: in the opening neither stone may attack the centre, and the second may not point at the first when
    /// that is directly adjacent to its tip. Reading: nor may it be laid directly adjacent to the tip of the first.
    #[must_use]
    pub fn may_open(&self, field: Field, direction: Direction) -> bool {
        let first = self.stones_of(other(self.mover));
        self.empty().has(field)
            && !field.attacks(direction)
            && field.tip(direction).and(first).is_empty()
            && !self.tips(other(self.mover)).has(field)
    }

    /// Leaflet: a stone is placed on an empty field directly adjacent to tip or tail of an own stone.
    #[must_use]
    #[inline]
    pub fn placements(&self, seat: Seat) -> Fields {
        let ends = self.stones_of(seat).fold(Fields::NONE, |set, field| set.or(field.ends(self.direction_on(field))));
        ends.and(self.empty()).when(self.stock_of(seat) > 0)
    }

    /// The fields directly adjacent to the tip of a stone of a seat.
    #[must_use]
    #[inline]
    pub fn tips(&self, seat: Seat) -> Fields {
        self.stones_of(seat).fold(Fields::NONE, |set, field| set.or(field.tip(self.direction_on(field))))
    }

    /// The stones of a seat that have an enemy stone directly adjacent to their tip.
    #[must_use]
    #[inline]
    pub fn captors(&self, seat: Seat) -> Fields {
        let enemy = self.stones_of(other(seat));
        self.stones_of(seat).fold(Fields::NONE, |set, field| {
            let hits = !field.tip(self.direction_on(field)).and(enemy).is_empty();
            set.or(Fields::only(field).when(hits))
        })
    }

    /// Is this a legal move?
    #[must_use]
    pub fn is_legal(&self, action: Action) -> bool {
        if self.ending().is_some() {
            return false;
        }
        let own = self.stones_of(self.mover);
        match action {
            Action::Place(field, direction) if self.is_opening() => self.may_open(field, direction),
            _ if self.is_opening() => false,
            Action::Place(field, _) => self.placements(self.mover).has(field),
            Action::Rotate(field, direction) => own.has(field) && self.direction_on(field) != direction,
            Action::Capture(from, to) => {
                own.has(from)
                    && from.next(self.direction_on(from)) == Some(to)
                    && self.stones_of(other(self.mover)).has(to)
            }
            Action::Claim => true,
        }
    }

    /// Lays a stone on an empty field. Callers keep to the rules, or to what a position text says.
    #[inline]
    pub(super) fn put(&mut self, seat: Seat, field: Field, direction: Direction) {
        let only = Fields::only(field);
        self.stones[seat.index() & 1] = self.stones_of(seat).or(only);
        self.directions |= (direction.index() as u64) << (4 * field.index());
        self.attackers = self.attackers.or(only.when(field.attacks(direction)));
    }

    /// Lifts the stone on a field.
    #[inline]
    pub(super) fn lift(&mut self, field: Field) {
        let only = Fields::only(field);
        self.stones = self.stones.map(|stones| stones.without(only));
        self.directions &= !(0xF << (4 * field.index()));
        self.attackers = self.attackers.without(only);
    }

    /// The opening is over and a player has no stones on the board.
    #[inline]
    pub(super) fn is_bare(&self) -> bool {
        !self.is_opening() && (self.stones[0].is_empty() || self.stones[1].is_empty())
    }

    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        plies::reached(self.idle, self.rules.draw_plies)
    }

    #[inline]
    pub(super) fn is_too_long(&self) -> bool {
        plies::reached(self.plies(), self.rules.max_plies)
    }
}

/// The opponent.
#[must_use]
#[inline]
pub const fn other(seat: Seat) -> Seat {
    Seat::new(seat.index() ^ 1)
}
