//! The transposition table: what is known of a position by its key, shared by all threads without locks.
//! Knows no game: a move is a number, a value counts mates from the stored position.

use crate::search::value::{MATE, MAX_PLY};
use base::parallel::map_chunks;
use bytemuck::allocation::try_zeroed_slice_box;
use std::sync::atomic::{AtomicU64, Ordering};
use ugi::Bound;

/// Two words: the key xored with the data, and the data. A reader that meets a half-written entry finds that they do
/// not fit together (Hyatt and Mann 2002).
type TableEntry = [AtomicU64; 2];

/// Entries that a key may fall into: one cache line.
const BUCKET: usize = 4;
/// Entries that a thread touches or wipes at a time: 1 MiB.
const PART: usize = (1 << 20) / size_of::<TableEntry>();
/// Entries from one touch to the next: the smallest page is 4 KiB.
const PAGE: usize = (1 << 12) / size_of::<TableEntry>();
/// Searches are counted modulo this.
const AGES: u8 = 64;
/// How many plies of depth one search of age is worth when an entry has to go.
const AGE_PENALTY: i32 = 4;

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableHit {
    /// [`super::Evaluate::encode`] of the best move, 0 when there is none.
    pub encoded_move: u32,
    /// The value for the side to move; mates are counted from here.
    pub value: i32,
    /// How deep it was searched.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
}

impl TableHit {
    /// Is the value enough to leave a node with this window?
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

/// The table. It allocates nothing before [`TranspositionTable::prepare`].
#[derive(Debug, Default)]
pub struct TranspositionTable {
    entries: Box<[TableEntry]>,
    /// Entries before the first one that starts a cache line.
    skip: usize,
    buckets: usize,
    mebibytes: usize,
    age: u8,
    /// Threads that touch and wipe it.
    threads: usize,
    /// Nothing was stored since it was made or wiped.
    clean: bool,
    /// Number of allocations so far.
    allocations: u32,
}

impl TranspositionTable {
    /// Makes the table `mebibytes` large (at least 1; smaller when there is not that much memory). A table of another size
    /// starts empty. All its pages are touched here, by so many threads: the system clears a page when it is touched for the
    /// first time, and a search would do that on its clock.
    pub fn prepare(&mut self, mebibytes: usize, threads: usize) {
        let wanted = mebibytes.max(1);
        self.threads = threads;
        if wanted != self.mebibytes {
            // Frees the old memory before it allocates the new.
            *self = Self { threads, allocations: self.allocations + 1, ..Self::default() };
            self.allocate(wanted);
            self.mebibytes = wanted;
            self.clean = true;
            self.each_part(|part| part.iter().step_by(PAGE).for_each(wipe));
        }
    }

    /// A new search begins: what was stored before it goes first.
    pub fn begin_search(&mut self) {
        self.age = (self.age + 1) % AGES;
        self.clean = false;
    }

    /// Forgets everything, with the threads of [`TranspositionTable::prepare`]. The memory stays.
    pub fn clear(&mut self) {
        if !self.clean {
            self.each_part(|part| part.iter().for_each(wipe));
        }
        self.age = 0;
        self.clean = true;
    }

    /// Number of times it has allocated and touched its memory.
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
                return;
            }
            mebibytes /= 2;
        }
    }

    /// What is known of the position with this key, `ply` plies from the root.
    #[must_use]
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TableHit> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Remembers what was found, in place of the entry of the same key or of the least useful one of its bucket.
    #[inline]
    pub fn store(&self, key: u64, known: TableHit, ply: usize) {
        let mut place = None;
        let mut least = i32::MAX;
        let mut code = known.encoded_move;
        for entry in self.bucket(key) {
            let data = entry[1].load(Ordering::Relaxed);
            if data != 0 && entry[0].load(Ordering::Relaxed) ^ data == key {
                code = if code == 0 { data as u32 } else { code };
                place = Some(entry);
                break;
            }
            let worth = self.replacement_value(data);
            if worth < least {
                least = worth;
                place = Some(entry);
            }
        }
        if let Some([check, word]) = place {
            let data = pack(TableHit { encoded_move: code, ..known }, self.age, ply);
            // What stands there already is not written again: other threads keep their copy of the cache line.
            if word.load(Ordering::Relaxed) != data || check.load(Ordering::Relaxed) != key ^ data {
                check.store(key ^ data, Ordering::Relaxed);
                word.store(data, Ordering::Relaxed);
            }
        }
    }

    /// How full it is with entries of this search, permille, from a sample.
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

/// Code 32 bits, value 16, depth 8, age 6, bound 2 (never 0, so that data is never 0).
fn pack(known: TableHit, age: u8, ply: usize) -> u64 {
    let value = match known.value {
        mate if mate >= MATE - 2 * MAX_PLY as i32 => mate + ply as i32,
        mated if mated <= 2 * MAX_PLY as i32 - MATE => mated - ply as i32,
        value => value,
    };
    let bound = match known.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(known.encoded_move)
        | u64::from(value.clamp(-MATE, MATE) as i16 as u16) << 32
        | u64::from(known.depth.clamp(0, 255) as u8) << 48
        | u64::from(age) << 56
        | bound << 62
}

fn unpack(data: u64, ply: usize) -> TableHit {
    let value = match i32::from((data >> 32) as u16 as i16) {
        mate if mate >= MATE - 2 * MAX_PLY as i32 => mate - ply as i32,
        mated if mated <= 2 * MAX_PLY as i32 - MATE => mated + ply as i32,
        value => value,
    };
    let bound = match data >> 62 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        _ => Bound::Upper,
    };
    TableHit { encoded_move: data as u32, value, depth: i32::from((data >> 48) as u8), bound }
}

/// Asks the system for large pages: entries are read all over the table, and with small pages most reads miss the
/// translation cache too. The quickest game gets about an eighth faster.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_large_pages(entries: &[TableEntry]) {
    use rustix::mm::{Advice, madvise};
    let page = rustix::param::page_size();
    let bytes = size_of_val(entries);
    let skip = entries.as_ptr().addr().next_multiple_of(page) - entries.as_ptr().addr();
    let length = bytes.saturating_sub(skip) / page * page;
    // SAFETY: whole pages inside an allocation of ours; the advice changes no byte of them. A refusal costs nothing.
    let _ =
        unsafe { madvise(entries.as_ptr().cast_mut().wrapping_byte_add(skip).cast(), length, Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_entries: &[TableEntry]) {}

fn wipe(entry: &TableEntry) {
    entry.iter().for_each(|word| word.store(0, Ordering::Relaxed));
}

fn age_of(data: u64) -> u8 {
    (data >> 56) as u8 % AGES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(code: u32, value: i32, depth: i32, bound: Bound) -> TableHit {
        TableHit { encoded_move: code, value, depth, bound }
    }

    fn table() -> TranspositionTable {
        let mut table = TranspositionTable::default();
        table.prepare(1, 1);
        table.begin_search();
        table
    }

    #[test]
    fn what_is_stored_comes_back() {
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
    fn the_move_of_an_older_visit_is_kept() {
        let table = table();
        table.store(5, hit(77, 1, 3, Bound::Lower), 0);
        table.store(5, hit(0, 1, 4, Bound::Upper), 0);
        assert_eq!(table.probe(5, 0), Some(hit(77, 1, 4, Bound::Upper)));
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry_and_old_ones_first() {
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
    fn torn_entries_are_not_believed() {
        let table = table();
        table.store(5, hit(1, 1, 3, Bound::Exact), 0);
        let entry = table.bucket(5).iter().find(|entry| entry[1].load(Ordering::Relaxed) != 0).unwrap();
        entry[1].fetch_xor(1 << 33, Ordering::Relaxed);
        assert_eq!(table.probe(5, 0), None);
    }

    #[test]
    fn memory_is_taken_once_and_wiped_in_place() {
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
