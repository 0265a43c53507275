//! What stands at the front of a file, its codes, and its table of blocks: `docs/checkers-egdb.md` says the same in
//! words.

use crate::material::{Force, Material};
use crate::runs::{CELLS, CONTEXTS, Lengths, SYMBOLS, WORDS};
use crate::slice::Shape;
use crate::solve::WdlResults;
use anyhow::{Context, Result, bail, ensure};

/// The first bytes of every file.
const MAGIC: [u8; 8] = *b"SPTLEGDB";
/// The version of the format.
const VERSION: u16 = 1;
/// Bytes in front of the codes.
pub const HEADER: usize = 68;
/// Bytes of an entry of the table of blocks: the block's size, its checksum.
const ENTRY: usize = 6;
/// Half a byte that begins a row of zeros; no code is so long.
const ZEROS: u8 = 15;
/// Fewer zeros than that stand for themselves.
const FEWEST: usize = 4;
/// What is said when the sizes of the blocks do not come to that of the file.
const OTHER_SIZES: &str = "its blocks have other sizes than it says";

/// What a file says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Whose values they are.
    pub material: Material,
    /// Do the other side's kings change faster than the own ones from one value to the next?
    pub transposed: bool,
    /// How many of them are won, drawn and lost.
    pub results: WdlResults,
    /// Bytes of all blocks.
    size: u32,
    /// Bytes of the codes.
    codes: u32,
    /// Checksum of codes and table.
    sum: u32,
}

/// Words of the values in a file, where positions without a king lie together.
#[must_use]
pub const fn words(shape: &Shape, turned: bool) -> usize {
    if is_dense(shape) {
        shape.words().div_ceil(32)
    } else if turned {
        shape.own_men * shape.other_men * shape.own_kings * shape.other_kings.div_ceil(32)
    } else {
        shape.words()
    }
}

/// Does a unit have one position only?
#[must_use]
pub const fn is_dense(shape: &Shape) -> bool {
    shape.own_kings == 1 && shape.other_kings == 1
}

/// The bytes of a whole file.
#[must_use]
pub fn file(material: Material, turned: bool, figures: WdlResults, lengths: &Lengths, blocks: &[Vec<u8>]) -> Vec<u8> {
    let codes = packed(&lengths.concat());
    let entry =
        |block: &Vec<u8>| [&(block.len() as u16).to_le_bytes()[..], &crc32fast::hash(block).to_le_bytes()].concat();
    let tables = [codes.clone(), blocks.iter().flat_map(entry).collect()].concat();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    let Material { own, other } = material;
    bytes.extend([own.men, own.kings, other.men, other.kings].map(|count| count as u8));
    bytes.extend([CELLS.ilog2() as u8, u8::from(turned)]);
    bytes.extend((32 * words(&Shape::of(material), turned) as u64).to_le_bytes());
    bytes.extend(figures.iter().flat_map(|figure| figure.to_le_bytes()));
    let size = blocks.iter().map(Vec::len).sum::<usize>();
    bytes.extend([blocks.len(), size, codes.len()].iter().flat_map(|number| (*number as u32).to_le_bytes()));
    bytes.extend(crc32fast::hash(&tables).to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    [bytes, tables, blocks.concat()].concat()
}

impl Header {
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
        let has_turn = own.kings > 0 && other.kings > 0;
        ensure!(header[15] <= u8::from(has_turn), "its kings have the order {}", header[15]);
        let turned = header[15] == 1;
        let words = words(&Shape::of(material), turned);
        ensure!(u32::from(header[14]) == CELLS.ilog2(), "its blocks have 2^{} values", header[14]);
        ensure!(long(header, 16) == 32 * words as u64, "it has {} values, not {}", long(header, 16), 32 * words);
        ensure!(number(header, 48) as usize == words.div_ceil(WORDS), "it has {} blocks", number(header, 48));
        let figures = [24, 32, 40].map(|at| long(header, at));
        let told = figures.iter().try_fold(0_u64, |sum, figure| sum.checked_add(*figure));
        ensure!(told.is_some_and(|told| told <= 32 * words as u64), "its figures are more than its values");
        let [size, codes, sum] = [52, 56, 60].map(|at| number(header, at));
        Ok(Self { material, transposed: turned, results: figures, size, codes, sum })
    }

    /// Number of blocks.
    #[must_use]
    pub const fn blocks(&self) -> usize {
        words(&Shape::of(self.material), self.transposed).div_ceil(WORDS)
    }

    /// Bytes of the whole file.
    #[must_use]
    pub const fn file_size(&self) -> usize {
        self.data() + self.size as usize
    }

    const fn table(&self) -> usize {
        HEADER + self.codes as usize
    }

    /// Where the first block begins.
    const fn data(&self) -> usize {
        self.table() + ENTRY * self.blocks()
    }

    /// The codes of a file whose size is right, and where each block begins and the last one ends.
    ///
    /// # Errors
    /// They are damaged.
    pub fn tables(&self, file: &[u8]) -> Result<(Lengths, Vec<u32>)> {
        ensure!(crc32fast::hash(&file[HEADER..self.data()]) == self.sum, "its table of blocks is damaged");
        let lengths = unpacked(&file[HEADER..self.table()]).context("its codes are damaged")?;
        let mut end = u32::try_from(self.data()).context("its table of blocks is too large")?;
        let mut starts = vec![end];
        for entry in file[self.table()..self.data()].chunks_exact(ENTRY) {
            let size = u32::from(entry[0]) | u32::from(entry[1]) << 8;
            end = end.checked_add(size).filter(|end| *end as usize <= file.len()).context(OTHER_SIZES)?;
            starts.push(end);
        }
        ensure!(end as usize == file.len(), OTHER_SIZES);
        Ok((lengths.chunks(SYMBOLS).map(<[u8]>::to_vec).collect(), starts))
    }

    /// The checksum of a block.
    #[must_use]
    pub fn sum(&self, file: &[u8], block: usize) -> u32 {
        number(file, self.table() + ENTRY * block + 2)
    }
}

/// Lengths of codes, two to a byte; a row of zeros is a mark and its length less [`FEWEST`].
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
