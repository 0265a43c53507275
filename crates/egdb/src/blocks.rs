//! Blocks of values as bytes: the runs in Huffman codes.

use crate::bits::{Reader, Writer};
use crate::huffman::{self, Decoder, LONGEST};
use crate::runs::{END, LENGTHS, Lengths, class, context, first_context, runs};
use crate::slice::Word;
use anyhow::{Result, bail, ensure};

/// What a value looks like in each position of a word: lost, drawn, won.
const PATTERNS: [Word; 3] = [0, 1 << 32, 1 << 32 | 1];

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
