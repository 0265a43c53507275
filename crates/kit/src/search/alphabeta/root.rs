//! The root: iterative deepening, aspiration windows, several principal variations, and the decision to stop.

use super::chance::{centipawns, probability, score};
use super::worker::Worker;
use crate::search::control::Aborted;
use crate::search::evaluate::{Evaluate, Evaluator};
use crate::search::payoff;
use crate::search::skill::Skill;
use crate::search::task::{Report, SearchTask};
use crate::search::value::{MATE, MATE_ZONE, MAX_PLY};
use std::sync::atomic::Ordering;
use ugi::Bound;

/// If the value falls by at least this many hundredths of a piece from one iteration to the next, the search may take
/// more time.
const FALL: i32 = 30;
/// From this number of nodes on, a search reports which root move it searches. Nodes and not time decide, so that equal
/// searches write equal lines.
const LONG: u64 = 1 << 22;

/// A principal variation from the root, with its exact value. If the search ends before it has found a line, the line
/// consists of the first root move, and its value is the static evaluation of the root.
#[derive(Clone, Debug)]
pub(super) struct RootLine<A> {
    pub(super) value: i32,
    pub(super) depth: u32,
    pub(super) moves: Vec<A>,
}

impl<G: Evaluate, E: Evaluator<G>> Worker<'_, G, E> {
    /// Runs the main thread: deepens until a limit is reached and reports each iteration. Returns the lines of the best
    /// moves, best first; the list is empty only if there is no legal move.
    pub(super) fn run_main(
        &mut self,
        root: &G,
        task: &SearchTask<G::Action>,
        skill: Option<Skill>,
        report: &mut dyn FnMut(Report<G::Action>),
    ) -> Vec<RootLine<G::Action>> {
        let wanted = task.multi_pv.max(skill.map_or(1, Skill::multi_pv)).min(self.roots.len());
        let shown = task.multi_pv.clamp(1, wanted.max(1));
        let mut lines: Vec<RootLine<G::Action>> = Vec::new();
        let mut steady = 0;
        for depth in 1..=deepest(task) {
            let mut resolved = Vec::new();
            let outcome = self.iterate(root, depth, wanted, &lines, &mut resolved, Some(report));
            if outcome.is_err() {
                // The best line of the unfinished iteration is put before the lines of the last finished iteration.
                let Some(best) = resolved.into_iter().next() else { break };
                lines.retain(|line| line.moves[0] != best.moves[0]);
                lines.insert(0, best);
                lines.truncate(wanted);
                self.flush();
                self.report_lines(&lines[..shown.min(lines.len())], report);
                return lines;
            }
            resolved.sort_by_key(|line| std::cmp::Reverse(line.value));
            let same = lines.first().is_some_and(|line| line.moves[0] == resolved[0].moves[0]);
            let cp = |line: &RootLine<G::Action>| centipawns::<G>(line.value);
            let fell = lines.first().map_or(0, |line| cp(line) - cp(&resolved[0]));
            steady = if same { steady + 1 } else { 0 };
            lines = resolved;
            self.flush();
            self.report_lines(&lines[..shown], report);
            if self.enough(task, depth, lines[0].value, steady, fell) {
                break;
            }
        }
        if lines.is_empty()
            && let Some(&first) = self.roots.first()
        {
            let outcome = self.probe(root);
            let value = self.static_eval(root, outcome, 0);
            lines.push(RootLine { value, depth: 1, moves: vec![first] });
            self.flush();
            self.report_lines(&lines, report);
        }
        self.flush();
        lines
    }

    /// Runs a helper thread: deepens as the main thread does, with its own root moves, history and killers, until the
    /// main thread is done or the last iteration is finished. What it finds reaches the main thread through the
    /// transposition table (lazy SMP).
    pub(super) fn run_helper(mut self, root: &G, task: &SearchTask<G::Action>) {
        let wanted = task.multi_pv.max(1).min(self.roots.len());
        let mut lines = Vec::new();
        for depth in 1..=deepest(task) {
            let mut resolved = Vec::new();
            if self.iterate(root, depth, wanted, &lines, &mut resolved, None).is_err() {
                break;
            }
            resolved.sort_by_key(|line| std::cmp::Reverse(line.value));
            lines = resolved;
        }
        self.flush();
    }

    /// Returns whether another iteration would be useless or would exceed the time limit.
    fn enough(&self, task: &SearchTask<G::Action>, depth: u32, value: i32, steady: u32, fell: i32) -> bool {
        let control = self.shared.control;
        let to_mate = if value.abs() >= MATE_ZONE { (MATE - value.abs()) as u32 } else { u32::MAX };
        // The search to this depth has ruled out all shorter mates.
        let proved = to_mate <= depth && (task.multi_pv <= 1 || task.mate.is_some());
        let only_move = self.roots.len() == 1 && control.soft.is_some() && depth >= 4;
        let fraction = match fell {
            // A fixed time per move is used up: saving some of it gains nothing.
            _ if control.soft == control.hard => 1.0,
            FALL.. => 1.6,
            _ if steady >= 4 => 0.6,
            _ => 1.0,
        };
        proved || only_move || !control.may_go_on_within(fraction)
    }

    /// Runs one iteration: finds the `wanted` best lines at this depth. Each line starts with the best move that does
    /// not start an earlier line. The lines are stored in `resolved`; after an abort, it contains those found so far.
    /// `before` contains the lines of the previous iteration.
    fn iterate(
        &mut self,
        root: &G,
        depth: u32,
        wanted: usize,
        before: &[RootLine<G::Action>],
        resolved: &mut Vec<RootLine<G::Action>>,
        mut report: Option<&mut dyn FnMut(Report<G::Action>)>,
    ) -> Result<(), Aborted> {
        self.root_depth = depth as i32;
        for rank in 0..wanted {
            let (mut alpha, mut beta) = (-MATE, MATE);
            let mut width = self.shared.techniques.margins.window;
            if let Some(line) = before.get(rank)
                && depth >= 5
                && line.value.abs() < MATE_ZONE
            {
                (alpha, beta) = (line.value - width, line.value + width);
            }
            loop {
                let value = self.root_search(root, rank, (alpha, beta), depth, resolved, &mut report)?;
                width *= 3;
                if value <= alpha && alpha > -MATE {
                    alpha = if width > 500 { -MATE } else { value.min(alpha) - width };
                } else if value >= beta && beta < MATE {
                    beta = if width > 500 { MATE } else { value.max(beta) + width };
                } else {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Searches the root moves from index `rank` on. A move whose value lies inside the window starts the line of that
    /// rank. Returns the highest value found. In a long search, reports which move is searched.
    fn root_search(
        &mut self,
        root: &G,
        rank: usize,
        (mut alpha, beta): (i32, i32),
        depth: u32,
        resolved: &mut Vec<RootLine<G::Action>>,
        report: &mut Option<&mut dyn FnMut(Report<G::Action>)>,
    ) -> Result<i32, Aborted> {
        let mut best = -MATE;
        for index in rank..self.roots.len() {
            let action = self.roots[index];
            if let Some(report) = report
                && self.all_nodes() >= LONG
            {
                let line = RootLine { value: best, depth, moves: vec![action] };
                report(Report { current: Some(index as u32 + 1), ..self.report_of(rank, &line) });
            }
            let next = self.advance(root, action, 0)?;
            let below = depth as i32 - 1;
            let mut value = alpha + 1;
            if index > rank {
                value = self.child::<false>(&next, alpha, alpha + 1, below, 1)?;
            }
            if value > alpha {
                value = self.child::<true>(&next, alpha, beta, below, 1)?;
            }
            best = best.max(value);
            if value > alpha {
                self.roots[rank..=index].rotate_right(1);
                if value < beta {
                    resolved.truncate(rank);
                    let mut moves = vec![action];
                    moves.extend_from_slice(&self.pv_table[1]);
                    resolved.push(RootLine { value, depth, moves });
                }
                alpha = value;
                if value >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}

impl<G: Evaluate, E: Evaluator<G>> Worker<'_, G, E> {
    fn report_lines(&self, lines: &[RootLine<G::Action>], report: &mut dyn FnMut(Report<G::Action>)) {
        for (index, line) in lines.iter().enumerate() {
            report(self.report_of(index, line));
        }
    }

    fn report_of(&self, index: usize, line: &RootLine<G::Action>) -> Report<G::Action> {
        Report {
            depth: line.depth,
            seldepth: self.seldepth.max(line.depth),
            multi_pv: index + 1,
            score: Some(score::<G>(line.value)),
            bound: Bound::Exact,
            wdl: Some(if G::EVENTS.has_chance { payoff::wdl(probability(line.value)) } else { wdl(line.value) }),
            nodes: self.all_nodes(),
            hashfull: self.shared.table.hashfull(),
            tbhits: self.shared.signals.tbhits.load(Ordering::Relaxed),
            evs: Vec::new(),
            pv: line.moves.clone(),
            current: None,
        }
    }
}

/// Returns the depth of the last iteration.
fn deepest<A>(task: &SearchTask<A>) -> u32 {
    task.depth.into_iter().chain(task.mate).min().unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1)
}

/// Returns the probabilities of win, draw and loss in permille, from two logistic curves. The probability of a win is
/// one half at a value of 200 hundredths of a piece, with a scale of 75, and that of a loss is one half at −200. A mate
/// is a certain win or loss.
pub(super) fn wdl(value: i32) -> [u16; 3] {
    if value.abs() >= MATE_ZONE {
        return if value > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let chance = |value: i32| (1000.0 / (1.0 + ((200.0 - f64::from(value)) / 75.0).exp())) as u16;
    let (win, loss) = (chance(value), chance(-value));
    [win, 1000 - win - loss, loss]
}
