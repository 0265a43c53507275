//! A database file, memory-mapped or in memory. Opening a file checks its header and tables; blocks are decoded one at
//! a time. The tables of built-in files are read at the first lookup, so that programs start fast.

use crate::blocks::Blocks;
use crate::folder::EXTENSION;
use crate::header::{Header, is_dense, words};
use crate::runs::{CELLS, Lengths, WORDS};
use crate::slice::{Shape, Word};
use anyhow::{Context, Result, ensure};
use base::files::open_file;
use base::parallel::map_chunks;
use memmap2::Mmap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The database file of one material configuration.
#[derive(Debug)]
pub struct File {
    name: PathBuf,
    header: Header,
    shape: Shape,
    words: usize,
    data: Data,
    tables: OnceLock<Tables>,
    /// The decoder, created when the first block is decoded.
    blocks: OnceLock<Blocks>,
}

#[derive(Debug)]
struct Tables {
    lengths: Lengths,
    /// The offset of each block, and the end of the last one.
    starts: Vec<u32>,
}

#[derive(Debug)]
enum Data {
    /// The file stays open so that its current size can be checked.
    Mapped(Mmap, fs::File),
    Embedded(&'static [u8]),
    Owned(Vec<u8>),
}

impl Data {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Mapped(map, _) => map,
            Self::Embedded(bytes) => bytes,
            Self::Owned(bytes) => bytes,
        }
    }
}

impl File {
    /// Maps a file into memory and checks its header, size, tables and name. The file must be named after its material.
    ///
    /// # Errors
    /// Returns an error that names the file if it cannot be read, is truncated or invalid, or has the wrong name.
    pub fn open(path: &Path) -> Result<Self> {
        let open = || {
            let file = open_file(path)?;
            // Safety: the file must not change while it is mapped. Reading beyond the end of a truncated file kills the
            // process with a signal. Builds replace files by renaming and never change them in place; `checked` detects
            // most other truncations before it reads.
            #[allow(unsafe_code)]
            let map = unsafe { Mmap::map(&file)? };
            let opened = Self::check(path.to_path_buf(), Data::Mapped(map, file))?;
            let material = opened.header.material.to_string();
            // `build::load` and callers of `folder::path` rely on the name.
            ensure!(
                path.file_stem().is_some_and(|name| *name == *material),
                "the file contains the database of {material}; expected the file name {material}.{EXTENSION}"
            );
            Ok(opened)
        };
        open().with_context(|| path.display().to_string())
    }

    /// Creates a file from bytes in memory. Checks the header, the size and the tables, but not the blocks.
    ///
    /// # Errors
    /// Returns an error if the file is truncated or invalid.
    pub fn owned(bytes: Vec<u8>) -> Result<Self> {
        Self::check(PathBuf::from("new file"), Data::Owned(bytes))
    }

    /// Opens the first of several concatenated files. Returns this file and the remaining bytes. Only the header is
    /// checked.
    ///
    /// # Errors
    /// Returns an error if the first file is truncated or its header is invalid.
    pub fn embedded(bytes: &'static [u8]) -> Result<(Self, &'static [u8])> {
        let size = Header::read(bytes)?.file_size();
        let (file, rest) = bytes.split_at_checked(size).context("the file is truncated")?;
        Ok((Self::new(PathBuf::from("built-in database"), Data::Embedded(file))?, rest))
    }

    fn check(name: PathBuf, data: Data) -> Result<Self> {
        let file = Self::new(name, data)?;
        file.tables()?;
        Ok(file)
    }

    fn new(name: PathBuf, data: Data) -> Result<Self> {
        let header = Header::read(data.bytes())?;
        let (size, expected) = (data.bytes().len(), header.file_size());
        ensure!(size == expected, "the file has {size} bytes instead of {expected}");
        let shape = Shape::of(header.material);
        let words = words(&shape, header.transposed);
        Ok(Self { name, words, shape, header, data, tables: OnceLock::new(), blocks: OnceLock::new() })
    }

    /// Returns the tables, which are read and checked by the first call.
    fn tables(&self) -> Result<&Tables> {
        if let Some(tables) = self.tables.get() {
            return Ok(tables);
        }
        let (lengths, starts) = self.header.tables(self.data.bytes())?;
        Ok(self.tables.get_or_init(|| Tables { lengths, starts }))
    }

    /// Returns the path for messages, or a description if the file is in memory.
    pub fn name(&self) -> impl std::fmt::Display {
        self.name.display()
    }

    /// Returns the header, which was checked when the file was opened.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the bytes of the whole file, including the header and the tables.
    pub fn bytes(&self) -> &[u8] {
        self.data.bytes()
    }

    /// Returns the block of a position, the word within the block, and the bit within the word. `men` and `kings` each
    /// contain the rank of the own pieces, then the rank of the other side's pieces.
    #[inline]
    pub const fn place(&self, men: [usize; 2], kings: [usize; 2]) -> (usize, usize, usize) {
        let shape = &self.shape;
        let unit = men[0] * shape.other_men + men[1];
        let (word, bit) = if is_dense(shape) {
            (unit / 32, unit % 32)
        } else if self.header.transposed {
            let width = shape.other_kings.div_ceil(32);
            ((unit * shape.own_kings + kings[0]) * width + kings[1] / 32, kings[1] % 32)
        } else {
            let (word, bit) = shape.place(kings[0], kings[1]);
            (unit * shape.unit + word, bit)
        };
        (word / WORDS, word % WORDS, bit)
    }

    /// Verifies the checksum of a block and decodes the block.
    ///
    /// # Errors
    /// Returns an error that names the file and the block if the block is damaged.
    pub fn decode(&self, block: usize) -> Result<Box<[Word]>> {
        let mut values = vec![0; (self.words - block * WORDS).min(WORDS)].into_boxed_slice();
        self.decode_into(block, &mut values).with_context(|| self.place_of(block))?;
        Ok(values)
    }

    /// Verifies the checksums of all blocks without decoding the blocks.
    ///
    /// # Errors
    /// Returns an error for the first damaged block.
    pub fn ensure_sound(&self) -> Result<()> {
        (0..self.header.blocks())
            .try_for_each(|block| self.checked(block).map(|_| ()).with_context(|| self.place_of(block)))
    }

    fn place_of(&self, block: usize) -> String {
        format!("{}: block {block} of {CELLS} values", self.name.display())
    }

    /// Returns the bytes of a block. First checks that a mapped file has not been truncated, and verifies the checksum
    /// of the block.
    fn checked(&self, block: usize) -> Result<&[u8]> {
        if let Data::Mapped(map, file) = &self.data {
            let size = file.metadata()?.len();
            ensure!(size >= map.len() as u64, "the file was truncated to {size} bytes while it was in use");
        }
        let file = self.data.bytes();
        let starts = &self.tables()?.starts;
        let bytes = &file[starts[block] as usize..starts[block + 1] as usize];
        ensure!(crc32fast::hash(bytes) == self.header.sum(file, block), "its checksum is wrong");
        Ok(bytes)
    }

    fn decode_into(&self, block: usize, values: &mut [Word]) -> Result<()> {
        let bytes = self.checked(block)?;
        let blocks = match self.blocks.get() {
            Some(blocks) => blocks,
            None => {
                let decoder = Blocks::new(&self.tables()?.lengths)?;
                self.blocks.get_or_init(|| decoder)
            }
        };
        blocks.decode(bytes, values)
    }

    /// Decodes all blocks, using `threads` threads, and returns their values in order.
    ///
    /// # Errors
    /// Returns an error if a block is damaged.
    pub fn decode_all(&self, threads: usize) -> Result<Vec<Word>> {
        let blocks = map_chunks(self.header.blocks(), 1, threads, |range| self.decode(range.start));
        let mut values = Vec::with_capacity(self.words);
        for block in blocks {
            values.extend_from_slice(&block?);
        }
        Ok(values)
    }
}
