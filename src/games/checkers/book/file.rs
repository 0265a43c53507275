//! A book on disk. Knows not what values mean.

use super::{BookEntries, BookEntry, OpeningBook, successors};
use crate::games::checkers::relative_position::RelativePosition;
use anyhow::{Context, Result, ensure};
use kit::search::MATE;

const MAGIC: [u8; 8] = *b"SPTBOOK1";
const CHECKSUM_SIZE: usize = 4;

impl OpeningBook {
    /// The bytes of a file.
    ///
    /// The magic word, the digest of what the values depend on (64 bits), the number of positions (32 bits); the positions
    /// in ascending order: pieces of the side to move and of the other side as that side sees them (two sets of 32 bits,
    /// see [`RelativePosition`]), plies from the start, moves, and the value of each move (16 bits); last a CRC-32 of all that. Numbers
    /// are little-endian. There are no kings: a position that has one is in no book.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.digest.to_le_bytes());
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        for (seen, page) in &self.entries {
            bytes.extend(seen.own.to_le_bytes());
            bytes.extend(seen.other.to_le_bytes());
            // Twelve men have no hundred moves.
            bytes.extend([page.plies, page.values.len() as u8]);
            bytes.extend(page.values.iter().flat_map(|value| value.to_le_bytes()));
        }
        let check = crc32fast::hash(&bytes);
        bytes.extend(check.to_le_bytes());
        bytes
    }

    /// Reads what [`OpeningBook::bytes`] wrote.
    ///
    /// # Errors
    /// It is no book, is damaged or cut off, or has moves that this game does not.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        ensure!(bytes.starts_with(&MAGIC), "is no opening book");
        let (content, check) = bytes.split_at(bytes.len().saturating_sub(CHECKSUM_SIZE));
        ensure!(crc32fast::hash(content).to_le_bytes() == check, "is damaged or cut off: its checksum is wrong");
        let mut rest = ByteReader(content.get(MAGIC.len()..).unwrap_or_default());
        let read = (|| {
            let (digest, count) = (u64::from_le_bytes(rest.take()?), u32::from_le_bytes(rest.take()?));
            let mut pages = BookEntries::new();
            for _ in 0..count {
                let (seen, page) = read_entry(&mut rest)?;
                pages.insert(seen, page);
            }
            (rest.0.is_empty() && pages.len() == count as usize).then_some(Self { digest, entries: pages })
        })();
        read.context("is no book of these rules: its positions or moves are wrong")
    }
}

fn read_entry(rest: &mut ByteReader) -> Option<(RelativePosition, BookEntry)> {
    let [own, other] = [rest.take()?, rest.take()?].map(u32::from_le_bytes);
    let [plies, count] = rest.take()?;
    let seen = RelativePosition::from_bytes(&RelativePosition { own, other, kings: 0 }.to_bytes())?;
    let values: Option<Vec<i16>> = (0..count).map(|_| rest.take().map(i16::from_le_bytes)).collect();
    let page = BookEntry { plies, values: values? };
    let fits =
        page.values.iter().all(|value| i32::from(*value).abs() <= MATE) && successors(&seen).len() == page.values.len();
    (fits && !page.values.is_empty()).then_some((seen, page))
}

/// What is still to be read.
struct ByteReader<'a>(&'a [u8]);

impl ByteReader<'_> {
    fn take<const SIZE: usize>(&mut self) -> Option<[u8; SIZE]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }
}
