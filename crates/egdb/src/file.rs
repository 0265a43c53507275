//! One file, in memory or mapped: checked when it is opened, its blocks decoded one by one.

use crate::blocks::Blocks;
use crate::header::{Header, is_dense, words};
use crate::runs::{CELLS, Lengths, WORDS};
use crate::slice::{Shape, Word};
use anyhow::{Context, Result, ensure};
use base::files::ensure_file;
use base::parallel::map_chunks;
use memmap2::Mmap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A database of one material.
#[derive(Debug)]
pub struct File {
    name: PathBuf,
    header: Header,
    shape: Shape,
    words: usize,
    data: Data,
    lengths: Lengths,
    /// Where each block begins and the last one ends.
    starts: Vec<u32>,
    /// Made when the first block is asked for.
    blocks: OnceLock<Blocks>,
}

#[derive(Debug)]
enum Data {
    /// The file stays open: its size is asked.
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
    /// Maps a file and checks its header, its size, its table and its name, which has to be that of its material.
    ///
    /// # Errors
    /// It cannot be read, or what is wrong with it; it is named.
    pub fn open(path: &Path) -> Result<Self> {
        let open = || {
            ensure_file(path)?;
            let file = fs::File::open(path)?;
            // Safety: a map is only as safe as nobody cuts the file while we look at it; that would end the process with
            // a signal. Databases are written whole under another name and renamed, so a build never does it; where
            // somebody else has done it, `checked` sees it before it looks.
            #[allow(unsafe_code)]
            let map = unsafe { Mmap::map(&file)? };
            let opened = Self::check(path.to_path_buf(), Data::Mapped(map, file))?;
            let material = opened.header.material.to_string();
            // Who asks for the values of a material by the name of a file relies on it.
            ensure!(
                path.file_stem().is_some_and(|name| *name == *material),
                "it is the database of {material}, which its name does not say"
            );
            Ok(opened)
        };
        open().with_context(|| path.display().to_string())
    }

    /// Takes bytes for a file.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn owned(bytes: Vec<u8>) -> Result<Self> {
        Self::check(PathBuf::from("new file"), Data::Owned(bytes))
    }

    /// The file at the front of some bytes, and what follows it.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn embedded(bytes: &'static [u8]) -> Result<(Self, &'static [u8])> {
        let size = Header::read(bytes)?.file_size();
        let (file, rest) = bytes.split_at_checked(size).context("it is cut")?;
        Ok((Self::check(PathBuf::from("embedded database"), Data::Embedded(file))?, rest))
    }

    fn check(name: PathBuf, data: Data) -> Result<Self> {
        let header = Header::read(data.bytes())?;
        let (size, due) = (data.bytes().len(), header.file_size());
        ensure!(size == due, "it has {size} bytes instead of {due}");
        let (lengths, starts) = header.tables(data.bytes())?;
        let shape = Shape::of(header.material);
        let words = words(&shape, header.transposed);
        Ok(Self { name, words, shape, header, data, lengths, starts, blocks: OnceLock::new() })
    }

    /// What messages call it.
    pub fn name(&self) -> impl std::fmt::Display {
        self.name.display()
    }

    /// What it says of itself.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// All of its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.data.bytes()
    }

    /// Block, word and bit of the position with these ranks.
    #[inline]
    #[must_use]
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

    /// Decodes a block; its checksum is looked at.
    ///
    /// # Errors
    /// It is damaged: file and block are named.
    pub fn decode(&self, block: usize) -> Result<Box<[Word]>> {
        let mut values = vec![0; (self.words - block * WORDS).min(WORDS)].into_boxed_slice();
        self.decode_into(block, &mut values).with_context(|| self.place_of(block))?;
        Ok(values)
    }

    /// Looks at all checksums and decodes nothing.
    ///
    /// # Errors
    /// The first block that is damaged.
    pub fn ensure_sound(&self) -> Result<()> {
        (0..self.header.blocks())
            .try_for_each(|block| self.checked(block).map(|_| ()).with_context(|| self.place_of(block)))
    }

    fn place_of(&self, block: usize) -> String {
        format!("{}: block {block} of {CELLS} values", self.name.display())
    }

    /// The bytes of a block.
    fn checked(&self, block: usize) -> Result<&[u8]> {
        if let Data::Mapped(map, file) = &self.data {
            let size = file.metadata()?.len();
            ensure!(size >= map.len() as u64, "the file was cut to {size} bytes while it was in use");
        }
        let file = self.data.bytes();
        let bytes = &file[self.starts[block] as usize..self.starts[block + 1] as usize];
        ensure!(crc32fast::hash(bytes) == self.header.sum(file, block), "its checksum is wrong");
        Ok(bytes)
    }

    fn decode_into(&self, block: usize, values: &mut [Word]) -> Result<()> {
        let bytes = self.checked(block)?;
        let blocks = match self.blocks.get() {
            Some(blocks) => blocks,
            None => {
                let made = Blocks::new(&self.lengths)?;
                self.blocks.get_or_init(|| made)
            }
        };
        blocks.decode(bytes, values)
    }

    /// All values.
    ///
    /// # Errors
    /// A block is damaged.
    pub fn decode_all(&self, threads: usize) -> Result<Vec<Word>> {
        let blocks = map_chunks(self.header.blocks(), 1, threads, |range| self.decode(range.start));
        let mut values = Vec::with_capacity(self.words);
        for block in blocks {
            values.extend_from_slice(&block?);
        }
        Ok(values)
    }
}
