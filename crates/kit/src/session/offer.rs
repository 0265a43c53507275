//! The query `offer draw`: answers from the last completed search, without a new one.

use super::Session;
use super::searched::Searched;
use crate::game::Game;
use base::quote::quote;
use ugi::{ErrorCode, ProtocolError, Score, Seat, Turn, Viewer};

impl<G: Game> Session<G> {
    /// Keeps what a search of the current position has found.
    pub(super) fn keep_score(&mut self, mover: Seat, score: Option<Score>) {
        self.searched = Some(Searched { position: self.history.position().clone(), mover, score });
    }

    /// Answers whether the engine accepts an offer.
    pub(super) fn offer(&self, kind: &str) -> Result<String, ProtocolError> {
        let bad = |text: String| ProtocolError::new(ErrorCode::BadArgument, text);
        if kind != "draw" {
            return Err(bad(format!("query offer: expected draw, found {}", quote(kind))));
        }
        if !G::ABOUT.draws {
            return Err(bad(format!("query offer draw: {} has no draws", G::NAME)));
        }
        let accepts = self.history.turn() != Turn::Over && self.own_score().is_some_and(Score::accepts_draw);
        Ok(if accepts { "accept" } else { "decline" }.to_string())
    }

    /// Returns the score of the seat that answers: the one whose view is loaded, otherwise the one for which the engine
    /// has searched. The search must be one of this position or the one before. With more than two teams, the score of
    /// one team says nothing about another.
    fn own_score(&self) -> Option<Score> {
        let Searched { position, mover, score } = self.searched.as_ref()?;
        if !self.history.latest().contains(&position) {
            return None;
        }
        let team = |seat: Seat| if position.knows_teams() { position.team(seat) } else { seat.index() };
        match self.history.viewer {
            Viewer::Seat(own) if team(own) == team(*mover) => *score,
            Viewer::Seat(_) if position.knows_teams() && position.teams() == 2 => score.map(Score::reversed),
            Viewer::Seat(_) => None,
            Viewer::Master | Viewer::Public => *score,
        }
    }
}
