//! The evaluation, and what move ordering wants to know. Knows no search.

use super::board::Fields;
use super::rules::{Action, Jeex, other};
use crate::game::{Game, Seat};
use crate::search::Evaluate;
use std::fmt::Write;

/// A right claim is there, or cannot be prevented: better than any count of stones, less than a proved win.
const WON: i32 = 9_000;

/// What is counted for each seat, with its weight for the mover and for the opponent.
const TERMS: [(&str, i32, i32); COUNTS] = [
    ("stones on the board", 60, 60),
    ("stones in stock", 30, 30),
    ("stones that attack the centre", 40, 40),
    ("of these out of reach of the enemy", 40, 40),
    ("stones that touch the centre", 20, 20),
    ("fields to place on", 4, 4),
    ("of these touching the centre", 8, 8),
    ("enemy stones before a tip", 40, 20),
];
const COUNTS: usize = 8;
/// The opponent threatens to claim.
const THREATENED: i32 = -60;
/// The right to move.
const TEMPO: i32 = 20;

/// What the stones of a seat reach.
struct Reach {
    tips: Fields,
    places: Fields,
}

impl Jeex {
    fn reach(&self, seat: Seat) -> Reach {
        let (mut tips, mut ends) = (Fields::NONE, Fields::NONE);
        for field in self.stones_of(seat) {
            let direction = self.direction_on(field);
            tips = tips.or(field.tip(direction));
            ends = ends.or(field.ends(direction));
        }
        Reach { tips, places: ends.and(self.empty()).when(self.stock_of(seat) > 0) }
    }

    /// The counts of a seat, in the order of [`TERMS`].
    fn counts(&self, seat: Seat, own: &Reach, enemy: &Reach) -> [i32; COUNTS] {
        let stones = self.stones_of(seat);
        let attackers = stones.and(self.attackers);
        [
            stones.count() as i32,
            i32::from(self.stock_of(seat)),
            attackers.count() as i32,
            attackers.without(enemy.tips).count() as i32,
            stones.and(Fields::RING).count() as i32,
            own.places.count() as i32,
            own.places.and(Fields::RING).count() as i32,
            own.tips.and(self.stones_of(other(seat))).count() as i32,
        ]
    }

    /// Does the opponent attack the centre and the mover not? Then the next turn may be his last.
    fn is_threatened(&self) -> bool {
        self.attackers_of(self.mover).is_empty() && !self.attackers_of(other(self.mover)).is_empty()
    }

    /// Can the mover attack the centre in one move, or capture the only stone that does?
    fn can_parry(&self, own: &Reach) -> bool {
        let attackers = self.attackers_of(other(self.mover));
        let can_attack = !self.stones_of(self.mover).or(own.places).and(Fields::RING).is_empty();
        can_attack || attackers.count() == 1 && !attackers.and(own.tips).is_empty()
    }

    /// Mover and opponent, counted.
    fn both(&self) -> (Reach, [[i32; COUNTS]; 2]) {
        let (own, enemy) = (self.reach(self.mover), self.reach(other(self.mover)));
        let counts = [self.counts(self.mover, &own, &enemy), self.counts(other(self.mover), &enemy, &own)];
        (own, counts)
    }

    /// The evaluation term by term, for people.
    pub(super) fn explanation(&self) -> String {
        let (own, counts) = self.both();
        let mut out = String::new();
        for (n, (name, mover, opponent)) in TERMS.iter().enumerate() {
            let (mine, theirs) = (counts[0][n], counts[1][n]);
            let _ = writeln!(
                out,
                "{name}: {mine} x {mover} - {theirs} x {opponent} = {}",
                mine * mover - theirs * opponent
            );
        }
        if self.is_opening() {
            out.push_str("the opening counts as even\n");
        } else if self.claim_is_right() {
            out.push_str("the side to move can claim Jeex\n");
        } else if self.is_threatened() {
            let word = if self.can_parry(&own) { "can" } else { "cannot" };
            let _ = writeln!(out, "the opponent threatens to claim Jeex, the side to move {word} parry");
        }
        let _ =
            write!(out, "total for the side to move: {}", if self.ending().is_some() { 0 } else { self.evaluate() });
        out
    }
}

impl Evaluate for Jeex {
    const SLOTS: usize = 2 << 10;

    fn evaluate(&self) -> i32 {
        if self.is_opening() {
            return 0;
        }
        if self.claim_is_right() {
            return WON;
        }
        let (own, [mine, theirs]) = self.both();
        let terms = TERMS.iter().enumerate();
        let balance: i32 = terms.map(|(n, (_, mover, opponent))| mine[n] * mover - theirs[n] * opponent).sum();
        match self.is_threatened() {
            true if !self.can_parry(&own) => -WON,
            true => balance + TEMPO + THREATENED,
            false => balance + TEMPO,
        }
    }

    fn is_forced(&self) -> bool {
        false
    }

    fn code(action: Action) -> u32 {
        1 + match action {
            Action::Place(field, direction) => 1 << 8 | field.index() << 4 | direction.index(),
            Action::Rotate(field, direction) => 2 << 8 | field.index() << 4 | direction.index(),
            Action::Capture(from, to) => 3 << 8 | from.index() << 4 | to.index(),
            Action::Claim => 0,
        } as u32
    }

    fn slot(&self, action: Action) -> usize {
        self.mover.index() << 10 | (Self::code(action) - 1) as usize
    }

    fn order(&self, action: Action) -> i32 {
        let attacks = |field: super::board::Field, direction| i32::from(field.attacks(direction));
        match action {
            Action::Claim if self.claim_is_right() => 10_000,
            Action::Claim => -10_000,
            Action::Capture(_, to) => 500 + 500 * i32::from(self.attackers.has(to)),
            Action::Place(field, direction) => 100 * attacks(field, direction),
            Action::Rotate(field, direction) => {
                100 * attacks(field, direction) - 100 * i32::from(self.attackers.has(field))
            }
        }
    }

    fn is_quiet(&self, action: Action) -> bool {
        matches!(action, Action::Place(..) | Action::Rotate(..))
    }
}
