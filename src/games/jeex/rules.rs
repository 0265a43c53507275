//! The rules: what a position is, which moves are legal, what they do, how the game ends.
//! Knows no text and no evaluation.

use super::board::{Direction, Field, Fields};
use crate::game::{Ending, Game, NoEvent, Reason, Seat, Turn};
use crate::notation::plies_of_full_move;
use crate::rng::{Rng, mix};

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// A stone captured on one of these leaves the game.
    pub battlefields: Fields,
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

    /// Is the mover to lay his first stone?
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
    fn is_bare(&self) -> bool {
        !self.is_opening() && (self.stones[0].is_empty() || self.stones[1].is_empty())
    }

    #[inline]
    fn is_idle(&self) -> bool {
        self.rules.draw_plies > 0 && self.idle >= u64::from(self.rules.draw_plies)
    }

    #[inline]
    fn is_too_long(&self) -> bool {
        self.rules.max_plies > 0 && self.plies() >= u64::from(self.rules.max_plies)
    }
}

/// The opponent.
#[must_use]
#[inline]
pub const fn other(seat: Seat) -> Seat {
    Seat::new(seat.index() ^ 1)
}

impl Game for Jeex {
    const NAME: &'static str = "jeex";

    type Rules = Rules;
    type Action = Action;
    type Event = NoEvent;

    fn start(rules: &Rules) -> Self {
        Self {
            directions: 0,
            idle: 0,
            full_move: 1,
            rules: *rules,
            stones: [Fields::NONE; 2],
            attackers: Fields::NONE,
            stock: [7; 2],
            mover: Seat::P1,
            claim_won_by: None,
        }
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.ending().is_some() { Turn::Over } else { Turn::Seat(self.mover) }
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        if let Some(winner) = self.claim_won_by {
            // The turn has passed on: who won by the own claim is not to move any more.
            let reason = if winner == self.mover { Reason::WrongClaim } else { Reason::Claim };
            Some(Ending::win(winner.index(), reason))
        } else if self.is_bare() {
            Some(Ending::draw(Reason::NoStones))
        } else if self.is_idle() {
            Some(Ending::draw(Reason::NoProgress))
        } else if self.is_too_long() {
            Some(Ending::draw(Reason::MaxPlies))
        } else {
            None
        }
    }

    #[inline]
    fn plies(&self) -> u64 {
        plies_of_full_move(self.full_move, self.mover == Seat::P2)
    }

    fn plies_left(&self) -> u32 {
        let left = |limit: u32, used: u64| match limit {
            0 => u32::MAX,
            _ => u64::from(limit).saturating_sub(used) as u32,
        };
        left(self.rules.draw_plies, self.idle).min(left(self.rules.max_plies, self.plies()))
    }

    /// Captures, placements, rotations, the claim; each by field and direction.
    fn actions(&self, out: &mut Vec<Action>) {
        if self.ending().is_some() {
            return;
        }
        if self.is_opening() {
            let all = Field::all().flat_map(|field| Direction::all().map(move |direction| (field, direction)));
            let legal = all.filter(|&(field, direction)| self.may_open(field, direction));
            out.extend(legal.map(|(field, direction)| Action::Place(field, direction)));
            return;
        }
        for from in self.captors(self.mover) {
            out.extend(from.next(self.direction_on(from)).map(|to| Action::Capture(from, to)));
        }
        for field in self.placements(self.mover) {
            out.extend(Direction::all().map(|direction| Action::Place(field, direction)));
        }
        for field in self.stones_of(self.mover) {
            let now = self.direction_on(field);
            out.extend(Direction::all().filter(|&d| d != now).map(|direction| Action::Rotate(field, direction)));
        }
        out.push(Action::Claim);
    }

    fn count_actions(&self) -> usize {
        if self.ending().is_some() {
            return 0;
        }
        if self.is_opening() {
            return Field::all()
                .flat_map(|f| Direction::all().map(move |d| (f, d)))
                .filter(|&(f, d)| self.may_open(f, d))
                .count();
        }
        let own = self.stones_of(self.mover);
        8 * self.placements(self.mover).count() + 7 * own.count() + self.captors(self.mover).count() + 1
    }

    #[inline]
    fn play(&mut self, action: Action) {
        let mover = self.mover.index() & 1;
        match action {
            Action::Place(field, direction) => {
                self.stock[mover] = self.stock[mover].saturating_sub(1);
                self.put(self.mover, field, direction);
                self.idle = 0;
            }
            Action::Rotate(field, direction) => {
                self.lift(field);
                self.put(self.mover, field, direction);
                self.idle = self.idle.saturating_add(1);
            }
            Action::Capture(from, to) => {
                // Leaflet: the captor keeps its direction; the captured stone is turned over and joins the stock,
                // or leaves the game when it lay on a battlefield.
                let direction = self.direction_on(from);
                self.lift(from);
                self.lift(to);
                self.put(self.mover, to, direction);
                self.stock[mover] += u8::from(!self.rules.battlefields.has(to));
                self.idle = 0;
            }
            Action::Claim => {
                self.claim_won_by = Some(if self.claim_is_right() { self.mover } else { other(self.mover) });
            }
        }
        self.full_move = self.full_move.saturating_add(mover as u64);
        self.mover = other(self.mover);
    }

    fn random_action(&self, rng: &mut Rng, _: &mut Vec<Action>) -> Option<Action> {
        if self.ending().is_some() {
            return None;
        }
        if self.is_opening() {
            return Some(self.random_opening(rng));
        }
        if self.claim_is_right() {
            return Some(Action::Claim);
        }
        let own = self.stones_of(self.mover);
        let spots = self.placements(self.mover);
        let captors = self.captors(self.mover);
        let (placements, rotations) = (8 * spots.count(), 7 * own.count());
        let n = rng.index(placements + rotations + captors.count());
        Some(if let Some(n) = n.checked_sub(placements + rotations) {
            let from = captors.nth(n);
            Action::Capture(from, from.next(self.direction_on(from))?)
        } else if let Some(n) = n.checked_sub(placements) {
            let field = own.nth(n / 7);
            Action::Rotate(field, self.direction_on(field).turned(1 + n % 7))
        } else {
            Action::Place(spots.nth(n / 8), Direction::new(n))
        })
    }

    fn key(&self) -> u64 {
        let phase = self.mover.index() as u64 | u64::from(self.is_opening()) << 1;
        let sets = self.stones.map(|stones| u64::from(stones.bits()));
        let stock = self.stock.map(u64::from);
        let counts = sets[0] | sets[1] << 16 | stock[0] << 32 | stock[1] << 40 | phase << 48;
        mix(self.directions ^ mix(counts | u64::from(self.rules.battlefields.bits()) << 50))
    }

    fn happen(&mut self, event: &NoEvent) {
        match *event {}
    }
}

impl Jeex {
    /// Most of the 112 ways to lay a stone are legal, so drawing until one is takes a draw or two.
    fn random_opening(&self, rng: &mut Rng) -> Action {
        loop {
            let n = rng.index(14 * 8);
            let (field, direction) = (Fields::ALL.nth(n / 8), Direction::new(n));
            if self.may_open(field, direction) {
                return Action::Place(field, direction);
            }
        }
    }
}
