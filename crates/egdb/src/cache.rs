//! Decoded blocks that several threads share: sets of a few, each behind its own lock.

use crate::slice::Word;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Blocks in a set.
const WAYS: usize = 4;

/// Blocks by number; those not asked for lately give way.
#[derive(Debug)]
pub struct Cache {
    sets: Box<[Mutex<Set>]>,
}

#[derive(Default, Debug)]
struct Set {
    slots: [Slot; WAYS],
    clock: u32,
}

#[derive(Default, Debug)]
struct Slot {
    key: u64,
    /// When it was asked for last.
    used: u32,
    /// Empty: there is none.
    words: Box<[Word]>,
}

impl Cache {
    /// Room for so many blocks, taken when they come.
    #[must_use]
    pub fn new(blocks: usize) -> Self {
        let sets = blocks.div_ceil(WAYS).next_power_of_two();
        Self { sets: (0..sets).map(|_| Mutex::default()).collect() }
    }

    /// A word of the block with this number, when it is here.
    #[inline]
    #[must_use]
    pub fn word(&self, key: u64, word: usize) -> Option<Word> {
        let mut set = self.set(key);
        let now = set.tick();
        let slot = set.slots.iter_mut().find(|slot| slot.key == key && !slot.words.is_empty())?;
        slot.used = now;
        slot.words.get(word).copied()
    }

    /// Keeps a block.
    pub fn put(&self, key: u64, words: Box<[Word]>) {
        let mut set = self.set(key);
        let now = set.tick();
        let oldest = set.slots.iter_mut().max_by_key(|slot| now.wrapping_sub(slot.used));
        if let Some(slot) = oldest {
            *slot = Slot { key, used: now, words };
        }
    }

    #[inline]
    fn set(&self, key: u64) -> MutexGuard<'_, Set> {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        // Nothing that holds the lock can panic, and a set is whole at any time.
        self.sets[hash as usize & (self.sets.len() - 1)].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Set {
    const fn tick(&mut self) -> u32 {
        self.clock = self.clock.wrapping_add(1);
        self.clock
    }
}
