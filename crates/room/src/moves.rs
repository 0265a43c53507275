//! Moves, flag falls, resignations and pauses.

use super::game::Judged;
use super::room::Room;
use crate::catalogue::ENGLISH;
use crate::notice::Notice;
use crate::refusal::{Refusal, RequestError};
use crate::request::is_word;
use crate::search::{EngineEvent, EngineMove, SeatFault};
use ugi::{Seat, Viewer};

/// The token that resigns.
const RESIGN: &str = "resign";

impl Room {
    pub(crate) fn play_move(&mut self, browser: u64, token: &str, at: usize) -> Result<(), RequestError> {
        let seat = self.require_own_turn(browser)?;
        Refusal::Stale.reject_if(at != self.game.token_count())?;
        Refusal::Paused.reject_if(self.game.is_paused() && self.game.clocks().is_some())?;
        let judged = if is_word(token) { self.game.judge(token)? } else { None };
        let judged = judged.ok_or(Refusal::IllegalMove)?;
        self.end_stand_in(seat);
        self.moved(seat, judged)
    }

    /// Ends the game, because this seat has resigned and its partners agree.
    pub(crate) fn resigned(&mut self, seat: Seat) -> Result<(), RequestError> {
        if self.game.to_move() == Some(seat) {
            return self.end(RESIGN, Some(seat));
        }
        let team = self.game.teams()?.of(seat).ok_or(Refusal::NotYourTurn)?;
        self.end(&format!("!end/p{}win/resign", 2 - team), Some(seat))
    }

    pub(crate) fn pause(&mut self, browser: u64, paused: bool) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        self.game.pause(paused);
        self.pace.end();
        if paused {
            self.seating.cancel_searches();
        } else {
            // Engines that failed can try again.
            self.seating.clear_faults();
        }
        self.continue_game();
        Ok(())
    }

    /// Handles an event from a seat's engine.
    pub(crate) fn on_seat_report(&mut self, seat: Seat, job: u64, event: EngineEvent) {
        match self.seating.handle_event(seat, job, event) {
            Some(Ok(reply)) => self.on_engine_move(seat, reply),
            Some(Err(fault)) if fault.is_late && self.game.clocks().is_some() => self.on_flag_fall(seat),
            Some(Err(fault)) => self.on_engine_failure(seat, fault),
            None => {}
        }
    }

    /// Ends the game with a loss on time if it is this seat's turn. The result is the same as if the seat resigned.
    pub(crate) fn on_flag_fall(&mut self, seat: Seat) {
        if self.game.to_move() != Some(seat) {
            return;
        }
        let ended = self.game.result_of_resigning().map_err(RequestError::from);
        let ended = ended.and_then(|result| self.end(&format!("!end/{result}/time"), None));
        if ended.is_err() {
            self.on_referee_failure();
        }
    }

    /// Plays the move that a seat's engine has chosen.
    fn on_engine_move(&mut self, seat: Seat, reply: EngineMove) {
        if self.game.to_move() != Some(seat) {
            return;
        }
        if self.game.is_out_of_time(seat, self.now()) {
            return self.on_flag_fall(seat);
        }
        let best = reply.token.as_str();
        let judged = match best {
            // A stand-in must not end the game for a person.
            RESIGN if self.seating.has_stand_in(seat) => {
                self.first_move(seat).and_then(|first| first.map_or(Ok(None), |token| self.game.judge(&token)))
            }
            RESIGN => {
                return self.end(RESIGN, Some(seat)).unwrap_or_else(|_| self.on_referee_failure());
            }
            best if is_word(best) => self.game.judge(best),
            _ => Ok(None),
        };
        match judged {
            Ok(Some(judged)) => self.moved(seat, judged).unwrap_or_else(|_| self.on_referee_failure()),
            Ok(None) => self.on_engine_failure(seat, reply.if_rejected),
            Err(_) => self.on_referee_failure(),
        }
    }

    /// Returns the first legal move of the seat to move.
    fn first_move(&mut self, seat: Seat) -> anyhow::Result<Option<String>> {
        let (shown, _) = self.game.visible_position(Viewer::Seat(seat), ENGLISH)?;
        Ok(shown.legal.first().map(|legal| legal.token.clone()))
    }

    /// Records a fault of a seat's engine. Pauses the game unless it is over.
    fn on_engine_failure(&mut self, seat: Seat, fault: SeatFault) {
        if self.replace_stand_in(seat, &fault) {
            return self.continue_game();
        }
        let over = self.game.is_over();
        self.seating.fail(seat, fault, self.game.is_hidden() && !over);
        if !over {
            self.game.pause(true);
            self.seating.cancel_searches();
        }
        self.continue_game();
    }

    /// Ends the game with a verdict token, which `seat` has caused by resigning.
    pub(crate) fn end(&mut self, verdict: &str, seat: Option<Seat>) -> Result<(), RequestError> {
        self.game.end(verdict, seat, &|seat| self.seating.is_person(seat))?;
        self.pace.end();
        self.on_history_changed();
        Ok(())
    }

    /// Plays a move of a seat.
    fn moved(&mut self, seat: Seat, judged: Judged) -> Result<(), RequestError> {
        let at = self.game.token_count();
        self.game.moved(seat, judged, self.now(), &|seat| self.seating.is_person(seat))?;
        if self.seating.has_stand_in(seat) {
            self.game.stand_ins.insert(at);
        }
        self.pace.end();
        // A person has seen the own move. Others see it before an engine or the table itself continues.
        let is_next = |seat| !self.seating.has_engine(seat);
        if self.seating.has_engine(seat) || (self.seating.is_shared() && !self.game.to_move().is_some_and(is_next)) {
            self.show_step();
        }
        self.on_history_changed();
        Ok(())
    }

    /// Shows the last step for the table's pace if a person plays.
    pub(crate) fn show_step(&mut self) {
        if self.seating.has_people() && !self.game.is_over() {
            self.pace.show(self.now());
        }
    }

    /// Makes the steps that need nobody's choice. Each of them is shown before the next.
    fn play_automatic_steps(&mut self) {
        let was_hidden = self.game.is_hidden();
        while self.game.is_automatic() && !self.game.is_paused() && !self.pace.is_showing() {
            if self.game.play_step(&|seat| self.seating.is_person(seat)).is_err() {
                self.game.pause(true);
                self.browsers.notify_all(&Notice::RefereeGone);
                break;
            }
            self.offers.on_history_changed(self.game.token_count());
            self.show_step();
        }
        if self.game.is_hidden() != was_hidden {
            self.browsers.all().into_iter().for_each(|browser| self.send_game(browser));
        }
    }

    /// Cancels searches, offers and the review, and then continues the game. Call this after every change to the
    /// history.
    pub(crate) fn on_history_changed(&mut self) {
        self.seating.cancel_searches();
        if self.game.is_over() {
            self.offers.clear();
        }
        self.offers.on_history_changed(self.game.token_count());
        self.reviews.end(&self.browsers);
        self.continue_game();
    }

    /// Unless the game is paused or over or a move is being shown, makes the steps that need nobody's choice, and then
    /// runs the clock and the engine of the seat to move. Sends the state to every browser.
    pub(crate) fn continue_game(&mut self) {
        self.advance_deal();
        let draws_lots = self.storage.kept.evening.next.finish_lots();
        self.play_automatic_steps();
        let people = self.seating.mark_present(&self.browsers).into_iter().filter(|seat| self.seating.is_person(*seat));
        people.for_each(|seat| self.offers.ask_newcomer(seat));
        self.revealed.share(self.seating.is_shared());
        let stands = self.game.is_paused() || self.pace.is_showing();
        let runs = self.game.to_move().filter(|seat| !stands && self.seating.is_taken(*seat));
        self.game.run_clock(runs.filter(|seat| self.may_lose_time(*seat)), self.now());
        self.note_absences(runs);
        if let Some(seat) = runs.filter(|seat| self.may_think(*seat))
            && let Err(fault) = self.think(seat)
        {
            self.on_engine_failure(seat, fault);
        }
        self.analysis.forbid(&mut self.game, &self.seating, &self.browsers);
        self.show_all();
        if draws_lots {
            self.browsers.notify_all(&Notice::LotsDrawn);
        }
    }

    /// Pauses the game after a failure of the referee.
    pub(crate) fn on_referee_failure(&mut self) {
        self.game.pause(true);
        self.seating.cancel_searches();
        self.browsers.notify_all(&Notice::RefereeGone);
        self.continue_game();
    }

    /// Checks that the game is not over.
    pub(crate) fn require_running(&self) -> Result<(), RequestError> {
        Refusal::GameOver.reject_if(self.game.is_over())
    }

    /// Returns the seat to move.
    pub(crate) fn require_own_turn(&self, browser: u64) -> Result<Seat, RequestError> {
        self.require_running()?;
        Ok(self.own_turn(browser).ok_or(Refusal::NotYourTurn)?)
    }
}
