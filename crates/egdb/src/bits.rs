//! Bit streams. Bits are packed into bytes, lowest bit first.

/// Writes a bit stream.
#[derive(Default, Debug)]
pub struct Writer {
    bytes: Vec<u8>,
    buffer: u64,
    filled: u32,
}

impl Writer {
    /// Appends the lowest `count` bits of `bits`. `count` is at most 32, and all higher bits must be 0.
    #[inline]
    pub fn put(&mut self, bits: u32, count: u32) {
        self.buffer |= u64::from(bits) << self.filled;
        self.filled += count;
        while self.filled >= 8 {
            self.bytes.push(self.buffer as u8);
            self.buffer >>= 8;
            self.filled -= 8;
        }
    }

    /// Returns the bytes. The last byte is padded with zero bits.
    pub fn finish(mut self) -> Vec<u8> {
        if self.filled > 0 {
            self.bytes.push(self.buffer as u8);
        }
        self.bytes
    }
}

/// Reads a bit stream. After its end the stream continues with zeros.
#[derive(Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
    buffer: u64,
    filled: u32,
}

impl<'a> Reader<'a> {
    /// Creates a reader at the start of `bytes`.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, buffer: 0, filled: 0 }
    }

    /// Fills the buffer to at least 56 bits, which can then be read before the next call.
    #[inline]
    pub fn fill(&mut self) {
        if let Some((next, _)) = self.rest.split_first_chunk::<8>() {
            self.buffer |= u64::from_le_bytes(*next) << self.filled;
            let taken = (63 - self.filled) / 8;
            self.rest = &self.rest[taken as usize..];
            self.filled += 8 * taken;
            return;
        }
        while self.filled <= 56 {
            let next = self.rest.split_off_first().copied().unwrap_or_default();
            self.buffer |= u64::from(next) << self.filled;
            self.filled += 8;
        }
    }

    /// Returns the next `count` bits without consuming them. They must be in the buffer; see [`Reader::fill`].
    #[inline]
    pub const fn peek(&self, count: u32) -> u32 {
        (self.buffer & ((1 << count) - 1)) as u32
    }

    /// Consumes `count` bits.
    #[inline]
    pub const fn skip(&mut self, count: u32) {
        self.buffer >>= count;
        self.filled = self.filled.saturating_sub(count);
    }
}
