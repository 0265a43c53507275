//! Engines that think on their opponent's time.

use super::game_run::GameRun;
use crate::limits::GameLimits;
use anyhow::Result;
use game::{Situation, Wanted};
use runner::record::FaultKind;
use runner::{EngineError, EngineProcess, MoveReply};
use std::ops::ControlFlow;
use ugi::{History, Seat, Turn, Viewer};

impl GameRun<'_> {
    /// Lets the engine of `seat`, which has just moved, ponder on the reply that it expects. It does not if the reply
    /// is not legal, if another seat or a chance event follows it, or if anything in the game is hidden from the seat:
    /// whether a reply is legal could then reveal what the opponent holds.
    pub(super) fn start_pondering(&mut self, seat: Seat, reply: &str, limits: &GameLimits) -> Result<()> {
        let wanted = Wanted { viewers: &[Viewer::Seat(seat)], questions: &[] };
        let Some(Situation { history, turn, views, .. }) = self.referee.judge(self.played.history(), reply, wanted)?
        else {
            return Ok(());
        };
        let Some(view) = views.first().map(History::line) else { return Ok(()) };
        let Ok(engine) = &mut self.engines[seat.index()].engine else { return Ok(()) };
        if turn == Turn::Seat(seat) && history.is_fully_shown_by(view) {
            let position = if engine.has_extension("views") { view } else { history.line() };
            // An engine that has failed is charged when it is its turn, or at the end of the game.
            let _ = engine.ponder(position, &limits.go(seat));
            self.expected[seat.index()] = Some(history.tokens);
        }
        Ok(())
    }

    /// Requests a move from the engine of `seat`, after `ponderhit` if the engine ponders on this position. Meanwhile,
    /// reads the output of the engines that ponder.
    pub(super) fn think(&mut self, seat: Seat, position: &str, limits: &GameLimits) -> Result<MoveReply, EngineError> {
        let is_hit = self.expected[seat.index()].take().is_some_and(|tokens| tokens == self.played.tokens());
        let (go, flag) = (limits.go(seat), limits.flag(seat));
        let (before, rest) = self.engines.split_at_mut(seat.index());
        let [own, after @ ..] = rest else { return Err(no_engine()) };
        let engine = own.engine.as_mut().map_err(|error| error.clone())?;
        let mut listener = |_: Option<&str>| {
            let others = before.iter_mut().chain(&mut *after).filter_map(|seated| seated.engine.as_mut().ok());
            others.for_each(EngineProcess::read_pondering);
            ControlFlow::Continue(())
        };
        if is_hit && let Some(reply) = engine.ponder_hit(flag, &mut listener)? {
            return Ok(reply);
        }
        let early = engine.stop_pondering()?;
        let mut reply = engine.think_with_listener(position, &go, flag, &mut listener)?.ok_or_else(no_engine)?;
        reply.faults.splice(0..0, early);
        Ok(reply)
    }

    /// Stops all engines that ponder at the end of the game, and records their faults, none of which is decisive.
    pub(super) fn stop_pondering(&mut self) {
        for seat in Seat::all(self.engines.len()) {
            let Ok(engine) = &mut self.engines[seat.index()].engine else { continue };
            match engine.stop_pondering() {
                Ok(faults) => faults.into_iter().for_each(|(kind, text)| self.add_fault(seat, kind, text, false)),
                Err(error) => {
                    self.add_fault(seat, error.kind, error.text, false);
                    self.close_engine(seat, error.kind);
                }
            }
        }
    }
}

/// The listener never stops a search, and every seat has an engine, so this error is never returned.
fn no_engine() -> EngineError {
    EngineError::new(FaultKind::Stall, false, "no search")
}
