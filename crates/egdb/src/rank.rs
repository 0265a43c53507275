//! Ranks of sets of squares in the combinatorial number system (Lehmer 1964): the rank of a set is a sum of binomial
//! coefficients, one for each member.

use crate::squares::{Squares, each, step};
use std::sync::OnceLock;

/// The maximum size of a ranked set.
pub const MOST: usize = 6;

/// `BINOMIAL[n][k]` is the number of ways to choose `k` squares out of `n`.
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

/// Returns the number of ways to choose `members` of the first `squares` squares.
pub const fn sets(squares: u32, members: usize) -> usize {
    BINOMIAL[squares as usize][members] as usize
}

/// Returns the rank of a set among all sets of its size. The rank increases if a member moves to a higher square.
#[inline]
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

/// Returns the rank of a set on the board rotated by 180 degrees.
#[inline]
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

/// Returns all sets of `members` squares out of the 32, in the order of their ranks. For each `n`, the sets that use
/// only the first `n` squares come before all others.
///
/// Each table is created on the first call. As constants, the tables would add 5 MB to every program, even to one that
/// only looks up values.
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
            // The next number with the same number of one bits (Gosper 1972).
            let lowest = set & set.wrapping_neg();
            let carried = set + lowest;
            set = carried | ((set ^ carried) / lowest) >> 2;
        }
        list
    })
}

/// For each set of squares, the sets that result from one king step on an otherwise empty board.
#[derive(Debug)]
pub struct Steps {
    /// The start of each set's steps in `steps`, and the end of the last set's steps.
    starts: Vec<u32>,
    /// The target square of each step and the rank of the resulting set.
    steps: Vec<(u8, u32)>,
}

impl Steps {
    /// Returns the table for sets of `members` squares.
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

    /// Returns the steps of the set with the given rank: for each step, the target square and the rank of the resulting
    /// set.
    #[inline]
    pub fn from(&self, rank: usize) -> &[(u8, u32)] {
        &self.steps[self.starts[rank] as usize..self.starts[rank + 1] as usize]
    }
}
