//! The games file of one round: blocks of samples with checksums. A killed run loses only its unfinished blocks.

use super::sample::{SIZE, Sample};
use anyhow::{Context, Result, bail, ensure};
use base::files::{ensure_file_or_new, read_file};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The number of games in a block.
pub const BLOCK_GAMES: u64 = 32;

const MAGIC: [u8; 8] = *b"SPTGAME1";
const HEADER: usize = 24;
const BLOCK_HEADER: usize = 16;

/// A file of games that can be extended.
///
/// All numbers in the file are little-endian. The header has 24 bytes: a magic number (8 bytes), a digest of everything
/// that the games depend on (8 bytes), the number of games per block, and the CRC-32 of these fields (4 bytes each).
///
/// The header is followed by blocks. Each block starts with four 32-bit words: its number, counted from 0, the number
/// of samples, the CRC-32 of the samples, and the CRC-32 of the first three words. The samples follow, in the format of
/// [`Sample::to_bytes`].
#[derive(Debug)]
pub struct SampleStore {
    path: PathBuf,
    file: File,
    blocks: u64,
}

impl SampleStore {
    /// Opens or creates the file, and removes an incomplete block at its end. `digest` is a digest of everything that
    /// the games depend on.
    ///
    /// # Errors
    /// Returns an error if the file was made with other settings, is damaged, or cannot be written.
    pub fn open(path: &Path, digest: u64) -> Result<Self> {
        ensure_file_or_new(path).with_context(|| path.display().to_string())?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(|| path.display().to_string())?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| path.display().to_string())?;
        ensure!(
            bytes.iter().zip(header(digest)).all(|(found, expected)| *found == expected),
            "{}: was made with other settings (--seed, --nodes, --beside, --start, --pdn, or the network of the round \
             before) or is not a file of games",
            path.display()
        );
        if bytes.len() < HEADER {
            let mut begin = || {
                cut(&mut file, 0)?;
                file.write_all(&header(digest))
            };
            begin().with_context(|| path.display().to_string())?;
            return Ok(Self { path: path.to_owned(), file, blocks: 0 });
        }
        let (blocks, end) = complete_blocks(&bytes).with_context(|| path.display().to_string())?;
        cut(&mut file, end as u64).with_context(|| path.display().to_string())?;
        Ok(Self { path: path.to_owned(), file, blocks: blocks.len() as u64 })
    }

    /// Returns the number of complete blocks in the file, including those appended since it was opened.
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Appends the next block with a single write.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn append(&mut self, samples: &[Sample]) -> Result<()> {
        let payload: Vec<u8> = samples.iter().flat_map(|sample| sample.to_bytes()).collect();
        let mut bytes = block_header(self.blocks as u32, samples.len() as u32, crc32fast::hash(&payload)).to_vec();
        bytes.extend(payload);
        self.file.write_all(&bytes).with_context(|| self.path.display().to_string())?;
        self.blocks += 1;
        Ok(())
    }
}

/// Truncates a file to `size` bytes and seeks to its end.
fn cut(file: &mut File, size: u64) -> io::Result<()> {
    file.set_len(size)?;
    file.seek(SeekFrom::Start(size))?;
    Ok(())
}

/// Reads the samples of all complete blocks in a file, grouped by block.
///
/// # Errors
/// Returns an error if the file cannot be read or is damaged.
pub fn read(path: &Path) -> Result<Vec<Vec<Sample>>> {
    let bytes = read_file(path)?;
    let is_ours = bytes.len() >= HEADER && bytes.starts_with(&MAGIC);
    ensure!(is_ours && checksum(&bytes[..20]) == bytes[20..HEADER], "{}: is not a file of games", path.display());
    let (blocks, _) = complete_blocks(&bytes).with_context(|| path.display().to_string())?;
    Ok(blocks)
}

fn header(digest: u64) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..16].copy_from_slice(&digest.to_le_bytes());
    bytes[16..20].copy_from_slice(&(BLOCK_GAMES as u32).to_le_bytes());
    let check = checksum(&bytes[..20]);
    bytes[20..].copy_from_slice(&check);
    bytes
}

fn block_header(number: u32, samples: u32, payload: u32) -> [u8; BLOCK_HEADER] {
    let mut bytes = [0; BLOCK_HEADER];
    for (place, word) in bytes.chunks_exact_mut(4).zip([number, samples, payload]) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    let check = checksum(&bytes[..12]);
    bytes[12..].copy_from_slice(&check);
    bytes
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    crc32fast::hash(bytes).to_le_bytes()
}

/// Returns all complete blocks, and the offset at which the last one ends. An incomplete block at the end is ignored. A
/// damaged block is an error, because games before the end would be missing.
fn complete_blocks(bytes: &[u8]) -> Result<(Vec<Vec<Sample>>, usize)> {
    let (mut blocks, mut at) = (Vec::new(), HEADER);
    while let Some(head) = bytes.get(at..at + BLOCK_HEADER) {
        let word = |index: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| head[4 * index + byte]));
        let [number, samples, payload_check] = [0, 1, 2].map(word);
        if checksum(&head[..12]) != head[12..] || number as usize != blocks.len() {
            bail!("block {} has a damaged header at byte {at}", blocks.len());
        }
        let start = at + BLOCK_HEADER;
        let Some(payload) = bytes.get(start..start + samples as usize * SIZE) else { break };
        ensure!(crc32fast::hash(payload) == payload_check, "block {number} is damaged at byte {at}");
        let read = |chunk: &[u8]| chunk.try_into().ok().and_then(Sample::from_bytes);
        let samples: Option<Vec<Sample>> = payload.chunks_exact(SIZE).map(read).collect();
        blocks.push(samples.with_context(|| format!("block {number} at byte {at} holds an impossible position"))?);
        at = start + payload.len();
    }
    Ok((blocks, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::search::Wdl;
    use speltafel::games::checkers::relative_position::RelativePosition;

    fn block(number: u32) -> Vec<Sample> {
        let sample = |index| Sample {
            seen: RelativePosition { own: 1u32 << index, other: 1 << 20, kings: 0 },
            score: (number * 100 + index) as i16,
            outcome: Some(Wdl::Draw),
            quiet_plies: 7,
        };
        (0..5 + number).map(sample).collect()
    }

    #[test]
    fn a_truncated_file_is_extended_after_its_last_complete_block() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.bin");
        let mut store = SampleStore::open(&path, 3).unwrap();
        (0..3).for_each(|number| store.append(&block(number)).unwrap());
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut store = SampleStore::open(&path, 3).unwrap();
            let kept = store.blocks();
            assert!(kept < 3);
            (kept as u32..3).for_each(|number| store.append(&block(number)).unwrap());
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {cut}");
        }
        assert_eq!(read(&path).unwrap(), [block(0), block(1), block(2)]);
    }

    #[test]
    fn a_damaged_byte_is_an_error_that_names_the_block() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.bin");
        let mut store = SampleStore::open(&path, 3).unwrap();
        (0..3).for_each(|number| store.append(&block(number)).unwrap());
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 16;
            std::fs::write(&path, &damaged).unwrap();
            let error = format!("{:#}", read(&path).unwrap_err());
            assert!(error.contains("games.bin"), "{error}");
            assert!(at < HEADER || error.contains("block"), "{error}");
        }
    }

    #[test]
    fn other_settings_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.bin");
        drop(SampleStore::open(&path, 3).unwrap());
        assert!(SampleStore::open(&path, 4).unwrap_err().to_string().contains("other settings"));
        let notes = folder.path().join("notes.bin");
        std::fs::write(&notes, "not ours").unwrap();
        assert!(SampleStore::open(&notes, 3).unwrap_err().to_string().contains("not a file of games"));
        assert_eq!(std::fs::read(&notes).unwrap(), b"not ours");
        assert!(SampleStore::open(&folder.path().join("no/games.bin"), 3).is_err());
    }
}
