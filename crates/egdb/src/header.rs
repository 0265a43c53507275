//! The header of a file, the table of Huffman code lengths, and the table of blocks. `docs/checkers-egdb.md`
//! describes the format.

use crate::material::{Force, Material};
use crate::runs::{CELLS, CONTEXTS, Lengths, SYMBOLS, WORDS};
use crate::slice::Shape;
use crate::solve::WdlResults;
use anyhow::{Context, Result, bail, ensure};

/// The first bytes of every file.
const MAGIC: [u8; 8] = *b"SPTLEGDB";
/// The version of the format that this program reads and writes.
const VERSION: u16 = 1;
/// The size of the header in bytes. The code lengths follow it.
pub const HEADER: usize = 68;
/// The size of an entry in the table of blocks: two bytes for the block's size and four for its checksum.
const ENTRY: usize = 6;
/// The half-byte that begins a run of zeros. No code is this long.
const ZEROS: u8 = 15;
/// The shortest run of zeros that is compressed.
const FEWEST: usize = 4;
/// The error if the sizes of the blocks do not add up to the size of the file.
const OTHER_SIZES: &str = "the sizes of the blocks do not add up to the size of the file";

/// The fields of a file's header that vary between files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The material configuration whose positions the file contains.
    pub material: Material,
    /// The order of the values: which rank varies fastest. If false (order 0), the rank of the own kings does; if true
    /// (order 1), the rank of the other side's kings.
    pub transposed: bool,
    /// The numbers of positions that are won, drawn and lost for the side to move.
    pub results: WdlResults,
    /// The total size of the blocks in bytes.
    size: u32,
    /// The size of the code lengths in bytes.
    codes: u32,
    /// The checksum of the code lengths and the table of blocks.
    checksum: u32,
}

/// Returns the number of words that the values take in a file. Without kings, 32 units share a word.
pub const fn words(shape: &Shape, transposed: bool) -> usize {
    if is_dense(shape) {
        shape.words().div_ceil(32)
    } else if transposed {
        shape.own_men * shape.other_men * shape.own_kings * shape.other_kings.div_ceil(32)
    } else {
        shape.words()
    }
}

/// Returns whether neither side has kings, so that each unit has a single position.
pub const fn is_dense(shape: &Shape) -> bool {
    shape.own_kings == 1 && shape.other_kings == 1
}

/// Assembles a file from its parts and returns its bytes.
pub fn file(
    material: Material,
    transposed: bool,
    results: WdlResults,
    lengths: &Lengths,
    blocks: &[Vec<u8>],
) -> Vec<u8> {
    let codes = packed(&lengths.concat());
    let entry =
        |block: &Vec<u8>| [&(block.len() as u16).to_le_bytes()[..], &crc32fast::hash(block).to_le_bytes()].concat();
    let tables = [codes.clone(), blocks.iter().flat_map(entry).collect()].concat();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    let Material { own, other } = material;
    bytes.extend([own.men, own.kings, other.men, other.kings].map(|count| count as u8));
    bytes.extend([CELLS.ilog2() as u8, u8::from(transposed)]);
    bytes.extend((32 * words(&Shape::of(material), transposed) as u64).to_le_bytes());
    bytes.extend(results.iter().flat_map(|count| count.to_le_bytes()));
    let size = blocks.iter().map(Vec::len).sum::<usize>();
    bytes.extend([blocks.len(), size, codes.len()].iter().flat_map(|number| (*number as u32).to_le_bytes()));
    bytes.extend(crc32fast::hash(&tables).to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    [bytes, tables, blocks.concat()].concat()
}

impl Header {
    /// Parses and checks the header at the start of `bytes`. Does not read the tables after it.
    ///
    /// # Errors
    /// Returns an error if the header is truncated or damaged, or if a field has an invalid or unsupported value.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let (header, _) =
            bytes.split_first_chunk::<HEADER>().context("the file is truncated: it is shorter than a header")?;
        ensure!(header[..8] == MAGIC, "not an endgame database");
        let version = u16::from(header[8]) | u16::from(header[9]) << 8;
        ensure!(version == VERSION, "unsupported version {version}; expected {VERSION}");
        ensure!(crc32fast::hash(&header[..HEADER - 4]) == number(header, HEADER - 4), "the header is damaged");
        let [own_men, own_kings, other_men, other_kings] = [10, 11, 12, 13].map(|at| usize::from(header[at]));
        let own = Force { men: own_men, kings: own_kings };
        let other = Force { men: other_men, kings: other_kings };
        let material = Material { own, other };
        if own.pieces() == 0 || other.pieces() == 0 || material.pieces() > Material::MOST_PIECES {
            let most = Material::MOST_PIECES;
            bail!("the material is {material}; expected pieces of both sides, {most} at most");
        }
        let most = u8::from(own.kings > 0 && other.kings > 0);
        ensure!(header[15] <= most, "the order of the kings is {}; expected at most {most}", header[15]);
        let transposed = header[15] == 1;
        let words = words(&Shape::of(material), transposed);
        ensure!(
            u32::from(header[14]) == CELLS.ilog2(),
            "the blocks have 2^{} values; expected 2^{}",
            header[14],
            CELLS.ilog2()
        );
        ensure!(
            long(header, 16) == 32 * words as u64,
            "the file has {} values; expected {}",
            long(header, 16),
            32 * words
        );
        let blocks = words.div_ceil(WORDS);
        ensure!(number(header, 48) as usize == blocks, "the file has {} blocks; expected {blocks}", number(header, 48));
        let results = [24, 32, 40].map(|at| long(header, at));
        let total = results.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
        ensure!(
            total.is_some_and(|total| total <= 32 * words as u64),
            "the counts of results exceed the number of values"
        );
        let [size, codes, sum] = [52, 56, 60].map(|at| number(header, at));
        Ok(Self { material, transposed, results, size, codes, checksum: sum })
    }

    /// Returns the number of blocks, which follows from the material and the order of the values.
    pub const fn blocks(&self) -> usize {
        words(&Shape::of(self.material), self.transposed).div_ceil(WORDS)
    }

    /// Returns the size of the whole file in bytes.
    pub const fn file_size(&self) -> usize {
        self.data() + self.size as usize
    }

    const fn table(&self) -> usize {
        HEADER + self.codes as usize
    }

    /// Returns the offset of the first block.
    const fn data(&self) -> usize {
        self.table() + ENTRY * self.blocks()
    }

    /// Reads the tables of `file`, which must have the right size. Returns the code lengths, the offset of each block,
    /// and the end of the last block.
    ///
    /// # Errors
    /// Returns an error if the tables are damaged.
    pub fn tables(&self, file: &[u8]) -> Result<(Lengths, Vec<u32>)> {
        ensure!(crc32fast::hash(&file[HEADER..self.data()]) == self.checksum, "the table of blocks is damaged");
        let lengths = unpacked(&file[HEADER..self.table()]).context("the code lengths are damaged")?;
        let mut end = u32::try_from(self.data()).context("the table of blocks is too large")?;
        let mut starts = vec![end];
        for entry in file[self.table()..self.data()].chunks_exact(ENTRY) {
            let size = u32::from(entry[0]) | u32::from(entry[1]) << 8;
            end = end.checked_add(size).filter(|end| *end as usize <= file.len()).context(OTHER_SIZES)?;
            starts.push(end);
        }
        ensure!(end as usize == file.len(), OTHER_SIZES);
        Ok((lengths.chunks(SYMBOLS).map(<[u8]>::to_vec).collect(), starts))
    }

    /// Returns the checksum that the table of blocks in `file` gives for a block.
    pub fn sum(&self, file: &[u8], block: usize) -> u32 {
        number(file, self.table() + ENTRY * block + 2)
    }
}

/// Packs code lengths, two to a byte, the first in the lower half. A run of at least [`FEWEST`] zeros becomes [`ZEROS`]
/// and, in two half-bytes, its length minus [`FEWEST`].
fn packed(lengths: &[u8]) -> Vec<u8> {
    let mut halves = Vec::new();
    let mut rest = lengths;
    while let [first, ..] = rest {
        let zeros = rest.iter().take(FEWEST + 255).take_while(|length| **length == 0).count();
        if zeros >= FEWEST {
            let number = zeros - FEWEST;
            halves.extend([ZEROS, number as u8 & 15, (number >> 4) as u8]);
            rest = &rest[zeros..];
        } else {
            halves.push(*first);
            rest = &rest[1..];
        }
    }
    halves.chunks(2).map(|pair| pair[0] | pair.get(1).copied().unwrap_or_default() << 4).collect()
}

fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut halves = bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    let mut lengths = Vec::with_capacity(CONTEXTS * SYMBOLS + 300);
    while lengths.len() < CONTEXTS * SYMBOLS {
        match halves.next()? {
            ZEROS => {
                let number = usize::from(halves.next()? | halves.next()? << 4);
                lengths.resize(lengths.len() + number + FEWEST, 0);
            }
            length => lengths.push(length),
        }
    }
    (lengths.len() == CONTEXTS * SYMBOLS).then_some(lengths)
}

fn number(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from(number(bytes, at)) | u64::from(number(bytes, at + 4)) << 32
}
