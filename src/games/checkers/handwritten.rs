//! The handcrafted evaluation, in hundredths of a man. Its weights were fitted to positions from self-play games.

use super::board::{BOARD, Bits, shift, turned};
use super::moves::sizes;
use super::position::Checkers;
use std::fmt::Write;

/// The names of the per-side terms, in the order of [`SideTerms::terms`].
const TERMS: [&str; 13] = [
    "men",
    "kings",
    "advance",
    "back row",
    "centre",
    "edge",
    "mobility",
    "support",
    "double corner",
    "dog hole",
    "kings on rim",
    "stuck kings",
    "refuge",
];

/// Squares 10, 11, 14, 15, 18, 19, 22, 23.
const CENTRE: Bits = 0x6 << 9 | 0x6 << 13 | 0x6 << 18 | 0x6 << 22;
/// Squares 5, 12, 13, 20, 21, 28.
const EDGE: Bits = 0x1 << 4 | 0x8 << 9 | 0x1 << 13 | 0x8 << 18 | 0x1 << 22 | 0x8 << 27;
/// The edges and both back rows.
const RIM: Bits = EDGE | 0xF | 0xF << 31;
/// Squares 5 and 6. A man on one of them, together with a man on 1, closes the double corner.
const CORNER_GUARD: Bits = 0x3 << 4;
/// Squares 1, 5, 6 and 27, 28, 32 in and beside the double corners, where a king that moves to and fro is hard to
/// catch.
const REFUGE: Bits = 0x1 | 0x3 << 4 | 0x3 << 29 | 0x8 << 31;

/// The positional value of a man on each row except the last, with 24 pieces on the board. Rows are counted from the
/// man's own side. Early in the game men should stay back.
const EARLY: [i32; 7] = [0, 6, -5, -14, -31, -36, -9];
/// The values of [`EARLY`], extrapolated to an empty board. Late in the game men should be close to their king row.
const LATE: [i32; 7] = [-16, -15, -10, 1, 12, 18, 25];

/// The positional values by the number of pieces on the board, interpolated between [`LATE`] and [`EARLY`].
const ADVANCE: [[i32; 7]; 25] = {
    let mut table = [[0; 7]; 25];
    let mut index = 0;
    while index < 25 * 7 {
        let (pieces, row) = (index / 7, index % 7);
        table[pieces][row] = (EARLY[row] * pieces as i32 + LATE[row] * (24 - pieces as i32)) / 24;
        index += 1;
    }
    table
};

/// The value of a side's men on its back row. In the index, bit 0 is square 1 and bit 3 is square 4. A single man on 2
/// is a good guard, and the bridge (men on 1 and 3) prevents a lone enemy man from being crowned.
const BACK_ROW: [i32; 16] = [0, 9, 26, 35, 16, 40, 42, 66, 1, 10, 27, 36, 17, 41, 43, 67];

/// The pieces from the view of one side, rotated so that its men move towards higher squares.
struct SideTerms {
    men: Bits,
    kings: Bits,
    other_men: Bits,
    other_kings: Bits,
}

impl SideTerms {
    /// Returns the pieces from the view of the side to move, then from the view of its opponent.
    #[inline]
    fn both(position: &Checkers) -> [Self; 2] {
        let [p1, p2] = position.pieces().map(|pieces| (pieces & !position.kings(), pieces & position.kings()));
        let dark = Self { men: p1.0, kings: p1.1, other_men: p2.0, other_kings: p2.1 };
        let [p1, p2] = [p1, p2].map(|(men, kings)| (turned(men), turned(kings)));
        let light = Self { men: p2.0, kings: p2.1, other_men: p1.0, other_kings: p1.1 };
        if position.us() == 0 { [dark, light] } else { [light, dark] }
    }

    /// Returns the value of each term of [`TERMS`], in hundredths of a man.
    #[inline]
    fn terms(&self) -> [i32; TERMS.len()] {
        let Self { men, kings, other_men, other_kings } = *self;
        let (own, other) = (men | kings, other_men | other_kings);
        let free = BOARD & !(own | other);
        let weights = &ADVANCE[((own | other).count_ones() as usize).min(24)];
        let advance = (0..7).map(|row| weights[row] * size(men >> (4 * row + row / 2) & 0xF)).sum();
        // A guard has no value when the opponent has no men.
        let guard = if other_men == 0 { 0 } else { BACK_ROW[(men & 0xF) as usize] };
        let steps = size(shift::<0>(men) & free) + size(shift::<1>(men) & free);
        let support = size(men & shift::<0>(own)) + size(men & shift::<1>(own));
        // A man of this side on 28 is stuck if an enemy man is on 32, and the enemy man loses nothing by staying.
        let dog_hole = men & 1 << 30 != 0 && other_men & 1 << 34 != 0;
        let may_step = shift::<0>(free) | shift::<1>(free) | shift::<2>(free) | shift::<3>(free);
        let refuge = kings & REFUGE != 0 && size(own) < size(other);
        [
            100 * size(men),
            124 * size(kings),
            advance,
            guard,
            2 * size(men & CENTRE),
            5 * size(men & EDGE),
            4 * steps,
            2 * support,
            if men & 1 != 0 && men & CORNER_GUARD != 0 { 6 } else { 0 },
            if dog_hole { -31 } else { 0 },
            -4 * size(kings & RIM),
            -8 * size(kings & !may_step),
            if refuge { 42 } else { 0 },
        ]
    }
}

/// Returns the static evaluation for the side to move.
#[inline]
pub fn evaluate(position: &Checkers) -> i32 {
    let [mine, theirs] = SideTerms::both(position);
    let [own, other] = [mine.terms(), theirs.terms()];
    let own_sum: i32 = own.iter().sum();
    let other_sum: i32 = other.iter().sum();
    own_sum - other_sum + trade_down(&own, &other) - threat(position)
}

/// Returns a bonus that is positive if `own` has more material. Its magnitude grows as pieces are exchanged.
#[inline]
fn trade_down(own: &[i32; TERMS.len()], other: &[i32; TERMS.len()]) -> i32 {
    let (own, other) = (own[0] + own[1], other[0] + other[1]);
    120 * (own - other) / (own + other).max(1)
}

/// Returns the penalty, in hundredths of a man, for the captures that the opponent could make if it were to move. The
/// penalty depends on whether these captures begin with one possible jump or with several.
#[inline]
fn threat(position: &Checkers) -> i32 {
    match sizes(position.opponent().jumps()) {
        0 => 0,
        1 => 11,
        _ => 30,
    }
}

#[inline]
const fn size(bits: Bits) -> i32 {
    bits.count_ones() as i32
}

/// Formats a table of each side's terms, the terms that depend on both sides, and the sum for the side to move.
pub fn explain(position: &Checkers) -> String {
    let mut sides = SideTerms::both(position);
    if position.us() == 1 {
        sides.swap(0, 1);
    }
    let [p1, p2] = sides.map(|side| side.terms());
    let mut out = format!("{:<14}{:>6}{:>6}", "", "p1", "p2");
    for (index, name) in TERMS.iter().enumerate() {
        let _ = write!(out, "\n{name:<14}{:>6}{:>6}", p1[index], p2[index]);
    }
    let trade = trade_down(&p1, &p2);
    let _ = write!(out, "\n{:<14}{trade:>6}{:>6}", "trade down", -trade);
    let mover = ["p1", "p2"][position.us()];
    let _ = write!(out, "\n{:<14}{:>6}  for {mover}, who moves", "threat", -threat(position));
    let _ = write!(out, "\n{:<14}{:>6}  for {mover}", "sum", evaluate(position));
    out
}
