//! The static evaluation and the move ordering.

use super::board::{Direction, Field, Fields, RING, mask_if};
use super::moves::Action;
use super::position::{Jeex, other};
use kit::search::Evaluate;
use kit::state::State;
use std::fmt::Write;
use ugi::Seat;

/// The value of a position for the side that can claim correctly now, or whose threat to claim at its next turn cannot
/// be parried. The value is above any sum of terms and below the score of a proven win.
const WON: i32 = 9_000;

/// The per-seat terms with their weights, from a logistic regression on the results of 7,000 self-play games (Texel's
/// tuning method, Österlund 2014). Log odds of 1 correspond to 300 units. The search prunes with margins in hundredths
/// of a piece, and it played best with the evaluation at this scale.
const TERMS: [(&str, i32); COUNTS] = [
    ("stones on the board", 132),
    ("stones in stock", 52),
    ("stones in stock, at most two", 44),
    ("attackers out of the enemy's reach", 90),
    ("stones that touch the centre", 54),
    ("empty fields at tips and tails", 24),
    ("fields to place on that touch the centre", 50),
    ("enemy stones before a tip", 56),
    ("stones on battlefields", 42),
    ("placement of the stones", 1),
];
const COUNTS: usize = 10;
/// The penalty if the opponent threatens to claim, added to the evaluation of the side to move.
const THREATENED: i32 = -20;
/// The bonus for the side to move.
const TEMPO: i32 = 102;

/// The value of a stone on a1 by its direction, clockwise from north. The next four tables are for a2, b1, b2 and c1.
/// The table of every other field is a reflection of one of these five.
const CORNER_A1: [i8; 8] = [26, 74, 94, -80, -80, -32, -22, -52];
const EDGE_A2: [i8; 8] = [-24, 57, 106, 57, -24, -14, 24, -14];
const EDGE_B1: [i8; 8] = [69, 46, 57, -26, -38, -21, -26, -6];
const INNER_B2: [i8; 8] = [15, 4, 32, 4, 15, -57, -40, -57];
const MIDDLE_C1: [i8; 8] = [50, 58, 14, -46, -32, -46, 14, 58];
const PLACEMENT: [[i8; 8]; 14] = placement_table();

/// The fields that a seat's stones reach, and the stones' placement value.
struct Reach {
    tips: Fields,
    /// The empty fields adjacent to a tip or a tail.
    ends: Fields,
    placement: i32,
}

impl Jeex {
    fn reach(&self, seat: Seat) -> Reach {
        let (mut tips, mut ends, mut placement) = (0, 0, 0);
        for field in Field::each(self.stones_of(seat)) {
            let direction = self.direction_on(field);
            tips |= field.tip(direction);
            ends |= field.ends(direction);
            placement += i32::from(PLACEMENT[field.index()][direction.index()]);
        }
        Reach { tips, ends: ends & self.empty(), placement }
    }

    /// Returns the seat's value of each term before weighting, in the order of [`TERMS`].
    fn counts(&self, seat: Seat, own: &Reach, enemy: &Reach) -> [i32; COUNTS] {
        let size = |set: Fields| set.count_ones() as i32;
        let stones = self.stones_of(seat);
        let stock = i32::from(self.stock_of(seat));
        [
            size(stones),
            stock,
            stock.min(2),
            size(stones & self.attackers & !enemy.tips),
            size(stones & RING),
            size(own.ends),
            size(own.ends & RING & mask_if(stock > 0)),
            size(own.tips & self.stones_of(other(seat))),
            size(stones & self.rules.battlefields),
            own.placement,
        ]
    }

    /// Returns whether the opponent attacks the centre and the side to move does not. The opponent may then be able to
    /// claim correctly at its next turn.
    fn is_threatened(&self) -> bool {
        self.attackers_of(self.mover) == 0 && self.attackers_of(other(self.mover)) != 0
    }

    /// Returns whether the side to move can attack the centre by a placement or a rotation, or capture the only enemy
    /// stone that attacks the centre. A capture by which the side to move comes to attack the centre is not considered.
    fn can_parry(&self, own: &Reach) -> bool {
        let attackers = self.attackers_of(other(self.mover));
        let places = own.ends & mask_if(self.stock_of(self.mover) > 0);
        let can_attack = (self.stones_of(self.mover) | places) & RING != 0;
        can_attack || attackers.count_ones() == 1 && attackers & own.tips != 0
    }

    /// Returns the reach of the side to move, and the counts of the side to move and of its opponent.
    fn both(&self) -> (Reach, [[i32; COUNTS]; 2]) {
        let (own, enemy) = (self.reach(self.mover), self.reach(other(self.mover)));
        let counts = [self.counts(self.mover, &own, &enemy), self.counts(other(self.mover), &enemy, &own)];
        (own, counts)
    }

    /// Formats the evaluation term by term.
    pub(super) fn explanation(&self) -> String {
        let (own, [mine, theirs]) = self.both();
        let mut out = String::new();
        for (n, (name, weight)) in TERMS.iter().enumerate() {
            let (mine, theirs) = (mine[n], theirs[n]);
            let _ = writeln!(out, "{name}: ({mine} - {theirs}) x {weight} = {}", (mine - theirs) * weight);
        }
        if self.ending().is_some() {
            return out + "the game is over";
        }
        if self.is_opening() {
            out.push_str("the opening counts as equal\n");
        } else if self.claim_is_right() {
            out.push_str("the side to move can claim Jeex\n");
        } else if self.is_threatened() {
            let word = if self.can_parry(&own) { "can" } else { "cannot" };
            let _ = writeln!(out, "the opponent threatens to claim Jeex, the side to move {word} parry: {THREATENED}");
        }
        let _ = write!(out, "to move: {TEMPO}\ntotal for the side to move: {}", self.evaluate());
        out
    }
}

impl Evaluate for Jeex {
    const ALTERNATES: bool = true;
    const HISTORY_SIZE: usize = 1 << 10;

    fn evaluate(&self) -> i32 {
        if self.is_opening() {
            return 0;
        }
        if self.claim_is_right() {
            return WON;
        }
        let (own, [mine, theirs]) = self.both();
        let balance: i32 = TERMS.iter().enumerate().map(|(n, (_, weight))| (mine[n] - theirs[n]) * weight).sum();
        match self.is_threatened() {
            true if !self.can_parry(&own) => -WON,
            true => balance + TEMPO + THREATENED,
            false => balance + TEMPO,
        }
    }

    fn is_forced(&self) -> bool {
        false
    }

    fn encode(action: Action) -> u32 {
        1 + match action {
            Action::Claim => 0,
            Action::Place(field, direction) => 1 << 8 | field.index() << 4 | direction.index(),
            Action::Rotate(field, direction) => 2 << 8 | field.index() << 4 | direction.index(),
            Action::Capture(from, to) => 3 << 8 | from.index() << 4 | to.index(),
        } as u32
    }

    fn history_index(&self, action: Action) -> usize {
        (Self::encode(action) - 1) as usize
    }

    fn order(&self, action: Action) -> i32 {
        let placement = |field: Field, direction: Direction| i32::from(PLACEMENT[field.index()][direction.index()]);
        let attack = |field: Field, direction| 100 * i32::from(field.attacks(direction));
        match action {
            Action::Claim if self.claim_is_right() => 10_000,
            Action::Claim => -10_000,
            Action::Capture(_, to) => 500 + 500 * i32::from(self.attackers & to.bit() != 0),
            Action::Place(field, direction) => attack(field, direction) + placement(field, direction),
            Action::Rotate(field, direction) => {
                let now = self.direction_on(field);
                attack(field, direction) - attack(field, now) + placement(field, direction) - placement(field, now)
            }
        }
    }

    fn is_quiet(&self, action: Action) -> bool {
        matches!(action, Action::Place(..) | Action::Rotate(..))
    }
}

/// Derives the placement values of all fields from the tables of five fields by reflection.
const fn placement_table() -> [[i8; 8]; 14] {
    let mut table = [[0; 8]; 14];
    let mut index = 0;
    while index < 14 {
        let field = Field::at(index);
        let (east, north) = (field.file() > 2, field.rank() > 1);
        let values = match (if east { 4 - field.file() } else { field.file() }, field.rank() == 1) {
            (0, false) => CORNER_A1,
            (0, true) => EDGE_A2,
            (1, false) => EDGE_B1,
            (1, true) => INNER_B2,
            _ => MIDDLE_C1,
        };
        let mut direction = 0;
        while direction < 8 {
            // A west-east reflection maps n, ne, e … to n, nw, w …; a north-south reflection maps n, ne, e … to
            // s, se, e ….
            let mirrored = if east { (8 - direction) % 8 } else { direction };
            let mirrored = if north { (12 - mirrored) % 8 } else { mirrored };
            table[index][direction] = values[mirrored];
            direction += 1;
        }
        index += 1;
    }
    table
}
