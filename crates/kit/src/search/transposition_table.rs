//! The transposition table: search results by position key, shared by all threads without locks.
//!
//! Moves are stored in encoded form. Mate values are stored as distances from the stored position, not from the root.

use crate::search::value::{MATE, MATE_ZONE};
use base::parallel::map_chunks;
use bytemuck::allocation::try_zeroed_slice_box;
use std::sync::atomic::{AtomicU64, Ordering};
use ugi::Bound;

/// An entry: the key XORed with the data, and the data. The two words of a half-written entry do not match, so a reader
/// ignores the entry (Hyatt and Mann 2002).
type TableEntry = [AtomicU64; 2];

/// Entries per bucket. A bucket is one cache line.
const BUCKET: usize = 4;
/// Entries that a thread touches or clears at a time: 1 MiB.
const PART: usize = (1 << 20) / size_of::<TableEntry>();
/// Entries per memory page of 4 KiB, the smallest page size.
const PAGE: usize = (1 << 12) / size_of::<TableEntry>();
/// Search ages are counted modulo this number.
const AGES: u8 = 64;
/// Old entries are replaced sooner: for each search since it was stored, an entry counts as this many plies shallower.
const AGE_PENALTY: i32 = 4;

/// The stored result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableHit {
    /// The best move, encoded by [`Evaluate::encode`](super::Evaluate::encode); 0 if none is known.
    pub encoded_move: u32,
    /// The value for the side to move; mates are counted from the root of the search.
    pub value: i32,
    /// The depth to which the position was searched, in plies.
    pub depth: i32,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
}

impl TableHit {
    /// Returns whether the value causes a cutoff in a node with this window.
    #[must_use]
    #[inline]
    pub fn cuts(self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }
}

/// The transposition table. It allocates no memory before [`TranspositionTable::prepare`].
#[derive(Debug, Default)]
pub struct TranspositionTable {
    entries: Box<[TableEntry]>,
    /// Number of entries before the first one that is aligned to a cache line.
    skip: usize,
    buckets: usize,
    /// The size that was asked for, in MiB.
    mebibytes: usize,
    /// The size that could be allocated, in MiB.
    allocated: usize,
    age: u8,
    /// Number of threads that touch and clear the table.
    threads: usize,
    /// Whether no search has begun since the table was allocated or cleared.
    clean: bool,
    /// Number of allocations so far.
    allocations: u32,
}

impl TranspositionTable {
    /// Resizes the table to `mebibytes` MiB, at least 1. If the allocation fails, the size is halved until it
    /// succeeds. The table is empty after a change of size.
    ///
    /// A change of size touches all pages, using `threads` threads. The system clears a page when it is first touched,
    /// which would otherwise cost time during a search.
    pub fn prepare(&mut self, mebibytes: usize, threads: usize) {
        let wanted = mebibytes.max(1);
        self.threads = threads;
        if wanted != self.mebibytes {
            // Free the old memory before allocating the new.
            *self = Self { threads, allocations: self.allocations + 1, ..Self::default() };
            self.allocate(wanted);
            self.mebibytes = wanted;
            self.clean = true;
            self.each_part(|part| part.iter().step_by(PAGE).for_each(clear_entry));
        }
    }

    /// Returns the size of the table, in MiB.
    #[must_use]
    pub const fn allocated(&self) -> usize {
        self.allocated
    }

    /// Starts a new search. Call this method before the first [`TranspositionTable::store`] of each search. The entries
    /// of earlier searches age by one search and are replaced sooner.
    pub fn begin_search(&mut self) {
        self.age = (self.age + 1) % AGES;
        self.clean = false;
    }

    /// Clears the table, using the number of threads given to [`TranspositionTable::prepare`]. The memory stays
    /// allocated.
    pub fn clear(&mut self) {
        if !self.clean {
            self.each_part(|part| part.iter().for_each(clear_entry));
        }
        self.age = 0;
        self.clean = true;
    }

    /// Returns how many times the table has allocated its memory.
    #[cfg(test)]
    #[must_use]
    pub fn allocations(&self) -> u32 {
        self.allocations
    }

    fn each_part(&self, work: impl Fn(&[TableEntry]) + Sync) {
        map_chunks(self.entries.len(), PART, self.threads, |range| work(&self.entries[range]));
    }

    fn allocate(&mut self, mut mebibytes: usize) {
        while mebibytes > 0 {
            let count = mebibytes.saturating_mul((1 << 20) / size_of::<TableEntry>());
            if let Ok(entries) = try_zeroed_slice_box::<TableEntry>(count) {
                self.skip = entries.as_ptr().align_offset(BUCKET * size_of::<TableEntry>()).min(BUCKET);
                self.buckets = (count - self.skip) / BUCKET;
                ask_for_large_pages(&entries);
                self.entries = entries;
                self.allocated = mebibytes;
                return;
            }
            mebibytes /= 2;
        }
    }

    /// Returns the entry of the position with this key, which is `ply` plies from the root.
    #[must_use]
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TableHit> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Stores a result for the position with this key, which is `ply` plies from the root. The result replaces the
    /// entry with the same key; otherwise, it fills an empty entry of the bucket or replaces the shallowest one, where
    /// older entries count as shallower. If `hit` has no move and an entry with the same key is replaced, that entry's
    /// move is kept.
    #[inline]
    pub fn store(&self, key: u64, hit: TableHit, ply: usize) {
        let mut target = None;
        let mut lowest = i32::MAX;
        let mut encoded_move = hit.encoded_move;
        for entry in self.bucket(key) {
            let data = entry[1].load(Ordering::Relaxed);
            if data != 0 && entry[0].load(Ordering::Relaxed) ^ data == key {
                encoded_move = if encoded_move == 0 { data as u32 } else { encoded_move };
                target = Some(entry);
                break;
            }
            let value = self.replacement_value(data);
            if value < lowest {
                lowest = value;
                target = Some(entry);
            }
        }
        if let Some([check, word]) = target {
            let data = pack(TableHit { encoded_move, ..hit }, self.age, ply);
            // An unchanged entry is not written again, so that other cores keep their copy of the cache line.
            if word.load(Ordering::Relaxed) != data || check.load(Ordering::Relaxed) != key ^ data {
                check.store(key ^ data, Ordering::Relaxed);
                word.store(data, Ordering::Relaxed);
            }
        }
    }

    /// Returns the fraction of entries written by the current search, in permille, from a sample of 1000 entries.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        const SAMPLE: usize = 1000;
        let sample = self.entries.get(self.skip..).unwrap_or_default().iter().take(SAMPLE);
        let full = sample.filter(|[_, data]| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == self.age
        });
        full.count() as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[TableEntry] {
        let bucket = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let first = self.skip + bucket * BUCKET;
        self.entries.get(first..first + BUCKET).unwrap_or_default()
    }

    fn replacement_value(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let age = (self.age + AGES - age_of(data)) % AGES;
        i32::from((data >> 48) as u8) - AGE_PENALTY * i32::from(age)
    }
}

/// Packs an entry into 64 bits, from the lowest: 32 for the encoded move, 16 for the value, 8 for the depth, 6 for the
/// age and 2 for the bound. The bound is never 0, so the data is never 0.
fn pack(hit: TableHit, age: u8, ply: usize) -> u64 {
    let value = move_root(hit.value, ply as i32);
    let bound = match hit.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(hit.encoded_move)
        | u64::from(value.clamp(-MATE, MATE) as i16 as u16) << 32
        | u64::from(hit.depth.clamp(0, 255) as u8) << 48
        | u64::from(age) << 56
        | bound << 62
}

fn unpack(data: u64, ply: usize) -> TableHit {
    let value = move_root(i32::from((data >> 32) as u16 as i16), -(ply as i32));
    let bound = match data >> 62 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        _ => Bound::Upper,
    };
    TableHit { encoded_move: data as u32, value, depth: i32::from((data >> 48) as u8), bound }
}

/// Counts a mate from a node that is this many plies closer to it.
fn move_root(value: i32, plies: i32) -> i32 {
    match value {
        MATE_ZONE.. => value + plies,
        _ if value <= -MATE_ZONE => value - plies,
        _ => value,
    }
}

/// Asks the system for large pages. Probes are spread over the whole table, and with small pages most of them also miss
/// the TLB. In the game with the fastest search, large pages gain about an eighth in speed.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_large_pages(entries: &[TableEntry]) {
    use rustix::mm::{Advice, madvise};
    let page = rustix::param::page_size();
    let bytes = size_of_val(entries);
    let skip = entries.as_ptr().addr().next_multiple_of(page) - entries.as_ptr().addr();
    let length = bytes.saturating_sub(skip) / page * page;
    // SAFETY: the range consists of whole pages inside our own allocation, and the advice changes none of their
    // contents. An error is harmless.
    let _ =
        unsafe { madvise(entries.as_ptr().cast_mut().wrapping_byte_add(skip).cast(), length, Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_entries: &[TableEntry]) {}

fn clear_entry(entry: &TableEntry) {
    entry.iter().for_each(|word| word.store(0, Ordering::Relaxed));
}

fn age_of(data: u64) -> u8 {
    (data >> 56) as u8 % AGES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(encoded_move: u32, value: i32, depth: i32, bound: Bound) -> TableHit {
        TableHit { encoded_move, value, depth, bound }
    }

    fn table() -> TranspositionTable {
        let mut table = TranspositionTable::default();
        table.prepare(1, 1);
        table.begin_search();
        table
    }

    #[test]
    fn stored_entries_are_found() {
        let table = table();
        for (n, bound) in [Bound::Exact, Bound::Lower, Bound::Upper].into_iter().enumerate() {
            for value in [0, -1, 12_345, -31_000, 31_000] {
                let entry = hit(u32::MAX - n as u32, value, 127, bound);
                table.store(value as u64, entry, 0);
                assert_eq!(table.probe(value as u64, 0), Some(entry));
            }
        }
        assert_eq!(table.probe(99, 0), None);
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = table();
        table.store(5, hit(1, MATE - 9, 3, Bound::Exact), 4);
        assert_eq!(table.probe(5, 6).unwrap().value, MATE - 11);
        table.store(6, hit(1, 9 - MATE, 3, Bound::Exact), 4);
        assert_eq!(table.probe(6, 2).unwrap().value, 7 - MATE);
    }

    #[test]
    fn the_move_of_an_earlier_entry_is_kept() {
        let table = table();
        table.store(5, hit(77, 1, 3, Bound::Lower), 0);
        table.store(5, hit(0, 1, 4, Bound::Upper), 0);
        assert_eq!(table.probe(5, 0), Some(hit(77, 1, 4, Bound::Upper)));
    }

    #[test]
    fn a_full_bucket_replaces_old_entries_first_and_then_the_shallowest() {
        let mut table = table();
        for key in 0..4 {
            table.store(key, hit(1, 0, 10 + key as i32, Bound::Exact), 0);
        }
        table.store(9, hit(1, 0, 2, Bound::Exact), 0);
        assert_eq!(table.probe(0, 0), None);
        assert!(table.probe(1, 0).is_some() && table.probe(9, 0).is_some());
        table.begin_search();
        table.store(1, hit(1, 0, 8, Bound::Exact), 0);
        table.store(20, hit(1, 0, 1, Bound::Exact), 0);
        assert!(table.probe(9, 0).is_none() && table.probe(1, 0).is_some());
    }

    #[test]
    fn torn_entries_are_ignored() {
        let table = table();
        table.store(5, hit(1, 1, 3, Bound::Exact), 0);
        let entry = table.bucket(5).iter().find(|entry| entry[1].load(Ordering::Relaxed) != 0).unwrap();
        entry[1].fetch_xor(1 << 33, Ordering::Relaxed);
        assert_eq!(table.probe(5, 0), None);
    }

    #[test]
    fn memory_is_allocated_once_and_cleared_in_place() {
        let mut table = TranspositionTable::default();
        table.store(5, hit(1, 1, 3, Bound::Exact), 0);
        assert_eq!((table.probe(5, 0), table.hashfull(), table.allocations()), (None, 0, 0));
        table.clear();
        assert_eq!((table.entries.len(), table.allocations()), (0, 0));
        table.prepare(2, 3);
        assert_eq!((table.entries.len(), table.allocations()), (1 << 17, 1));
        assert_eq!(table.entries[table.skip..].as_ptr() as usize % 64, 0);
        table.begin_search();
        for key in 0..1000 {
            table.store(base::rng::mix(key), hit(1, 1, 3, Bound::Exact), 0);
        }
        table.prepare(2, 1);
        assert!((0..1000).all(|key| table.probe(base::rng::mix(key), 0).is_some()));
        table.clear();
        assert!((0..1000).all(|key| table.probe(base::rng::mix(key), 0).is_none()));
        assert!(table.entries.iter().flatten().all(|word| word.load(Ordering::Relaxed) == 0));
        assert_eq!(table.allocations(), 1);
        table.prepare(1, 1);
        assert_eq!((table.entries.len(), table.allocations()), (1 << 16, 2));
    }

    #[test]
    fn hashfull_counts_this_search_only() {
        let mut table = table();
        for n in 0..400_000u64 {
            table.store(base::rng::mix(n), hit(1, 0, 1, Bound::Exact), 0);
        }
        assert!(table.hashfull() > 900);
        table.begin_search();
        assert_eq!(table.hashfull(), 0);
    }
}
