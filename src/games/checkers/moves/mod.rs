//! Steps and captures of one side, on sets of squares: listed, counted, drawn.

mod captures;
mod packed;
mod replies;

pub use packed::Move;

use super::board::{BOARD, Bits, STRIDE, shift};
use base::bits;

/// The pieces of the side to move, by the ways they may go, and what stands around them.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Pieces that may go towards higher squares: the men of p1, and kings.
    pub rising: Bits,
    /// Pieces that may go towards lower squares: the men of p2, and kings.
    pub falling: Bits,
    /// Pieces of the other side.
    pub other: Bits,
    /// Empty squares.
    pub free: Bits,
}

impl Mover {
    /// `own` goes up when `rises`, its kings both ways.
    #[inline]
    pub const fn new(own: Bits, other: Bits, kings: Bits, rises: bool) -> Self {
        let all_up = if rises { !0 } else { 0 };
        Self { rising: own & (kings | all_up), falling: own & (kings | !all_up), other, free: BOARD & !(own | other) }
    }

    /// The squares in front of the pieces, by direction.
    #[inline]
    const fn reach(&self) -> [Bits; 4] {
        [shift::<0>(self.rising), shift::<1>(self.rising), shift::<2>(self.falling), shift::<3>(self.falling)]
    }

    /// Where steps may end, by direction.
    #[inline]
    pub const fn steps(&self) -> [Bits; 4] {
        all_in(self.reach(), self.free)
    }

    /// Where first jumps may end, by direction.
    #[inline]
    pub const fn jumps(&self) -> [Bits; 4] {
        all_in(one_further(all_in(self.reach(), self.other)), self.free)
    }

    /// Can anything be captured? Then it must be.
    #[inline]
    pub fn must_capture(&self) -> bool {
        self.specialised((), |mover, ()| any(mover.jumps()))
    }

    /// Is there a legal move?
    #[inline]
    pub fn can_move(&self) -> bool {
        self.specialised((), |mover, ()| any(mover.steps()) || any(mover.jumps()))
    }

    /// Appends every legal move: by direction, then by square.
    #[inline]
    pub fn list(&self, out: &mut Vec<Move>) {
        self.specialised(out, Self::list_inlined);
    }

    /// How many moves [`Mover::list`] appends.
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

    /// Does work on the same pieces in such a way that the compiler knows which two directions a side without kings never goes
    /// in, and leaves them out: most positions have no king. That takes a function that is always inlined, as a larger
    /// closure is not; what it would capture is handed `with` it.
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

    /// The legal move with this rank in the order of [`Mover::list`], when none is a capture.
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

/// The place one step before `place` in a direction.
#[inline]
const fn before(place: u8, direction: usize) -> u8 {
    (place as i8 - STRIDE[direction]) as u8
}

/// What of each set lies in another one.
#[inline]
const fn all_in([a, b, c, d]: [Bits; 4], set: Bits) -> [Bits; 4] {
    [a & set, b & set, c & set, d & set]
}

/// Each set one step further in its direction.
#[inline]
const fn one_further([a, b, c, d]: [Bits; 4]) -> [Bits; 4] {
    [shift::<0>(a), shift::<1>(b), shift::<2>(c), shift::<3>(d)]
}

#[inline]
const fn any(sets: [Bits; 4]) -> bool {
    sets[0] | sets[1] | sets[2] | sets[3] != 0
}

/// Members of all four sets together.
#[inline]
pub const fn sizes(sets: [Bits; 4]) -> u32 {
    sets[0].count_ones() + sets[1].count_ones() + sets[2].count_ones() + sets[3].count_ones()
}
