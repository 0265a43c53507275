//! Handles Ctrl-C and termination signals. After the first signal, the running games finish. At the second signal, the
//! program exits.

use super::progress::print_to_stderr;
use super::queue::Queue;
use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use runner::Guard;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use std::sync::{Mutex, PoisonError};
use std::thread::Scope;

/// The exit code after the second signal. By shell convention, it means that Ctrl-C ended the program.
const INTERRUPTED: i32 = 130;

/// The lock that a thread holds while it writes results. At the second signal, the signal thread acquires the lock and
/// never releases it.
#[derive(Default)]
pub struct ResultsLock(Mutex<()>);

impl ResultsLock {
    /// Calls `write` while holding the lock, so that a second signal cannot interrupt the write.
    pub fn write<T>(&self, write: impl FnOnce() -> T) -> Result<T> {
        let Ok(_held) = self.0.lock() else { bail!("interrupted") };
        Ok(write())
    }
}

/// A thread that waits for signals. It ends when this is dropped.
pub struct SignalWatcher(Handle);

impl SignalWatcher {
    /// Starts the thread, which prints its messages above the bar.
    pub fn start<'scope, 'env>(
        scope: &'scope Scope<'scope, 'env>,
        queue: &'env Queue<'env>,
        guard: &'env Guard,
        results_lock: &'env ResultsLock,
        bar: ProgressBar,
    ) -> Result<Self> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).context("cannot install the signal handlers")?;
        let handle = signals.handle();
        scope.spawn(move || {
            for (count, _) in signals.forever().enumerate() {
                if count == 0 {
                    queue.stop();
                    let line = "\nspeltafel-arena: finishing the running games; press Ctrl-C again to stop now";
                    bar.suspend(|| print_to_stderr(line));
                    continue;
                }
                // While this lock is held no results are written, so the engines killed below are not charged with a
                // fault.
                let _held = results_lock.0.lock().unwrap_or_else(PoisonError::into_inner);
                guard.shut_down();
                bar.finish_and_clear();
                print_to_stderr("speltafel-arena: stopped; the running games will be played again");
                std::process::exit(INTERRUPTED);
            }
        });
        Ok(Self(handle))
    }
}

impl Drop for SignalWatcher {
    fn drop(&mut self) {
        self.0.close();
    }
}
