//! The end of a game: verdicts against engines that commit faults, and the referee's result.

use super::game_run::GameRun;
use super::seated_engine::RESIGN;
use crate::replay::is_runner_token;
use anyhow::{Result, ensure};
use game::RefereeError;
use runner::EngineError;
use runner::record::{Fault, FaultKind, REFEREE};
use ugi::{Query, Seat, Turn, position_queries};

/// The maximum number of recorded faults per seat and game, besides the fault that ended the game.
const MAX_RECORDED_FAULTS: usize = 8;

impl GameRun<'_> {
    /// Ends the game with a loss for a seat.
    pub(super) fn lose_by_fault(&mut self, seat: Seat, error: EngineError) -> Result<()> {
        let word = error.kind.verdict();
        // Only the referee knows the result of the game if this side loses. The result is the same as after a
        // resignation, so the referee is asked for that result.
        let position = self.played.history().with(RESIGN);
        let result = self.referee.ask(&position_queries(&position, &[Query::Result]))?.word()?;
        self.add_fault(seat, error.kind, error.text, true);
        if error.must_restart {
            self.close_engine(seat, error.kind);
        }
        self.end(&format!("!end/{result}/{word}"))
    }

    pub(super) fn end(&mut self, verdict: &str) -> Result<()> {
        self.push(verdict);
        let next = self.load(self.view.0)?;
        ensure!(next == Turn::Over, "the referee does not end the game after {verdict}");
        Ok(())
    }

    /// Returns the result, reason, scores and ranks of the finished game. If the game ended by its rules, also records
    /// a fault for each engine that reports a different result.
    pub(super) fn finish(&mut self) -> Result<[String; 4]> {
        let mut queries = vec![Query::Result, Query::Reason, Query::Scores, Query::Ranks];
        queries.extend(Seat::all(self.engines.len()).map(|seat| Query::View(ugi::Viewer::Seat(seat))));
        let mut answers = self.referee.ask(&position_queries(self.played.history().line(), &queries))?;
        let found = [answers.text()?, answers.text()?, answers.text()?, answers.text()?];
        let views = self.engines.iter().map(|_| answers.text()).collect::<Result<Vec<String>, _>>()?;
        let result = found[0].as_str();
        ensure!(result != "none", "the referee reports no result of the finished game");
        // After a verdict or a resignation the engines are not asked, because an engine need not support these tokens.
        if !self.played.tokens().last().is_some_and(|last| is_runner_token(last)) {
            self.check_engine_results(result, &views);
        }
        Ok(found)
    }

    /// Ends the game without a result if the error says that the referee has died too often. Returns other errors
    /// unchanged. Returns what [`GameRun::finish`] does.
    pub(super) fn abandon(&mut self, error: anyhow::Error) -> Result<[String; 4]> {
        let (deaths, last) = match error.downcast()? {
            RefereeError::Dead { deaths, last } => (deaths, last),
            other => return Err(other.into()),
        };
        let EngineError { kind, text, dialogue, .. } = EngineError::from(last.as_ref());
        let (ply, text) = (self.played.len(), format!("{text}; it has died {deaths} times in this game"));
        let fault = Fault { kind, seat: None, participant: REFEREE.to_string(), ply, decisive: true, text, dialogue };
        self.faults.insert(0, fault);
        self.push("!end/none/referee");
        Ok(["none", "referee", "", ""].map(String::from))
    }

    /// Records a fault for each engine that fails to report the result or reports a different one than the referee.
    fn check_engine_results(&mut self, result: &str, views: &[String]) {
        for (seat, view) in Seat::all(views.len()).zip(views) {
            let Ok(engine) = &mut self.engines[seat.index()].engine else { continue };
            let line = if engine.has_extension("views") { view } else { self.played.history().line() };
            let (kind, text, must_restart) = match engine.ask(line, Query::Result) {
                Ok(words) if words == [result] => continue,
                Ok(words) => (FaultKind::Disagreement, format!("result {}, not {result}", words.join(" ")), false),
                Err(error) => (error.kind, error.text, error.must_restart),
            };
            self.add_fault(seat, kind, text, false);
            if must_restart {
                self.close_engine(seat, kind);
            }
        }
    }

    /// Terminates an engine after a fault and keeps the most recent lines that it sent and received.
    pub(super) fn close_engine(&mut self, seat: Seat, kind: FaultKind) {
        if let Ok(engine) = &self.engines[seat.index()].engine {
            let dialogue = engine.last_lines();
            self.engines[seat.index()].engine = Err(EngineError { dialogue, ..EngineError::new(kind, true, "") });
        }
    }

    /// Records a fault by a seat's engine. A `decisive` fault, which ended the game, becomes the first in the list.
    pub(super) fn add_fault(&mut self, seat: Seat, kind: FaultKind, text: String, decisive: bool) {
        let recorded = self.faults.iter().filter(|fault| fault.seat == Some(seat)).count();
        if !decisive && recorded >= MAX_RECORDED_FAULTS {
            return;
        }
        let seated = &self.engines[seat.index()];
        let dialogue = match &seated.engine {
            Ok(engine) => engine.last_lines(),
            Err(error) => error.dialogue.clone(),
        };
        let participant = self.plan.participants[seated.participant].name.clone();
        let ply = self.played.len();
        let fault = Fault { kind, seat: Some(seat), participant, ply, decisive, text, dialogue };
        self.faults.insert(if decisive { 0 } else { self.faults.len() }, fault);
    }
}
