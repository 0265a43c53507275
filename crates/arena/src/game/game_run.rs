//! A game in progress: turns, positions and moves. The module `verdict` handles faults.

use super::seated_engine::{RESIGN, SeatedEngine};
use crate::adjudicate::Adjudicator;
use crate::database::Lookup;
use crate::limits::GameLimits;
use crate::plan::Plan;
use crate::referee::Referee;
use anyhow::{Context, Result, ensure};
use game::{Played, Seeds, Situation, Wanted};
use runner::record::{ClockScale, Fault, FaultKind, Infos, SearchReport};
use runner::{EngineError, MoveReply};
use std::time::Duration;
use ugi::{History, Seat, Turn, Viewer};

/// A game in progress.
pub(super) struct GameRun<'a> {
    pub(super) plan: &'a Plan,
    /// By which factor the clocks are multiplied; `None` if they are not.
    pub(super) scale: Option<ClockScale>,
    pub(super) referee: &'a mut Referee,
    pub(super) engines: &'a mut [SeatedEngine],
    /// The zero-based side of each seat.
    pub(super) side: Vec<usize>,
    pub(super) played: Played,
    /// For each seat, the seat that is expected to move after it. The view of that seat is requested in advance to save
    /// a round trip.
    pub(super) next_seat: Vec<Seat>,
    /// The most recently requested view, with its seat.
    pub(super) view: (Seat, History),
    pub(super) reports: Vec<Option<SearchReport>>,
    pub(super) times_ms: Vec<f64>,
    pub(super) forgiven: Vec<usize>,
    pub(super) stopped: Vec<(usize, u64)>,
    pub(super) ponder_hits: Vec<usize>,
    /// For each seat whose engine ponders, the tokens of the position on which it ponders.
    pub(super) expected: Vec<Option<Vec<String>>>,
    /// For each move that an engine chose, the time left on its clock in milliseconds; empty without clocks.
    pub(super) left_ms: Vec<Option<u64>>,
    pub(super) infos: Infos,
    pub(super) faults: Vec<Fault>,
}

/// What came of a move.
struct Moved {
    /// Who decides next.
    next: Turn,
    /// The report of the search for the move.
    report: SearchReport,
    /// The verdict of the databases about the position after the move.
    known: Option<String>,
}

impl GameRun<'_> {
    /// Plays until the game is over by its rules or by a verdict.
    pub(super) fn run(&mut self, seeds: &mut impl Seeds) -> Result<()> {
        let limits_of = |seated: &SeatedEngine| {
            let participant = &self.plan.participants[seated.participant];
            (self.plan.limits_of(participant).scaled(self.scale), self.plan.time_margin_of(participant))
        };
        let seats = self.engines.iter().map(limits_of).collect();
        let mut limits = GameLimits::new(self.plan.limit.clock_per, seats, &self.side);
        let sides = self.side.iter().max().map_or(0, |last| last + 1);
        let mut adjudicator = Adjudicator::new(self.plan.adjudication.clone(), sides);
        let mut lookup = Lookup::new(self.plan.adjudication.database);
        (self.played.events()..self.played.len()).for_each(|_| _ = adjudicator.skip_ply());
        let mut next = self.load(Seat::P1)?;
        loop {
            match next {
                Turn::Over => return Ok(()),
                Turn::Chance => {
                    let event = self.referee.draw(&self.played, seeds)?.context("the event has no seed")?;
                    self.push(&event);
                    next = self.load(self.view.0)?;
                }
                Turn::Seat(seat) => {
                    ensure!(
                        seat.index() < self.engines.len(),
                        "the referee names {seat}, which the game does not have"
                    );
                    let moved = match self.request_move(seat, &mut limits, &mut lookup)? {
                        Ok(moved) => moved,
                        Err(error) => return self.lose_by_fault(seat, error),
                    };
                    next = moved.next;
                    // Databases know better than scores.
                    let verdict = adjudicator.add_move(self.side[seat.index()], moved.report.score);
                    if let Some(verdict) = moved.known.as_deref().or(verdict)
                        && next != Turn::Over
                    {
                        return self.end(verdict);
                    }
                }
            }
        }
    }

    /// Requests a move from a seat, and plays it. Returns the engine's error if there is no move. The outer result is
    /// an error if the referee fails or the game has information that must be hidden from the engine.
    fn request_move(
        &mut self,
        seat: Seat,
        limits: &mut GameLimits,
        lookup: &mut Lookup,
    ) -> Result<Result<Moved, EngineError>> {
        let position = self.position_for(seat)?;
        let mut reply = match self.think(seat, &position, limits) {
            Ok(reply) => reply,
            Err(error) => return Ok(Err(error)),
        };
        for (kind, text) in std::mem::take(&mut reply.faults) {
            self.add_fault(seat, kind, text, false);
        }
        let error = |kind, text| Ok(Err(EngineError::new(kind, false, text)));
        if limits.press(seat, reply.elapsed, reply.steal) {
            let [elapsed, flag] = [reply.elapsed, limits.flag(seat).unwrap_or_default()].map(|time| time.as_millis());
            let text = format!("its move took {elapsed} ms instead of at most {flag} ms{}", reply.note());
            return error(FaultKind::Time, text);
        }
        let left = limits.left(seat);
        let best = reply.best.as_str();
        if best == RESIGN {
            let mut resigned = self.played.history().clone();
            resigned.push(RESIGN);
            self.push_move(resigned, seat, &reply, left);
            return Ok(Ok(Moved { next: Turn::Over, report: reply.report, known: None }));
        }
        let guess = self.next_seat[seat.index()];
        let tokens = self.played.len() + 1;
        let wanted = Wanted { viewers: &[Viewer::Seat(guess)], questions: lookup.queries(tokens) };
        let Some(after) = self.referee.judge(self.played.history(), best, wanted)? else {
            return Ok(Err(reply.rejected()));
        };
        let (next, known) = (after.turn, after.answers);
        self.push_move(after.history, seat, &reply, left);
        self.set_view(guess, after.views)?;
        let known = match next {
            Turn::Seat(mover) => {
                let side =
                    self.side.get(mover.index()).context("the referee names a seat that the game does not have")?;
                lookup.verdict(tokens, known, *side)?
            }
            Turn::Chance | Turn::Over => None,
        };
        if let Turn::Seat(after) = next {
            self.next_seat[seat.index()] = after;
            if after != seat
                && self.plan.participants[self.engines[seat.index()].participant].ponder
                && let Some(expected) = reply.ponder
            {
                self.start_pondering(seat, &expected, limits)?;
            }
        }
        Ok(Ok(Moved { next, report: reply.report, known }))
    }

    /// Asks the referee who decides next. Requests the view of the seat `guess` in the same round trip.
    pub(super) fn load(&mut self, guess: Seat) -> Result<Turn> {
        let wanted = Wanted { viewers: &[Viewer::Seat(guess)], questions: &[] };
        let Situation { turn, views, .. } = self.referee.situation(self.played.history().clone(), wanted)?;
        self.set_view(guess, views)?;
        Ok(turn)
    }

    /// Keeps the view of a seat.
    fn set_view(&mut self, seat: Seat, views: Vec<History>) -> Result<()> {
        self.view = (seat, views.into_iter().next().context("the referee does not answer all queries")?);
        Ok(())
    }

    /// Returns the `position` line for a seat's engine: the seat's view if the engine supports views, else the whole
    /// history.
    fn position_for(&mut self, seat: Seat) -> Result<String> {
        if self.view.0 != seat {
            self.load(seat)?;
        }
        let seated = &self.engines[seat.index()];
        if seated.engine.as_ref().is_ok_and(|engine| engine.has_extension("views")) {
            return Ok(self.view.1.line().to_string());
        }
        // The engine must not receive information that is hidden from its seat.
        let name = &self.plan.participants[seated.participant].name;
        ensure!(
            seated.engine.is_err() || self.played.history().is_fully_shown_by(self.view.1.line()),
            "participant {name} cannot play this game: it has hidden information, and the engine does not support \
             views (UGI_Extensions)"
        );
        Ok(self.played.history().line().to_string())
    }

    /// Appends a chance event or a verdict.
    pub(super) fn push(&mut self, token: &str) {
        self.played.push(token, None);
        self.times_ms.push(0.0);
        self.reports.push(None);
    }

    /// Appends a move, the last token of `after`, with the reply in which `seat` chose it and the time left on the
    /// seat's clock.
    fn push_move(&mut self, after: History, seat: Seat, reply: &MoveReply, left: Option<Duration>) {
        if !reply.steal.is_zero() {
            self.forgiven.push(self.played.len());
        }
        if !reply.stopped.is_zero() {
            self.stopped.push((self.played.len(), reply.stopped.as_millis() as u64));
        }
        if reply.is_ponder_hit {
            self.ponder_hits.push(self.played.len());
        }
        self.infos.push(after.tokens.last().map_or("", String::as_str), &reply.info);
        self.played.replace(after, Some(seat));
        self.times_ms.push(millis(reply.elapsed));
        self.reports.push(Some(reply.report.clone()));
        // The list begins with the first move of a seat with a clock.
        if left.is_some() || !self.left_ms.is_empty() {
            let earlier = self.played.movers().iter().flatten().count() - 1;
            self.left_ms.resize(earlier, None);
            self.left_ms.push(left.map(|left| left.as_millis() as u64));
        }
    }
}

/// Returns the time in milliseconds, rounded to two decimals.
pub(super) fn millis(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 100_000.0).round() / 100.0
}
