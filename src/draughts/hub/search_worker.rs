//! The thread that thinks for a Hub client. It stays from one search to the next and owns the tables. Reads no line.

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

/// Deep lines recurse; address space is cheap.
const STACK: usize = 32 << 20;

/// A search to be made.
pub(super) struct SearchJob {
    /// Has a legal move.
    pub(super) root: Checkers,
    pub(super) task: SearchTask<Move>,
    pub(super) deadlines: Deadlines,
    pub(super) nodes: Option<u64>,
    /// Its answer waits for a command.
    pub(super) holds: bool,
    /// A `ponder-hit` is such a command.
    pub(super) ponder_ends: bool,
    pub(super) start: Instant,
    pub(super) stop: Arc<Stop>,
    pub(super) done: Arc<AtomicBool>,
}

enum WorkerCommand {
    Search(Box<SearchJob>),
    /// Forget everything.
    Clear,
}

/// The thread's other end.
pub(super) struct SearchWorker {
    commands: Sender<WorkerCommand>,
    /// One word for each search that has ended.
    finished: Receiver<()>,
}

impl SearchWorker {
    /// Starts the thread, which ends with this and thinks with `searcher`.
    ///
    /// # Errors
    /// There is no thread to be had.
    pub(super) fn new(out: &Arc<Output>, mut searcher: Box<dyn Searcher<Checkers>>) -> Result<Self> {
        let (orders, waiting) = channel::<WorkerCommand>();
        let (teller, ends) = channel();
        let out = Arc::clone(out);
        let work = move || {
            for order in waiting {
                match order {
                    WorkerCommand::Clear => searcher.clear(),
                    WorkerCommand::Search(job) => {
                        let answer = think(searcher.as_mut(), &job, &out);
                        searcher.errors().iter().for_each(|fault| out.write_line(output_lines::error_line(fault)));
                        job.done.store(true, Ordering::Release);
                        out.write_line(output_lines::done_line(&answer));
                        if teller.send(()).is_err() {
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
            .context("cannot start a thread to think")?;
        Ok(Self { commands: orders, finished: ends })
    }

    /// Starts a search. No other may run.
    ///
    /// # Errors
    /// The thread is lost.
    pub(super) fn start(&self, job: SearchJob) -> Result<()> {
        self.commands.send(WorkerCommand::Search(Box::new(job))).map_err(|_| anyhow!("the search broke down"))
    }

    /// Forgets all that is known of the game before.
    pub(super) fn clear(&self) {
        // Where the thread is lost there is nothing left to forget.
        let _ = self.commands.send(WorkerCommand::Clear);
    }

    /// Waits for the end of the search that runs.
    ///
    /// # Errors
    /// The thread is lost.
    pub(super) fn wait(&self) -> Result<()> {
        self.finished.recv().context("the search broke down")
    }
}

/// Searches, and waits with the answer where it has to be held back. A search that breaks down still gives a move.
fn think(searcher: &mut dyn Searcher<Checkers>, job: &SearchJob, out: &Output) -> SearchResult<Move> {
    let control = Control { start: job.start, nodes: job.nodes, ..Control::new(&job.stop).until(job.deadlines) };
    let mut report =
        |report: Report<Move>| out.write_line(output_lines::info_line(&job.root, &report, control.elapsed()));
    let search = AssertUnwindSafe(|| searcher.search(&job.root, &job.task, &control, &mut report));
    let answer = catch_unwind(search).unwrap_or_else(|_| {
        searcher.clear();
        out.write_line(output_lines::error_line("the search broke down: please report it"));
        SearchResult { best: job.root.legal().first().copied(), ..SearchResult::NONE }
    });
    if job.holds {
        job.stop.wait(job.ponder_ends);
    }
    answer
}
