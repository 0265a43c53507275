//! Canonical Huffman codes (Huffman 1952), short enough for a decoder that uses a lookup table.

use anyhow::{Result, ensure};

/// The maximum length of a code in bits.
pub const LONGEST: u32 = 10;

/// Returns the code length of each symbol for the given symbol frequencies. The length is 0 for symbols that do not
/// occur.
pub fn lengths(counts: &[u64]) -> Vec<u8> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = unlimited(&counts);
        if lengths.iter().all(|length| u32::from(*length) <= LONGEST) {
            return lengths;
        }
        // Flatter frequencies give a shallower tree. The loop ends at the latest when all frequencies are 1.
        counts.iter_mut().filter(|count| **count > 0).for_each(|count| *count = *count / 4 + 1);
    }
}

fn unlimited(counts: &[u64]) -> Vec<u8> {
    let mut lengths = vec![0; counts.len()];
    let present = (0..counts.len()).filter(|symbol| counts[*symbol] > 0);
    let mut trees: Vec<(u64, Vec<usize>)> = present.map(|symbol| (counts[symbol], vec![symbol])).collect();
    if let [(_, only)] = &trees[..] {
        lengths[only[0]] = 1;
    }
    while trees.len() > 1 {
        trees.sort_by_key(|(count, members)| std::cmp::Reverse((*count, members[0])));
        let (first, second) = (trees.pop(), trees.pop());
        let joined: Vec<_> = first.into_iter().chain(second).collect();
        let count = joined.iter().map(|(count, _)| count).sum();
        let members: Vec<usize> = joined.into_iter().flat_map(|(_, members)| members).collect();
        members.iter().for_each(|member| lengths[*member] += 1);
        trees.push((count, members));
    }
    lengths
}

/// Returns the canonical codes with the given lengths, lowest bit first.
///
/// # Errors
/// Returns an error if no prefix code has these lengths.
pub fn codes(lengths: &[u8]) -> Result<Vec<u16>> {
    let mut codes = vec![0; lengths.len()];
    let mut next = 0_u32;
    for length in 1..=LONGEST {
        for (symbol, code) in codes.iter_mut().enumerate() {
            if u32::from(lengths[symbol]) == length {
                ensure!(next < 1 << length, "the code lengths are invalid");
                *code = (next as u16).reverse_bits() >> (16 - length);
                next += 1;
            }
        }
        next <<= 1;
    }
    ensure!(lengths.iter().all(|length| u32::from(*length) <= LONGEST), "the code lengths are invalid");
    Ok(codes)
}

/// Decodes symbols with a lookup table.
#[derive(Debug)]
pub struct Decoder(Box<[u16]>);

impl Decoder {
    /// Creates a decoder for the canonical codes with the given lengths.
    ///
    /// # Errors
    /// Returns an error if no prefix code has these lengths.
    pub fn new(lengths: &[u8]) -> Result<Self> {
        let mut table = vec![0; 1 << LONGEST].into_boxed_slice();
        for (symbol, (code, length)) in codes(lengths)?.into_iter().zip(lengths).enumerate() {
            if *length > 0 {
                for index in (usize::from(code)..1 << LONGEST).step_by(1 << length) {
                    table[index] = (symbol as u16) << 4 | u16::from(*length);
                }
            }
        }
        Ok(Self(table))
    }

    /// Returns the symbol whose code begins the next [`LONGEST`] bits, and the length of its code. The length is 0 if
    /// no code matches.
    #[inline]
    pub fn symbol(&self, bits: u32) -> (u16, u32) {
        let entry = self.0[bits as usize % (1 << LONGEST)];
        (entry >> 4, u32::from(entry & 15))
    }
}
