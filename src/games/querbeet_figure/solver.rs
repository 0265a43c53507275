//! The solver: a depth-first search that fills the cell with the fewest fitting pieces first and caches dead ends.

use super::moves::Lay;
use super::position::QuerbeetFigure;
use crate::games::querbeet::cell::CellSet;
use crate::games::querbeet::puzzle::search::{extend_line, limit_nodes_by_skill, max_depth};
use crate::games::querbeet::puzzle::stock::Stock;
use crate::games::querbeet::tile::Piece;
use kit::search::NodeCounter;
use kit::search::{Aborted, Control, Report, ReportHandler, SearchResult, SearchTask, Searcher, Stop};
use kit::state::State;
use std::collections::HashSet;
use ugi::{Bound, GameResult, Score};

/// The strong player, which looks for a solution or proves that there is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Solver;

impl Searcher<QuerbeetFigure> for Solver {
    fn search(
        &mut self,
        root: &QuerbeetFigure,
        task: &SearchTask<Lay>,
        control: &Control,
        report: ReportHandler<QuerbeetFigure>,
    ) -> SearchResult<Lay> {
        let control = limit_nodes_by_skill(control, task);
        let mut search = FillSearch::new(NodeCounter::new(&control), task);
        let finished = search.lines(root, task);
        let outcome = SolverResult::of(root, task, &search, finished.is_ok());
        for (rank, line) in outcome.lines.iter().enumerate() {
            report(Report {
                depth: line.len().min(search.deepest) as u32,
                seldepth: line.len() as u32,
                multi_pv: rank + 1,
                score: Some(outcome.score),
                bound: Bound::Exact,
                wdl: outcome.wdl,
                nodes: search.meter.nodes(),
                hashfull: (search.dead.len() * 1000 / search.room) as u32,
                tbhits: 0,
                evs: Vec::new(),
                pv: line.clone(),
                current: None,
            });
        }
        let best = outcome.lines.first().and_then(|line| line.first().copied());
        SearchResult { best, nodes: search.meter.nodes(), score: Some(outcome.score), ..SearchResult::NONE }
    }
}

/// Lists the ways to fill the free cells. Returns their number, and whether the listing ended within `nodes` nodes. It
/// also ends when it has found `limit + 1` ways.
pub fn list(position: &QuerbeetFigure, limit: u64, nodes: u64) -> (u64, bool) {
    let stop = Stop::new(false);
    let control = Control { nodes: Some(nodes), ..Control::new(&stop) };
    let mut search = FillSearch::new(NodeCounter::new(&control), &SearchTask::default());
    let mut count = 0;
    let finished = search.fill(position, &mut |_| {
        count += 1;
        count > limit
    });
    (count, finished.is_ok())
}

/// The data that determine whether a position can be completed: the free cells, the cells to which a road leads across
/// each edge, and the stock.
type Rest = (CellSet, [CellSet; 6], Stock);

/// A depth-first search. It fills the cell with the fewest fitting pieces first, as in exact cover (Knuth 2000).
struct FillSearch<'a> {
    meter: NodeCounter<'a>,
    /// A cache of positions that cannot be completed.
    dead: HashSet<Rest>,
    /// The maximum number of positions in the cache.
    room: usize,
    /// The maximum number of tiles to lay.
    deepest: usize,
    line: Vec<Lay>,
    /// The longest line so far after which some piece still fits on every free cell.
    longest: Vec<Lay>,
    found: Vec<Vec<Lay>>,
}

impl<'a> FillSearch<'a> {
    fn new(meter: NodeCounter<'a>, task: &SearchTask<Lay>) -> Self {
        // A hash set keeps one eighth of its slots free and uses one additional byte per slot.
        let room = (task.hash.max(1) << 20) * 7 / 8 / (size_of::<Rest>() + 1);
        let deepest = max_depth(task).unwrap_or(usize::MAX);
        Self { meter, dead: HashSet::new(), room, deepest, line: vec![], longest: vec![], found: vec![] }
    }

    /// Adds at most `task.multi_pv` lines to `found`. The lines start with different moves, and each ends with a full
    /// figure or at the depth limit.
    fn lines(&mut self, root: &QuerbeetFigure, task: &SearchTask<Lay>) -> Result<(), Aborted> {
        let mut moves = task.moves.clone();
        if moves.is_empty() {
            self.first_line(root)?;
            let Some(line) = self.found.first().cloned() else { return Ok(()) };
            // The tiles of a solution can be laid in any order, so rotating its line gives lines with other first
            // moves.
            let others = (1..line.len()).filter(|_| self.deepest >= root.free().count_ones() as usize);
            self.found.extend(others.take(task.multi_pv - 1).map(|at| [&line[at..], &line[..at]].concat()));
            root.actions(&mut moves);
        }
        for first in moves {
            if self.found.len() >= task.multi_pv {
                break;
            }
            if self.found.iter().all(|line| line[0] != first) {
                self.meter.visit()?;
                self.line.push(first);
                self.first_line(&root.after(first))?;
                self.line.pop();
            }
        }
        Ok(())
    }

    fn first_line(&mut self, position: &QuerbeetFigure) -> Result<(), Aborted> {
        let (mut found, before) = (None, self.line.len());
        self.fill(position, &mut |line| {
            found = Some(line.to_vec());
            true
        })?;
        self.line.truncate(before);
        self.found.extend(found);
        Ok(())
    }

    /// Calls `enough` with each line that completes the position or reaches the depth limit, until `enough` returns
    /// `true`. Returns whether `enough` has returned `true`.
    fn fill(&mut self, position: &QuerbeetFigure, enough: &mut dyn FnMut(&[Lay]) -> bool) -> Result<bool, Aborted> {
        let tightest = position.places().min_by_key(|(_, pieces)| pieces.count_ones());
        let Some((cell, pieces)) = tightest else { return Ok(enough(&self.line)) };
        if pieces == 0 {
            return Ok(false);
        }
        if self.line.len() > self.longest.len() {
            self.longest.clone_from(&self.line);
        }
        if self.line.len() >= self.deepest {
            return Ok(enough(&self.line));
        }
        let rest = rest(position);
        if self.dead.contains(&rest) {
            return Ok(false);
        }
        let mut unsolvable = true;
        for piece in Piece::each(pieces) {
            self.meter.visit()?;
            let lay = Lay(piece, cell);
            self.line.push(lay);
            let had_enough = self.fill(&position.after(lay), &mut |line| {
                unsolvable = false;
                enough(line)
            })?;
            if had_enough {
                return Ok(true);
            }
            self.line.pop();
        }
        // With a depth limit, the result also depends on the current depth, so it must not be cached.
        if unsolvable && self.deepest == usize::MAX && self.dead.len() < self.room {
            self.dead.insert(rest);
        }
        Ok(false)
    }
}

fn rest(position: &QuerbeetFigure) -> Rest {
    let (demands, free) = (position.demands(), position.free());
    (free, std::array::from_fn(|edge| demands.wanted(edge) & free), position.stock)
}

/// The lines that a search found, and their score.
struct SolverResult {
    lines: Vec<Vec<Lay>>,
    score: Score,
    wdl: Option<[u16; 3]>,
}

impl SolverResult {
    /// Creates the result. `proved` means that the search was exhaustive.
    fn of(root: &QuerbeetFigure, task: &SearchTask<Lay>, search: &FillSearch, proved: bool) -> Self {
        let free = root.free().count_ones() as usize;
        let solved = search.found.first().is_some_and(|line| line.len() == free);
        if solved {
            return Self { lines: search.found.clone(), score: Score::Mate(free as i32), wdl: Some([1000, 0, 0]) };
        }
        if !search.found.is_empty() {
            return Self { lines: search.found.clone(), score: Score::Cp(0), wdl: None };
        }
        let lost = extend_line(root, task, &search.longest);
        if proved {
            let score = Score::Mate(-(lost.len() as i32));
            return Self { lines: vec![lost], score, wdl: Some([0, 0, 1000]) };
        }
        let shown = lost[..search.longest.len().max(1)].to_vec();
        let end = shown.iter().fold(*root, |position, &lay| position.after(lay));
        if end.result_with(None) == GameResult::Win(0) {
            return Self { score: Score::Mate(shown.len() as i32), lines: vec![shown], wdl: Some([1000, 0, 0]) };
        }
        Self { lines: vec![shown], score: Score::Cp(0), wdl: None }
    }
}
