//! Steps and captures of one side, on sets of squares: listed, counted, drawn. Knows neither turn nor ending.

mod captures;
mod packed;

pub use packed::Move;

use super::board::{BOARD, Bits, STRIDE, nth_place, places, shift};

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

    /// Where steps may end, by direction.
    #[inline]
    pub const fn steps(&self) -> [Bits; 4] {
        [
            shift::<0>(self.rising) & self.free,
            shift::<1>(self.rising) & self.free,
            shift::<2>(self.falling) & self.free,
            shift::<3>(self.falling) & self.free,
        ]
    }

    /// Where first jumps may end, by direction.
    #[inline]
    pub const fn jumps(&self) -> [Bits; 4] {
        [
            shift::<0>(shift::<0>(self.rising) & self.other) & self.free,
            shift::<1>(shift::<1>(self.rising) & self.other) & self.free,
            shift::<2>(shift::<2>(self.falling) & self.other) & self.free,
            shift::<3>(shift::<3>(self.falling) & self.other) & self.free,
        ]
    }

    /// Can anything be captured? Then it must be.
    #[inline]
    pub const fn must_capture(&self) -> bool {
        any(self.jumps())
    }

    /// Is there a legal move?
    #[inline]
    pub const fn can_move(&self) -> bool {
        any(self.steps()) || any(self.jumps())
    }

    /// Appends every legal move: by direction, then by square.
    #[inline]
    pub fn list(&self, out: &mut Vec<Move>) {
        let jumps = self.jumps();
        if any(jumps) {
            return self.list_captures(jumps, out);
        }
        for (direction, arrivals) in self.steps().into_iter().enumerate() {
            out.extend(places(arrivals).map(|to| Move::step(before(to, direction), to)));
        }
    }

    /// How many moves [`Mover::list`] appends.
    #[inline]
    pub fn count(&self) -> usize {
        let jumps = self.jumps();
        if any(jumps) { self.count_captures(jumps) as usize } else { sizes(self.steps()) as usize }
    }

    /// The legal move with this rank in the order of [`Mover::list`], when none is a capture.
    #[inline]
    pub fn nth_step(&self, mut rank: u32) -> Option<Move> {
        for (direction, arrivals) in self.steps().into_iter().enumerate() {
            let size = arrivals.count_ones();
            if rank < size {
                let to = nth_place(arrivals, rank);
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

#[inline]
const fn any(sets: [Bits; 4]) -> bool {
    sets[0] | sets[1] | sets[2] | sets[3] != 0
}

/// Members of all four sets together.
#[inline]
pub const fn sizes(sets: [Bits; 4]) -> u32 {
    sets[0].count_ones() + sets[1].count_ones() + sets[2].count_ones() + sets[3].count_ones()
}
