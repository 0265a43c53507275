//! Captures, jump by jump: listed and counted. Knows no step.

use super::super::board::{Bits, places, shift, shifted};
use super::{Move, Mover};

impl Mover {
    pub(super) fn list_captures(&self, jumps: [Bits; 4], out: &mut Vec<Move>) {
        let starts = places(self.starts(jumps));
        for from in starts {
            let bit = 1 << from;
            let directions = self.directions(bit);
            Capture { from, directions, other: self.other, free: self.free | bit }.list(bit, 0, 0, 0, out);
        }
    }

    pub(super) fn count_captures(&self, jumps: [Bits; 4]) -> u32 {
        let kings = self.rising & self.falling;
        let mut count = 0;
        // A man only goes forward: it meets neither its start square nor a jumped piece again. So all men walk at once,
        // a bit for each route, and nothing has to be remembered of the way.
        if kings == 0 {
            for (direction, landed) in jumps.into_iter().enumerate() {
                if landed != 0 {
                    count +=
                        if direction < 2 { self.count_men::<0, 1>(landed) } else { self.count_men::<2, 3>(landed) };
                }
            }
            return count;
        }
        for from in places(self.starts(jumps)) {
            let bit = 1 << from;
            let directions = self.directions(bit);
            count += Capture { from, directions, other: self.other, free: self.free | bit }.count(bit, 0);
        }
        count
    }

    /// Ends of the routes of men that stand on `landed`, going in directions `A` and `B`.
    fn count_men<const A: usize, const B: usize>(&self, landed: Bits) -> u32 {
        let over_a = shift::<A>(landed) & self.other;
        let over_b = shift::<B>(landed) & self.other;
        if over_a | over_b == 0 {
            return landed.count_ones();
        }
        let next_a = shift::<A>(over_a) & self.free;
        let next_b = shift::<B>(over_b) & self.free;
        let going_on = shifted(shifted(next_a, 3 - A), 3 - A) | shifted(shifted(next_b, 3 - B), 3 - B);
        let mut count = (landed & !going_on).count_ones();
        if next_a != 0 {
            count += self.count_men::<A, B>(next_a);
        }
        if next_b != 0 {
            count += self.count_men::<A, B>(next_b);
        }
        count
    }

    /// The pieces behind first jumps.
    fn starts(&self, jumps: [Bits; 4]) -> Bits {
        (0..4).fold(0, |starts, d| starts | shifted(shifted(jumps[d], 3 - d), 3 - d))
    }

    /// The first and one past the last direction of a piece.
    const fn directions(&self, piece: Bits) -> (usize, usize) {
        let first = if self.rising & piece != 0 { 0 } else { 2 };
        let end = if self.falling & piece != 0 { 4 } else { 2 };
        (first, end)
    }
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
