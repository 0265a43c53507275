//! Ctrl-C: the first one lets the games that run end, the second one ends everything at once. Knows no game.

use super::progress::print_to_stderr;
use super::queue::Queue;
use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use std::sync::{Mutex, PoisonError};
use std::thread::Scope;
use ugi::guard::Guard;

/// The exit code of a program that Ctrl-C has ended, as shells have it.
const INTERRUPTED: i32 = 130;

/// Whoever holds it may write results; once everything ends at once, nobody.
#[derive(Default)]
pub struct ResultsLock(Mutex<()>);

impl ResultsLock {
    /// Writes, and is not interrupted by a second Ctrl-C meanwhile.
    ///
    /// # Errors
    /// None that returns: the lock is only kept by a thread that ends the process.
    pub fn write<T>(&self, write: impl FnOnce() -> T) -> Result<T> {
        let Ok(_held) = self.0.lock() else { bail!("interrupted") };
        Ok(write())
    }
}

/// A thread that waits for signals.
pub struct SignalWatcher(Handle);

impl SignalWatcher {
    /// Starts it. What it says stands above the bar.
    ///
    /// # Errors
    /// The system has no signals to give.
    pub fn start<'scope, 'env>(
        scope: &'scope Scope<'scope, 'env>,
        queue: &'env Queue<'env>,
        guard: &'env Guard,
        pen: &'env ResultsLock,
        bar: ProgressBar,
    ) -> Result<Self> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).context("cannot wait for signals")?;
        let handle = signals.handle();
        scope.spawn(move || {
            for (count, _) in signals.forever().enumerate() {
                if count == 0 {
                    queue.stop();
                    let line = "\nspeltafel-arena: finishing the games that run; once more to stop now";
                    bar.suspend(|| print_to_stderr(line));
                    continue;
                }
                // Engines that are killed now must not be charged with it: from here on nothing is written.
                let _held = pen.0.lock().unwrap_or_else(PoisonError::into_inner);
                guard.shut_down();
                bar.finish_and_clear();
                print_to_stderr("speltafel-arena: stopped; the games that ran will be played again");
                std::process::exit(INTERRUPTED);
            }
        });
        Ok(Self(handle))
    }

    /// Stops waiting.
    pub fn end(self) {
        self.0.close();
    }
}
