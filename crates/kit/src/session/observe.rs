//! The command `go observe`: evaluates the loaded view, whoever is to move.

use super::think::with_counts;
use super::{ReplySink, SearchRequest, Session};
use crate::game::Game;

use crate::search::{Control, SearchTask, Stop, permilles};
use base::rng::{Rng, mix};
use std::collections::BTreeMap;
use ugi::{Bound, Info, Reply, Score, Turn};

/// The determinizations of the first round, if the nodes are not limited.
const FIRST: u64 = 8;
/// The determinizations of a search that is limited by nodes, at most.
const MOST: u64 = 64;
/// The nodes that a search of one determinization needs for a useful score.
const NODES: u64 = 2000;
/// The greatest score of a determinization, which a proved win has: a mean of scores has no place for infinity.
const GREATEST: i32 = 1500;

/// The score of one determinization, and how far a deeper search may change it.
#[derive(Clone, Copy, Debug)]
struct Settled {
    score: f64,
    change: f64,
}

impl Settled {
    /// Returns the score after the iterations with these scores, at least one. Scores that rise and fall by turns, as
    /// those of odd and even depths do, settle between the last two, half of whose difference is the change. Otherwise
    /// the last score counts, and the change is its difference to the one before.
    fn after(iterations: &[f64]) -> Option<Self> {
        Some(match *iterations {
            [.., first, second, last] if (last - second) * (second - first) < 0.0 => {
                Self { score: f64::midpoint(second, last), change: (last - second) / 2.0 }
            }
            [.., second, last] => Self { score: last, change: last - second },
            [score] => Self { score, change: 0.0 },
            [] => return None,
        })
    }
}

/// The scores of some determinizations.
#[derive(Clone, Debug, Default)]
struct Scores {
    count: u64,
    sum: f64,
    squares: f64,
    /// The sum of the squared changes.
    changes: f64,
    evs: Vec<f64>,
}

impl Scores {
    fn add(&mut self, Settled { score, change }: Settled, evs: &[u16]) {
        self.count += 1;
        self.sum += score;
        self.squares += score * score;
        self.changes += change * change;
        self.evs.resize(evs.len().max(self.evs.len()), 0.0);
        self.evs.iter_mut().zip(evs).for_each(|(sum, ev)| *sum += f64::from(*ev));
    }

    fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// Returns the standard error of the mean; that of one score is not known. The squared error is the sum of two:
    /// that of a mean of few determinizations, from the spread of their scores, and that of searches that are not deep
    /// enough, which is the mean square of the changes. More determinizations do not lessen the second, because
    /// searches of the same depth err in the same direction.
    fn error(&self) -> Option<f64> {
        let count = self.count as f64;
        let sampling = (self.squares / count - self.mean().powi(2)).max(0.0) / (count - 1.0);
        (self.count > 1).then(|| (sampling + self.changes / count).sqrt())
    }

    fn line(&self, rank: usize, token: &str) -> Info {
        let mut info = Info::default();
        (info.multi_pv, info.score) = (Some(rank as u32), Some(Score::Cp(self.mean().round() as i32)));
        info.err = self.error().map(|error| error.ceil() as u32);
        info.evs = permilles(self.evs.iter().map(|sum| sum / self.count.max(1) as f64));
        info.pv = vec![token.to_string()];
        info
    }
}

/// What the determinizations of one round say.
#[derive(Debug, Default)]
struct Round {
    all: Scores,
    /// By the token of the best move.
    moves: BTreeMap<String, Scores>,
    seldepth: u32,
}

/// Returns a score in centipawns, at most [`GREATEST`].
fn bounded(score: Score) -> i32 {
    match score {
        Score::Cp(score) => score.clamp(-GREATEST, GREATEST),
        Score::Mate(plies) => GREATEST * plies.signum(),
    }
}

impl<G: Game> Session<G> {
    /// Evaluates the loaded view. Writes the `info` lines.
    pub(super) fn observe(&mut self, search: &SearchRequest, stop: &Stop, say: ReplySink) {
        let Turn::Seat(mover) = self.history.turn() else { return };
        let root = self.root(mover, &search.preferences);
        if !(G::EVENTS.is_partial)(&root) {
            let result = self.search_root(&root, mover, search, stop, say);
            self.keep_score(mover, result.score);
            return;
        }
        // Earlier searches may have known what this viewer does not see.
        self.searcher.clear();
        let (task, control) = self.task(&root, mover, search, stop, say);
        let rounds: Vec<(u64, u64)> = match (control.nodes, task.depth.into_iter().chain(task.mate).min()) {
            (_, Some(depth)) => vec![(1 << depth.min(40), NODES)],
            (Some(nodes), None) => {
                let count = (nodes / NODES).clamp(1, MOST);
                vec![(count, nodes / count)]
            }
            (None, None) => (0..20).map(|round| (FIRST << round, NODES << round)).collect(),
        };
        let (mut nodes, mut last) = (0, Info::default());
        for (count, each) in rounds {
            let Some(round) = self.round(&root, &task, &control, (count, each), &mut nodes, search) else { break };
            // A round that was cut short may say less than the one before.
            let is_short = last.score.is_some() && round.all.count < count;
            let err = round.all.error().map_or(u32::MAX, |error| error.ceil() as u32);
            if is_short && last.err.is_none_or(|before| err > before) {
                break;
            }
            let mut moves: Vec<(&String, &Scores)> = round.moves.iter().collect();
            moves.sort_by_key(|(_, scores)| std::cmp::Reverse(scores.count));
            for (index, (token, scores)) in moves.into_iter().take(task.multi_pv.max(1)).enumerate() {
                // The first line has the value of the position.
                let mut line = if index == 0 { &round.all } else { scores }.line(index + 1, token);
                (line.depth, line.seldepth) = (Some(round.all.count.max(1).ilog2()), Some(round.seldepth));
                say(Reply::Info(with_counts(line.clone(), nodes, &control)));
                if index == 0 {
                    last = line;
                }
            }
            if !control.may_go_on_within(1.0) {
                break;
            }
        }
        let score = last.score;
        say(Reply::Info(with_counts(last, nodes, &control)));
        self.keep_score(mover, score);
    }

    /// Searches `count` determinizations with `each` nodes. Returns what is known when a limit ends the round; `None`
    /// if no determinization was searched completely.
    fn round(
        &mut self,
        root: &G,
        task: &SearchTask<G::Action>,
        control: &Control,
        (count, each): (u64, u64),
        nodes: &mut u64,
        search: &SearchRequest,
    ) -> Option<Round> {
        let mut round = Round::default();
        let allowed = task.moves.clone();
        for number in 0..count {
            if !control.may_go_on() {
                break;
            }
            let left = control.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(*nodes));
            let (start, hard) = (control.start, control.hard);
            let limits = Control { nodes: Some(each.min(left)), start, hard, ..Control::new(control.stop) };
            let world = (G::EVENTS.determinize)(root, &mut Rng::new(mix(task.seed ^ mix(number))));
            let legal = world.legal();
            let moves: Vec<G::Action> = allowed.iter().copied().filter(|action| legal.contains(action)).collect();
            if moves.is_empty() && !allowed.is_empty() {
                continue;
            }
            let seed = mix(task.seed.wrapping_add(number + 1));
            let task = SearchTask { depth: None, mate: None, multi_pv: 1, moves, seed, ..task.clone() };
            let (mut evs, mut seldepth, mut depth) = (Vec::new(), 0, 0);
            let mut iterations = Vec::new();
            let result = self.player(search.preferences.player).search(&world, &task, &limits, &mut |report| {
                seldepth = report.seldepth.max(seldepth);
                let is_line = report.multi_pv == 1 && report.current.is_none() && report.score.is_some();
                if is_line && report.bound == Bound::Exact {
                    // An iteration that a limit ends is reported with the depth of the one before.
                    if report.depth == depth {
                        iterations.pop();
                    }
                    depth = report.depth;
                    iterations.extend(report.score.map(|score| f64::from(bounded(score))));
                    evs = report.evs;
                }
            });
            *nodes += result.nodes;
            let last = || result.score.map(|score| Settled { score: f64::from(bounded(score)), change: 0.0 });
            let Some(score) = Settled::after(&iterations).or_else(last) else { continue };
            round.seldepth = round.seldepth.max(seldepth);
            round.all.add(score, &evs);
            if let Some(best) = result.best {
                round.moves.entry(world.action_text(best)).or_default().add(score, &evs);
            }
        }
        (round.all.count > 0).then_some(round)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_that_rise_and_fall_settle_between_the_last_two() {
        let settled = |iterations: &[f64]| Settled::after(iterations).map(|found| (found.score, found.change));
        assert_eq!(settled(&[]), None);
        assert_eq!(settled(&[7.0]), Some((7.0, 0.0)));
        assert_eq!(settled(&[7.0, 9.0]), Some((9.0, 2.0)));
        assert_eq!(settled(&[7.0, 9.0, 12.0]), Some((12.0, 3.0)));
        assert_eq!(settled(&[9.0, 30.0, 10.0]), Some((20.0, -10.0)));
        assert_eq!(settled(&[30.0, 10.0, 10.0]), Some((10.0, 0.0)));
    }

    #[test]
    fn more_determinizations_lessen_only_the_error_of_their_spread() {
        let error = |count: usize, change: f64| {
            let mut scores = Scores::default();
            (0..count).for_each(|number| {
                let score = if number % 2 == 0 { 10.0 } else { -10.0 };
                scores.add(Settled { score, change }, &[]);
            });
            (scores.mean(), scores.error().map(f64::round))
        };
        assert_eq!(error(5, 0.0), (2.0, Some(5.0)));
        assert_eq!([error(100, 0.0), error(10_000, 0.0)], [(0.0, Some(1.0)), (0.0, Some(0.0))]);
        assert_eq!(error(10_000, 6.0), (0.0, Some(6.0)));
        assert_eq!(error(1, 6.0), (10.0, None));
    }
}
