//! What stands at the front of a file, and its table of blocks: `docs/checkers-egdb.md` says the same in words.
//! Knows no value.

use super::material::{Force, Material};
use super::runs::{CELLS, SYMBOLS};
use super::slice::Shape;
use super::solve::Figures;
use anyhow::{Context, Result, bail, ensure};

/// The first bytes of every file.
pub const MAGIC: [u8; 8] = *b"SPTLEGDB";
/// The version of the format.
pub const VERSION: u16 = 1;
/// Bytes in front of the table of blocks.
pub const HEADER: usize = 248;
/// Bytes of an entry of that table: where the block ends, its checksum.
const ENTRY: usize = 8;
/// Bytes of the lengths of codes, two to a byte.
const CODES: usize = 184;

/// A file without its blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Whose values they are.
    pub material: Material,
    /// How many of them are won, drawn and lost.
    pub figures: Figures,
    /// The lengths of the codes behind each value.
    pub lengths: [Vec<u8>; 3],
    /// Bytes of all blocks.
    pub size: u32,
    /// Checksum of the table.
    pub table: u32,
}

/// Words of the values in a file, where positions without a king lie together.
#[must_use]
pub const fn words(shape: &Shape) -> usize {
    if is_dense(shape) { shape.words().div_ceil(32) } else { shape.words() }
}

/// Does a unit have one position only?
#[must_use]
pub const fn is_dense(shape: &Shape) -> bool {
    shape.own_kings == 1 && shape.other_kings == 1
}

/// Blocks of so many words.
#[must_use]
pub const fn blocks(words: usize) -> usize {
    words.div_ceil(CELLS / 32)
}

impl Header {
    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let shape = Shape::of(self.material);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        let Material { own, other } = self.material;
        bytes.extend([own.men, own.kings, other.men, other.kings].map(|count| count as u8));
        bytes.extend([CELLS.ilog2() as u8, 0]);
        bytes.extend((32 * words(&shape) as u64).to_le_bytes());
        bytes.extend(self.figures.iter().flat_map(|figure| figure.to_le_bytes()));
        bytes.extend((blocks(words(&shape)) as u32).to_le_bytes());
        bytes.extend(self.size.to_le_bytes());
        let all: Vec<u8> = self.lengths.iter().flatten().copied().collect();
        bytes.extend(all.chunks(2).map(|pair| pair[0] | pair.get(1).copied().unwrap_or_default() << 4));
        bytes.resize(HEADER - 8, 0);
        bytes.extend(self.table.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the header at the front of `bytes`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let (header, _) = bytes.split_first_chunk::<HEADER>().context("it is cut: shorter than a header")?;
        ensure!(header[..8] == MAGIC, "it is no endgame database");
        let version = u16::from(header[8]) | u16::from(header[9]) << 8;
        ensure!(version == VERSION, "its version is {version}, not {VERSION}");
        ensure!(crc32fast::hash(&header[..HEADER - 4]) == number(header, HEADER - 4), "its header is damaged");
        let [own_men, own_kings, other_men, other_kings] = [10, 11, 12, 13].map(|at| usize::from(header[at]));
        let own = Force { men: own_men, kings: own_kings };
        let other = Force { men: other_men, kings: other_kings };
        let material = Material { own, other };
        if own.pieces() == 0 || other.pieces() == 0 || material.pieces() > Material::MOST_PIECES {
            bail!("no material has {own_men} + {own_kings} pieces against {other_men} + {other_kings}");
        }
        let words = words(&Shape::of(material));
        ensure!(u32::from(header[14]) == CELLS.ilog2(), "its blocks have 2^{} values", header[14]);
        ensure!(long(header, 16) == 32 * words as u64, "it has {} values, not {}", long(header, 16), 32 * words);
        ensure!(number(header, 48) as usize == blocks(words), "it has {} blocks", number(header, 48));
        let codes: Vec<u8> = header[56..56 + CODES].iter().flat_map(|byte| [byte & 15, byte >> 4]).collect();
        let lengths = [0, 1, 2].map(|value| codes[value * SYMBOLS..(value + 1) * SYMBOLS].to_vec());
        let figures = [24, 32, 40].map(|at| long(header, at));
        Ok(Self { material, figures, lengths, size: number(header, 52), table: number(header, HEADER - 8) })
    }

    /// Number of blocks.
    #[must_use]
    pub const fn blocks(&self) -> usize {
        blocks(words(&Shape::of(self.material)))
    }

    /// Bytes of the whole file.
    #[must_use]
    pub const fn file_size(&self) -> usize {
        HEADER + ENTRY * self.blocks() + self.size as usize
    }

    /// Checks the table of blocks of a file whose size is right.
    ///
    /// # Errors
    /// It is damaged.
    pub fn check_table(&self, file: &[u8]) -> Result<()> {
        let table = &file[HEADER..HEADER + ENTRY * self.blocks()];
        ensure!(crc32fast::hash(table) == self.table, "its table of blocks is damaged");
        let ends = table.chunks_exact(ENTRY).map(|entry| number(entry, 0));
        ensure!(ends.clone().is_sorted() && ends.last() == Some(self.size), "its blocks are out of order");
        Ok(())
    }

    /// The bytes of a block in a file whose table is right, and their checksum.
    #[must_use]
    pub fn block<'a>(&self, file: &'a [u8], block: usize) -> (&'a [u8], u32) {
        let entry = |block: usize| &file[HEADER + ENTRY * block..HEADER + ENTRY * (block + 1)];
        let start = if block == 0 { 0 } else { number(entry(block - 1), 0) as usize };
        let end = number(entry(block), 0) as usize;
        let data = HEADER + ENTRY * self.blocks();
        (&file[data + start..data + end], number(entry(block), 4))
    }
}

/// The table of some blocks.
#[must_use]
pub fn table(blocks: &[Vec<u8>]) -> Vec<u8> {
    let mut end = 0_u32;
    let entries = blocks.iter().flat_map(|block| {
        end += block.len() as u32;
        [end, crc32fast::hash(block)]
    });
    entries.flat_map(u32::to_le_bytes).collect()
}

fn number(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from(number(bytes, at)) | u64::from(number(bytes, at + 4)) << 32
}
