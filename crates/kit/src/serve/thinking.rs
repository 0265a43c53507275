//! Searches, `perft` and `bench` on a thread of its own, which owns the open game meanwhile.

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

/// Deep lines recurse; address space is cheap.
const STACK: usize = 32 << 20;

/// The thread that thinks. It waits between searches: starting one for each took longer than a short search itself
/// (1,000 games of one node a move took 17.5 s of processor time so, and 10.7 s with a thread that stays).
pub(super) struct SearchThread {
    jobs: Sender<Job>,
    /// The open game, back from each search.
    games: Receiver<Box<dyn OpenGame>>,
}

/// What takes time, and runs while the engine reads on.
pub(super) enum Work {
    Search(Box<SearchRequest>),
    /// The depth.
    Perft(u32),
    /// The games to measure and the words behind `bench`.
    Bench(&'static Registry, Vec<String>),
}

struct Job {
    game: Box<dyn OpenGame>,
    work: Work,
    stop: Arc<Stop>,
    done: Arc<AtomicBool>,
}

/// Running work and what is known of it.
pub(super) struct RunningWork {
    stop: Arc<Stop>,
    /// Set before the last line is written: whoever acts on that line finds the engine idle.
    done: Arc<AtomicBool>,
    start: Instant,
    /// Nothing but `stop` ends it.
    unlimited: bool,
    ponder: bool,
    infinite: bool,
}

impl SearchThread {
    /// Starts the thread, which ends with this.
    ///
    /// # Errors
    /// There is no thread to be had.
    pub(super) fn new(out: &Arc<Output>) -> io::Result<Self> {
        let (jobs, waiting) = channel::<Job>();
        let (giver, games) = channel();
        let out = Arc::clone(out);
        let work = move || {
            for Job { mut game, work, stop, done } in waiting {
                let last = carry_out(game.as_mut(), &work, &stop, &out);
                done.store(true, Ordering::Release);
                out.write_line(last);
                if giver.send(game).is_err() {
                    break;
                }
            }
        };
        Builder::new().name("think".to_string()).stack_size(STACK).spawn(work)?;
        Ok(Self { jobs, games })
    }

    /// Starts the work on the game; `None` when the thread is lost, with the game.
    pub(super) fn start(&self, game: Box<dyn OpenGame>, work: Work) -> Option<RunningWork> {
        let thinking = RunningWork::new(&work);
        let (stop, done) = (Arc::clone(&thinking.stop), Arc::clone(&thinking.done));
        self.jobs.send(Job { game, work, stop, done }).ok()?;
        Some(thinking)
    }

    /// Waits for the answer and takes the game back; `None` when the thread is lost with it.
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

    /// Has it got its answer?
    pub(super) fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    /// Does only a command end it? A pondering search ends by itself after its `ponderhit`.
    pub(super) fn is_endless(&self) -> bool {
        if self.ponder && !self.infinite { self.stop.is_pondering() } else { self.unlimited }
    }

    /// The commands that end it where [`RunningWork::is_endless`].
    pub(super) fn enders(&self) -> &'static str {
        if self.ponder && !self.infinite { "ponderhit or stop" } else { "stop" }
    }

    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    /// The opponent played what was pondered on: the clock counts from now, and without a limit the answer is due.
    /// Does nothing in a search that does not ponder: its deadline stays.
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

/// The last line of the answer. Work that breaks down must not leave a client waiting for ever.
fn carry_out(game: &mut dyn OpenGame, work: &Work, stop: &Stop, out: &Output) -> Reply {
    let answer = catch_unwind(AssertUnwindSafe(|| answer(game, work, stop, &mut |reply| out.write_line(reply))));
    answer.unwrap_or_else(|_| {
        game.clear_tables();
        let fault =
            Reply::Error(ProtocolError::new(ErrorCode::InternalError, "the search broke down: please report it"));
        if !matches!(work, Work::Search(_)) {
            return fault;
        }
        out.write_line(fault);
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
                Err(fault) => Reply::Error(fault),
            }
        }
    }
}
