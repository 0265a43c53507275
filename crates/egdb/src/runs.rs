//! A block of values as runs: how long each value lasts, and what comes next. What nobody asks for lasts as long as
//! suits best.

use crate::huffman;
use crate::slice::Word;
use std::ops::RangeInclusive;

/// Values in a block.
pub const CELLS: usize = 1 << 15;
/// Words of a block.
pub const WORDS: usize = CELLS / 32;
/// Symbols: a class of lengths and one of two next values each, and the end of the block.
pub const SYMBOLS: usize = 2 * CLASSES + 1;
/// What a symbol's code depends on: the value, the one before, and how long that one lasted.
pub const CONTEXTS: usize = 3 * 2 * SPANS;

/// Lengths 1-16 are classes of their own; above, each power of two has four.
const CLASSES: usize = 60;
/// The symbol of the last run of a block.
pub const END: usize = SYMBOLS - 1;
/// How long the value before lasted, roughly.
const SPANS: usize = 4;
/// So many lengths of a run are tried from either end of what is possible.
const TRIED: usize = 12;
/// The price in bits of a symbol that has no code yet.
const DEAR: u32 = 16;

/// The code lengths of all symbols in all contexts.
pub type Lengths = Vec<Vec<u8>>;

/// How often each symbol comes in each context.
pub type Counts = Vec<Vec<u64>>;

/// Nothing has come yet.
#[must_use]
pub fn no_counts() -> Counts {
    vec![vec![0; SYMBOLS]; CONTEXTS]
}

/// Codes for symbols that come so often.
#[must_use]
pub fn lengths(counts: &Counts) -> Lengths {
    counts.iter().map(|counts| huffman::lengths(counts)).collect()
}

/// Which of the two other values comes next: one or two higher, modulo 3.
const fn way(value: usize, next: usize) -> usize {
    (next + 2 - value) % 3
}

/// What the code of a run depends on: its value, the one before and how long that one lasted.
pub const fn context(value: usize, before: usize, lasted: usize) -> usize {
    let span = match lasted {
        0..=1 => 0,
        2..=3 => 1,
        4..=9 => 2,
        _ => 3,
    };
    (value * 2 + way(value, before)) * SPANS + span
}

/// The context of the first run of a block: as if the value one higher had lasted one position.
pub const fn first_context(value: usize) -> usize {
    context(value, (value + 1) % 3, 1)
}

/// Class of a length, and the bits that say more about it with their number.
pub const fn class(length: usize) -> (usize, u32, u32) {
    let less = length - 1;
    if less < 16 {
        return (less, 0, 0);
    }
    let power = less.ilog2();
    (16 + (power as usize - 4) * 4 + (less >> (power - 2) & 3), less as u32 & ((1 << (power - 2)) - 1), power - 2)
}

/// The shortest length of each class, and the number of bits that say more.
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

/// A run: its context, and its length with the way to the next value; the last one goes to the end.
pub type Run = (usize, Option<(usize, usize)>);

/// The runs of a block. `asked` has a bit for each value that matters. Between two values that matter a run may end
/// anywhere: by `prices` where that is cheapest, without them as late as possible. Gives the first value.
pub fn runs(values: &[Word], asked: &[u32], prices: Option<&Lengths>, mut visit: impl FnMut(Run)) -> usize {
    let differing = |index: usize, value: usize| {
        let (won, kept) = (values[index] as u32, (values[index] >> 32) as u32);
        asked[index] & [kept | won, won | !kept, !won][value]
    };
    let at = |place: usize| {
        let word = values[place / 32] >> (place % 32);
        if word & 1 != 0 { 2 } else { (word >> 32 & 1) as usize }
    };
    let first = (0..values.len()).find(|index| asked[*index] != 0);
    let first = first.map_or(0, |index| at(index * 32 + asked[index].trailing_zeros() as usize));
    let (mut value, mut start, mut place, mut here) = (first, 0, 0, first_context(first));
    while place < values.len() * 32 {
        let rest = differing(place / 32, value) >> (place % 32);
        if rest == 0 {
            place = place / 32 * 32 + 32;
            continue;
        }
        place += rest.trailing_zeros() as usize;
        let next = at(place);
        let longest = place - start;
        let length = prices.map_or(longest, |prices| {
            let shortest = (last_asked(asked, place) + 1).saturating_sub(start).max(1);
            cheapest(shortest..=longest, way(value, next), &prices[here])
        });
        visit((here, Some((length, way(value, next)))));
        here = context(next, value, length);
        (value, start) = (next, start + length);
    }
    visit((here, None));
    first
}

/// The last place before this one whose value matters; 0 where none does.
fn last_asked(asked: &[u32], place: usize) -> usize {
    let mut index = place / 32;
    let mut rest = asked[index] & ((1 << (place % 32)) - 1);
    while rest == 0 && index > 0 {
        index -= 1;
        rest = asked[index];
    }
    index * 32 + rest.checked_ilog2().unwrap_or_default() as usize
}

fn cheapest(lengths: RangeInclusive<usize>, way: usize, prices: &[u8]) -> usize {
    let (shortest, longest) = (*lengths.start(), *lengths.end());
    let price = |length: &usize| {
        let (class, _, bits) = class(*length);
        match prices[2 * class + way] {
            0 => DEAR + bits,
            price => u32::from(price) + bits,
        }
    };
    let late = longest.saturating_sub(TRIED).max(shortest)..=longest;
    let early = shortest..(shortest + TRIED).min(*late.start());
    late.rev().chain(early).min_by_key(price).unwrap_or(longest)
}

/// Counts the symbols of a block, runs chosen by these prices.
pub fn count(values: &[Word], asked: &[u32], prices: Option<&Lengths>, counts: &mut Counts) {
    runs(values, asked, prices, |(context, end)| {
        counts[context][end.map_or(END, |(length, way)| 2 * class(length).0 + way)] += 1;
    });
}

/// Bits that so many symbols take.
#[must_use]
pub fn price(counts: &Counts, lengths: &Lengths) -> u64 {
    let of = |(symbol, (count, length)): (usize, (&u64, &u8))| {
        count * (u64::from(*length) + LENGTHS.get(symbol / 2).map_or(0, |(_, bits)| u64::from(*bits)))
    };
    let each = counts.iter().zip(lengths).flat_map(|(counts, lengths)| counts.iter().zip(lengths).enumerate());
    each.map(of).sum()
}
