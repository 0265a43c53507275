//! Reads a text piece by piece, so that a file can be larger than memory. A piece is a line, or a part of a long line.
//! A piece that is not valid UTF-8 is decoded as Latin-1.

use anyhow::{Context, Result};
use std::io::{BufRead, Read};

/// Maximum number of bytes in a piece.
const CHUNK_SIZE: u64 = 1 << 16;

/// The text that has been read but not consumed.
pub(super) struct Source<R> {
    input: R,
    /// An incomplete UTF-8 sequence at the end of the last piece.
    pending: Vec<u8>,
    text: String,
    /// The number of consumed bytes at the start of `text`.
    used: usize,
    /// The line of the first unconsumed character, counted from 1.
    line: usize,
    ended: bool,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, pending: Vec::new(), text: String::new(), used: 0, line: 1, ended: false }
    }

    /// Returns the available text; reading may add more.
    pub(super) fn rest(&self) -> &str {
        &self.text[self.used..]
    }

    /// Returns the line number of the next character.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Returns whether the next character is at the beginning of a line.
    pub(super) fn begins_line(&self) -> bool {
        self.text[..self.used].ends_with('\n') || self.used == 0
    }

    /// Consumes `bytes` bytes of [`Source::rest`]; they must be whole characters.
    pub(super) fn take(&mut self, bytes: usize) {
        let taken = &self.text[self.used..self.used + bytes];
        self.line += taken.matches('\n').count();
        self.used += bytes;
    }

    /// Reads until `bytes` bytes are available or the input ends. Returns whether anything was read.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read.
    pub(super) fn fill_to(&mut self, bytes: usize) -> Result<bool> {
        let mut came = false;
        while self.rest().len() < bytes && self.fill()? {
            came = true;
        }
        Ok(came)
    }

    /// Reads another piece. Returns `false` at the end of the input.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read.
    pub(super) fn fill(&mut self) -> Result<bool> {
        if self.ended {
            return Ok(false);
        }
        // Keep one consumed character, because `begins_line` examines it.
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
        let first = self.text.is_empty() && self.line == 1;
        let decoded = match std::str::from_utf8(&bytes) {
            Ok(text) => text.to_string(),
            Err(error) if error.error_len().is_none() && !self.ended && !bytes.ends_with(b"\n") => {
                self.pending = bytes.split_off(error.valid_up_to());
                String::from_utf8_lossy(&bytes).into_owned()
            }
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        };
        self.text.push_str(if first { decoded.trim_start_matches('\u{feff}') } else { &decoded });
        Ok(true)
    }
}
