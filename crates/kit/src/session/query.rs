//! Answers to queries about the open game.

use super::{Session, strong_searcher};
use crate::events::UNDECLARED;
use crate::game::Game;
use crate::json::ascii_json;
use crate::preferences::Player;
use crate::search::Wdl;
use crate::state::Verdict;
use crate::text::TokenError;
use std::fmt::Display;
use ugi::{ErrorCode, GameResult, ProtocolError, Query, Seat, Teams, Turn, Viewer};

impl<G: Game> Session<G> {
    /// Answers a query.
    ///
    /// # Errors
    /// Returns an error if the query has no answer in this position or view.
    pub(super) fn answer_query(&self, query: Query) -> Result<String, ProtocolError> {
        let position = self.history.position();
        Ok(match query {
            Query::P1Turn => match self.history.turn() {
                Turn::Seat(seat) => (position.team(seat) == position.team(Seat::P1)).to_string(),
                Turn::Chance | Turn::Over => true.to_string(),
            },
            Query::GameOver => (self.history.turn() == Turn::Over).to_string(),
            Query::Result => self.result().to_string(),
            Query::Reason => self.reason(),
            Query::Seats => position.seats().to_string(),
            Query::Teams => self.teams(),
            Query::Turn => self.history.turn().to_string(),
            Query::Legal => spaced(self.legal()?),
            Query::IsLegal(token) => self.is_legal(token)?.to_string(),
            Query::Canon(token) => self.canon(token)?,
            Query::Clicks(token) => {
                self.history.check_unknown(token)?;
                spaced(position.clicks(self.action(token)?))
            }
            Query::Fen(None) => position.position_text(),
            Query::Fen(Some(viewer)) => {
                self.check_viewer(query, viewer)?;
                (G::EVENTS.mask)(position, viewer).position_text()
            }
            Query::Board => self.board(),
            Query::Cells => ascii_json(&position.cells()),
            Query::Scores => spaced(self.scores()),
            Query::Ranks => spaced(self.ranks()),
            Query::View(viewer) => {
                self.check_viewer(query, viewer)?;
                format!("position {}", self.history.view(viewer))
            }
            Query::Chance => self.chance()?.unwrap_or("none").to_string(),
            Query::Draw(seed) => self.sample_event(seed)?,
            Query::Moves(language) => self.moves(language)?,
            Query::Step(number, language) => self.step(number, language)?,
            Query::Steps(language) => self.steps(language)?,
            Query::Why(language, token) => self.why(language, token)?,
            Query::Offer(kind) => self.offer(kind)?,
            Query::Tablebase => self.tablebase(),
            Query::Solutions(limit) => self.solutions(limit)?,
            // The serve loop answers the other queries, which do not depend on the open game.
            _ => return Err(ProtocolError::new(ErrorCode::BadArgument, "")),
        })
    }

    pub(super) fn result(&self) -> GameResult {
        let by_rules = || self.history.position().result_with(None);
        self.history.termination.as_ref().map_or_else(by_rules, |ended| ended.result)
    }

    pub(super) fn reason(&self) -> String {
        let by_rules = || self.history.position().ending().map_or("none", |ending| ending.reason.word()).to_string();
        self.history.termination.as_ref().map_or_else(by_rules, |ended| ended.reason.clone())
    }

    fn verdict(&self) -> Option<Verdict> {
        self.history.termination.as_ref().map(|ended| ended.verdict)
    }

    fn scores(&self) -> Vec<i32> {
        self.history.position().scores(self.verdict())
    }

    /// Returns the rank of each seat: 1 plus the number of seats that did better, compared first by the result and then
    /// by points. After a declared draw or a draw by repetition, all seats have the same rank. An offender never ranks
    /// above another seat.
    fn ranks(&self) -> Vec<usize> {
        let position = self.history.position();
        let result = self.result();
        let declared_draw = self.verdict() == Some(Verdict::Declared(GameResult::Draw));
        let mut standings: Vec<(bool, i32)> = (self.scores().into_iter().enumerate())
            .map(|(index, score)| {
                let won = position.knows_teams() && result == GameResult::Win(position.team(Seat::new(index)));
                (won, if declared_draw { 0 } else { score })
            })
            .collect();
        // An offender ranks last, even if it has more points than its partner.
        if let Some(Verdict::Offence(seat)) = self.verdict()
            && let Some(least) = standings.iter().min().copied()
        {
            standings[seat.index()] = least;
        }
        standings.iter().map(|own| 1 + standings.iter().filter(|other| *other > own).count()).collect()
    }

    fn teams(&self) -> String {
        let position = self.history.position();
        if !position.knows_teams() {
            return "?".to_string();
        }
        let members = |team| Seat::all(position.seats()).filter(move |seat| position.team(*seat) == team).collect();
        Teams((0..position.teams()).map(members).collect()).to_string()
    }

    /// Checks that the legal moves are known.
    ///
    /// # Errors
    /// Returns an error if a seat is to move and the history is a view other than that seat's.
    pub(super) fn own_turn(&self) -> Result<(), ProtocolError> {
        match self.history.turn() {
            Turn::Seat(seat) if !self.may_move(seat) => {
                Err(ProtocolError::new(ErrorCode::NotYourTurn, seat.to_string()))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether the moves of `seat` are known in this history.
    pub(super) fn may_move(&self, seat: Seat) -> bool {
        matches!(self.history.viewer, Viewer::Master) || self.history.viewer == Viewer::Seat(seat)
    }

    fn legal(&self) -> Result<Vec<String>, ProtocolError> {
        self.own_turn()?;
        let mut actions = Vec::new();
        if self.history.turn() != Turn::Over {
            self.history.position().actions(&mut actions);
        }
        Ok(actions.into_iter().map(|action| self.history.position().action_text(action)).collect())
    }

    fn is_legal(&self, token: &str) -> Result<bool, ProtocolError> {
        self.own_turn()?;
        Ok(match self.history.turn() {
            Turn::Seat(_) => self.history.position().parse_action(token).is_ok(),
            Turn::Chance => self.history.parse_event(token).is_ok(),
            Turn::Over => false,
        })
    }

    fn canon(&self, token: &str) -> Result<String, ProtocolError> {
        let position = self.history.position();
        self.history.check_unknown(token)?;
        match self.history.turn() {
            Turn::Chance => self.history.parse_event(token).map_err(|error| token_error(token, error)),
            _ => self.action(token).map(|action| position.action_text(action)),
        }
    }

    /// Reads a move token.
    ///
    /// # Errors
    /// Returns an error if the token is not a legal move.
    pub(super) fn action(&self, token: &str) -> Result<G::Action, ProtocolError> {
        match self.history.turn() {
            Turn::Seat(seat) => self.history.position().parse_action(token).map_err(|error| match error {
                TokenError::Cards if self.history.viewer.sees(seat) => token_error(token, TokenError::Illegal),
                error => token_error(token, error),
            }),
            Turn::Chance | Turn::Over => Err(token_error(token, TokenError::Illegal)),
        }
    }

    fn board(&self) -> String {
        let mut board = self.history.position().board();
        board.turn = self.history.turn().to_string();
        let left = self.history.position().plies_left();
        if left != u32::MAX && self.history.turn() != Turn::Over {
            board.facts.insert(PLIES_LEFT.into(), i64::from(left).into());
        }
        board.last = self.history.last_move().map(|(before, action)| before.trace(action)).unwrap_or_default();
        ascii_json(&board)
    }

    /// Checks that the view of `wanted` can be made from this history.
    ///
    /// # Errors
    /// Returns an error if the seat does not exist, or if the history is another view.
    fn check_viewer(&self, query: Query, wanted: Viewer) -> Result<(), ProtocolError> {
        if let Viewer::Seat(seat) = wanted
            && seat.index() >= self.history.position().seats()
        {
            return Err(ProtocolError::new(
                ErrorCode::BadArgument,
                format!("query {}: this game has no seat {}", query.name(), seat.number()),
            ));
        }
        if self.history.viewer != Viewer::Master && self.history.viewer != wanted {
            return Err(ProtocolError::new(ErrorCode::NotMaster, ""));
        }
        Ok(())
    }

    /// Returns the name of the chance event that is due.
    ///
    /// # Errors
    /// Returns an error if the game declares no chance events.
    pub(super) fn chance(&self) -> Result<Option<&'static str>, ProtocolError> {
        if self.history.turn() != Turn::Chance {
            return Ok(None);
        }
        if !G::EVENTS.has_chance {
            return Err(ProtocolError::new(ErrorCode::InternalError, UNDECLARED));
        }
        Ok(Some((G::EVENTS.name)(self.history.position())))
    }

    fn sample_event(&self, seed: u64) -> Result<String, ProtocolError> {
        if self.history.viewer != Viewer::Master {
            return Err(ProtocolError::new(ErrorCode::NotMaster, ""));
        }
        self.chance()?.ok_or_else(|| ProtocolError::new(ErrorCode::NoChance, ""))?;
        Ok((G::EVENTS.sample)(self.history.position(), seed))
    }

    /// Returns what the strongest player's endgame database says about the position, for the side to move. Only a rule
    /// that counts moves can turn a win into a draw.
    fn tablebase(&self) -> String {
        let position = self.history.position();
        let known = match self.history.turn() {
            Turn::Seat(_) if self.player == Player::Strong => self.searcher.tablebase(position),
            Turn::Seat(_) => strong_searcher::<G>(&self.values).tablebase(position),
            Turn::Chance | Turn::Over => None,
        };
        let is_exact = known == Some(Wdl::Draw) || position.plies_left() == u32::MAX;
        match known {
            None => "unknown".to_string(),
            Some(value) => format!("{}{}", value.word(), if is_exact { " exact" } else { "" }),
        }
    }

    fn solutions(&self, limit: Option<u64>) -> Result<String, ProtocolError> {
        let counted = self.history.position().solutions(limit.unwrap_or(SOLUTION_LIMIT));
        counted.map(|solutions| solutions.to_string()).ok_or_else(|| ProtocolError::new(ErrorCode::NoPuzzle, ""))
    }
}

/// The name of the fact that tells after how many plies a rule that counts them ends the game.
const PLIES_LEFT: &str = "plies_left";

/// Default limit of `query solutions`.
const SOLUTION_LIMIT: u64 = 1_000_000;

fn token_error(token: &str, error: TokenError) -> ProtocolError {
    match error {
        TokenError::Illegal => ProtocolError::about(ErrorCode::IllegalMove, token),
        TokenError::Cards => ProtocolError::about(ErrorCode::HiddenConflict, token),
        TokenError::View => ProtocolError::about(ErrorCode::BadArgument, token),
    }
}

fn spaced<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}
