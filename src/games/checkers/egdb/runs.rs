//! A block of values as runs: how long each value lasts, and what comes next. What nobody asks for lasts as long as
//! may be. Knows no file and no position.

use super::bits::{Reader, Writer};
use super::huffman::{self, Decoder, LONGEST};
use super::slice::Word;
use anyhow::{Result, bail, ensure};

/// Values in a block.
pub const CELLS: usize = 1 << 15;
/// Words of a block.
pub const WORDS: usize = CELLS / 32;
/// Symbols behind a value: a class of lengths and one of two next values each, and the end of the block.
pub const SYMBOLS: usize = 2 * CLASSES + 1;

/// Lengths 1-16 are classes of their own; above, each power of two has four.
const CLASSES: usize = 60;
const END: usize = SYMBOLS - 1;
/// What a value looks like in each position of a word: lost, drawn, won.
const PATTERNS: [Word; 3] = [0, 1 << 32, 1 << 32 | 1];

/// Class of a length, and the bits that say more about it with their number.
const fn class(length: usize) -> (usize, u32, u32) {
    let less = length - 1;
    if less < 16 {
        return (less, 0, 0);
    }
    let power = less.ilog2();
    (16 + (power as usize - 4) * 4 + (less >> (power - 2) & 3), less as u32 & ((1 << (power - 2)) - 1), power - 2)
}

/// The shortest length of a class, and the number of bits that say more.
const fn lengths(class: usize) -> (usize, u32) {
    if class < 16 {
        return (class + 1, 0);
    }
    let power = 4 + (class as u32 - 16) / 4;
    ((4 + (class - 16) % 4 << (power - 2)) + 1, power - 2)
}

/// The runs of a block: each value with its length and the next one; the last one goes to the end.
fn runs(values: &[Word], asked: &[u32], mut visit: impl FnMut(usize, Option<(usize, usize)>)) -> usize {
    let differing = |index: usize, value: usize| {
        let (won, kept) = (values[index] as u32, (values[index] >> 32) as u32);
        asked[index] & [kept | won, won | !kept, !won][value]
    };
    let at = |place: usize| {
        let word = values[place / 32] >> (place % 32);
        if word & 1 != 0 { 2 } else { (word >> 32 & 1) as usize }
    };
    let places = values.len() * 32;
    let first = (0..values.len()).find(|index| asked[*index] != 0);
    let first = first.map_or(0, |index| at(index * 32 + asked[index].trailing_zeros() as usize));
    let (mut value, mut start, mut place) = (first, 0, 0);
    while place < places {
        let rest = differing(place / 32, value) >> (place % 32);
        if rest == 0 {
            place = place / 32 * 32 + 32;
            continue;
        }
        place += rest.trailing_zeros() as usize;
        let next = at(place);
        visit(value, Some((place - start, next)));
        (value, start) = (next, place);
    }
    visit(value, None);
    first
}

const fn symbol(class: usize, value: usize, next: usize) -> usize {
    2 * class + (next + 2 - value) % 3
}

/// How often each symbol comes behind each value.
pub type Counts = [[u64; SYMBOLS]; 3];

/// Counts the symbols of a block. `asked` has a bit for each value that matters.
pub fn count(values: &[Word], asked: &[u32], counts: &mut Counts) {
    runs(values, asked, |value, end| {
        counts[value][end.map_or(END, |(length, next)| symbol(class(length).0, value, next))] += 1;
    });
}

/// Writes blocks with the codes of one file.
#[derive(Debug)]
pub struct Encoder {
    lengths: [Vec<u8>; 3],
    codes: [Vec<u16>; 3],
}

impl Encoder {
    /// The codes that suit some counts best.
    ///
    /// # Errors
    /// None that can come up with lengths made here.
    pub fn new(counts: &Counts) -> Result<Self> {
        let lengths = [0, 1, 2].map(|value: usize| huffman::lengths(&counts[value]));
        let [lost, drawn, won] = [0, 1, 2].map(|value: usize| huffman::codes(&lengths[value]));
        Ok(Self { codes: [lost?, drawn?, won?], lengths })
    }

    /// The lengths of all codes, behind each value.
    #[must_use]
    pub const fn lengths(&self) -> &[Vec<u8>; 3] {
        &self.lengths
    }

    /// The bytes of a block.
    #[must_use]
    pub fn encode(&self, values: &[Word], asked: &[u32]) -> Vec<u8> {
        let mut tokens = Vec::new();
        let first = runs(values, asked, |value, end| tokens.push((value, end)));
        let mut writer = Writer::default();
        writer.put(first as u32, 2);
        for (value, end) in tokens {
            let (class, more, bits) = end.map_or((0, 0, 0), |(length, _)| class(length));
            let symbol = end.map_or(END, |(_, next)| symbol(class, value, next));
            writer.put(u32::from(self.codes[value][symbol]), u32::from(self.lengths[value][symbol]));
            writer.put(more, bits);
        }
        writer.finish()
    }
}

/// Reads the blocks of one file.
#[derive(Debug)]
pub struct Blocks([Decoder; 3]);

impl Blocks {
    /// With these lengths of codes.
    ///
    /// # Errors
    /// Lengths that no code can have.
    pub fn new(lengths: &[Vec<u8>; 3]) -> Result<Self> {
        let [lost, drawn, won] = lengths;
        Ok(Self([Decoder::new(lost)?, Decoder::new(drawn)?, Decoder::new(won)?]))
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
        let (places, mut place) = (values.len() * 32, 0);
        while place < places {
            reader.fill();
            let (symbol, length) = self.0[value].symbol(reader.look(LONGEST));
            if length == 0 {
                bail!("a code that does not exist");
            }
            reader.skip(length);
            if usize::from(symbol) == END {
                fill(values, place, places, value);
                return Ok(());
            }
            let (least, bits) = LENGTHS[usize::from(symbol) / 2];
            let end = place + least as usize + reader.look(bits) as usize;
            reader.skip(bits);
            ensure!(end < places, "a run over its end");
            fill(values, place, end, value);
            value = (value + 1 + usize::from(symbol) % 2) % 3;
            place = end;
        }
        bail!("no end")
    }
}

const LENGTHS: [(u16, u32); CLASSES] = {
    let mut table = [(0, 0); CLASSES];
    let mut class = 0;
    while class < CLASSES {
        let (least, bits) = lengths(class);
        table[class] = (least as u16, bits);
        class += 1;
    }
    table
};

#[inline]
fn fill(values: &mut [Word], mut place: usize, end: usize, value: usize) {
    while place < end {
        let bit = place % 32;
        let count = (32 - bit).min(end - place);
        values[place / 32] |= (((1 << count) - 1) << bit) * PATTERNS[value];
        place += count;
    }
}
