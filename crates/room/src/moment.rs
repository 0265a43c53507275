//! What comes in with each event: the time, the date and random bits.

use crate::hex::Hex;
use crate::mac::mac;
use anyhow::{Context, Result};
use base::date::date;
use std::time::Duration;

/// When an event is handled, and the random bits with which it is.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The time since any fixed moment, less that during which the program was stopped.
    pub now: Duration,
    /// The seconds since 1970; `None` if the clock is wrong.
    pub unix: Option<u64>,
    /// Random bits, from which all that the room draws in this event derive; `None` if the system has none.
    pub bits: Option<[u8; 32]>,
}

impl Moment {
    /// Returns the day, `YYYY.MM.DD`.
    pub fn today(&self) -> Option<String> {
        self.unix.map(date)
    }

    /// Returns a source of random bits. Each call returns the same source.
    pub const fn random(&self) -> Random {
        Random { bits: self.bits, drawn: 0 }
    }
}

/// A source of random bits.
#[derive(Debug)]
pub struct Random {
    bits: Option<[u8; 32]>,
    drawn: u64,
}

impl Random {
    /// Draws bits, which are different in each call.
    ///
    /// # Errors
    /// Returns an error if the event came without random bits.
    pub fn draw<const N: usize>(&mut self) -> Result<Hex<N>> {
        let bits = self.bits.context("the system has no random numbers")?;
        let mut drawn = [0; N];
        for part in drawn.chunks_mut(32) {
            let code = mac(&bits, [&self.drawn.to_be_bytes()[..]]);
            part.copy_from_slice(&code[..part.len()]);
            self.drawn += 1;
        }
        Ok(Hex(drawn))
    }
}

/// Returns a source of random bits for a test. Each call returns another.
#[cfg(test)]
pub fn random() -> Random {
    use std::sync::atomic::{AtomicU64, Ordering};
    static SOURCES: AtomicU64 = AtomicU64::new(0);
    let drawn = SOURCES.fetch_add(1 << 32, Ordering::Relaxed);
    Random { bits: Some([7; 32]), drawn }
}
