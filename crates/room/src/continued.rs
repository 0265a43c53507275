//! Puts games of the library on the table again.

use super::begin::NextPlayers;
use super::game::{GameSetup, TableGame};
use super::room::Room;
use super::seating::Seating;
use super::storage::{LibraryGame, RestoredGame};
use crate::archive::{RowPlace, parse};
use crate::keys::Holder;
use crate::notice::Beginning;
use crate::player::Player;
use crate::refusal::{Refusal, RequestError};
use crate::request::PlayerKind;
use crate::role::Role;
use ugi::Seat;

impl Room {
    /// The host puts a game of the library on the table. It goes on with the players, clocks and permissions that it
    /// had. A game that is over, or whose deal was played in another game too, stays as it is, and a copy of it begins.
    /// A game on the table that is not over is interrupted only if `sure` is true.
    pub(crate) fn continue_kept(&mut self, browser: u64, id: i64, sure: bool) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        Refusal::NotOver.reject_if(!self.game.is_over() && !sure)?;
        let (listed, saved) = self.listed_game(browser, id)?;
        let is_here = listed.table == self.storage.table;
        Refusal::NotNow.reject_if(listed.current && is_here)?;
        let saved: LibraryGame = parse(&*self.storage.archive, RowPlace::Game(id), &saved)?.ok_or(Refusal::Damaged)?;
        let kept = saved.restore(&self.start_referee, self.engines.first())?;
        if kept.game.is_over() || kept.game.info.chance && kept.game.is_repeated() {
            return self.begin_copy(&kept.game);
        }
        self.require_unseen(&kept)?;
        if !is_here && !self.storage.archive.adopt_game(id, &self.storage.table)? {
            return Err(RequestError::new(Refusal::OtherTable, listed.table));
        }
        self.revealed.add(&mut self.game)?;
        self.leave_game()?;
        self.put_back(id, kept);
        Ok(())
    }

    /// Begins a paused game with the moves of another one and the present players.
    fn begin_copy(&mut self, game: &TableGame) -> Result<(), RequestError> {
        Refusal::Revealed.reject_if(!game.hides_nothing())?;
        let (base, tokens) = (game.history().base.clone(), game.tokens().to_vec());
        let setup = GameSetup::new(game.name(), game.options().clone(), base, tokens);
        let setup = GameSetup { date: game.date.clone(), paused: true, ..setup };
        self.begin(setup, NextPlayers::same(), Some(Beginning::Import))
    }

    /// Checks that nobody can have seen the hidden hand of another player in a game of the library.
    fn require_unseen(&self, kept: &RestoredGame) -> Result<(), RequestError> {
        if kept.game.hides_nothing() {
            return Ok(());
        }
        let holders = self.holders_of(&kept.seats);
        for ((seat, before), now) in kept.seats.seats().zip(&kept.holders).zip(&holders) {
            let present = self.seating.seat_of(kept.seats.link_of(seat));
            let is_guest = kept.seats.player(seat).is_some_and(Player::is_known_guest);
            if before != now {
                return Err(RequestError::new(Refusal::LinkRenewed, seat.number().to_string()));
            }
            if is_guest && self.browser_count(present) > 1 {
                return Err(RequestError::new(Refusal::SeatTwice, seat.number().to_string()));
            }
        }
        Ok(())
    }

    /// Replaces the current game by one of the library.
    fn put_back(&mut self, id: i64, kept: RestoredGame) {
        self.seating.replace_all(kept.seats, &mut self.browsers);
        self.storage.put_back(id);
        self.revealed.begin(kept.shared);
        let allowed = self.analysis.is_allowed();
        self.analysis.begin();
        self.analysis.restore(kept.analysis);
        self.absence_rules = kept.absence;
        self.pace.choose(kept.pace);
        self.replace_game(kept.game);
        self.browsers.all().into_iter().for_each(|browser| self.end_stand_ins_of(browser));
        self.show_game(Some(Beginning::Continue));
        if self.analysis.is_allowed() != allowed {
            self.tell_permission();
        }
    }

    /// Returns for each seat who holds the link with which a person plays; `None` if nobody has seen the seat's hand.
    pub(crate) fn holders_of(&self, seating: &Seating) -> Vec<Option<Holder>> {
        let role = |(seat, player): (Seat, &Player)| match player.who() {
            PlayerKind::Here => Some(Role::Host),
            PlayerKind::Link => player.was_present.then(|| Role::Seat(seating.link_of(seat))),
            PlayerKind::Engine | PlayerKind::Open => None,
        };
        seating.seats().zip(seating.players()).map(|seat| self.keys.holder(role(seat)?)).collect()
    }
}
