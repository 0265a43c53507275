//! Adds the engine's evaluation of each move to a game, as comments.

use super::game::{Node, PdnGame};
use super::replay::{Replay, shortest_notation};
use crate::draughts::men::score_in_men;
use crate::games::checkers::{Checkers, Move};
use base::rng::mix;
use kit::search::{Control, SearchTask, Searcher, Stop};
use kit::state::State;
use std::time::Duration;
use ugi::Score;

/// The search limit per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Limit {
    Time(Duration),
    Nodes(u64),
}

/// The engine that annotates. With a node limit its results are reproducible.
pub(super) struct Annotator {
    searcher: Box<dyn Searcher<Checkers>>,
    limit: Limit,
    seed: u64,
}

impl Annotator {
    pub(super) fn new(searcher: Box<dyn Searcher<Checkers>>, limit: Limit, seed: u64) -> Self {
        Self { searcher, limit, seed }
    }

    /// Returns the errors since the last call, such as resources that cannot be read.
    pub(super) fn errors(&mut self) -> Vec<String> {
        self.searcher.errors()
    }

    /// Adds a comment after each legal move of the main line, except forced moves. `{+0.35/12}` is the score of the
    /// position before the move, in men for the side to move, and the search depth. `{+M5/12}` is a win in 5 plies.
    /// `{+0.35/12 best 22-18}` also names the move that the engine prefers, if it differs from the move played.
    pub(super) fn annotate(&mut self, game: &mut PdnGame, replay: &Replay) {
        self.searcher.clear();
        let mut plies = replay.plies.iter();
        let mut body = Vec::with_capacity(2 * game.body.len());
        let mut comment = None;
        for node in std::mem::take(&mut game.body) {
            // Glyphs belong to the move before them, so the comment follows them.
            if !matches!(node, Node::Glyph(_)) {
                body.extend(comment.take());
            }
            if matches!(node, Node::Move(_)) {
                comment = plies.next().and_then(|(position, action)| self.comment(position, *action));
            }
            body.push(node);
        }
        body.extend(comment);
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
            last = report.score.map(|score| (score, report.depth));
        });
        let (score, depth) = last?;
        let value = match score {
            Score::Cp(hundredths) => format!("{:+.2}", score_in_men(hundredths)),
            Score::Mate(plies) => format!("{}M{}", if plies > 0 { '+' } else { '-' }, plies.abs()),
        };
        let best = answer.best.filter(|best| position.after(*best) != position.after(played));
        let better = best.map(|best| format!(" best {}", shortest_notation(position, best)));
        Some(Node::Comment(format!("{value}/{depth}{}", better.unwrap_or_default())))
    }
}
