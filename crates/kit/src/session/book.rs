//! Answers `go` from the opening book.

use super::{ReplySink, SearchRequest, Session};
use crate::book::{BookMove, choose};
use crate::game::Game;
use crate::preferences::Player;
use crate::search::Skill;
use crate::search::score_of;
use base::rng::{Rng, mix};
use std::time::Duration;
use ugi::{Info, Reply};

/// Mixed into the seed, so that book moves and searches use different random streams.
const STREAM: u64 = 0xB00C;

impl<G: Game> Session<G> {
    /// Returns a book move for this `go`. Returns `None` if `OwnBook` is off, if no book is open, if the book has no
    /// move for the position, or if one of these conditions requires a search:
    ///
    /// - `go` has no limits, or contains `ponder`, `mate` or `searchmoves`;
    /// - `MultiPV` is above 1;
    /// - `Player` selects a baseline player, or `Skill` is below 20.
    pub(super) fn book_move(&self, root: &G, search: &SearchRequest, seed: u64) -> Option<BookMove<G::Action>> {
        let SearchRequest { go, preferences, .. } = search;
        let book = self.book.as_deref().filter(|_| preferences.own_book)?;
        let wants_search = go.waits_for_stop() || go.mate.is_some() || !go.search_moves.is_empty();
        let is_weakened = Skill::new(preferences.skill).is_some();
        let is_weak = is_weakened || preferences.player != Player::Strong;
        if wants_search || is_weak || preferences.multi_pv > 1 {
            return None;
        }
        choose(book, root, &mut Rng::new(mix(seed ^ STREAM)))
    }

    /// Reports a book move with its value and weight. Returns the token of the move.
    pub(super) fn report_book_move(&self, root: &G, known: &BookMove<G::Action>, say: ReplySink) -> String {
        let best = root.action_text(known.action);
        say(Reply::Remark(format!("book {best} value {} weight {}", known.value, known.weight)));
        let mut info = Info::default();
        (info.depth, info.seldepth, info.multi_pv) = (Some(0), Some(0), Some(1));
        (info.nodes, info.nps, info.time) = (Some(0), Some(0), Some(Duration::ZERO));
        (info.hashfull, info.tbhits) = (Some(0), Some(0));
        info.score = Some(score_of(known.value));
        info.pv = vec![best.clone()];
        say(Reply::Info(info));
        best
    }
}
