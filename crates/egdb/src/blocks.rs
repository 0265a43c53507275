//! Encodes and decodes blocks as Huffman-coded runs of equal values.

use crate::bits::{Reader, Writer};
use crate::huffman::{self, Decoder, LONGEST};
use crate::runs::{END, LENGTHS, Lengths, class, context, first_context, runs};
use crate::slice::Word;
use anyhow::{Result, bail, ensure};

/// The bit pattern of each value (lost, drawn, won) at the first position of a word. Multiplying the pattern by a mask
/// of positions puts the value at each of these positions.
const PATTERNS: [Word; 3] = [0, 1 << 32, 1 << 32 | 1];

/// Encodes blocks with the Huffman codes of one file.
#[derive(Debug)]
pub struct Encoder {
    costs: Lengths,
    lengths: Lengths,
    codes: Vec<Vec<u16>>,
}

impl Encoder {
    /// Creates an encoder with the given code lengths. `costs` determines where runs end; it must be the table with
    /// which the symbols were counted.
    ///
    /// # Errors
    /// Returns an error if no prefix code has these lengths.
    pub fn new(costs: Lengths, lengths: Lengths) -> Result<Self> {
        let codes = lengths.iter().map(|lengths| huffman::codes(lengths)).collect::<Result<_>>()?;
        Ok(Self { costs, lengths, codes })
    }

    /// Returns the bytes of a block. `needed` marks the values that can be looked up.
    pub fn encode(&self, values: &[Word], needed: &[u32]) -> Vec<u8> {
        let mut all = Vec::new();
        let first = runs(values, needed, Some(&self.costs), |run| all.push(run));
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

/// Decodes the blocks of one file.
#[derive(Debug)]
pub struct Blocks(Vec<Decoder>);

impl Blocks {
    /// Creates a decoder for the given code lengths.
    ///
    /// # Errors
    /// Returns an error if no prefix code has these lengths.
    pub fn new(lengths: &Lengths) -> Result<Self> {
        Ok(Self(lengths.iter().map(|lengths| Decoder::new(lengths)).collect::<Result<_>>()?))
    }

    /// Decodes a block of `values.len()` words.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a valid block.
    pub fn decode(&self, bytes: &[u8], values: &mut [Word]) -> Result<()> {
        let mut reader = Reader::new(bytes);
        reader.fill();
        let mut value = reader.peek(2) as usize;
        ensure!(value < 3, "the first value is invalid");
        reader.skip(2);
        values.fill(0);
        let (places, mut place, mut current) = (values.len() * 32, 0, first_context(value));
        while place < places {
            reader.fill();
            let (symbol, length) = self.0[current].symbol(reader.peek(LONGEST));
            if length == 0 {
                bail!("a Huffman code is invalid");
            }
            reader.skip(length);
            if usize::from(symbol) == END {
                fill(values, place, places, value);
                return Ok(());
            }
            let (least, bits) = LENGTHS[usize::from(symbol) / 2];
            let run_length = least as usize + reader.peek(bits) as usize;
            reader.skip(bits);
            ensure!(place + run_length < places, "a run is longer than the rest of the block");
            fill(values, place, place + run_length, value);
            place += run_length;
            let next = (value + 1 + usize::from(symbol) % 2) % 3;
            current = context(next, value, run_length);
            value = next;
        }
        bail!("the symbol for the end is missing")
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
