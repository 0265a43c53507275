//! A thread that searches while its owner continues to read commands.

use crate::output::Output;
use crate::search::Stop;
use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, scope};
use std::time::Instant;

/// Stack size in bytes. Searches recurse deeply, and unused stack costs only address space.
const STACK: usize = 32 << 20;

/// Work that needs the session of type `S`, such as a search.
///
/// See the example of [`SearchThread`].
pub trait Job<S>: Send {
    /// Works until the job is finished or `stop` is set. Writes all lines of the answer except the last one to `out`,
    /// and returns the last line.
    fn run(&self, session: &mut S, stop: &Stop, out: &Output) -> String;

    /// Returns the last line of the answer after [`Job::run`] panicked with the message `why`. Repairs the session,
    /// which the panic may have left in any state, and reports the failure to `out`.
    fn recover(&self, session: &mut S, why: &str, out: &Output) -> String;
}

/// When a job was requested, and whether it may end by itself.
///
/// See the example of [`SearchThread`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// The time at which the command was read.
    pub start: Instant,
    /// Whether the job has no limits, so that only a command ends it: [`SearchThread::ponderhit`] if it ponders, or
    /// [`SearchThread::finish`].
    pub unlimited: bool,
    /// Whether the job ponders: its limits start with [`SearchThread::ponderhit`].
    pub ponder: bool,
}

/// A session of type `S` and the thread that works with it. The session moves into the thread with each job and returns
/// at its end, so that both sides share nothing but the stop flag and the output. The thread starts with the first job
/// and stays alive between jobs, because starting a thread can take longer than a short search: 1,000 games with one
/// node per move took 17.5 s of CPU time with a new thread for each search, and 10.7 s with a permanent one.
///
/// ```
/// use speltafel_kit::output::Output;
/// use speltafel_kit::search::Stop;
/// use speltafel_kit::search_thread::{Job, SearchThread, Timing};
/// use std::io::{pipe, read_to_string};
/// use std::sync::Arc;
/// use std::time::Instant;
///
/// /// Counts until the limit or `stop`.
/// struct Count(u64);
///
/// impl Job<u64> for Count {
///     fn run(&self, session: &mut u64, stop: &Stop, out: &Output) -> String {
///         out.write_line("counting");
///         while *session < self.0 && !stop.is_set() {
///             *session += 1;
///         }
///         "counted".to_string()
///     }
///
///     fn recover(&self, session: &mut u64, _: &str, _: &Output) -> String {
///         *session = 0;
///         "failed".to_string()
///     }
/// }
///
/// let (reader, writer) = pipe()?;
/// let out = Output::new(Box::new(writer), || panic!("nobody reads the output"));
/// let mut thread = SearchThread::new(0, Arc::new(out));
/// let timing = Timing { start: Instant::now(), unlimited: false, ponder: false };
/// thread.start(Count(3), timing)?;
/// thread.finish(false);
/// assert_eq!(*thread.session(), 3);
/// thread.start(Count(u64::MAX), Timing { unlimited: true, ..timing })?;
/// assert!(thread.is_working() && thread.is_endless());
/// thread.finish(true);
/// drop(thread);
/// assert_eq!(read_to_string(reader)?, "counting\ncounted\ncounting\ncounted\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct SearchThread<S> {
    out: Arc<Output>,
    /// `None` while the thread has it.
    session: Option<S>,
    running: Option<Running>,
    thread: Option<Channels<S>>,
}

/// The running job, or a finished one whose session is still to be taken back.
struct Running {
    timing: Timing,
    stop: Arc<Stop>,
    /// Set before the last line is written, so that the engine is idle when a client reacts to that line.
    done: Arc<AtomicBool>,
}

struct Channels<S> {
    orders: Sender<Order<S>>,
    /// Receives the session back after each job.
    sessions: Receiver<S>,
}

struct Order<S> {
    session: S,
    job: Box<dyn Job<S>>,
    timing: Timing,
    stop: Arc<Stop>,
    done: Arc<AtomicBool>,
}

impl<S: Send + 'static> SearchThread<S> {
    /// Creates an idle thread. All jobs write to `out`.
    #[must_use]
    pub const fn new(session: S, out: Arc<Output>) -> Self {
        Self { out, session: Some(session), running: None, thread: None }
    }

    /// Returns the session.
    ///
    /// # Panics
    /// Panics unless [`SearchThread::finish`] was called after the last job.
    pub fn session(&mut self) -> &mut S {
        self.session.as_mut().expect("no job owns the session")
    }

    /// Starts a job. Even if the job has finished by itself, its last line is written only when `timing` allows it.
    ///
    /// # Errors
    /// Returns an error if the thread cannot be started. The session is then still available.
    ///
    /// # Panics
    /// Panics unless [`SearchThread::finish`] was called after the previous job.
    pub fn start(&mut self, job: impl Job<S> + 'static, timing: Timing) -> io::Result<()> {
        let thread = match self.thread.take() {
            Some(thread) => thread,
            None => spawn(Arc::clone(&self.out))?,
        };
        let (stop, done) = (Arc::new(Stop::new(timing.ponder)), Arc::default());
        self.running = Some(Running { timing, stop: Arc::clone(&stop), done: Arc::clone(&done) });
        let session = self.session.take().expect("no job owns the session");
        let sent = thread.orders.send(Order { session, job: Box::new(job), timing, stop, done });
        assert!(sent.is_ok(), "{THREAD_ENDED}");
        self.thread = Some(thread);
        Ok(())
    }

    /// Waits until the running job, if any, has written its last line. With `stop`, stops the job first.
    pub fn finish(&mut self, stop: bool) {
        let (Some(running), Some(thread)) = (self.running.take(), &self.thread) else { return };
        if stop {
            running.stop.stop();
        }
        self.session = Some(thread.sessions.recv().expect(THREAD_ENDED));
    }

    /// Returns whether a job is running: its last line has not been written yet.
    #[must_use]
    pub fn is_working(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.done.load(Ordering::Acquire))
    }

    /// Returns whether only a command ends the job. A pondering job may end by itself after the ponder hit.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        let endless =
            |running: &Running| running.stop.is_pondering() || (running.timing.unlimited && !running.timing.ponder);
        self.running.as_ref().is_some_and(endless)
    }

    /// Returns whether the job is pondering.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.stop.is_pondering())
    }

    /// Ends pondering because the opponent played the expected move. The limits start now; a job without limits ends.
    /// If the job is not pondering, this does nothing.
    pub fn ponderhit(&self) {
        if let Some(running) = self.running.as_ref().filter(|running| running.stop.is_pondering()) {
            running.stop.ponderhit(running.timing.start.elapsed());
            if running.timing.unlimited {
                running.stop.stop();
            }
        }
    }
}

/// The thread catches panics of its jobs, so only a panic in [`Job::recover`] ends it.
const THREAD_ENDED: &str = "the search thread ended unexpectedly";

/// Runs `work` on a thread with the stack of a search thread, and waits for its end.
///
/// # Errors
/// Returns an error if the thread cannot be started.
pub(crate) fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    scope(|scope| {
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Returns the message of a panic.
pub(crate) fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

/// Starts the thread. It ends when the returned sender has been dropped.
fn spawn<S: Send + 'static>(out: Arc<Output>) -> io::Result<Channels<S>> {
    let (orders, queue) = channel::<Order<S>>();
    let (finished, sessions) = channel();
    let work = move || {
        for Order { mut session, job, timing, stop, done } in queue {
            let last = catch_unwind(AssertUnwindSafe(|| job.run(&mut session, &stop, &out)))
                .unwrap_or_else(|panic| job.recover(&mut session, message(&*panic), &out));
            if timing.unlimited || timing.ponder {
                out.release();
                stop.wait(timing.ponder);
            }
            done.store(true, Ordering::Release);
            out.queue_line(last);
            out.release();
            if finished.send(session).is_err() {
                break;
            }
        }
    };
    Builder::new().name("think".to_string()).stack_size(STACK).spawn(work)?;
    Ok(Channels { orders, sessions })
}
