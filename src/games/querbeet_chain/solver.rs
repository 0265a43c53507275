//! The solver: searches for rings that enclose more and more cells, until no larger ring exists.

use super::area_bound::AreaBound;
use super::moves::Lay;
use super::position::QuerbeetChain;
use super::ring_search::{RingSearch, straights};
use crate::games::querbeet::puzzle::search::{extend_line, limit_nodes_by_skill, max_depth};
use kit::search::NodeCounter;
use kit::search::{Aborted, Control, Report, ReportHandler, SearchResult, SearchTask, Searcher};
use kit::state::State;
use ugi::{Bound, GameResult, Score};

/// The score in `cp` for each cell inside the ring.
const CELL: i32 = 100;

/// The strong player, which looks for the ring that encloses the most cells.
#[derive(Default)]
pub struct Solver {
    /// The table of bounds, which the first search computes.
    area_bound: Option<AreaBound>,
    /// From the line that the last search returned: the position after its first tile, and the other tiles. `None` if
    /// that search found no ring.
    last_line: Option<(QuerbeetChain, Vec<Lay>)>,
}

impl Solver {
    /// Creates a solver that has not searched yet.
    pub fn new() -> Self {
        Self::default()
    }
}

/// The best ring so far: the number of cells that it encloses, and the tiles that complete it. Until a ring is found,
/// the number is 0 and the list is empty.
#[derive(Clone, Debug, Default)]
struct Best {
    enclosed: usize,
    line: Vec<Lay>,
}

impl Searcher<QuerbeetChain> for Solver {
    fn clear(&mut self) {
        self.last_line = None;
    }

    fn search(
        &mut self,
        root: &QuerbeetChain,
        task: &SearchTask<Lay>,
        control: &Control,
        report: ReportHandler<QuerbeetChain>,
    ) -> SearchResult<Lay> {
        let control = limit_nodes_by_skill(control, task);
        let area_bound = self.area_bound.get_or_insert_with(AreaBound::new);
        let most = max_depth(task).unwrap_or(usize::MAX).min(root.stock.len());
        let bound = area_bound.most_enclosed(most + root.laid.tiles().len(), straights(root));
        let mut best = continue_last_line(self.last_line.as_ref(), root, task, most);
        let mut meter = NodeCounter::new(&control);
        let mut search = SolverSearch { root, task, area_bound, most, report };
        search.report_progress(&Best { enclosed: bound, line: Vec::new() }, Bound::Upper, 0);
        let finished = search.improve(&mut best, &mut meter);
        let proved = finished.is_ok();
        let score = if best.line.is_empty() {
            best.line = extend_line(root, task, &[]);
            let lost = proved && most >= root.stock.len();
            let plies = best.line.len() as i32;
            best.line.truncate(most.max(1));
            best.enclosed = enclosed_after(root, &best.line);
            if lost { Score::Mate(-plies) } else { Score::Cp(CELL * best.enclosed as i32) }
        } else {
            Score::Cp(CELL * best.enclosed as i32)
        };
        search.report_final(&best, score, if proved { Bound::Exact } else { Bound::Lower }, meter.nodes());
        let first = best.line.first().copied();
        self.last_line = first.filter(|_| best.enclosed > 0).map(|first| (root.after(first), best.line[1..].to_vec()));
        SearchResult { best: first, nodes: meter.nodes(), score: Some(score), ..SearchResult::NONE }
    }
}

/// Continues the line of the last search. `kept` is [`Solver::last_line`]: a position and the tiles that follow it.
/// Returns these tiles as the best ring so far if `root` is that position, there are at most `most` of them, and
/// `task.moves` allows the first one. Otherwise returns an empty [`Best`].
fn continue_last_line(
    kept: Option<&(QuerbeetChain, Vec<Lay>)>,
    root: &QuerbeetChain,
    task: &SearchTask<Lay>,
    most: usize,
) -> Best {
    let Some((position, line)) = kept else { return Best::default() };
    let wanted = |first: &Lay| task.moves.is_empty() || task.moves.contains(first);
    if position != root || line.len() > most || !line.first().is_some_and(wanted) {
        return Best::default();
    }
    Best { enclosed: enclosed_after(root, line), line: line.clone() }
}

/// Returns the number of cells inside the ring that these tiles close; 0 if they close none.
fn enclosed_after(root: &QuerbeetChain, line: &[Lay]) -> usize {
    usize::from(line.iter().fold(*root, |position, &lay| position.after(lay)).enclosed)
}

/// The root and the limits of one search, and the receiver of its reports.
struct SolverSearch<'a> {
    root: &'a QuerbeetChain,
    task: &'a SearchTask<Lay>,
    area_bound: &'a AreaBound,
    /// The maximum number of tiles to lay.
    most: usize,
    report: &'a mut dyn FnMut(Report<Lay>),
}

impl SolverSearch<'_> {
    /// Searches for rings that enclose more and more cells. `Ok` means that no ring within the limits encloses more
    /// cells than `best`.
    fn improve(&mut self, best: &mut Best, meter: &mut NodeCounter) -> Result<(), Aborted> {
        loop {
            let line = if self.task.moves.is_empty() {
                let mut search = RingSearch { area_bound: self.area_bound, meter, least: best.enclosed + 1 };
                search.find_ring(self.root, self.most)?
            } else {
                self.find_with_required_first(best.enclosed + 1, meter)?
            };
            let Some(line) = line else { return Ok(()) };
            let enclosed = enclosed_after(self.root, &line);
            debug_assert!(enclosed > best.enclosed);
            *best = Best { enclosed, line };
            self.report_progress(best, Bound::Lower, meter.nodes());
        }
    }

    fn find_with_required_first(&mut self, least: usize, meter: &mut NodeCounter) -> Result<Option<Vec<Lay>>, Aborted> {
        for &first in &self.task.moves {
            meter.visit()?;
            let next = self.root.after(first);
            let rest = if next.enclosed > 0 {
                (usize::from(next.enclosed) >= least).then(Vec::new)
            } else {
                RingSearch { area_bound: self.area_bound, meter, least }
                    .find_ring(&next, self.most.saturating_sub(1))?
            };
            if let Some(rest) = rest {
                return Ok(Some([&[first], rest.as_slice()].concat()));
            }
        }
        Ok(None)
    }

    /// Reports `best`, whose number of cells is a bound on the score.
    fn report_progress(&mut self, best: &Best, bound: Bound, nodes: u64) {
        self.report_line(1, &best.line, Score::Cp(CELL * best.enclosed as i32), bound, nodes);
    }

    /// Reports the final line. If `MultiPV` asks for more lines and the root moves are not restricted, also reports the
    /// tiles of a ring in orders that begin with other tiles.
    fn report_final(&mut self, best: &Best, score: Score, bound: Bound, nodes: u64) {
        self.report_line(1, &best.line, score, bound, nodes);
        if best.enclosed == 0 || !self.task.moves.is_empty() {
            return;
        }
        let mut rank = 1;
        for at in 1..best.line.len() {
            let moved = [&best.line[at..=at], &best.line[..at], &best.line[at + 1..]].concat();
            if rank < self.task.multi_pv && self.is_playable(&moved) {
                rank += 1;
                self.report_line(rank, &moved, score, bound, nodes);
            }
        }
    }

    /// Returns whether these tiles can be laid in this order, with only the last one closing a ring.
    fn is_playable(&self, line: &[Lay]) -> bool {
        let mut position = *self.root;
        line.iter().all(|&lay| {
            let legal = position.is_legal(lay);
            if legal {
                position.play(lay);
            }
            legal
        }) && position.result_with(None) == GameResult::Win(0)
    }

    fn report_line(&mut self, rank: usize, line: &[Lay], score: Score, bound: Bound, nodes: u64) {
        (self.report)(Report {
            depth: line.len() as u32,
            seldepth: line.len() as u32,
            multi_pv: rank,
            score: Some(score),
            bound,
            wdl: match score {
                Score::Mate(_) => Some([0, 0, 1000]),
                Score::Cp(value) => (value > 0 && bound != Bound::Upper).then_some([1000, 0, 0]),
            },
            nodes,
            hashfull: 0,
            tbhits: 0,
            evs: Vec::new(),
            pv: line.to_vec(),
            current: None,
        });
    }
}
