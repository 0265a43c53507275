//! A search on a thread of its own, which owns the open game meanwhile. Reads no command.

use super::output::Output;
use crate::protocol::reply::NO_MOVE;
use crate::protocol::{Code, Fault, Go, Reply};
use crate::search::Stop;
use crate::session::OpenGame;
use crate::settings::Settings;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;
use std::time::Instant;

/// Deep lines recurse; address space is cheap.
const STACK: usize = 32 << 20;

/// The thread that thinks. It waits between searches: starting one for each took longer than a short search itself
/// (1,000 games of one node a move took 17.5 s of processor time so, and 10.7 s with a thread that stays).
pub(super) struct Thinker {
    jobs: Sender<Job>,
    /// The open game, back from each search.
    games: Receiver<Box<dyn OpenGame>>,
}

/// A search to be made.
struct Job {
    game: Box<dyn OpenGame>,
    go: Go,
    settings: Settings,
    start: Instant,
    stop: Arc<Stop>,
    done: Arc<AtomicBool>,
}

/// A running search and what is known of it.
pub(super) struct Thinking {
    stop: Arc<Stop>,
    /// Set before the `bestmove` is written: whoever acts on that line finds the engine idle.
    done: Arc<AtomicBool>,
    start: Instant,
    /// Nothing but `stop` ends it.
    unlimited: bool,
    ponder: bool,
    infinite: bool,
}

impl Thinker {
    /// Starts the thread, which ends with this.
    ///
    /// # Errors
    /// There is no thread to be had.
    pub(super) fn new(out: &Arc<Output>) -> io::Result<Self> {
        let (jobs, waiting) = channel::<Job>();
        let (giver, games) = channel();
        let out = Arc::clone(out);
        let work = move || {
            for Job { mut game, go, settings, start, stop, done } in waiting {
                let best = think(game.as_mut(), &go, &settings, &stop, start, &out);
                done.store(true, Ordering::Release);
                out.say(best);
                if giver.send(game).is_err() {
                    break;
                }
            }
        };
        Builder::new().name("think".to_string()).stack_size(STACK).spawn(work)?;
        Ok(Self { jobs, games })
    }

    /// Starts to think about the game; `None` when the thread is lost, with the game.
    pub(super) fn start(
        &self,
        game: Box<dyn OpenGame>,
        go: Go,
        settings: Settings,
        start: Instant,
    ) -> Option<Thinking> {
        let (unlimited, ponder, infinite) = (go.is_unlimited(), go.ponder, go.infinite);
        let (stop, done) = (Arc::new(Stop::new(ponder)), Arc::new(AtomicBool::new(false)));
        let job = Job { game, go, settings, start, stop: Arc::clone(&stop), done: Arc::clone(&done) };
        self.jobs.send(job).ok()?;
        Some(Thinking { stop, done, start, unlimited, ponder, infinite })
    }

    /// Waits for the answer and takes the game back; `None` when the thread is lost with it.
    pub(super) fn take_back(&self) -> Option<Box<dyn OpenGame>> {
        self.games.recv().ok()
    }
}

impl Thinking {
    /// Has it got its answer?
    pub(super) fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    /// Does only a command end it? A pondering search ends by itself after its `ponderhit`.
    pub(super) fn is_endless(&self) -> bool {
        if self.ponder && !self.infinite { self.stop.is_pondering() } else { self.unlimited }
    }

    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    /// The opponent played what was pondered on: the clock counts from now, and without a limit the answer is due.
    pub(super) fn ponderhit(&self) {
        self.stop.ponderhit(self.start.elapsed());
        if self.ponder && self.unlimited && !self.infinite {
            self.stop();
        }
    }
}

/// The answer of a search. One that breaks down must not leave a client waiting for ever.
fn think(game: &mut dyn OpenGame, go: &Go, settings: &Settings, stop: &Stop, start: Instant, out: &Output) -> Reply {
    let thought = catch_unwind(AssertUnwindSafe(|| game.go(go, settings, stop, start, &mut |reply| out.say(reply))));
    thought.unwrap_or_else(|_| {
        game.clear_tables();
        out.say(Reply::Error(Fault::new(Code::InternalError, "the search broke down: please report it")));
        Reply::BestMove { best: NO_MOVE.to_string(), ponder: None }
    })
}
