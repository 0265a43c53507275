//! A text that comes in pieces, so that a database of any size can be read. UTF-8, and Latin-1 where it is none.
//! Knows no notation.

use anyhow::{Context, Result};
use std::io::{BufRead, Read};

/// Bytes that are read at a time where no line ends.
const CHUNK_SIZE: u64 = 1 << 16;

/// What has been read and not yet used.
pub(super) struct Source<R> {
    input: R,
    /// The beginning of a character whose end has not come yet.
    pending: Vec<u8>,
    text: String,
    /// How much of the text is used up.
    used: usize,
    /// Of the first character that is not used, from 1.
    line: usize,
    ended: bool,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, pending: Vec::new(), text: String::new(), used: 0, line: 1, ended: false }
    }

    /// What is there; more may come.
    pub(super) fn rest(&self) -> &str {
        &self.text[self.used..]
    }

    /// The number of the line of the next character.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Does the next character begin a line?
    pub(super) fn begins_line(&self) -> bool {
        self.text[..self.used].ends_with('\n') || self.used == 0
    }

    /// Uses up so many bytes of [`Source::rest`], which must be whole characters.
    pub(super) fn take(&mut self, bytes: usize) {
        let taken = &self.text[self.used..self.used + bytes];
        self.line += taken.matches('\n').count();
        self.used += bytes;
    }

    /// Reads until so many bytes are there, or the end is. False where nothing came.
    ///
    /// # Errors
    /// What reading says.
    pub(super) fn fill_to(&mut self, bytes: usize) -> Result<bool> {
        let mut came = false;
        while self.rest().len() < bytes && self.fill()? {
            came = true;
        }
        Ok(came)
    }

    /// Reads another piece. False at the end.
    ///
    /// # Errors
    /// What reading says.
    pub(super) fn fill(&mut self) -> Result<bool> {
        if self.ended {
            return Ok(false);
        }
        // One character stays, so that the beginning of a line is still known.
        if self.used > 1 << 12 {
            let kept = (1..4).find_map(|back| self.text.is_char_boundary(self.used - back).then_some(self.used - back));
            let kept = kept.unwrap_or(0);
            self.text.drain(..kept);
            self.used -= kept;
        }
        let mut bytes = std::mem::take(&mut self.pending);
        let count = (&mut self.input).take(CHUNK_SIZE).read_until(b'\n', &mut bytes).context("cannot read")?;
        self.ended = count == 0;
        if self.ended && bytes.is_empty() {
            return Ok(false);
        }
        let decoded = match std::str::from_utf8(&bytes) {
            Ok(text) => text.to_string(),
            Err(error) if error.error_len().is_none() && !self.ended && !bytes.ends_with(b"\n") => {
                self.pending = bytes.split_off(error.valid_up_to());
                String::from_utf8_lossy(&bytes).into_owned()
            }
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        };
        let first = self.text.is_empty() && self.line == 1;
        self.text.push_str(if first { decoded.trim_start_matches('\u{feff}') } else { &decoded });
        Ok(true)
    }
}
