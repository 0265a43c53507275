//! Numbers for sets of squares: the combinatorial number system (Lehmer 1964), in which a set of `k` squares has the sum
//! of the binomials of its members as its rank.

use crate::squares::{Squares, each, step};
use std::sync::OnceLock;

/// The most members a ranked set may have.
pub const MOST: usize = 6;

/// `BINOMIAL[n][k]`: the number of sets of `k` out of `n`.
pub const BINOMIAL: [[u32; MOST + 2]; 33] = {
    let mut table = [[0; MOST + 2]; 33];
    let mut n = 0;
    while n < 33 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < MOST + 2 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `members` squares below the square `squares`.
#[must_use]
pub const fn sets(squares: u32, members: usize) -> usize {
    BINOMIAL[squares as usize][members] as usize
}

/// The rank of a set among those of its size. A set with a member moved up has a higher one.
#[inline]
#[must_use]
pub fn rank(mut set: Squares) -> usize {
    let mut rank = 0;
    let mut member = 1;
    while set != 0 {
        rank += BINOMIAL[set.trailing_zeros() as usize][member & 7];
        set &= set - 1;
        member += 1;
    }
    rank as usize
}

/// The rank of a set on the board turned by 180 degrees.
#[inline]
#[must_use]
pub fn rank_rotated(mut set: Squares) -> usize {
    let mut rank = 0;
    let mut member = 1;
    while set != 0 {
        let square = set.leading_zeros();
        rank += BINOMIAL[square as usize][member & 7];
        set &= !(1 << 31 >> square);
        member += 1;
    }
    rank as usize
}

/// All sets of `members` of the 32 squares in the order of their ranks. Those of the first `n` squares come first.
///
/// A table is made when it is first needed: as constants all of them would be 5 MB of every program that only probes.
#[must_use]
pub fn all(members: usize) -> &'static [Squares] {
    static TABLES: [OnceLock<Vec<Squares>>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
    TABLES[members].get_or_init(|| {
        let mut list = Vec::with_capacity(sets(32, members));
        let mut set = (1_u64 << members) - 1;
        while set < 1 << 32 {
            list.push(set as Squares);
            if set == 0 {
                break;
            }
            // The next number with as many bits (Gosper 1972).
            let lowest = set & set.wrapping_neg();
            let carried = set + lowest;
            set = carried | ((set ^ carried) / lowest) >> 2;
        }
        list
    })
}

/// For each set of `members` squares the sets that one step of one member makes of it on an empty board.
#[derive(Debug)]
pub struct Steps {
    /// Where the steps of each set begin in `steps`; one more at the end.
    starts: Vec<u32>,
    /// The square stepped on, and the rank of what comes out.
    steps: Vec<(u8, u32)>,
}

impl Steps {
    /// The table for sets of this size.
    #[must_use]
    pub fn of(members: usize) -> &'static Self {
        static TABLES: [OnceLock<Steps>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
        TABLES[members].get_or_init(|| Self::new(members))
    }

    fn new(members: usize) -> Self {
        let mut table = Self { starts: vec![0], steps: Vec::new() };
        for &set in all(members) {
            for from in each(set) {
                for direction in 0..4 {
                    let to = step(1 << from, direction) & !set;
                    if to != 0 {
                        table.steps.push((to.trailing_zeros() as u8, rank(set & !(1 << from) | to) as u32));
                    }
                }
            }
            table.starts.push(table.steps.len() as u32);
        }
        table
    }

    /// The steps of the set with this rank.
    #[inline]
    #[must_use]
    pub fn from(&self, rank: usize) -> &[(u8, u32)] {
        &self.steps[self.starts[rank] as usize..self.starts[rank + 1] as usize]
    }
}
