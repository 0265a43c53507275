//! A cache of decoded blocks, shared by all threads. It is set-associative; each set has its own lock.

use crate::slice::Word;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of blocks that a set can hold.
const WAYS: usize = 4;

/// Maps keys to decoded blocks. In a full set, a new block replaces the least recently used one.
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
    /// The set's clock at the last access.
    used: u32,
    /// The block; empty if the slot is free.
    words: Box<[Word]>,
}

impl Cache {
    /// Creates an empty cache with slots for at least `blocks` blocks.
    pub fn new(blocks: usize) -> Self {
        let sets = blocks.div_ceil(WAYS).next_power_of_two();
        Self { sets: (0..sets).map(|_| Mutex::default()).collect() }
    }

    /// Returns the word at index `word` of the block `key`, or `None` if the block is not cached or has no such word.
    #[inline]
    pub fn word(&self, key: u64, word: usize) -> Option<Word> {
        let mut set = self.set(key);
        let now = set.tick();
        let slot = set.slots.iter_mut().find(|slot| slot.key == key && !slot.words.is_empty())?;
        slot.used = now;
        slot.words.get(word).copied()
    }

    /// Inserts a block under `key`. The block takes a free slot of its set or, if there is none, replaces the least
    /// recently used block of the set.
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
        // Ignore poisoning: code that holds the lock does not panic, and a set is always consistent.
        self.sets[hash as usize & (self.sets.len() - 1)].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Set {
    const fn tick(&mut self) -> u32 {
        self.clock = self.clock.wrapping_add(1);
        self.clock
    }
}
