//! Notices that nobody reads the output any more, also while nothing is written.

/// Calls `on_closed` when the reader of the standard output closes it. Does nothing if the output is neither a pipe nor
/// a socket, or if the thread that waits cannot be started.
#[cfg(unix)]
pub(crate) fn watch_output(on_closed: fn()) {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::fs::{FileType, fstat};
    use rustix::io::Errno;
    let out = std::io::stdout();
    let has_reader = fstat(&out)
        .is_ok_and(|status| matches!(FileType::from_raw_mode(status.st_mode), FileType::Fifo | FileType::Socket));
    if !has_reader {
        return;
    }
    let wait = move || loop {
        // Without a requested event, only the end of the reader is reported.
        match poll(&mut [PollFd::new(&out, PollFlags::empty())], None) {
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => return on_closed(),
            // The system cannot wait here; the reader may still be there.
            Err(_) => return,
        }
    };
    // Without the thread, the end is noticed with the next line of output.
    let _ = std::thread::Builder::new().name("watch".to_string()).spawn(wait);
}

#[cfg(not(unix))]
pub(crate) fn watch_output(_on_closed: fn()) {}
