//! Counts the replies to all moves of one side, mostly without generating them.

use super::super::board::{BOARD, Bits, shift, shifted};
use super::{Move, Mover, all_in, any, one_further, sizes};

impl Mover {
    /// Returns the number of two-ply sequences: a move by this side, then a reply by `opponent`. Both movers must
    /// describe the same board. `list` is scratch space and is restored on return.
    pub fn count_replies(&self, opponent: &Self, list: &mut Vec<Move>) -> u64 {
        if self.must_capture() {
            return self.count_after_captures(opponent, list);
        }
        opponent.specialised(self, Self::answers_to_steps)
    }

    #[inline(always)]
    fn answers_to_steps(&self, mover: &Self) -> u64 {
        mover.specialised(self, Self::count_after_steps)
    }

    fn count_after_captures(&self, opponent: &Self, list: &mut Vec<Move>) -> u64 {
        let start = list.len();
        self.list(list);
        let count = |action: &Move| {
            let own = opponent.other & !(1 << action.from()) | 1 << action.to();
            let (rising, falling) = (opponent.rising & !action.taken(), opponent.falling & !action.taken());
            u64::from(Self { rising, falling, other: own, free: BOARD & !(own | rising | falling) }.count())
        };
        let total = list[start..].iter().map(count).sum();
        list.truncate(start);
        total
    }

    #[inline(always)]
    fn count_after_steps(&self, opponent: &Self) -> u64 {
        let [a, b, c, d] = self.steps();
        let replies = Replies::new(opponent, self.free);
        u64::from(replies.count::<0>(a) + replies.count::<1>(b) + replies.count::<2>(c) + replies.count::<3>(d))
    }
}

/// The data for counting replies that is the same for all steps.
struct Replies<'a> {
    opponent: &'a Mover,
    /// The squares next to the opponent's pieces, by direction.
    reach: [Bits; 4],
    /// The number of steps that the opponent has in the current position.
    steps: u32,
    /// Squares on which an arriving piece can be jumped. If the opponent can already jump in the current position,
    /// this is all squares, so that each step is examined individually.
    exposed: Bits,
    /// Own pieces that block a jump over their neighbour. When such a piece leaves, the neighbour can be jumped.
    shielding: Bits,
}

impl<'a> Replies<'a> {
    #[inline(always)]
    fn new(opponent: &'a Mover, free: Bits) -> Self {
        let own = opponent.other;
        let reach = opponent.reach();
        let [a, b, c, d] = one_further([free; 4]);
        let with_room_behind = union([reach[0] & d, reach[1] & c, reach[2] & b, reach[3] & a]);
        Self {
            opponent,
            reach,
            steps: sizes(all_in(reach, free)),
            exposed: if any(opponent.jumps()) { BOARD } else { with_room_behind },
            shielding: own & union(one_further(all_in(reach, own))),
        }
    }

    /// Returns the number of replies to all steps in direction `D`, which end on `arrivals`. A step that allows no
    /// capture affects the opponent's steps on only two squares: one is no longer free, the other becomes free. The
    /// replies to all such steps are therefore counted together. For every other step, they are counted individually.
    #[inline(always)]
    fn count<const D: usize>(&self, arrivals: Bits) -> u32 {
        let back = 3 - D;
        // Steps that may allow a capture: over the piece on its new square (`exposed`), over it onto the square that it
        // left (`reach`), or over a piece that it shielded.
        let tense = arrivals & (self.exposed | self.reach[back] | shift::<D>(self.shielding));
        let calm = arrivals & !tense;
        let left = shifted(calm, back);
        // The subtraction cannot underflow: the squares in `calm` are free, so `self.steps` includes every step that is
        // subtracted.
        let mut total =
            calm.count_ones() * self.steps + sizes(all_in(self.reach, left)) - sizes(all_in(self.reach, calm));
        let Mover { other, free, .. } = *self.opponent;
        let mut rest = tense;
        while rest != 0 {
            let to = rest & rest.wrapping_neg();
            rest ^= to;
            let both = to | shifted(to, back);
            total += Mover { other: other ^ both, free: free ^ both, ..*self.opponent }.count_inlined(());
        }
        total
    }
}

/// Returns the union of all four sets.
#[inline]
const fn union([a, b, c, d]: [Bits; 4]) -> Bits {
    a | b | c | d
}
