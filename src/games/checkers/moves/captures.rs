//! Lists and counts captures.

use super::super::board::{Bits, shift, shifted};
use super::{Move, Mover};
use base::bits;

impl Mover {
    /// Appends all captures, ordered by the square of the piece, then by the directions of its jumps. No recursion is
    /// needed if there are only men and none can continue after its first jump.
    pub(super) fn list_captures(&self, jumps: [Bits; 4], out: &mut Vec<Move>) {
        if self.falling == 0 && self.onwards::<0, 1>(jumps[0] | jumps[1]) == [0; 2] {
            return list_jumps::<0, 1>(jumps[0], jumps[1], out);
        }
        if self.rising == 0 && self.onwards::<2, 3>(jumps[2] | jumps[3]) == [0; 2] {
            return list_jumps::<2, 3>(jumps[2], jumps[3], out);
        }
        for from in bits::each(self.starts(jumps)) {
            self.capture(from).list(1 << from, 0, 0, 0, out);
        }
    }

    /// Returns the number of captures that [`Mover::list_captures`] appends for the same `jumps`.
    #[inline(always)]
    pub(super) fn count_captures(&self, jumps: [Bits; 4]) -> u32 {
        // Men only move forward, so they cannot return to their start square or to a jumped piece. All men can
        // therefore be followed simultaneously as a set, with one bit per route.
        if self.falling == 0 {
            self.count_men::<0, 1>(jumps[0], jumps[1])
        } else if self.rising == 0 {
            self.count_men::<2, 3>(jumps[2], jumps[3])
        } else {
            bits::each(self.starts(jumps)).map(|from| self.capture(from).count(1 << from, 0)).sum()
        }
    }

    /// Returns the squares to which men on `landed` can jump, in direction `A` and in direction `B`.
    #[inline]
    const fn onwards<const A: usize, const B: usize>(&self, landed: Bits) -> [Bits; 2] {
        [
            shift::<A>(shift::<A>(landed) & self.other) & self.free,
            shift::<B>(shift::<B>(landed) & self.other) & self.free,
        ]
    }

    /// Returns the number of routes of men that jumped to `a` in direction `A` and to `b` in direction `B`. Most
    /// captures end after one jump, so one test for all of them comes first.
    #[inline]
    fn count_men<const A: usize, const B: usize>(&self, a: Bits, b: Bits) -> u32 {
        if self.onwards::<A, B>(a | b) == [0; 2] {
            a.count_ones() + b.count_ones()
        } else {
            self.count_routes::<A, B>(a) + self.count_routes::<A, B>(b)
        }
    }

    /// Returns the number of routes of men on `landed`. All these men arrived in the same direction, so each has its
    /// own square. Routes that meet on a square arrive in different directions and are counted in different sets.
    fn count_routes<const A: usize, const B: usize>(&self, landed: Bits) -> u32 {
        let [a, b] = self.onwards::<A, B>(landed);
        if a | b == 0 {
            return landed.count_ones();
        }
        let going_on = jump_starts::<A>(a) | jump_starts::<B>(b);
        (landed & !going_on).count_ones() + self.count_routes::<A, B>(a) + self.count_routes::<A, B>(b)
    }

    /// Returns the pieces that can make first jumps. The argument contains the squares where the jumps end, by
    /// direction.
    fn starts(&self, [a, b, c, d]: [Bits; 4]) -> Bits {
        jump_starts::<0>(a) | jump_starts::<1>(b) | jump_starts::<2>(c) | jump_starts::<3>(d)
    }

    /// Creates the capture generator for the piece on `from`.
    const fn capture(&self, from: u8) -> Capture {
        let bit = 1 << from;
        Capture { from, directions: self.directions(bit), other: self.other, free: self.free | bit }
    }

    /// Returns the range of directions in which a piece may move: the first, and one past the last.
    const fn directions(&self, piece: Bits) -> (usize, usize) {
        let first = if self.rising & piece != 0 { 0 } else { 2 };
        let end = if self.falling & piece != 0 { 4 } else { 2 };
        (first, end)
    }
}

/// Appends captures with a single jump, which ends on `a` in direction `A` or on `b` in direction `B`.
#[inline]
fn list_jumps<const A: usize, const B: usize>(a: Bits, b: Bits, out: &mut Vec<Move>) {
    let (from_a, from_b) = (jump_starts::<A>(a), jump_starts::<B>(b));
    for from in bits::each(from_a | from_b) {
        if from_a >> from & 1 != 0 {
            out.push(Move::jump::<A>(from));
        }
        if from_b >> from & 1 != 0 {
            out.push(Move::jump::<B>(from));
        }
    }
}

/// Returns the start squares of jumps in direction `D` that end on `landed`.
#[inline]
const fn jump_starts<const D: usize>(landed: Bits) -> Bits {
    shifted(shifted(landed, 3 - D), 3 - D)
}

/// Generates the captures of one piece. No piece is jumped twice, and the capturing piece may return to its start
/// square. Jumped pieces stay on the board until the move ends, and block other jumps until then. The game's leaflet
/// leaves these three points open.
struct Capture {
    from: u8,
    directions: (usize, usize),
    other: Bits,
    free: Bits,
}

impl Capture {
    fn list(&self, at: Bits, taken: Bits, route: u64, jumps: u32, out: &mut Vec<Move>) {
        let mut goes_on = false;
        for direction in self.directions.0..self.directions.1 {
            let (over, landing) = self.jump(at, taken, direction);
            if landing != 0 {
                goes_on = true;
                self.list(landing, taken | over, route | (direction as u64) << (2 * jumps), jumps + 1, out);
            }
        }
        if !goes_on {
            out.push(Move::capture(self.from, at.trailing_zeros() as u8, route, taken));
        }
    }

    fn count(&self, at: Bits, taken: Bits) -> u32 {
        let mut count = 0;
        for direction in self.directions.0..self.directions.1 {
            let (over, landing) = self.jump(at, taken, direction);
            if landing != 0 {
                count += self.count(landing, taken | over);
            }
        }
        count.max(1)
    }

    #[inline]
    const fn jump(&self, at: Bits, taken: Bits, direction: usize) -> (Bits, Bits) {
        let over = shifted(at, direction) & self.other & !taken;
        (over, shifted(over, direction) & self.free)
    }
}
