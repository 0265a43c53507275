//! Who sits where, in the middle of a game too, and the engines of seats: started when they are needed, asked for moves,
//! set aside when something is wrong with them. Knows no rules.

use super::message::Refusal;
use super::{Actor, News, Seat};
use crate::address::{Role, fresh_seed};
use crate::order::{Occupant, Who};
use crate::seat::{Fault, Thinking};
use crate::worker::Search;
use serde_json::json;
use std::time::{Duration, Instant};
use ugi::Go;
use ugi::engine::Trouble;
use ugi::record::FaultKind;

/// By so much the move of an engine may come late on its clock.
const MARGIN: Duration = Duration::from_millis(100);
/// An engine that is only given nodes may take so long.
const LONGEST_SEARCH: Duration = Duration::from_secs(600);

impl Seat {
    /// Is this the number of its engine's thread?
    pub(super) fn has_worker(&self, worker: u64) -> bool {
        self.worker.as_ref().is_some_and(|own| own.id == worker)
    }
}

impl Actor {
    pub(super) fn change_seat(&mut self, browser: u64, seat: usize, occupant: Occupant) -> Result<(), Refusal> {
        self.host_only(browser)?;
        let index = self.index(seat)?;
        let next = self.seated(occupant)?;
        let (before, after) = (self.seats[index].who, next.who);
        let left = before == Who::Link && self.seats[index].seen;
        self.seats[index] = next;
        self.seats[index].seen = left && after == Who::Link;
        self.seat_settled();
        // A second one sees the hand now, and who has left cannot agree any more that a move is taken back.
        if before != after && (self.game.hidden || left) {
            self.game.fix();
        }
        // A person who has no choice passes, as if there from the start.
        let (at, seats) = (self.game.at(), &self.seats);
        let settled = self.game.cut(at, &|seat| seats[seat].is_person());
        self.offers.clear();
        self.carry_on();
        if before != after {
            self.notify_all("seat_changed", &[("seat", seat.into()), ("who", json!(after))]);
            let comers = self.browsers.iter().filter(|(_, browser)| browser.role == Role::Seat(seat));
            comers.for_each(|(browser, _)| self.explain_seat(*browser));
        }
        Ok(settled?)
    }

    pub(super) fn restart(&mut self, browser: u64, seat: usize) -> Result<(), Refusal> {
        self.host_only(browser)?;
        let index = self.index(seat)?;
        let seat = &mut self.seats[index];
        if seat.who != Who::Engine {
            return Err(Refusal::new("no_engine", "no engine sits there"));
        }
        seat.rest();
        (seat.worker, seat.fault, seat.informed) = (None, None, false);
        self.seat_settled();
        self.carry_on();
        Ok(())
    }

    pub(super) fn allow(&mut self, browser: u64, analysis: bool) -> Result<(), Refusal> {
        self.host_only(browser)?;
        self.allowed = analysis;
        if !analysis {
            self.forbid_analysis();
        }
        self.show_all();
        Ok(())
    }

    /// Does somebody play for this seat, so that it can be waited for?
    pub(super) fn is_taken(&self, seat: usize) -> bool {
        self.seats.get(seat).is_some_and(|seat| seat.who != Who::Open)
    }

    /// Starts all engines once, beside the game, to learn what they call themselves.
    pub(super) fn probe(&mut self) {
        for index in 0..self.seats.len() {
            if self.seats[index].who == Who::Engine {
                self.wake(index);
            }
        }
    }

    /// Lets the engine of a seat think, if an engine sits there and nothing is wrong with it.
    pub(super) fn let_think(&mut self, index: usize) {
        let seat = &self.seats[index];
        if seat.who != Who::Engine || seat.thinking.is_some() || seat.fault.is_some() || !self.wake(index) {
            return;
        }
        let now = Instant::now();
        let seat = &self.seats[index];
        let patience = Duration::from_millis(self.setup.patience.thinking);
        let (go, flag) = match &self.game.clocks {
            Some(clocks) => (clocks.go(now), clocks.left(index, now) + MARGIN),
            None => {
                let go = Go { move_time: seat.movetime, nodes: seat.nodes, ..Go::default() };
                let flag =
                    seat.movetime.map_or(LONGEST_SEARCH, |ms| Duration::from_millis(ms).saturating_add(patience));
                (go, flag)
            }
        };
        let new_game = if seat.informed { None } else { fresh_seed().ok().map(|seed| 1 + seed % (i32::MAX as u64)) };
        let open = self.game.is_bare().then(|| self.game.history.line().to_string());
        let view = self.game.seat_line(index);
        let search = Search { view, open, go, flag, new_game, lines: None };
        let timed = self.game.clocks.is_some();
        let seat = &mut self.seats[index];
        seat.informed = true;
        let Some(worker) = &mut seat.worker else { return };
        match worker.search(search) {
            Ok(job) => seat.thinking = Some(Thinking { job, timed }),
            Err(trouble) => self.engine_fails(index, &trouble),
        }
    }

    /// News from the engine of a seat.
    pub(super) fn seat_reports(&mut self, index: usize, job: u64, news: News) {
        let thinking = self.seats[index].thinking;
        let current = thinking.is_some_and(|thinking| thinking.job == job);
        match news {
            News::Ready(_) | News::Lines(_) => {}
            News::Done(thought) if current => {
                self.seats[index].thinking = None;
                self.engine_moves(index, &thought);
            }
            News::Done(_) => {}
            News::Trouble(trouble, _) => {
                let timed = thinking.is_some_and(|thinking| thinking.timed);
                if current && timed && trouble.kind == FaultKind::Time && !trouble.lost {
                    self.seats[index].thinking = None;
                    self.flag_falls(index);
                } else if current || trouble.lost || job == 0 {
                    self.engine_fails(index, &trouble);
                }
            }
        }
    }

    /// Something is wrong with the engine of a seat: the game is kept and rests.
    pub(super) fn engine_fails(&mut self, index: usize, trouble: &Trouble) {
        let hidden = self.game.hidden && !self.game.is_over();
        let seat = &mut self.seats[index];
        seat.rest();
        if trouble.lost || trouble.kind == FaultKind::NoHandshake {
            seat.worker = None;
            seat.informed = false;
        }
        seat.fault = Some(Fault::new(trouble, hidden));
        if !self.game.is_over() {
            self.paused = true;
            self.seats.iter_mut().for_each(Seat::rest);
        }
        self.carry_on();
    }

    /// Has the seat an engine that runs, now at the latest?
    fn wake(&mut self, index: usize) -> bool {
        let seat = &self.seats[index];
        if seat.worker.is_some() {
            return true;
        }
        let (engine, skill) = (seat.engine.clone().unwrap_or_default(), seat.skill);
        match self.start_worker(&engine, Some(skill)) {
            Ok(worker) => {
                self.seats[index].worker = Some(worker);
                true
            }
            Err(refusal) => {
                self.seats[index].fault = Some(Fault { what: "start", text: refusal.text });
                self.paused = true;
                false
            }
        }
    }

    /// When no seat has a fault any more, the rest that faults have brought is over.
    fn seat_settled(&mut self) {
        if self.seats.iter().all(|seat| seat.fault.is_none()) {
            self.paused = false;
        }
    }

    fn index(&self, seat: usize) -> Result<usize, Refusal> {
        let index = seat.checked_sub(1).filter(|&index| index < self.seats.len());
        index.ok_or_else(|| Refusal::new("no_seat", format!("there is no seat {seat}")))
    }
}
