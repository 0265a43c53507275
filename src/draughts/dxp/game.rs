//! One game between two programs: its moves, clock and result.

use super::message::Side;
use super::request::Start;
use crate::games::checkers::squares::{RULES, WireMove};
use crate::games::checkers::{Checkers, Move, position_line};
use anyhow::Result;
use game::Record;
use kit::game::Game;
use kit::state::State;
use std::time::Duration;
use ugi::GameResult;

/// The number of plies without a capture or a promotion after which a game is drawn: forty moves by each side.
pub(super) const DRAW_PLIES: u32 = 80;
/// A game is drawn when a position occurs this number of times with the same side to move.
const REPETITIONS: usize = 3;

/// A game in progress.
pub(super) struct DxpGame {
    start: Checkers,
    /// See [`Start::otherwise`].
    otherwise: Option<Checkers>,
    plies: Vec<(Checkers, Move)>,
    pub(super) position: Checkers,
    pub(super) own: Side,
    /// The names of Black and White.
    pub(super) names: [String; 2],
    /// Maximum number of moves per side; 0 means no limit.
    moves: u16,
    /// The time left on this side's clock; `None` without a clock.
    clock: Option<Duration>,
}

impl DxpGame {
    /// Starts a game in which this program plays `own`. `names` are those of Black and White. A value of 0 for
    /// `minutes` or `moves` means no limit.
    pub(super) fn new(start: impl Into<Start>, own: Side, names: [String; 2], minutes: u16, moves: u16) -> Self {
        let Start { position, otherwise } = start.into();
        let clock = (minutes > 0).then(|| Duration::from_secs(60 * u64::from(minutes)));
        Self { start: position, otherwise, plies: Vec::new(), position, own, names, moves, clock }
    }

    pub(super) fn is_own_turn(&self) -> bool {
        self.position.us() == self.own.seat()
    }

    /// Plays a legal move of this side and deducts `time` from its clock.
    pub(super) fn play_own(&mut self, action: Move, time: Duration) {
        self.clock = self.clock.map(|left| left.saturating_sub(time));
        self.play(action);
    }

    /// Plays a move of the other side. If the first move of the game is legal only in the other orientation, this
    /// orientation is used from now on.
    ///
    /// # Errors
    /// Returns an error if the move is not legal or may mean several captures.
    pub(super) fn play_other(&mut self, wire: &WireMove) -> Result<()> {
        let found = wire.find(&self.position);
        if found.is_err()
            && let Some(turned) = self.otherwise.filter(|_| self.plies.is_empty())
            && let Ok(action) = wire.find(&turned)
        {
            (self.start, self.position) = (turned, turned);
            self.play(action);
            return Ok(());
        }
        self.play(found?);
        Ok(())
    }

    fn play(&mut self, action: Move) {
        self.plies.push((self.position, action));
        self.position.play(action);
    }

    /// Returns this side's remaining time, and the number of moves to make in that time. Each is `None` if it is not
    /// limited.
    pub(super) fn time_left(&self) -> (Option<Duration>, Option<u32>) {
        let played = self.plies.len() / 2;
        let left = usize::from(self.moves).saturating_sub(played);
        (self.clock, (self.moves > 0).then_some(left as u32))
    }

    /// Takes the game back to the position before the move of `side` with this number, counted from 1. Returns `false`
    /// and changes nothing if the game has no such position.
    pub(super) fn take_back(&mut self, number: u16, side: Side) -> bool {
        // The side that begins the game makes the first ply of each numbered move.
        let is_second = self.start.us() != side.seat();
        let Some(before) = usize::from(number).checked_sub(1) else { return false };
        let ply = 2 * before + usize::from(is_second);
        if ply > self.plies.len() {
            return false;
        }
        if let Some((position, _)) = self.plies.get(ply) {
            self.position = *position;
            self.plies.truncate(ply);
        }
        true
    }

    /// Returns the reason code of the GAMEEND message with which this side ends the game now, or `None` if the game
    /// goes on. It must be this side's turn.
    pub(super) fn wants_to_end(&self) -> Option<u8> {
        if self.position.ending().is_some() {
            // Resign: the side that cannot move has lost.
            return Some(1);
        }
        let now = self.position.key();
        let times = 1 + self.plies.iter().filter(|(position, _)| position.key() == now).count();
        let (quiet, _) = self.position.counters();
        if times >= REPETITIONS || quiet >= u64::from(DRAW_PLIES) {
            return Some(2);
        }
        (self.moves > 0 && self.plies.len() >= 2 * usize::from(self.moves)).then_some(0)
    }

    /// Returns the record of the finished game, without site, date and round. If the rules decide the final position,
    /// they give the result. Otherwise the GAMEEND message does: `ended_by` is the side that sent it, and `reason` is
    /// its reason code.
    pub(super) fn record(&self, ended_by: Side, reason: u8) -> Record {
        let other = ended_by.other().seat();
        let (result, reason) = match (self.position.ending(), reason) {
            (Some(ending), _) => (ending.result, ending.reason.word()),
            (None, 1) => (GameResult::Win(other), "resign"),
            (None, 2) => (GameResult::Draw, "draw"),
            // A claimed win cannot be verified.
            (None, 3) => (GameResult::None, "claim"),
            (None, _) => (GameResult::None, "stopped"),
        };
        Record {
            event: "DamExchange".to_string(),
            seats: self.names.to_vec(),
            base: position_line::base(&RULES, &self.start),
            moves: self.plies.iter().map(|(position, action)| position.action_text(*action)).collect(),
            result: result.to_string(),
            reason: reason.to_string(),
            ..Record::default()
        }
    }
}
