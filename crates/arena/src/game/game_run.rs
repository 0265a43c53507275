//! A game in progress: turns, positions and moves. The module `verdict` handles faults.

use super::seated_engine::{RESIGN, SeatedEngine};
use crate::adjudicate::Adjudicator;
use crate::clock::Clocks;
use crate::database::Lookup;
use crate::plan::Plan;
use crate::referee::Referee;
use crate::schedule::deal_seed;
use anyhow::{Context, Result, bail, ensure};
use runner::record::{ClockScale, Fault, FaultKind, Infos, SearchReport};
use runner::{EngineError, MoveReply};
use std::time::Duration;
use ugi::{History, Query, QueryAnswer, Seat, Turn, position_queries};

/// A game in progress.
pub(super) struct GameRun<'a> {
    pub(super) plan: &'a Plan,
    /// By which factor the clocks are multiplied; `None` if they are not.
    pub(super) scale: Option<ClockScale>,
    pub(super) referee: &'a mut Referee,
    pub(super) engines: &'a mut [SeatedEngine],
    /// The zero-based side of each seat.
    pub(super) side: Vec<usize>,
    pub(super) history: History,
    /// For each seat, the seat that is expected to move after it. The view of that seat is requested in advance to save
    /// a round trip.
    pub(super) next_seat: Vec<Seat>,
    /// The most recently requested view, a `position` line, with its seat.
    pub(super) view: (Seat, String),
    pub(super) reports: Vec<Option<SearchReport>>,
    pub(super) movers: Vec<Option<Seat>>,
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

impl GameRun<'_> {
    /// Plays until the game is over by its rules or by a verdict.
    pub(super) fn run(&mut self, block: u64) -> Result<()> {
        let limits = |seated: &SeatedEngine| {
            let participant = &self.plan.participants[seated.participant];
            (self.plan.limits_of(participant).scaled(self.scale), self.plan.time_margin_of(participant))
        };
        let mut clocks = Clocks::new(self.plan.limit.clock_per, self.engines.iter().map(limits).collect(), &self.side);
        let sides = self.side.iter().max().map_or(0, |last| last + 1);
        let mut adjudicator = Adjudicator::new(self.plan.adjudication.clone(), sides);
        let mut lookup = Lookup::new(self.plan.adjudication.database);
        let is_event = |token: &&String| token.starts_with('!');
        let mut deals = self.history.tokens.iter().filter(is_event).count() as u64;
        (deals..self.history.tokens.len() as u64).for_each(|_| _ = adjudicator.skip_ply());
        let mut next = self.load(Seat::P1)?;
        loop {
            match next {
                Turn::Over => return Ok(()),
                Turn::Chance => {
                    let draw = Query::Draw(deal_seed(self.plan, block, deals));
                    let event = self.referee.ask(self.history.line(), |referee| Ok(referee.ask_word(draw)?))?;
                    deals += 1;
                    self.push(&event);
                    next = self.load(self.view.0)?;
                }
                Turn::Seat(seat) => {
                    ensure!(
                        seat.index() < self.engines.len(),
                        "the referee names {seat}, which the game does not have"
                    );
                    let (after, report) = match self.request_move(seat, &mut clocks)? {
                        Ok(moved) => moved,
                        Err(error) => return self.lose_by_fault(seat, error),
                    };
                    next = after;
                    let verdict = adjudicator.add_move(self.side[seat.index()], report.score);
                    // Databases know better than scores.
                    let known = match next {
                        Turn::Seat(mover) => self.look_up(&mut lookup, mover)?,
                        Turn::Chance | Turn::Over => None,
                    };
                    if let Some(verdict) = known.as_deref().or(verdict)
                        && next != Turn::Over
                    {
                        return self.end(verdict);
                    }
                }
            }
        }
    }

    /// Requests a move from a seat. Returns who decides next and the search report, or the engine's error. The outer
    /// result is an error if the referee fails or the game has information that must be hidden from the engine.
    fn request_move(&mut self, seat: Seat, clocks: &mut Clocks) -> Result<Result<(Turn, SearchReport), EngineError>> {
        let position = self.position_for(seat)?;
        let mut reply = match self.think(seat, &position, clocks) {
            Ok(reply) => reply,
            Err(error) => return Ok(Err(error)),
        };
        for (kind, text) in std::mem::take(&mut reply.faults) {
            self.add_fault(seat, kind, text, false);
        }
        let error = |kind, text| Ok(Err(EngineError::new(kind, false, text)));
        if clocks.press(seat, reply.elapsed, reply.steal) {
            let [elapsed, flag] = [reply.elapsed, clocks.flag(seat).unwrap_or_default()].map(|time| time.as_millis());
            let text = format!("its move took {elapsed} ms instead of at most {flag} ms{}", reply.note());
            return error(FaultKind::Time, text);
        }
        let left = clocks.left(seat);
        let best = reply.best.as_str();
        if best == RESIGN {
            self.push_move(RESIGN, seat, &reply, left);
            return Ok(Ok((Turn::Over, reply.report)));
        }
        let guess = self.next_seat[seat.index()];
        let answers = self.ask_all(&self.questions_about(best, guess))?;
        let [legal, canon, next, view] = answers.as_slice() else { bail!("the referee does not answer all queries") };
        // Tokens that begin with `!` are chance events and verdicts. An engine must not play them even if they are
        // legal.
        if best.starts_with('!') || word(legal) != Some("true") {
            return Ok(Err(reply.rejected()));
        }
        let canon = word(canon).with_context(|| format!("the referee: canon {best}: no answer"))?.to_string();
        self.push_move(&canon, seat, &reply, left);
        self.view = (guess, words(view));
        let next = words(next).parse::<Turn>().context("query turn")?;
        if let Turn::Seat(after) = next {
            self.next_seat[seat.index()] = after;
            if after != seat
                && self.plan.participants[self.engines[seat.index()].participant].ponder
                && let Some(expected) = reply.ponder
            {
                self.start_pondering(seat, &expected, clocks)?;
            }
        }
        Ok(Ok((next, reply.report)))
    }

    /// Returns the lines that ask whether a move is legal, for its canonical form and, after it, who decides next and for
    /// the view of a seat.
    pub(super) fn questions_about(&self, token: &str, viewer: Seat) -> Vec<String> {
        vec![
            Query::IsLegal(token).to_string(),
            Query::Canon(token).to_string(),
            self.history.with(token),
            Query::Turn.to_string(),
            view(viewer).to_string(),
        ]
    }

    /// Asks the referee's databases about the position if the plan says so. `mover` is the seat to move. Returns the
    /// verdict of the databases, if any.
    fn look_up(&mut self, lookup: &mut Lookup, mover: Seat) -> Result<Option<String>> {
        let tokens = self.history.tokens.len();
        let Some(queries) = lookup.queries(tokens) else { return Ok(None) };
        let answers = self.ask_all(&queries)?;
        let side = self.side.get(mover.index()).context("the referee names a seat that the game does not have")?;
        lookup.verdict(tokens, &answers, *side)
    }

    /// Sends the history to the referee and returns who decides next. Requests the view of the seat `guess` in the
    /// same round trip.
    pub(super) fn load(&mut self, guess: Seat) -> Result<Turn> {
        let queries = [Query::Turn, view(guess)];
        let answers = self.ask_all(&position_queries(self.history.line(), &queries))?;
        let [next, view] = answers.as_slice() else { bail!("the referee does not answer all queries") };
        self.view = (guess, words(view));
        words(next).parse::<Turn>().context("query turn")
    }

    /// Sends lines to the referee and returns the answers to the queries among them. The referee's position is the
    /// history.
    pub(super) fn ask_all(&mut self, lines: &[String]) -> Result<Vec<QueryAnswer>> {
        self.referee.ask(self.history.line(), |referee| Ok(referee.ask_all(lines)?.answers))
    }

    /// Returns the `position` line for a seat's engine: the seat's view if the engine supports views, else the whole
    /// history.
    fn position_for(&mut self, seat: Seat) -> Result<String> {
        if self.view.0 != seat {
            let answer = self.referee.ask(self.history.line(), |referee| Ok(referee.ask(view(seat))?))?;
            self.view = (seat, answer.join(" "));
        }
        let seated = &self.engines[seat.index()];
        if seated.engine.as_ref().is_ok_and(|engine| engine.has_extension("views")) {
            return Ok(self.view.1.clone());
        }
        // The engine must not receive information that is hidden from its seat.
        let name = &self.plan.participants[seated.participant].name;
        ensure!(
            seated.engine.is_err() || self.history.is_fully_shown_by(&self.view.1),
            "participant {name} cannot play this game: it has hidden information, and the engine does not support \
             views (UGI_Extensions)"
        );
        Ok(self.history.line().to_string())
    }

    /// Appends a chance event or a verdict.
    pub(super) fn push(&mut self, token: &str) {
        self.history.push(token);
        self.movers.push(None);
        self.times_ms.push(0.0);
        self.reports.push(None);
    }

    /// Appends a move, with the reply in which `seat` chose it and the time left on the seat's clock.
    fn push_move(&mut self, token: &str, seat: Seat, reply: &MoveReply, left: Option<Duration>) {
        if !reply.steal.is_zero() {
            self.forgiven.push(self.history.tokens.len());
        }
        if !reply.stopped.is_zero() {
            self.stopped.push((self.history.tokens.len(), reply.stopped.as_millis() as u64));
        }
        if reply.is_ponder_hit {
            self.ponder_hits.push(self.history.tokens.len());
        }
        self.history.push(token);
        self.movers.push(Some(seat));
        self.times_ms.push(millis(reply.elapsed));
        self.reports.push(Some(reply.report.clone()));
        self.infos.push(token, &reply.info);
        // The list begins with the first move of a seat with a clock.
        if left.is_some() || !self.left_ms.is_empty() {
            let earlier = self.movers.iter().flatten().count() - 1;
            self.left_ms.resize(earlier, None);
            self.left_ms.push(left.map(|left| left.as_millis() as u64));
        }
    }
}

/// Returns the query for the view of a seat.
fn view(seat: Seat) -> Query<'static> {
    Query::View(ugi::Viewer::Seat(seat))
}

pub(super) fn word(answer: &QueryAnswer) -> Option<&str> {
    answer.as_ref().ok()?.split_whitespace().next()
}

pub(super) fn words(answer: &QueryAnswer) -> String {
    answer.as_ref().map_or_else(|code| format!("error {code}"), String::clone)
}

/// Returns the time in milliseconds, rounded to two decimals.
pub(super) fn millis(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 100_000.0).round() / 100.0
}
