//! A search of a Hub session, and the lines that it writes.

use super::output_lines::{done_line, error_line, info_line};
use crate::games::checkers::{Checkers, Move};
use kit::output::Output;
use kit::search::Deadlines;
use kit::search::{Control, SearchResult, SearchTask, Searcher, Stop};
use kit::search_thread::Job;
use kit::state::State;
use std::time::Instant;

/// A search to run. The session of the search thread is the player, which keeps its tables from one search to the next.
pub(super) struct HubSearch {
    /// A position with at least one legal move.
    pub(super) root: Checkers,
    pub(super) task: SearchTask<Move>,
    pub(super) deadlines: Deadlines,
    pub(super) nodes: Option<u64>,
    pub(super) start: Instant,
}

impl Job<Box<dyn Searcher<Checkers>>> for HubSearch {
    fn run(&self, player: &mut Box<dyn Searcher<Checkers>>, stop: &Stop, out: &Output) -> String {
        let control = Control { start: self.start, nodes: self.nodes, ..Control::new(stop).until(self.deadlines) };
        let answer = player.search(&self.root, &self.task, &control, &mut |report| {
            if report.current.is_none() {
                out.write_line(info_line(&self.root, &report, control.elapsed()));
            }
        });
        player.errors().iter().for_each(|error| out.write_line(error_line(error)));
        done_line(&answer)
    }

    fn recover(&self, player: &mut Box<dyn Searcher<Checkers>>, _: &str, out: &Output) -> String {
        player.clear();
        out.write_line(error_line("the search failed (internal error): please report it"));
        done_line(&SearchResult { best: self.root.legal().first().copied(), ..SearchResult::NONE })
    }
}
