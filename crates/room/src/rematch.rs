//! Requests between two games: who is ready, who sits where, and the points of the evening.

use super::evening::{Answers, FinishedGame, NextGame, Participant, Totals};
use super::permutation::Permutation;
use super::room::Room;
use crate::catalogue::ENGLISH;
use crate::effect::MessageKind;
use crate::fair::{FairDeal, LotsState};
use crate::message::Message;
use crate::player::Player;
use crate::refusal::{Refusal, RequestError};
use ugi::{Seat, Viewer};

/// How the message `evening` waits.
const EVENING: MessageKind = MessageKind::State("evening");

impl Room {
    /// A player is ready for the next game, or no longer. When all connected people are ready, it begins.
    pub(crate) fn set_ready(&mut self, browser: u64, ready: bool) -> Result<(), RequestError> {
        let own = self.seats_of(browser);
        Refusal::NoSeat.reject_if(own.is_empty())?;
        Refusal::NotOver.reject_if(!self.game.is_over())?;
        for seat in own {
            if ready {
                self.storage.kept.evening.next.ready.insert(seat)
            } else {
                self.storage.kept.evening.next.ready.remove(&seat)
            };
        }
        if self.is_everybody_ready() {
            return self.next_game(false);
        }
        self.save_evening();
        Ok(())
    }

    /// Returns whether all connected people are ready for the next game and know their seats.
    fn is_everybody_ready(&mut self) -> bool {
        let waits = |seat: &Seat| self.seating.is_person(*seat) && self.seating.is_online(*seat, &self.browsers);
        let next = &mut self.storage.kept.evening.next;
        let is_decided = next.pending_lots().is_none();
        is_decided
            && !next.ready.is_empty()
            && self.seating.seats().filter(waits).all(|seat| next.ready.contains(&seat))
    }

    /// The host decides who gets which seat in the next game. An empty order leaves that to the rule of the table.
    pub(crate) fn arrange(&mut self, browser: u64, order: Vec<Seat>) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        let fits = order.is_empty() || order.len() == self.seating.len();
        if !fits || Permutation::from_order(&order).is_none() {
            return Err(RequestError::new(Refusal::BadMessage, "expected each seat once"));
        }
        self.storage.kept.evening.next.decide(order, None);
        self.save_evening();
        Ok(())
    }

    /// Draws lots for the seats of the next game, with the bits of all connected people.
    pub(crate) fn draw_lots(&mut self, browser: u64) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        let again = self.storage.kept.evening.next.pending_lots().map(|lots| lots.broken_off()).unwrap_or_default();
        let lots = FairDeal::new(self.seating.len(), self.fair_players(), &mut self.random)?.after(again);
        self.storage.kept.evening.next.decide(Vec::new(), Some(lots));
        self.continue_game();
        Ok(())
    }

    /// A player whose lot leaves a choice takes a seat, or the host decides for him. The first choice counts.
    pub(crate) fn choose(&mut self, browser: u64, player: Seat, seat: Seat) -> Result<(), RequestError> {
        let own = self.seats_of(browser).contains(&player);
        Refusal::NoSeat.reject_if(!own && !self.browsers.is_host(browser))?;
        let words = self.game.info.words.values().next();
        let has_choice =
            |seat: &Seat| words.is_some_and(|words| words.contains_key(&format!("choice.{}", seat.number())));
        let choices: Vec<Seat> = self.seating.seats().filter(has_choice).collect();
        Refusal::NotNow.reject_if(!self.storage.kept.evening.next.choose(player, seat, &choices))?;
        self.save_evening();
        Ok(())
    }

    /// Forgets the points of the evening.
    pub(crate) fn clear_evening(&mut self, browser: u64) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        self.storage.kept.evening.clear();
        self.save_evening();
        Ok(())
    }

    /// Saves the table, and sends the message `evening` to every browser.
    fn save_evening(&mut self) {
        if self.ensure_saved() {
            self.show_evening();
        }
    }

    /// Sends the message `evening` to every browser if it has changed.
    pub(crate) fn show_evening(&mut self) {
        if !self.game.is_over() {
            self.storage.kept.evening.set_current(None);
            self.storage.kept.evening.next.ready.clear();
        } else if !self.storage.kept.evening.has_current() {
            let finished = self.finished_game();
            self.storage.kept.evening.set_current(finished);
        }
        let text = self.evening_message();
        if text != self.evening_shown {
            self.browsers.send_to_all(EVENING, &text);
            self.evening_shown = text;
        }
    }

    /// Sends the message `evening` to one browser.
    pub(crate) fn show_evening_to(&self, browser: u64) {
        self.browsers.send_text(browser, EVENING, self.evening_message());
    }

    fn evening_message(&self) -> String {
        let NextGame { ready, order, lots, chosen } = &self.storage.kept.evening.next;
        let games = self.storage.kept.evening.games();
        let totals = Totals::of(&games);
        let lots = lots.as_ref().map(LotsState::new);
        Message::Evening { ready, order, lots, chosen: *chosen, games, totals }.text()
    }

    /// Returns the points of the game on the table, which is over. Returns `None` if it has no result, is a puzzle, or
    /// was over when it was set up.
    fn finished_game(&mut self) -> Option<FinishedGame> {
        if self.seating.len() < 2 || !self.game.has_begun() {
            return None;
        }
        let players = self.participants();
        let (name, date, points) = (self.game.name().to_string(), self.game.date.clone(), self.game.info.points);
        // A game says with this option that the score of each seat is that of its team.
        let shared = self.game.rules.iter().any(|(name, value)| name.ends_with(".Scoring") && value == "team");
        let (position, _) = self.game.visible_position(Viewer::Master, ENGLISH).ok()?;
        let answers = Answers {
            result: &position.result,
            scores: points.then_some(position.scores.as_slice()),
            teams: position.teams.as_deref(),
            shared,
        };
        FinishedGame::count(&name, date, players, &answers)
    }

    /// Returns who plays, in seat order.
    fn participants(&self) -> Vec<Participant> {
        let names: Vec<&str> = self.seating.players().iter().map(Player::shown_name).collect();
        let is_unique = |name: &str| !name.is_empty() && names.iter().filter(|other| **other == name).count() == 1;
        let number = |seat: Seat, name: &str| if is_unique(name) { 0 } else { self.seating.link_of(seat).number() };
        let player = |(seat, name): (Seat, &&str)| Participant { name: name.to_string(), number: number(seat, name) };
        self.seating.seats().zip(&names).map(player).collect()
    }
}
