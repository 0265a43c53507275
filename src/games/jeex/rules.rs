//! The rules of play: which moves are legal, what they do, how the game ends. Knows no text and no evaluation.

use super::board::{Direction, Field};
use super::fields::Fields;
use super::position::{Action, Jeex, Rules, other};
use base::rng::{Rng, mix};
use kit::game::{Ending, Game, NoEvent, Reason, Seat, Turn};
use kit::plies;

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

    fn repetitions(&self) -> Option<u32> {
        Some(self.rules.repetition.into()).filter(|&most| most > 0)
    }

    /// Only a capture on a battlefield takes a stone out of the game: all others can be placed and captured back.
    #[inline]
    fn is_irreversible(&self, action: Action) -> bool {
        match action {
            Action::Place(..) => self.is_opening(),
            Action::Rotate(..) => false,
            Action::Capture(_, to) => self.rules.battlefields.has(to),
            Action::Claim => true,
        }
    }

    #[inline]
    fn plies(&self) -> u64 {
        plies::of_full_move(self.full_move, self.mover == Seat::P2)
    }

    fn plies_left(&self) -> u32 {
        plies::left(self.idle, self.rules.draw_plies).min(plies::left(self.plies(), self.rules.max_plies))
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
