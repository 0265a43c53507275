//! Work cut into parts that threads take one after the other. Knows nothing of the work.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};

/// Does `0..total` in parts of `part` on so many threads; the results come in the order of the parts. Where the system
/// gives no more threads those there are do the work.
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
            done.lock().expect("nobody panics with it").push((number, result));
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
    let mut done = done.into_inner().expect("nobody panics with it");
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}
