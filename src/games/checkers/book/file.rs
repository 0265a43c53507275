//! The file format of opening books.

use super::{BookEntries, BookEntry, OpeningBook, successors};
use crate::games::checkers::relative_position::RelativePosition;
use anyhow::{Context, Result, ensure};
use kit::search::MATE;

const MAGIC: [u8; 8] = *b"SPTBOOK1";
const CHECKSUM_SIZE: usize = 4;

impl OpeningBook {
    /// Encodes the book as the contents of a file, with little-endian numbers:
    ///
    /// - the magic bytes `SPTBOOK1`;
    /// - a digest of everything that the values depend on (64 bits);
    /// - the number of positions (32 bits);
    /// - the positions in ascending order;
    /// - a CRC-32 of all preceding bytes.
    ///
    /// Each position consists of:
    ///
    /// - the pieces of the side to move, then those of the other side, as in [`RelativePosition`] (32 bits each);
    /// - the number of plies from the start (8 bits);
    /// - the number of moves (8 bits);
    /// - the value of each move (16 bits).
    ///
    /// Kings are not stored, because a book contains no positions with kings.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.digest.to_le_bytes());
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        for (seen, entry) in &self.entries {
            bytes.extend(seen.own.to_le_bytes());
            bytes.extend(seen.other.to_le_bytes());
            // The number of moves fits in a byte: twelve men have fewer than 256 moves.
            bytes.extend([entry.plies, entry.values.len() as u8]);
            bytes.extend(entry.values.iter().flat_map(|value| value.to_le_bytes()));
        }
        let check = crc32fast::hash(&bytes);
        bytes.extend(check.to_le_bytes());
        bytes
    }

    /// Parses the bytes of [`OpeningBook::bytes`].
    ///
    /// # Errors
    /// Returns an error if the bytes are not a book, are damaged or cut off, or contain an impossible or repeated
    /// position, a wrong number of moves, or a value out of range.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        ensure!(bytes.starts_with(&MAGIC), "is not an opening book");
        let (content, check) = bytes.split_at(bytes.len().saturating_sub(CHECKSUM_SIZE));
        ensure!(crc32fast::hash(content).to_le_bytes() == check, "is damaged or cut off: its checksum is wrong");
        let mut rest = ByteReader(content.get(MAGIC.len()..).unwrap_or_default());
        let read = (|| {
            let (digest, count) = (u64::from_le_bytes(rest.take()?), u32::from_le_bytes(rest.take()?));
            let mut entries = BookEntries::new();
            for _ in 0..count {
                let (seen, entry) = read_entry(&mut rest)?;
                entries.insert(seen, entry);
            }
            (rest.0.is_empty() && entries.len() == count as usize).then_some(Self { digest, entries })
        })();
        read.context("contains impossible positions, or a wrong number or value of moves")
    }
}

fn read_entry(rest: &mut ByteReader) -> Option<(RelativePosition, BookEntry)> {
    let [own, other] = [rest.take()?, rest.take()?].map(u32::from_le_bytes);
    let [plies, count] = rest.take()?;
    let seen = RelativePosition::from_bytes(&RelativePosition { own, other, kings: 0 }.to_bytes())?;
    let values: Option<Vec<i16>> = (0..count).map(|_| rest.take().map(i16::from_le_bytes)).collect();
    let entry = BookEntry { plies, values: values? };
    let fits = entry.values.iter().all(|value| i32::from(*value).abs() <= MATE)
        && successors(&seen).len() == entry.values.len();
    (fits && !entry.values.is_empty()).then_some((seen, entry))
}

/// The bytes that have not been read yet.
struct ByteReader<'a>(&'a [u8]);

impl ByteReader<'_> {
    fn take<const SIZE: usize>(&mut self) -> Option<[u8; SIZE]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }
}
