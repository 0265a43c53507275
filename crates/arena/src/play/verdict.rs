//! How a game ends: verdicts against engines that did wrong, and what the referee says of the result. Knows no rules.

use super::game_run::{GameRun, words};
use super::seated_engine::RESIGN;
use anyhow::{Context, Result, bail, ensure};
use ugi::client::{QueryAnswer, position_queries};
use ugi::engine::EngineError;
use ugi::record::{Forfeit, ForfeitKind};
use ugi::{Query, Turn};

/// Things that were wrong but did no harm are noted so often for one seat and game: a record must not grow without end.
const MAX_NOTED_FORFEITS: usize = 8;

impl GameRun<'_> {
    /// Ends the game against a seat.
    pub(super) fn forfeit_seat(&mut self, seat: usize, error: EngineError) -> Result<()> {
        let word = error.kind.verdict();
        // What becomes of the others when this one loses is known to the referee alone.
        self.referee.send(&self.history.with(RESIGN))?;
        let result = self.referee.ask_word(Query::Result)?;
        self.add_forfeit(seat, error.kind, error.text, true);
        if error.must_restart {
            self.close_engine(seat, error.kind);
        }
        self.end(&format!("!end/{result}/{word}"))
    }

    pub(super) fn end(&mut self, verdict: &str) -> Result<()> {
        self.push(verdict, None);
        let next = self.load(self.view.0)?;
        ensure!(next == Turn::Over, "the referee plays on behind {verdict}");
        Ok(())
    }

    /// Result, reason, scores and ranks; engines that see another result are noted.
    pub(super) fn finish(&mut self) -> Result<[Vec<String>; 4]> {
        let mut questions = vec![Query::Result, Query::Reason, Query::Scores, Query::Ranks];
        questions.extend((1..=self.engines.len() as u64).map(Query::View));
        let mut answers = self.referee.ask_all(&position_queries(self.history.line(), &questions))?.answers;
        let views: Vec<String> = answers.split_off(4).iter().map(words).collect();
        let list = |answer: QueryAnswer| match answer {
            Ok(text) => Ok(text.split_whitespace().map(str::to_string).collect()),
            Err(code) => bail!("the referee does not say how the game came out: error {code}"),
        };
        let found = answers.into_iter().map(list).collect::<Result<Vec<_>>>()?;
        let found = <[Vec<String>; 4]>::try_from(found).ok().context("the referee does not answer all questions")?;
        let result = found[0].concat();
        ensure!(result != "none", "the referee calls the finished game undecided");
        // Engines of plain UGI know no verdict.
        if !self.history.tokens.last().is_some_and(|last| last.starts_with("!end") || last == RESIGN) {
            self.check_engine_results(&result, &views);
        }
        Ok(found)
    }

    /// Does every engine see the result that the referee sees?
    fn check_engine_results(&mut self, result: &str, views: &[String]) {
        for (seat, view) in views.iter().enumerate() {
            let Ok(engine) = &mut self.engines[seat].engine else { continue };
            let line = if engine.has_extension("views") { view } else { self.history.line() };
            let (kind, text, lost) = match engine.ask(line, Query::Result) {
                Ok(words) if words == [result] => continue,
                Ok(words) => (ForfeitKind::Disagreement, format!("result {}, not {result}", words.join(" ")), false),
                Err(error) => (error.kind, error.text, error.must_restart),
            };
            self.add_forfeit(seat, kind, text, false);
            if lost {
                self.close_engine(seat, kind);
            }
        }
    }

    /// Ends an engine that is of no use any more; what it said last stays.
    fn close_engine(&mut self, seat: usize, kind: ForfeitKind) {
        if let Ok(engine) = &self.engines[seat].engine {
            let lines = engine.last_lines();
            self.engines[seat].engine = Err((EngineError::new(kind, true, String::new()), lines));
        }
    }

    /// Writes down what the engine of a seat did wrong; what ended the game stands first.
    pub(super) fn add_forfeit(&mut self, seat: usize, kind: ForfeitKind, text: String, decisive: bool) {
        let noted = self.forfeits.iter().filter(|fault| fault.seat == seat + 1).count();
        if !decisive && noted >= MAX_NOTED_FORFEITS {
            return;
        }
        let player = &self.engines[seat];
        let dialogue = match &player.engine {
            Ok(engine) => engine.last_lines(),
            Err((_, lines)) => lines.clone(),
        };
        let participant = self.plan.participants[player.participant].name.clone();
        let ply = self.history.tokens.len();
        let fault = Forfeit { kind, seat: seat + 1, entrant: participant, ply, decisive, text, dialogue };
        self.forfeits.insert(if decisive { 0 } else { self.forfeits.len() }, fault);
    }
}
