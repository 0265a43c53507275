//! A block of values as runs: how long each value lasts, and what comes next. What nobody asks for lasts as long as
//! suits best. Knows no file and no position.

use super::bits::{Reader, Writer};
use super::huffman::{self, Decoder, LONGEST};
use super::slice::Word;
use anyhow::{Result, bail, ensure};
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
const END: usize = SYMBOLS - 1;
/// How long the value before lasted, roughly.
const SPANS: usize = 4;
/// What a value looks like in each position of a word: lost, drawn, won.
const PATTERNS: [Word; 3] = [0, 1 << 32, 1 << 32 | 1];
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

/// At the front of a block the value before counts as one that lasted one position.
const fn context(value: usize, before: usize, lasted: usize) -> usize {
    let span = match lasted {
        0..=1 => 0,
        2..=3 => 1,
        4..=9 => 2,
        _ => 3,
    };
    (value * 2 + way(value, before)) * SPANS + span
}

const fn first_context(value: usize) -> usize {
    context(value, (value + 1) % 3, 1)
}

/// Class of a length, and the bits that say more about it with their number.
const fn class(length: usize) -> (usize, u32, u32) {
    let less = length - 1;
    if less < 16 {
        return (less, 0, 0);
    }
    let power = less.ilog2();
    (16 + (power as usize - 4) * 4 + (less >> (power - 2) & 3), less as u32 & ((1 << (power - 2)) - 1), power - 2)
}

/// The shortest length of each class, and the number of bits that say more.
const LENGTHS: [(u16, u32); CLASSES] = {
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
type Run = (usize, Option<(usize, usize)>);

/// The runs of a block. `asked` has a bit for each value that matters. Between two values that matter a run may end
/// anywhere: by `prices` where that is cheapest, without them as late as possible. Gives the first value.
fn runs(values: &[Word], asked: &[u32], prices: Option<&Lengths>, mut visit: impl FnMut(Run)) -> usize {
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

/// Writes blocks with the codes of one file.
#[derive(Debug)]
pub struct Encoder {
    prices: Lengths,
    lengths: Lengths,
    codes: Vec<Vec<u16>>,
}

impl Encoder {
    /// With these codes; runs are chosen by the prices that they were chosen by when their symbols were counted.
    ///
    /// # Errors
    /// Lengths that no code can have.
    pub fn new(prices: Lengths, lengths: Lengths) -> Result<Self> {
        let codes = lengths.iter().map(|lengths| huffman::codes(lengths)).collect::<Result<_>>()?;
        Ok(Self { prices, lengths, codes })
    }

    /// The bytes of a block.
    #[must_use]
    pub fn encode(&self, values: &[Word], asked: &[u32]) -> Vec<u8> {
        let mut all = Vec::new();
        let first = runs(values, asked, Some(&self.prices), |run| all.push(run));
        let mut writer = Writer::default();
        writer.put(first as u32, 2);
        for (context, end) in all {
            let (class, more, bits) = end.map_or((0, 0, 0), |(length, _)| class(length));
            let symbol = end.map_or(END, |(_, way)| 2 * class + way);
            writer.put(u32::from(self.codes[context][symbol]), u32::from(self.lengths[context][symbol]));
            writer.put(more, bits);
        }
        writer.finish()
    }
}

/// Reads the blocks of one file.
#[derive(Debug)]
pub struct Blocks(Vec<Decoder>);

impl Blocks {
    /// With these lengths of codes.
    ///
    /// # Errors
    /// Lengths that no code can have.
    pub fn new(lengths: &Lengths) -> Result<Self> {
        Ok(Self(lengths.iter().map(|lengths| Decoder::new(lengths)).collect::<Result<_>>()?))
    }

    /// The values of a block of `values.len()` words.
    ///
    /// # Errors
    /// Bytes that no encoder wrote.
    pub fn decode(&self, bytes: &[u8], values: &mut [Word]) -> Result<()> {
        let mut reader = Reader::new(bytes);
        reader.fill();
        let mut value = reader.look(2) as usize;
        ensure!(value < 3, "a value that does not exist");
        reader.skip(2);
        values.fill(0);
        let (places, mut place, mut here) = (values.len() * 32, 0, first_context(value));
        while place < places {
            reader.fill();
            let (symbol, length) = self.0[here].symbol(reader.look(LONGEST));
            if length == 0 {
                bail!("a code that does not exist");
            }
            reader.skip(length);
            if usize::from(symbol) == END {
                fill(values, place, places, value);
                return Ok(());
            }
            let (least, bits) = LENGTHS[usize::from(symbol) / 2];
            let lasted = least as usize + reader.look(bits) as usize;
            reader.skip(bits);
            ensure!(place + lasted < places, "a run over its end");
            fill(values, place, place + lasted, value);
            place += lasted;
            let next = (value + 1 + usize::from(symbol) % 2) % 3;
            here = context(next, value, lasted);
            value = next;
        }
        bail!("no end")
    }
}

#[inline]
fn fill(values: &mut [Word], mut place: usize, end: usize, value: usize) {
    while place < end {
        let bit = place % 32;
        let count = (32 - bit).min(end - place);
        values[place / 32] |= (((1 << count) - 1) << bit) * PATTERNS[value];
        place += count;
    }
}
