//! Bitboard move generation: lists and counts one side's moves, and selects a step by its index.

mod captures;
mod packed;
mod replies;

pub use packed::Move;

use super::board::{BOARD, Bits, STRIDE, shift};
use base::bits;

/// The pieces of the side to move, grouped by direction of movement, the other side's pieces, and the empty squares.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Pieces that may move towards higher squares: the men of p1, and kings.
    pub rising: Bits,
    /// Pieces that may move towards lower squares: the men of p2, and kings.
    pub falling: Bits,
    /// Pieces of the other side.
    pub other: Bits,
    /// Empty squares.
    pub free: Bits,
}

impl Mover {
    /// Creates a mover. If `rises`, its men move towards higher squares, otherwise towards lower ones.
    #[inline]
    pub const fn new(own: Bits, other: Bits, kings: Bits, rises: bool) -> Self {
        let all_up = if rises { !0 } else { 0 };
        Self { rising: own & (kings | all_up), falling: own & (kings | !all_up), other, free: BOARD & !(own | other) }
    }

    /// Returns, for each direction, the squares one step from the pieces that may move in it.
    #[inline]
    const fn reach(&self) -> [Bits; 4] {
        [shift::<0>(self.rising), shift::<1>(self.rising), shift::<2>(self.falling), shift::<3>(self.falling)]
    }

    /// Returns the squares where steps may end, by direction.
    #[inline]
    pub const fn steps(&self) -> [Bits; 4] {
        all_in(self.reach(), self.free)
    }

    /// Returns the squares where first jumps may end, by direction.
    #[inline]
    pub const fn jumps(&self) -> [Bits; 4] {
        all_in(one_further(all_in(self.reach(), self.other)), self.free)
    }

    /// Returns whether a capture exists. If so, only captures are legal.
    #[inline]
    pub fn must_capture(&self) -> bool {
        self.specialised((), |mover, ()| any(mover.jumps()))
    }

    /// Returns whether a legal move exists.
    #[inline]
    pub fn can_move(&self) -> bool {
        self.specialised((), |mover, ()| any(mover.steps()) || any(mover.jumps()))
    }

    /// Appends all legal moves: steps by direction, then by square; captures by square, then by direction.
    #[inline]
    pub fn list(&self, out: &mut Vec<Move>) {
        self.specialised(out, Self::list_inlined);
    }

    /// Returns the number of moves that [`Mover::list`] appends.
    #[inline]
    pub fn count(&self) -> u32 {
        self.specialised((), Self::count_inlined)
    }

    #[inline(always)]
    fn list_inlined(&self, out: &mut Vec<Move>) {
        let jumps = self.jumps();
        if any(jumps) {
            return self.list_captures(jumps, out);
        }
        for (direction, arrivals) in self.steps().into_iter().enumerate() {
            out.extend(bits::each(arrivals).map(|to| Move::step(before(to, direction), to)));
        }
    }

    #[inline(always)]
    fn count_inlined(&self, (): ()) -> u32 {
        let jumps = self.jumps();
        if any(jumps) { self.count_captures(jumps) } else { sizes(self.steps()) }
    }

    /// Calls `work` on this mover in one of three branches, for p1 without kings, p2 without kings, and a side with
    /// kings. In the first two branches the compiler omits the two directions that are unused. This makes most calls
    /// faster, because most positions have no kings.
    ///
    /// This helps only if `work` is inlined, and the compiler does not inline large closures. If `work` is large,
    /// callers therefore pass a function, and its argument as `with`.
    #[inline(always)]
    fn specialised<A, R>(&self, with: A, work: impl FnOnce(&Self, A) -> R) -> R {
        if self.falling == 0 {
            work(&Self { falling: 0, ..*self }, with)
        } else if self.rising == 0 {
            work(&Self { rising: 0, ..*self }, with)
        } else {
            work(self, with)
        }
    }

    /// Returns the move at the zero-based index `rank` in the order of [`Mover::list`], or `None` if there are not that
    /// many moves. There must be no legal capture.
    #[inline]
    pub fn nth_step(&self, mut rank: u32) -> Option<Move> {
        for (direction, arrivals) in self.steps().into_iter().enumerate() {
            let size = arrivals.count_ones();
            if rank < size {
                let to = bits::nth(arrivals, rank as usize);
                return Some(Move::step(before(to, direction), to));
            }
            rank -= size;
        }
        None
    }
}

/// Returns the place from which a step in a direction leads to `place`.
#[inline]
const fn before(place: u8, direction: usize) -> u8 {
    (place as i8 - STRIDE[direction]) as u8
}

/// Intersects each set with `set`.
#[inline]
const fn all_in([a, b, c, d]: [Bits; 4], set: Bits) -> [Bits; 4] {
    [a & set, b & set, c & set, d & set]
}

/// Moves each set one step in its direction.
#[inline]
const fn one_further([a, b, c, d]: [Bits; 4]) -> [Bits; 4] {
    [shift::<0>(a), shift::<1>(b), shift::<2>(c), shift::<3>(d)]
}

#[inline]
const fn any(sets: [Bits; 4]) -> bool {
    sets[0] | sets[1] | sets[2] | sets[3] != 0
}

/// Returns the total number of squares in all four sets.
#[inline]
pub const fn sizes(sets: [Bits; 4]) -> u32 {
    sets[0].count_ones() + sets[1].count_ones() + sets[2].count_ones() + sets[3].count_ones()
}
