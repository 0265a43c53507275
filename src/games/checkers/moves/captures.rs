//! Captures, jump by jump: listed and counted.

use super::super::board::{Bits, shift, shifted};
use super::{Move, Mover};
use base::bits;

impl Mover {
    /// Appends all captures, by the square of the piece, then by the directions of its jumps. Men none of which goes on after
    /// its first jump need no walk.
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

    /// How many captures there are.
    #[inline(always)]
    pub(super) fn count_captures(&self, jumps: [Bits; 4]) -> u32 {
        // A man only goes forward: it meets neither its start square nor a jumped piece again. So all men walk at once,
        // a bit for each route, and nothing has to be remembered of the way.
        if self.falling == 0 {
            self.count_men::<0, 1>(jumps[0], jumps[1])
        } else if self.rising == 0 {
            self.count_men::<2, 3>(jumps[2], jumps[3])
        } else {
            bits::each(self.starts(jumps)).map(|from| self.capture(from).count(1 << from, 0)).sum()
        }
    }

    /// Where the next jumps of men end that stand on `landed` and go in directions `A` and `B`.
    #[inline]
    const fn onwards<const A: usize, const B: usize>(&self, landed: Bits) -> [Bits; 2] {
        [
            shift::<A>(shift::<A>(landed) & self.other) & self.free,
            shift::<B>(shift::<B>(landed) & self.other) & self.free,
        ]
    }

    /// Ends of the routes of men that have jumped in direction `A` to `a` and in direction `B` to `b`. Mostly none goes on, and
    /// that is seen of all of them at once.
    #[inline]
    fn count_men<const A: usize, const B: usize>(&self, a: Bits, b: Bits) -> u32 {
        if self.onwards::<A, B>(a | b) == [0; 2] {
            a.count_ones() + b.count_ones()
        } else {
            self.count_routes::<A, B>(a) + self.count_routes::<A, B>(b)
        }
    }

    /// Ends of the routes of men that stand on `landed`. They came in the same directions, so each is on a square of its own;
    /// routes that meet came in different ones and are in different sets.
    fn count_routes<const A: usize, const B: usize>(&self, landed: Bits) -> u32 {
        let [a, b] = self.onwards::<A, B>(landed);
        if a | b == 0 {
            return landed.count_ones();
        }
        let going_on = behind::<A>(a) | behind::<B>(b);
        (landed & !going_on).count_ones() + self.count_routes::<A, B>(a) + self.count_routes::<A, B>(b)
    }

    /// The pieces behind first jumps.
    fn starts(&self, [a, b, c, d]: [Bits; 4]) -> Bits {
        behind::<0>(a) | behind::<1>(b) | behind::<2>(c) | behind::<3>(d)
    }

    /// The piece on this place, about to capture.
    const fn capture(&self, from: u8) -> Capture {
        let bit = 1 << from;
        Capture { from, directions: self.directions(bit), other: self.other, free: self.free | bit }
    }

    /// The first and one past the last direction of a piece.
    const fn directions(&self, piece: Bits) -> (usize, usize) {
        let first = if self.rising & piece != 0 { 0 } else { 2 };
        let end = if self.falling & piece != 0 { 4 } else { 2 };
        (first, end)
    }
}

/// Appends the captures of men that end after one jump, in direction `A` to `a` or in direction `B` to `b`.
#[inline]
fn list_jumps<const A: usize, const B: usize>(a: Bits, b: Bits, out: &mut Vec<Move>) {
    let (from_a, from_b) = (behind::<A>(a), behind::<B>(b));
    for from in bits::each(from_a | from_b) {
        if from_a >> from & 1 != 0 {
            out.push(Move::jump::<A>(from));
        }
        if from_b >> from & 1 != 0 {
            out.push(Move::jump::<B>(from));
        }
    }
}

/// Where jumps in direction `D` began that end on these squares.
#[inline]
const fn behind<const D: usize>(landed: Bits) -> Bits {
    shifted(shifted(landed, 3 - D), 3 - D)
}

/// A piece that captures. Jumped pieces stay on the board until the move is over (reading: so they block), none may be
/// jumped twice, and the start square is free for the piece itself.
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
