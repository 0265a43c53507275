//! The file format of network weights.

use super::shape::{BUCKETS, HIDDEN, INPUTS, MOST_PIECES, ONE};
use anyhow::{Context, Result, ensure};
use base::files::read_limited;
use std::path::Path;

const MAGIC: [u8; 8] = *b"SPTNET01";
const HEADER: usize = 12;
/// The maximum file size, in bytes. Larger files are rejected without being read.
const MOST_BYTES: u64 = 1 << 24;
/// The size of a valid file, in bytes.
pub const SIZE: usize = HEADER + 2 * (INPUTS * HIDDEN + HIDDEN + BUCKETS * 2 * HIDDEN) + 4 * BUCKETS + 4;

/// The weights of a network. [`Weights::new`] rejects weights whose sums could overflow in some position.
///
/// The file format, with little-endian numbers:
///
/// - the magic bytes `SPTNET01`;
/// - the number of neurons per side and the number of rows of output weights (16 bits each);
/// - the first layer: a row of weights for each input (16 bits per weight);
/// - the biases of the first layer (16 bits each);
/// - the output layer: in each row the weights of the side to move, then those of the other side (16 bits per weight);
/// - the biases of the output layer (32 bits each);
/// - a CRC-32 of all preceding bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    pub(super) first: Vec<i16>,
    pub(super) bias: Vec<i16>,
    pub(super) output: Vec<i16>,
    pub(super) last: Vec<i32>,
}

impl Weights {
    /// Creates weights from the first layer, its biases, the output layer and its biases, in the order of the file.
    ///
    /// # Errors
    /// Returns an error if a list has the wrong length, or if the sums in some position could overflow.
    pub fn new(first: Vec<i16>, bias: Vec<i16>, output: Vec<i16>, last: Vec<i32>) -> Result<Self> {
        let lengths = [first.len(), bias.len(), output.len(), last.len()];
        ensure!(
            lengths == [INPUTS * HIDDEN, HIDDEN, BUCKETS * 2 * HIDDEN, BUCKETS],
            "the lists of weights have the wrong lengths"
        );
        for (neuron, bias) in bias.iter().enumerate() {
            let mut column: Vec<u32> =
                first.iter().skip(neuron).step_by(HIDDEN).map(|weight| u32::from(weight.unsigned_abs())).collect();
            column.sort_unstable_by_key(|&weight| std::cmp::Reverse(weight));
            let most: u32 = column[..MOST_PIECES].iter().sum();
            ensure!(most + u32::from(bias.unsigned_abs()) <= i16::MAX as u32, "neuron {neuron} can overflow");
        }
        for (bucket, row) in output.chunks_exact(2 * HIDDEN).enumerate() {
            let weights: u64 = row.iter().map(|weight| u64::from(weight.unsigned_abs())).sum();
            let most = weights * u64::from(ONE.unsigned_abs()).pow(2) + u64::from(last[bucket].unsigned_abs());
            ensure!(most <= i32::MAX as u64, "output {bucket} can overflow");
        }
        Ok(Self { first, bias, output, last })
    }

    /// Parses the contents of a file.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a network of this shape, are damaged, or could overflow.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        ensure!(bytes.starts_with(&MAGIC) && bytes.len() > HEADER + 4, "is not a network file");
        let shape = [[bytes[8], bytes[9]], [bytes[10], bytes[11]]].map(u16::from_le_bytes).map(usize::from);
        ensure!(
            shape == [HIDDEN, BUCKETS],
            "is a network of {} neurons and {} rows of output weights, expected {HIDDEN} and {BUCKETS}",
            shape[0],
            shape[1]
        );
        ensure!(bytes.len() == SIZE, "has {} bytes, expected {SIZE}", bytes.len());
        let (content, check) = bytes.split_at(SIZE - 4);
        ensure!(crc32fast::hash(content).to_le_bytes() == check, "is damaged: its checksum is wrong");
        let words = |from: usize, count: usize| -> Vec<i16> {
            let bytes = content[HEADER + 2 * from..].chunks_exact(2).take(count);
            bytes.map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
        };
        let (bias, output) = (INPUTS * HIDDEN, INPUTS * HIDDEN + HIDDEN);
        let end = output + BUCKETS * 2 * HIDDEN;
        let last = content[HEADER + 2 * end..].chunks_exact(4);
        let last = last.map(|word| i32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
        Self::new(words(0, bias), words(bias, HIDDEN), words(output, end - output), last)
    }

    /// Reads the weights from a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is invalid. See [`Weights::read`].
    pub fn open(path: &Path) -> Result<Self> {
        let bytes = read_limited(path, MOST_BYTES)?;
        Self::read(&bytes).with_context(|| path.display().to_string())
    }

    /// Encodes the weights as the contents of a file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [HIDDEN, BUCKETS] {
            bytes.extend((number as u16).to_le_bytes());
        }
        let words = self.first.iter().chain(&self.bias).chain(&self.output);
        bytes.extend(words.flat_map(|word| word.to_le_bytes()));
        bytes.extend(self.last.iter().flat_map(|word| word.to_le_bytes()));
        let check = crc32fast::hash(&bytes);
        bytes.extend(check.to_le_bytes());
        bytes
    }
}
