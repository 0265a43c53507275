//! The hand-made evaluation for the strong player, and what alpha-beta needs to know about moves. Weights are hundredths
//! of a man. Knows no search.

use super::board::{BOARD, Bits, shift};
use super::moves::{Move, sizes};
use super::rules::Checkers;
use crate::search::Evaluate;
use std::fmt::Write;

/// What is weighed for each side by itself, in the order of [`Side::terms`].
const TERMS: [&str; 9] =
    ["men", "kings", "advance", "back row", "centre", "edge", "double corner", "dog hole", "king freedom"];

/// Rows by the bits of their number: a man's row, seen from its own side, is the sum of those it is in.
const ROW_BIT_0: Bits = 0xF << 4 | 0xF << 13 | 0xF << 22 | 0xF << 31;
const ROW_BIT_1: Bits = 0xFF << 9 | 0xFF << 27;
const ROW_BIT_2: Bits = 0xFF << 18 | 0xFF << 27;
/// Rows that a side's back row belongs to when the board is cut into two systems for counting who has "the move".
const SYSTEM: Bits = 0xF | 0xF << 9 | 0xF << 18 | 0xF << 27;
/// Squares 10, 11, 14, 15, 18, 19, 22, 23.
const CENTRE: Bits = 0x6 << 9 | 0x6 << 13 | 0x6 << 18 | 0x6 << 22;
/// Squares 5, 12, 13, 20, 21, 28 and both back rows.
const EDGE: Bits = 0xF | 0x1 << 4 | 0x8 << 9 | 0x1 << 13 | 0x8 << 18 | 0x1 << 22 | 0x8 << 27 | 0xF << 31;
/// Squares 5 and 6: with square 1 they close the double corner.
const CORNER_GUARD: Bits = 0x3 << 4;

/// Guards by who stands on squares 1 (bit 0) to 4 (bit 3): 1 and 3, the bridge, stop a single man.
const BACK_ROW: [i32; 16] = [0, 3, 4, 8, 4, 14, 10, 16, 2, 6, 9, 12, 7, 14, 12, 16];

/// One side, turned so that its men go up.
struct Side {
    men: Bits,
    kings: Bits,
    other_men: Bits,
    other_kings: Bits,
}

impl Side {
    /// The sides of the mover and of the other.
    #[inline]
    fn both(position: &Checkers) -> [Self; 2] {
        let [p1, p2] = position.pieces().map(|pieces| (pieces & !position.kings(), pieces & position.kings()));
        let dark = Self { men: p1.0, kings: p1.1, other_men: p2.0, other_kings: p2.1 };
        let [p1, p2] = [p1, p2].map(|(men, kings)| (turn(men), turn(kings)));
        let light = Self { men: p2.0, kings: p2.1, other_men: p1.0, other_kings: p1.1 };
        if position.us() == 0 { [dark, light] } else { [light, dark] }
    }

    /// The worth of each term.
    #[inline]
    fn terms(&self) -> [i32; TERMS.len()] {
        let Self { men, kings, .. } = *self;
        let all = men | kings | self.other_men | self.other_kings;
        let free = BOARD & !all;
        let steps =
            [shift::<0>(kings) & free, shift::<1>(kings) & free, shift::<2>(kings) & free, shift::<3>(kings) & free];
        let rows = size(men & ROW_BIT_0) + 2 * size(men & ROW_BIT_1) + 4 * size(men & ROW_BIT_2);
        // While many men are left, those behind are worth their tempi; later the run to the king row counts.
        let pace = match size(all) {
            20.. => -1,
            14..20 => 0,
            8..14 => 2,
            _ => 4,
        };
        // The guard counts as long as there are men to keep out.
        let guard = if self.other_men == 0 { 0 } else { BACK_ROW[(men & 0xF) as usize] };
        // A man of ours on 28 with an enemy man on 32 is stuck, and the enemy gives up nothing to keep it there.
        let dog_hole = men & 1 << 30 != 0 && self.other_men & 1 << 34 != 0;
        [
            100 * size(men),
            135 * size(kings),
            pace * rows,
            guard,
            3 * size(men & CENTRE) + 6 * size(kings & CENTRE),
            -3 * size(men & EDGE & !0xF) - 6 * size(kings & EDGE),
            if men & 1 != 0 && men & CORNER_GUARD != 0 { 4 } else { 0 },
            if dog_hole { -12 } else { 0 },
            2 * sizes(steps) as i32,
        ]
    }
}

impl Evaluate for Checkers {
    const SLOTS: usize = 2 << 12;

    #[inline]
    fn evaluate(&self) -> i32 {
        let [mine, theirs] = Side::both(self);
        let [own, other] = [mine.terms(), theirs.terms()];
        let own_sum: i32 = own.iter().sum();
        let other_sum: i32 = other.iter().sum();
        own_sum - other_sum + trade_down(&own, &other) + the_move(&mine) + TEMPO
    }

    #[inline]
    fn is_forced(&self) -> bool {
        self.mover().must_capture()
    }

    #[inline]
    fn code(action: Move) -> u32 {
        action.code()
    }

    #[inline]
    fn slot(&self, action: Move) -> usize {
        self.us() << 12 | usize::from(action.from()) << 6 | usize::from(action.to())
    }

    #[inline]
    fn order(&self, action: Move) -> i32 {
        let taken = action.taken();
        let crowned = i32::from(self.promotes(action));
        100 * size(taken) + 40 * size(taken & self.kings()) + 60 * crowned
    }

    #[inline]
    fn is_quiet(&self, action: Move) -> bool {
        !action.is_capture() && !self.promotes(action)
    }
}

/// The right to move.
const TEMPO: i32 = 3;

/// Who has more material wants it traded off: the same lead weighs more the less there is left.
#[inline]
fn trade_down(own: &[i32; TERMS.len()], other: &[i32; TERMS.len()]) -> i32 {
    let (own, other) = (own[0] + own[1], other[0] + other[1]);
    250 * (own - other) / (own + other).max(1)
}

/// The move, or opposition: with as many pieces on both sides, an odd number of them in the mover's system means that
/// the mover will have the last free move. It decides more the fewer are left.
#[inline]
fn the_move(mine: &Side) -> i32 {
    let own = size(mine.men | mine.kings);
    if own != size(mine.other_men | mine.other_kings) || own > 6 {
        return 0;
    }
    let worth = 2 * (7 - own);
    let all = mine.men | mine.kings | mine.other_men | mine.other_kings;
    if size(all & SYSTEM) % 2 == 1 { worth } else { -worth }
}

/// The board turned by 180 degrees.
#[inline]
const fn turn(bits: Bits) -> Bits {
    bits.reverse_bits() >> 29
}

#[inline]
const fn size(bits: Bits) -> i32 {
    bits.count_ones() as i32
}

/// The terms of both sides as a table.
pub fn explain(position: &Checkers) -> String {
    let mut sides = Side::both(position);
    let the_move = the_move(&sides[0]);
    if position.us() == 1 {
        sides.swap(0, 1);
    }
    let [p1, p2] = sides.map(|side| side.terms());
    let mut out = format!("{:<16}{:>6}{:>6}", "", "p1", "p2");
    for (index, name) in TERMS.iter().enumerate() {
        let _ = write!(out, "\n{name:<16}{:>6}{:>6}", p1[index], p2[index]);
    }
    let trade = trade_down(&p1, &p2);
    let _ = write!(out, "\n{:<16}{trade:>6}{:>6}", "trade down", -trade);
    let mover = ["p1", "p2"][position.us()];
    let _ = write!(out, "\n{:<16}{the_move:>6}  for {mover}, who moves", "the move");
    let _ = write!(out, "\n{:<16}{TEMPO:>6}  for {mover}", "tempo");
    let _ = write!(out, "\n{:<16}{:>6}  for {mover}", "sum", position.evaluate());
    out
}
