//! How many replies all moves of one side leave together, most of them without looking at the moves one by one.

use super::super::board::{BOARD, Bits, shift, shifted};
use super::{Move, Mover, all_in, any, one_further, sizes};

impl Mover {
    /// How many sequences there are of a move of this side and an answer of `opponent`. Both stand on the same board. The list
    /// is room to work in and comes back as it was.
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

/// What the replies to steps have in common.
struct Replies<'a> {
    opponent: &'a Mover,
    /// The squares in front of the opponent, by direction.
    reach: [Bits; 4],
    /// How many steps the opponent has on the board as it is.
    steps: u32,
    /// Squares on which a piece that arrives can be jumped; all, where something can be jumped already: then each step is
    /// looked at by itself.
    exposed: Bits,
    /// Pieces on which a jump over their neighbour would end: when one leaves, the neighbour can be jumped.
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

    /// The replies to all steps in direction `D`, which end on `arrivals`. A step that leads to no capture changes the steps of
    /// the opponent on two squares alone: one that was free is not, one becomes free. So all of these are counted
    /// together, and the others one by one.
    #[inline(always)]
    fn count<const D: usize>(&self, arrivals: Bits) -> u32 {
        let back = 3 - D;
        // What leads to a capture: the piece is jumped where it arrives, or back onto the square that it left, or a
        // piece is that it shielded.
        let tense = arrivals & (self.exposed | self.reach[back] | shift::<D>(self.shielding));
        let calm = arrivals & !tense;
        let left = shifted(calm, back);
        // Calm squares are free, so `steps` counts every step that is taken off here.
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

/// All four sets together.
#[inline]
const fn union([a, b, c, d]: [Bits; 4]) -> Bits {
    a | b | c | d
}
