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
use std::sync::mpsc;
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

/// Deep lines recurse; address space is cheap.
const STACK: usize = 32 << 20;

/// A running search and what is known of it.
pub(super) struct Thinking {
    stop: Arc<Stop>,
    /// Set before the `bestmove` is written: whoever acts on that line finds the engine idle.
    done: Arc<AtomicBool>,
    thread: JoinHandle<Option<Box<dyn OpenGame>>>,
    start: Instant,
    /// Nothing but `stop` ends it.
    unlimited: bool,
    ponder: bool,
    infinite: bool,
}

impl Thinking {
    /// Starts to think about the game.
    ///
    /// # Errors
    /// There is no thread to be had; the game comes back.
    pub(super) fn start(
        game: Box<dyn OpenGame>,
        go: Go,
        settings: Settings,
        out: &Arc<Output>,
        start: Instant,
    ) -> Result<Self, (Box<dyn OpenGame>, io::Error)> {
        let (unlimited, ponder, infinite) = (go.is_unlimited(), go.ponder, go.infinite);
        let (stop, done) = (Arc::new(Stop::new(ponder)), Arc::new(AtomicBool::new(false)));
        // The game is handed over when the thread is there: one that cannot start would take it along.
        let (giver, taker) = mpsc::channel::<Box<dyn OpenGame>>();
        let think = {
            let (stop, done, out) = (Arc::clone(&stop), Arc::clone(&done), Arc::clone(out));
            move || {
                let mut game = taker.recv().ok()?;
                let best = think(game.as_mut(), &go, &settings, &stop, start, &out);
                done.store(true, Ordering::Release);
                out.say(best);
                Some(game)
            }
        };
        match Builder::new().name("think".to_string()).stack_size(STACK).spawn(think) {
            Ok(thread) => match giver.send(game) {
                Ok(()) => Ok(Self { stop, done, thread, start, unlimited, ponder, infinite }),
                Err(mpsc::SendError(game)) => Err((game, io::ErrorKind::BrokenPipe.into())),
            },
            Err(error) => Err((game, error)),
        }
    }

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

    /// Waits for the answer and takes the game back; `None` when the thread is lost with it.
    pub(super) fn join(self) -> Option<Box<dyn OpenGame>> {
        self.thread.join().ok().flatten()
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
