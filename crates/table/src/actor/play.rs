//! Moves, flags, resignations and pauses: whatever makes the game go on or end. Knows no rules.

use super::Actor;
use super::message::Refusal;
use crate::order::is_word;
use base::quote::quote;
use std::time::Instant;
use ugi::engine::{Thought, Trouble};
use ugi::record::FaultKind;

/// What `bestmove` says of who gives up.
const RESIGN: &str = "resign";

impl Actor {
    pub(super) fn play_move(&mut self, browser: u64, token: &str, at: usize) -> Result<(), Refusal> {
        let seat = self.own_turn(browser)?;
        if at != self.game.at() {
            return Err(Refusal::new("stale", "the game has gone on"));
        }
        if self.paused && self.game.clocks.is_some() {
            return Err(Refusal::new("paused", "the clocks rest"));
        }
        let legal = if is_word(token) { self.game.legal_form(token)? } else { None };
        let token = legal.ok_or_else(|| Refusal::new("illegal_move", quote(token)))?;
        self.moved(seat, &token)
    }

    pub(super) fn resign(&mut self, browser: u64) -> Result<(), Refusal> {
        let own = self.seats_of(browser);
        self.still_on()?;
        if let Some(seat) = self.game.to_move().filter(|seat| own.contains(seat)) {
            return self.moved(seat, RESIGN);
        }
        // Out of turn only the other one of two teams can be named as the winner.
        let teams = self.game.teams()?;
        let Some(seat) = own.first() else { return Err(Refusal::new("no_seat", "nobody to resign for")) };
        match teams.iter().position(|team| team.contains(&(seat + 1))) {
            Some(team) if teams.len() == 2 => self.end(&format!("!end/p{}win/resign", 2 - team)),
            _ => Err(Refusal::new("not_your_turn", "resigning has to wait for the own turn")),
        }
    }

    pub(super) fn pause(&mut self, browser: u64, paused: bool) -> Result<(), Refusal> {
        self.host_only(browser)?;
        self.paused = paused;
        if paused {
            self.seats.iter_mut().for_each(super::Seat::rest);
        } else {
            // Who goes on takes the engines as they are: those with a fault get another chance.
            self.seats.iter_mut().for_each(|seat| seat.fault = None);
        }
        self.carry_on();
        Ok(())
    }

    /// The flag of the seat to move has fallen: what becomes of the others is the referee's affair.
    pub(super) fn flag_falls(&mut self, seat: usize) {
        if self.game.to_move() != Some(seat) {
            return;
        }
        let ended = self.game.result_of_resigning().map_err(Refusal::from);
        let ended = ended.and_then(|result| self.end(&format!("!end/{result}/time")));
        if ended.is_err() {
            self.stuck();
        }
    }

    /// The engine of a seat has found a move.
    pub(super) fn engine_moves(&mut self, seat: usize, thought: &Thought) {
        if self.game.to_move() != Some(seat) {
            return;
        }
        self.seats[seat].said = thought.said.score;
        if let Some(clocks) = &self.game.clocks
            && clocks.running() == Some(seat)
            && clocks.left(seat, Instant::now()).is_zero()
        {
            return self.flag_falls(seat);
        }
        let best = thought.best.as_str();
        if best == RESIGN {
            if self.moved(seat, RESIGN).is_err() {
                self.stuck();
            }
            return;
        }
        let legal = if is_word(best) { self.game.legal_form(best) } else { Ok(None) };
        match legal {
            Ok(Some(token)) => {
                if self.moved(seat, &token).is_err() {
                    self.stuck();
                }
            }
            Ok(None) => {
                let text = format!("{} is not legal", quote(best));
                self.engine_fails(seat, &Trouble::new(FaultKind::IllegalMove, false, text));
            }
            Err(_) => self.stuck(),
        }
    }

    /// Ends the game by a verdict.
    pub(super) fn end(&mut self, verdict: &str) -> Result<(), Refusal> {
        let seats = &self.seats;
        self.game.play(verdict, None, &|seat| seats[seat].is_person())?;
        self.changed();
        Ok(())
    }

    /// A seat has moved.
    pub(super) fn moved(&mut self, seat: usize, token: &str) -> Result<(), Refusal> {
        let seats = &self.seats;
        self.game.play(token, Some(seat), &|seat| seats[seat].is_person())?;
        if let Some(clocks) = &mut self.game.clocks {
            clocks.moved(seat, Instant::now());
        }
        self.changed();
        Ok(())
    }

    /// The history is another one: searches, offers and the review of the old one are void.
    pub(super) fn changed(&mut self) {
        self.seats.iter_mut().for_each(super::Seat::rest);
        self.offers.clear();
        self.review_ends();
        self.carry_on();
    }

    /// Lets the clock and the engine of the seat to move run, and shows everybody how things stand.
    pub(super) fn carry_on(&mut self) {
        for seat in 0..self.seats.len() {
            if !self.seats[seat].seen && self.is_online(seat) {
                self.seats[seat].seen = true;
                self.ask_newcomer(seat);
            }
        }
        self.shared |= self.is_shared();
        let runs = self.game.to_move().filter(|seat| !self.paused && self.is_taken(*seat));
        let timed = runs.filter(|seat| self.seats[*seat].seen);
        if let Some(clocks) = &mut self.game.clocks {
            clocks.run(timed, Instant::now());
        }
        if let Some(seat) = runs {
            self.let_think(seat);
        }
        self.forbid_analysis();
        self.show_all();
    }

    /// The referee cannot go on: the game rests until somebody asks again.
    pub(super) fn stuck(&mut self) {
        self.paused = true;
        self.seats.iter_mut().for_each(super::Seat::rest);
        self.notify_all("referee_gone", &[]);
        self.carry_on();
    }

    /// # Errors
    /// The game is over.
    pub(super) fn still_on(&self) -> Result<(), Refusal> {
        if self.game.is_over() { Err(Refusal::new("game_over", "the game is over")) } else { Ok(()) }
    }

    /// The seat that this browser may move for now.
    pub(super) fn own_turn(&self, browser: u64) -> Result<usize, Refusal> {
        self.still_on()?;
        let own = self.seats_of(browser);
        let to_move = self.game.to_move().filter(|seat| own.contains(seat));
        to_move.ok_or_else(|| Refusal::new("not_your_turn", "another seat is to move"))
    }
}
