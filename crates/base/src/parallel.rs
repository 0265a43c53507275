//! A parallel loop over a range of indices.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};

/// Splits `0..total` into chunks of `part` indices, calls `work` for each chunk, and returns the results in the order
/// of the chunks. The last chunk may be shorter. A `part` of 0 counts as 1.
///
/// Up to `threads` threads, including the calling thread, do the work. If the system cannot start more threads, the
/// running threads do all the work.
pub fn map_chunks<T: Send>(
    total: usize,
    part: usize,
    threads: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let part = part.max(1);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let run = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let start = number * part;
            if start >= total {
                return;
            }
            let result = work(start..(start + part).min(total));
            done.lock().expect("no thread panics while it holds the lock").push((number, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(total.div_ceil(part)) {
            if Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
    let mut done = done.into_inner().expect("no thread panics while it holds the lock");
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}
