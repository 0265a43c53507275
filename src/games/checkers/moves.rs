//! Steps and captures of one side, on sets of squares: listed, counted, drawn. Knows neither turn nor ending.

use super::board::{BOARD, Bits, STRIDE, nth_place, places, shift, shifted, square};

/// A move in one word: where from, where to, the directions of its jumps, the squares that it empties.
///
/// Bits 0–5 are the place it starts from, 6–11 the place it ends on, 12–29 two bits for the direction of each jump (nine
/// at most: each jump uses up one of the nine inner squares that its landing squares have between them), and from bit 33
/// on lies the set of jumped pieces, which never has one of its lowest four bits set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u64);

impl Move {
    #[inline]
    const fn step(from: u8, to: u8) -> Self {
        Self(from as u64 | (to as u64) << 6)
    }

    #[inline]
    const fn capture(from: u8, to: u8, route: u64, taken: Bits) -> Self {
        Self(from as u64 | (to as u64) << 6 | route << 12 | taken << 33)
    }

    /// The place it starts from.
    #[inline]
    pub const fn from(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// The place it ends on.
    #[inline]
    pub const fn to(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    /// The jumped pieces.
    #[inline]
    pub const fn taken(self) -> Bits {
        self.0 >> 33
    }

    /// The squares it starts from and ends on, in the numbers of the literature, 1-32.
    pub fn ends(self) -> [u8; 2] {
        [self.from(), self.to()].map(|place| square(place) + 1)
    }

    /// The squares that it empties by jumping, in the numbers of the literature, lowest first.
    pub fn captured(self) -> Vec<u8> {
        places(self.taken()).map(|place| square(place) + 1).collect()
    }

    /// Does it jump?
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.taken() != 0
    }

    /// Start, end and route as one number: no other legal move has it, and it is never 0.
    #[inline]
    pub const fn code(self) -> u32 {
        (self.0 & 0x3FFF_FFFF) as u32 | 1 << 31
    }

    /// Every place it comes to rest on, the last one included.
    pub fn landings(self) -> impl Iterator<Item = u8> {
        let jumps = self.taken().count_ones();
        let mut place = self.from() as i8;
        let last = (jumps == 0).then(|| self.to());
        let landed = (0..jumps).map(move |jump| {
            place += 2 * STRIDE[(self.0 >> (12 + 2 * jump) & 3) as usize];
            place as u8
        });
        landed.chain(last)
    }
}

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
            out.extend(places(arrivals).map(|to| Move::step(before(to, direction, 1), to)));
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
                return Some(Move::step(before(to, direction, 1), to));
            }
            rank -= size;
        }
        None
    }

    fn list_captures(&self, jumps: [Bits; 4], out: &mut Vec<Move>) {
        let starts = places(self.starts(jumps));
        for from in starts {
            let bit = 1 << from;
            let directions = self.directions(bit);
            Capture { from, directions, other: self.other, free: self.free | bit }.list(bit, 0, 0, 0, out);
        }
    }

    fn count_captures(&self, jumps: [Bits; 4]) -> u32 {
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

/// The place some steps before `place` in a direction.
#[inline]
const fn before(place: u8, direction: usize, steps: i8) -> u8 {
    (place as i8 - steps * STRIDE[direction]) as u8
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
