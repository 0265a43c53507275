//! Stand-ins: engines that play for people who are away, until they return.

use super::room::Room;
use super::seating::Seating;
use crate::absence::{Absence, AbsenceRules};
use crate::player::{FULL_SKILL, Player};
use crate::refusal::{Refusal, RequestError};
use crate::request::{Occupant, PlayerKind};
use crate::role::Role;
use crate::search::{SeatFault, SeatFaultKind};
use std::time::Duration;
use ugi::Seat;

/// The skill of a stand-in at a table without other engines.
const MODERATE_SKILL: u32 = 10;

impl Room {
    /// Notes who is away, and lets an engine play for the seat to move if it is time. `runs` is that seat, unless the
    /// game stands.
    pub(crate) fn note_absences(&mut self, runs: Option<Seat>) {
        let (now, to_move) = (self.now(), self.game.to_move());
        for seat in self.seating.seats() {
            let is_away = self.seating.is_person(seat) && !self.seating.is_online(seat, &self.browsers);
            let Some(player) = self.seating.player_mut(seat) else { continue };
            if !is_away {
                player.absence = None;
                continue;
            }
            let absence = player.absence.get_or_insert_with(|| Absence::new(now));
            absence.note(to_move.filter(|other| *other != seat), runs == Some(seat), now);
        }
        if let Some((seat, _)) = self.stand_in_due().filter(|(_, due)| *due <= now) {
            self.begin_stand_in(seat);
        }
    }

    /// Returns the seat to move, and the time at which an engine begins to play for it, if its player is away.
    pub(crate) fn stand_in_due(&self) -> Option<(Seat, Duration)> {
        let AbsenceRules { after, clocks, .. } = self.absence_rules;
        let (seat, after) = (self.game.to_move()?, Duration::from_millis(after?));
        let player = self.seating.player(seat).filter(|player| player.was_present && player.stand_in.is_none())?;
        // If nobody else plays, nobody waits.
        let others = self.seating.others(&[seat], Player::is_person);
        let is_awaited = others.into_iter().any(|other| self.seating.is_online(other, &self.browsers));
        let plays_on = clocks || self.game.clocks().is_none();
        let due = player.absence.as_ref()?.due(self.seating.len(), after)?;
        (is_awaited && plays_on).then_some((seat, due))
    }

    /// Returns whether the engine of this seat may think. A stand-in waits while all people are away.
    pub(crate) fn may_think(&self, seat: Seat) -> bool {
        !self.seating.has_stand_in(seat) || self.is_attended()
    }

    /// Returns whether the page of a player or of the host is connected.
    fn is_attended(&self) -> bool {
        let people = self.seating.others(&[], Player::is_person);
        people.into_iter().any(|person| self.seating.is_online(person, &self.browsers))
            || !self.browsers.with_role(|role| role == Role::Host).is_empty()
    }

    /// Returns whether the clock of this seat may run. The clocks of people wait for the first connection of the
    /// player. They also wait while nobody is connected, because that can be the fault of the server or its network.
    pub(crate) fn may_lose_time(&self, seat: Seat) -> bool {
        self.seating.player(seat).is_some_and(|player| player.was_present)
            && (!self.seating.is_person(seat) || self.is_attended())
    }

    fn begin_stand_in(&mut self, seat: Seat) {
        let stand_in = self.seating.stand_in(self.absence_rules.skill, self.engines.first());
        if let Some(player) = self.seating.player_mut(seat) {
            player.stand_in = Some(stand_in);
        }
    }

    /// If the engine that stands in for a player cannot play this game, the next engine of the table does. Returns
    /// false if there is none.
    pub(crate) fn replace_stand_in(&mut self, seat: Seat, fault: &SeatFault) -> bool {
        let Some(player) = self.seating.player_mut(seat) else { return false };
        let Some(stand_in) = player.stand_in.clone().filter(|_| fault.what == SeatFaultKind::Start) else {
            return false;
        };
        let Some(next) = stand_in.engine.as_deref().and_then(|engine| self.engines.after(engine)) else { return false };
        player.end_stand_in();
        player.stand_in = Some(Occupant { engine: Some(next.to_string()), ..stand_in });
        true
    }

    /// The player of a seat plays again.
    pub(crate) fn end_stand_in(&mut self, seat: Seat) {
        let had_fault = self.seating.has_fault();
        if let Some(player) = self.seating.player_mut(seat).filter(|player| player.stand_in.is_some()) {
            player.end_stand_in();
            self.offers.ask_newcomer(seat);
            self.resume_after_fault(had_fault);
        }
    }

    /// The players of a browser play again.
    pub(crate) fn end_stand_ins_of(&mut self, browser: u64) {
        self.seats_of(browser).into_iter().for_each(|seat| self.end_stand_in(seat));
    }

    /// Ends the stand-ins if the host allows none in a game with clocks.
    pub(crate) fn begin_absences(&mut self) {
        for seat in self.seating.seats() {
            if self.game.clocks().is_some() && !self.absence_rules.clocks {
                self.end_stand_in(seat);
            }
            if let Some(absence) = self.seating.player_mut(seat).and_then(|player| player.absence.as_mut()) {
                absence.begin_game();
            }
        }
    }

    /// The host chooses when engines stand in.
    pub(crate) fn set_absence_rules(&mut self, browser: u64, rules: AbsenceRules) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        let skill = rules.skill.map(|skill| skill.min(FULL_SKILL));
        self.absence_rules = AbsenceRules { skill, ..rules };
        self.continue_game();
        Ok(())
    }

    /// Lets an engine play for a person, or ends that. Each player can end it for the own seats.
    pub(crate) fn set_stand_in(&mut self, browser: u64, seat: Seat, on: bool) -> Result<(), RequestError> {
        if on || !self.seats_of(browser).contains(&seat) {
            self.browsers.require_host(browser)?;
        }
        let player = self.seating.player(seat).ok_or(Refusal::NoSeat)?;
        Refusal::NoSeat.reject_if(!matches!(player.who(), PlayerKind::Here | PlayerKind::Link))?;
        match (on, player.stand_in.is_some()) {
            (true, false) => self.begin_stand_in(seat),
            (false, true) => self.end_stand_in(seat),
            _ => {}
        }
        self.continue_game();
        Ok(())
    }
}

impl Seating {
    /// Returns whether an engine stands in for the player of a seat.
    pub fn has_stand_in(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.stand_in.is_some())
    }

    /// Returns the settings of a stand-in: this skill and engine, and otherwise those of the first engine at the table.
    fn stand_in(&self, skill: Option<u32>, engine: &str) -> Occupant {
        let other = self.players().iter().map(|player| &player.occupant).find(|other| other.who == PlayerKind::Engine);
        let like = other.cloned().unwrap_or(Occupant { skill: Some(MODERATE_SKILL), ..Occupant::default() });
        let (skill, engine) = (skill.or(like.skill), Some(engine.to_string()));
        Player::new(Occupant { who: PlayerKind::Engine, skill, engine, ..like }, "").occupant
    }
}
