//! The search thread of a Hub session. It keeps its searcher, and thus the transposition table, from one search to the
//! next.

use super::output_lines;
use crate::games::checkers::{Checkers, Move};
use anyhow::{Context, Result, anyhow};
use kit::game::State;
use kit::output::Output;
use kit::search::clock::Deadlines;
use kit::search::{Control, Report, SearchResult, SearchTask, Searcher, Stop};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;
use std::time::Instant;

/// Stack size of the search thread, in bytes. Deep searches recurse; unused stack costs only address space.
const STACK: usize = 32 << 20;

/// A search to run.
pub(super) struct SearchJob {
    /// A position with at least one legal move.
    pub(super) root: Checkers,
    pub(super) task: SearchTask<Move>,
    pub(super) deadlines: Deadlines,
    pub(super) nodes: Option<u64>,
    /// Whether the answer is held back until the client sends `stop`, even if the search has ended.
    pub(super) holds_answer: bool,
    /// Whether an answer that is held back may also be sent on `ponder-hit`.
    pub(super) released_by_hit: bool,
    pub(super) start: Instant,
    pub(super) stop: Arc<Stop>,
    pub(super) done: Arc<AtomicBool>,
}

enum WorkerCommand {
    Search(Box<SearchJob>),
    Clear,
}

/// A handle to the search thread.
pub(super) struct SearchWorker {
    commands: Sender<WorkerCommand>,
    /// Receives a message for each search that has ended.
    finished: Receiver<()>,
}

impl SearchWorker {
    /// Starts a thread that searches with `searcher` and ends when this handle is dropped.
    ///
    /// # Errors
    /// Returns an error if the thread cannot be started.
    pub(super) fn new(out: &Arc<Output>, mut searcher: Box<dyn Searcher<Checkers>>) -> Result<Self> {
        let (commands, received) = channel::<WorkerCommand>();
        let (finished_sender, finished) = channel();
        let out = Arc::clone(out);
        let work = move || {
            for command in received {
                match command {
                    WorkerCommand::Clear => searcher.clear(),
                    WorkerCommand::Search(job) => {
                        let answer = run_search(searcher.as_mut(), &job, &out);
                        searcher.errors().iter().for_each(|error| out.write_line(output_lines::error_line(error)));
                        job.done.store(true, Ordering::Release);
                        out.write_line(output_lines::done_line(&answer));
                        if finished_sender.send(()).is_err() {
                            break;
                        }
                    }
                }
            }
        };
        Builder::new()
            .name("think".to_string())
            .stack_size(STACK)
            .spawn(work)
            .context("cannot start the search thread")?;
        Ok(Self { commands, finished })
    }

    /// Starts a search. No other search may be running.
    ///
    /// # Errors
    /// Returns an error if the search thread has ended.
    pub(super) fn start(&self, job: SearchJob) -> Result<()> {
        self.commands.send(WorkerCommand::Search(Box::new(job))).map_err(|_| anyhow!("the search thread has ended"))
    }

    /// Asks the thread to clear the state of its searcher, such as the transposition table, before a new game.
    pub(super) fn clear(&self) {
        // The error is ignored: if the thread has ended, there is no state to clear.
        let _ = self.commands.send(WorkerCommand::Clear);
    }

    /// Waits until the running search has written its `done` line.
    ///
    /// # Errors
    /// Returns an error if the search thread has ended.
    pub(super) fn wait(&self) -> Result<()> {
        self.finished.recv().context("the search thread has ended")
    }
}

/// Runs a search. If `job.holds_answer` is set, waits for the command that releases the answer. If the search panics,
/// reports an error and returns a legal move.
fn run_search(searcher: &mut dyn Searcher<Checkers>, job: &SearchJob, out: &Output) -> SearchResult<Move> {
    let control = Control { start: job.start, nodes: job.nodes, ..Control::new(&job.stop).until(job.deadlines) };
    let mut report =
        |report: Report<Move>| out.write_line(output_lines::info_line(&job.root, &report, control.elapsed()));
    let search = AssertUnwindSafe(|| searcher.search(&job.root, &job.task, &control, &mut report));
    let answer = catch_unwind(search).unwrap_or_else(|_| {
        searcher.clear();
        out.write_line(output_lines::error_line("the search failed (internal error): please report it"));
        SearchResult { best: job.root.legal().first().copied(), ..SearchResult::NONE }
    });
    if job.holds_answer {
        job.stop.wait(job.released_by_hit);
    }
    answer
}
