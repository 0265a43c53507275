//! The search thread. It runs searches, `perft` and `bench`, and owns the open game while it works.

use crate::bench;
use crate::output::Output;
use crate::registry::Registry;
use crate::search::Stop;
use crate::session::{OpenGame, ReplySink, SearchRequest};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;
use std::time::Instant;
use ugi::reply::NO_MOVE;
use ugi::{ErrorCode, ProtocolError, Reply};

/// Stack size in bytes. Searches recurse deeply, and unused stack costs only address space.
const STACK: usize = 32 << 20;

/// A handle to the search thread. The thread stays alive between searches, because starting a thread can take longer
/// than a short search: 1,000 games with one node per move took 17.5 s of CPU time with a new thread for each search,
/// and 10.7 s with a permanent one.
pub(super) struct SearchThread {
    jobs: Sender<Job>,
    /// Receives the open game back after each job.
    games: Receiver<Box<dyn OpenGame>>,
}

/// Work that runs while the engine continues to read commands.
pub(super) enum Work {
    Search(Box<SearchRequest>),
    /// A perft of this depth.
    Perft(u32),
    /// The games and the arguments of `bench`.
    Bench(&'static Registry, Vec<String>),
}

struct Job {
    game: Box<dyn OpenGame>,
    work: Work,
    stop: Arc<Stop>,
    done: Arc<AtomicBool>,
}

pub(super) struct RunningWork {
    stop: Arc<Stop>,
    /// Set before the last line is written, so that the engine is idle when a client reacts to that line.
    done: Arc<AtomicBool>,
    start: Instant,
    /// Whether the search has no limits.
    unlimited: bool,
    ponder: bool,
    infinite: bool,
}

impl SearchThread {
    /// Starts the thread. When the handle has been dropped, the thread ends after its current job.
    ///
    /// # Errors
    /// Returns an error if the thread cannot be started.
    pub(super) fn new(out: &Arc<Output>) -> io::Result<Self> {
        let (jobs, queue) = channel::<Job>();
        let (finished, games) = channel();
        let out = Arc::clone(out);
        let work = move || {
            for Job { mut game, work, stop, done } in queue {
                let last = run_job(game.as_mut(), &work, &stop, &out);
                done.store(true, Ordering::Release);
                out.write_line(last);
                if finished.send(game).is_err() {
                    break;
                }
            }
        };
        Builder::new().name("think".to_string()).stack_size(STACK).spawn(work)?;
        Ok(Self { jobs, games })
    }

    /// Starts work on the game. Returns `None` if the thread has ended; the game is then lost.
    pub(super) fn start(&self, game: Box<dyn OpenGame>, work: Work) -> Option<RunningWork> {
        let thinking = RunningWork::new(&work);
        let (stop, done) = (Arc::clone(&thinking.stop), Arc::clone(&thinking.done));
        self.jobs.send(Job { game, work, stop, done }).ok()?;
        Some(thinking)
    }

    /// Waits for the end of the work and takes the game back. Returns `None` if the thread has ended; the game is
    /// then lost.
    pub(super) fn take_back(&self) -> Option<Box<dyn OpenGame>> {
        self.games.recv().ok()
    }
}

impl RunningWork {
    fn new(work: &Work) -> Self {
        let done = Arc::default();
        let Work::Search(search) = work else {
            let (stop, start) = (Arc::default(), Instant::now());
            return Self { stop, done, start, unlimited: false, ponder: false, infinite: false };
        };
        let (go, start) = (&search.go, search.start);
        let stop = Arc::new(Stop::new(go.ponder));
        Self { stop, done, start, unlimited: go.is_unlimited(), ponder: go.ponder, infinite: go.infinite }
    }

    pub(super) fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    /// Returns whether only a command ends the work. A pondering search may end by itself after `ponderhit`.
    pub(super) fn is_endless(&self) -> bool {
        if self.ponder && !self.infinite { self.stop.is_pondering() } else { self.unlimited }
    }

    /// Returns the commands that end endless work; see [`RunningWork::is_endless`].
    pub(super) fn enders(&self) -> &'static str {
        if self.ponder && !self.infinite { "ponderhit or stop" } else { "stop" }
    }

    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    /// Ends pondering because the opponent played the expected move. The limits start now; a search without limits
    /// ends, unless `go` contained `infinite`. If the search is not pondering, this does nothing.
    pub(super) fn ponderhit(&self) {
        if !self.stop.is_pondering() {
            return;
        }
        self.stop.ponderhit(self.start.elapsed());
        if self.ponder && self.unlimited && !self.infinite {
            self.stop();
        }
    }
}

/// Runs the work and returns the last line of the answer. Even after a panic there is a last line: `bestmove` for a
/// search, and an internal error for other work.
fn run_job(game: &mut dyn OpenGame, work: &Work, stop: &Stop, out: &Output) -> Reply {
    let answer = catch_unwind(AssertUnwindSafe(|| answer(game, work, stop, &mut |reply| out.write_line(reply))));
    answer.unwrap_or_else(|_| {
        game.clear_tables();
        let error =
            Reply::Error(ProtocolError::new(ErrorCode::InternalError, "the search panicked: please report this bug"));
        if !matches!(work, Work::Search(_)) {
            return error;
        }
        out.write_line(error);
        Reply::BestMove { best: NO_MOVE.to_string(), ponder: None }
    })
}

fn answer(game: &mut dyn OpenGame, work: &Work, stop: &Stop, say: ReplySink) -> Reply {
    match work {
        Work::Search(search) => game.go(search, stop, say),
        Work::Perft(depth) => game.perft(*depth, stop, say),
        Work::Bench(registry, words) => {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match bench::run(registry, &words, stop, &mut |text| say(Reply::Text(text))) {
                Ok(Some(last)) => Reply::Text(last),
                Ok(None) => Reply::Remark("bench stopped before the last position".to_string()),
                Err(error) => Reply::Error(error),
            }
        }
    }
}
