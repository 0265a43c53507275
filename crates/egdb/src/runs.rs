//! Splits a block of values into runs. Positions whose values are never looked up may belong to either neighbouring
//! run.

use crate::huffman;
use crate::slice::Word;
use std::ops::RangeInclusive;

/// The number of values in a block.
pub const CELLS: usize = 1 << 15;
/// The number of words in a block.
pub const WORDS: usize = CELLS / 32;
/// The number of symbols: one for each combination of a length class and a next value, and one for the end of a block.
pub const SYMBOLS: usize = 2 * CLASSES + 1;
/// The number of contexts. The code of a symbol depends on the value, the previous value, and the length of the
/// previous run.
pub const CONTEXTS: usize = 3 * 2 * SPANS;

/// The number of length classes. Each of the lengths 1–16 has its own class. For each `k` from 4 to 14, the lengths
/// from `2^k + 1` to `2^(k + 1)` are divided into four classes.
const CLASSES: usize = 60;
/// The symbol of the last run of a block, which extends to the end of the block.
pub const END: usize = SYMBOLS - 1;
/// The number of classes for the previous run's length.
const SPANS: usize = 4;
/// The maximum number of run lengths that are tried at the short end of the possible range. At the long end, one more
/// is tried.
const TRIED: usize = 12;
/// The cost, in bits, of a symbol without a code.
const NO_CODE_COST: u32 = 16;

/// The code lengths of all symbols, by context and symbol. A length of 0 means that the symbol has no code.
pub type Lengths = Vec<Vec<u8>>;

/// How often each symbol occurs, by context and symbol.
pub type Counts = Vec<Vec<u64>>;

/// Returns a count of 0 for each symbol in each context.
pub fn no_counts() -> Counts {
    vec![vec![0; SYMBOLS]; CONTEXTS]
}

/// Returns the Huffman code lengths of each context for symbols that occur this often.
pub fn lengths(counts: &Counts) -> Lengths {
    counts.iter().map(|counts| huffman::lengths(counts)).collect()
}

/// Returns which of the two other values `next` is: 0 for the value one higher than `value`, 1 for the value two higher
/// (modulo 3).
const fn way(value: usize, next: usize) -> usize {
    (next + 2 - value) % 3
}

/// Returns the context of a run, below [`CONTEXTS`]: the index of the Huffman code for the run's symbol. It depends on
/// the value of the run and on the value and length of the previous run.
pub const fn context(value: usize, previous: usize, previous_length: usize) -> usize {
    let span = match previous_length {
        0..=1 => 0,
        2..=3 => 1,
        4..=9 => 2,
        _ => 3,
    };
    (value * 2 + way(value, previous)) * SPANS + span
}

/// Returns the context of a block's first run: the context after a run of length 1 with the value one higher (modulo
/// 3).
pub const fn first_context(value: usize) -> usize {
    context(value, (value + 1) % 3, 1)
}

/// Returns the class of a length, the extra bits that select the length within the class, and their number.
pub const fn class(length: usize) -> (usize, u32, u32) {
    let less = length - 1;
    if less < 16 {
        return (less, 0, 0);
    }
    let power = less.ilog2();
    (16 + (power as usize - 4) * 4 + (less >> (power - 2) & 3), less as u32 & ((1 << (power - 2)) - 1), power - 2)
}

/// Each class's shortest length and number of extra bits.
pub const LENGTHS: [(u16, u32); CLASSES] = {
    let mut table = [(0, 0); CLASSES];
    let mut class = 0;
    while class < CLASSES {
        table[class] = if class < 16 {
            (class as u16 + 1, 0)
        } else {
            let power = 4 + (class as u32 - 16) / 4;
            (((4 + (class as u16 - 16) % 4) << (power - 2)) + 1, power - 2)
        };
        class += 1;
    }
    table
};

/// A run: its context, then a pair with its length and the choice of the next value (see [`way`]). The pair is `None`
/// for the last run.
pub type Run = (usize, Option<(usize, usize)>);

/// Calls `visit` with each run of a block and returns the value of the first run: 0 lost, 1 drawn, 2 won. `needed`
/// marks the values that can be looked up. Between two marked values that differ, with no marked value between them,
/// the first run may end anywhere: it ends where its symbol is cheapest according to `costs`, or as late as possible if
/// `costs` is `None`.
pub fn runs(values: &[Word], needed: &[u32], costs: Option<&Lengths>, mut visit: impl FnMut(Run)) -> usize {
    let differing = |index: usize, value: usize| {
        let (won, kept) = (values[index] as u32, (values[index] >> 32) as u32);
        needed[index] & [kept | won, won | !kept, !won][value]
    };
    let at = |place: usize| {
        let word = values[place / 32] >> (place % 32);
        if word & 1 != 0 { 2 } else { (word >> 32 & 1) as usize }
    };
    let first = (0..values.len()).find(|index| needed[*index] != 0);
    let first = first.map_or(0, |index| at(index * 32 + needed[index].trailing_zeros() as usize));
    let (mut value, mut start, mut place, mut current) = (first, 0, 0, first_context(first));
    while place < values.len() * 32 {
        let differences = differing(place / 32, value) >> (place % 32);
        if differences == 0 {
            place = place / 32 * 32 + 32;
            continue;
        }
        place += differences.trailing_zeros() as usize;
        let next = at(place);
        let longest = place - start;
        let length = costs.map_or(longest, |costs| {
            let shortest = (last_needed(needed, place) + 1).saturating_sub(start).max(1);
            cheapest(shortest..=longest, way(value, next), &costs[current])
        });
        visit((current, Some((length, way(value, next)))));
        current = context(next, value, length);
        (value, start) = (next, start + length);
    }
    visit((current, None));
    first
}

/// Returns the last position before `place` whose value can be looked up, or 0 if there is none.
fn last_needed(needed: &[u32], place: usize) -> usize {
    let mut index = place / 32;
    let mut earlier = needed[index] & ((1 << (place % 32)) - 1);
    while earlier == 0 && index > 0 {
        index -= 1;
        earlier = needed[index];
    }
    index * 32 + earlier.checked_ilog2().unwrap_or_default() as usize
}

fn cheapest(lengths: RangeInclusive<usize>, way: usize, costs: &[u8]) -> usize {
    let (shortest, longest) = (*lengths.start(), *lengths.end());
    let cost = |length: &usize| {
        let (class, _, bits) = class(*length);
        match costs[2 * class + way] {
            0 => NO_CODE_COST + bits,
            cost => u32::from(cost) + bits,
        }
    };
    let late = longest.saturating_sub(TRIED).max(shortest)..=longest;
    let early = shortest..(shortest + TRIED).min(*late.start());
    late.rev().chain(early).min_by_key(cost).unwrap_or(longest)
}

/// Adds the numbers of occurrences of a block's symbols to `counts`. `costs` determines where runs end, as in [`runs`].
pub fn count(values: &[Word], needed: &[u32], costs: Option<&Lengths>, counts: &mut Counts) {
    runs(values, needed, costs, |(context, end)| {
        counts[context][end.map_or(END, |(length, way)| 2 * class(length).0 + way)] += 1;
    });
}

/// Returns the encoded size, in bits, of symbols with these counts, extra bits included.
pub fn cost(counts: &Counts, lengths: &Lengths) -> u64 {
    let of = |(symbol, (count, length)): (usize, (&u64, &u8))| {
        count * (u64::from(*length) + LENGTHS.get(symbol / 2).map_or(0, |(_, bits)| u64::from(*bits)))
    };
    let each = counts.iter().zip(lengths).flat_map(|(counts, lengths)| counts.iter().zip(lengths).enumerate());
    each.map(of).sum()
}
