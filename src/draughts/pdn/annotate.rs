//! What the engine thinks of the moves of a game, as comments in it. Knows no file.

use super::archive;
use super::game::{Node, PdnGame};
use super::replay::Replay;
use crate::draughts::men::score_in_men;
use crate::games::checkers::{Checkers, Move};
use base::rng::mix;
use kit::game::State;
use kit::search::{Control, Score, SearchTask, Searcher, Stop};
use std::time::Duration;

/// How long it may think of each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Limit {
    Time(Duration),
    Nodes(u64),
}

/// The engine that annotates. With a node limit it says the same twice.
pub(super) struct Annotator {
    searcher: Box<dyn Searcher<Checkers>>,
    limit: Limit,
    seed: u64,
}

impl Annotator {
    pub(super) fn new(searcher: Box<dyn Searcher<Checkers>>, limit: Limit, seed: u64) -> Self {
        Self { searcher, limit, seed }
    }

    /// What it has come upon and does without since this was asked last.
    pub(super) fn faults(&mut self) -> Vec<String> {
        self.searcher.errors()
    }

    /// Puts a comment behind each move of the game itself, but for forced ones: `{+0.35/12}` is what the position was worth
    /// to who moved, in men, and the depth; `{+0.35/12 best 22-18}` where another move looks better.
    pub(super) fn annotate(&mut self, game: &mut PdnGame, replay: &Replay) {
        self.searcher.clear();
        let mut plies = replay.plies.iter();
        let mut body = Vec::with_capacity(2 * game.body.len());
        let mut due = None;
        for node in std::mem::take(&mut game.body) {
            // Glyphs belong to the move before them.
            if !matches!(node, Node::Glyph(_)) {
                body.extend(due.take());
            }
            if matches!(node, Node::Move(_)) {
                due = plies.next().and_then(|(position, action)| self.comment(position, *action));
            }
            body.push(node);
        }
        body.extend(due);
        game.body = body;
    }

    fn comment(&mut self, position: &Checkers, played: Move) -> Option<Node> {
        if position.count_actions() < 2 {
            return None;
        }
        let stop = Stop::new(false);
        let mut control = Control::new(&stop);
        match self.limit {
            Limit::Time(time) => (control.soft, control.hard) = (Some(time), Some(time)),
            Limit::Nodes(nodes) => control.nodes = Some(nodes),
        }
        let task = SearchTask { seed: mix(self.seed ^ mix(position.plies())), ..SearchTask::default() };
        let mut last = None;
        let answer = self.searcher.search(position, &task, &control, &mut |report| {
            last = Some((report.score, report.depth));
        });
        let (score, depth) = last?;
        let worth = match score {
            Score::Cp(hundredths) => format!("{:+.2}", score_in_men(hundredths)),
            Score::Mate(plies) => format!("{}M{}", if plies > 0 { '+' } else { '-' }, plies.abs()),
        };
        let best = answer.best.filter(|best| position.after(*best) != position.after(played));
        let better = best.map(|best| format!(" best {}", archive::shortest_notation(position, best)));
        Some(Node::Comment(format!("{worth}/{depth}{}", better.unwrap_or_default())))
    }
}
