//! Waits for input with a timeout.

use std::time::Duration;

/// Waits until the standard input has something to read, but at most `timeout`.
#[cfg(unix)]
pub(super) fn wait_for_input(timeout: Duration) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let Ok(timeout) = Timespec::try_from(timeout) else { return };
    // An error ends the wait early, which does no harm.
    let _ = poll(&mut [PollFd::new(&std::io::stdin(), PollFlags::IN)], Some(&timeout));
}

#[cfg(not(unix))]
pub(super) fn wait_for_input(_timeout: Duration) {}
