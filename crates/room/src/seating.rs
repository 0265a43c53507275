//! The seats with their occupants, links and engines. Engines start when the program starts or before their first
//! search.

use super::browsers::Browsers;
use super::engines::Engines;
use super::game::TableGame;
use super::permutation::Permutation;
use crate::player::{FULL_SKILL, Player};
use crate::refusal::{Refusal, RequestError};
use crate::request::{Occupant, PlayerKind};
use crate::role::Role;
use crate::search::{EngineEvent, EngineMove, SeatFault, SeatFaultKind};
use crate::tasks::EngineSearch;
use crate::tasks::Purpose;
use base::quote::is_invisible;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::time::Duration;
use ugi::{Go, Score, Seat};

/// How long a search may exceed the engine's remaining time before it is stopped. A move that arrives in this period
/// still loses on time.
const MARGIN: Duration = Duration::from_millis(100);
/// The time limit of a search that has only a node limit.
const LONGEST_SEARCH: Duration = Duration::from_secs(600);

/// The seats of the table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seating {
    /// Who plays each seat.
    players: Vec<Player>,
    /// Where the links lead: the seat of each link's player, who may have changed seats since the links were assigned.
    moved: Permutation,
}

impl Seating {
    /// Completes seats that were kept on the disk, for a game with this number of seats. `engine` is the name of the
    /// default engine.
    pub fn restore(mut self, seats: usize, engine: &str) -> Self {
        for player in &mut self.players {
            player.occupant = Player::new(std::mem::take(&mut player.occupant), engine).occupant;
        }
        self.players.resize_with(seats, Player::default);
        self
    }

    /// Creates the initial seats: seat 1 for the host, the other seats for the first engine of the setup.
    pub fn default_seats(seats: usize, engines: &Engines) -> Self {
        let who = |index| if index == 0 { PlayerKind::Here } else { PlayerKind::Engine };
        let player = |index| Player::new(Occupant { who: who(index), ..Occupant::default() }, engines.first());
        Self { players: (0..seats).map(player).collect(), moved: Permutation::default() }
    }

    /// Creates the player of a seat. The name must not contain invisible characters.
    pub fn player_of(occupant: Occupant, engines: &Engines) -> Result<Player, RequestError> {
        if let Some(name) = occupant.engine.as_ref().filter(|_| occupant.who == PlayerKind::Engine) {
            engines.require(name)?;
        }
        if let Some(sign) = occupant.name.chars().find(|sign| is_invisible(*sign)) {
            let text = format!("the name contains the invisible character U+{:04X}", u32::from(sign));
            return Err(RequestError::new(Refusal::BadName, text));
        }
        Ok(Player::new(occupant, engines.first()))
    }

    pub fn len(&self) -> usize {
        self.players.len()
    }

    /// Returns all seats in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.len())
    }

    /// Returns who plays each seat.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Returns who plays a seat, or `None` if there is no such seat.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat.index())
    }

    /// Like [`player`](Self::player), for changes.
    pub fn player_mut(&mut self, seat: Seat) -> Option<&mut Player> {
        self.players.get_mut(seat.index())
    }

    /// Checks that the game has this seat.
    pub fn require(&self, seat: Seat) -> Result<(), RequestError> {
        Refusal::NoSeat.reject_if(seat.index() >= self.len())
    }

    /// Returns whether the occupant of a seat is not an engine. Open seats, and seats that do not exist, count as
    /// people.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.player(seat).is_none_or(Player::is_person)
    }

    /// Returns whether an engine plays for this seat, also if it stands in for a person.
    pub fn has_engine(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.playing_engine().is_some())
    }

    /// Returns whether the seat exists and is not open.
    pub fn is_taken(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.who() != PlayerKind::Open)
    }

    /// Returns whether an engine, or a person with a connected browser, plays for this seat.
    pub fn is_online(&self, seat: Seat, browsers: &Browsers) -> bool {
        self.player(seat).is_some_and(|player| player.who() == PlayerKind::Engine)
            || !browsers.with_role(|role| self.seats_of_role(Some(role)).contains(&seat)).is_empty()
    }

    /// Returns the seats that a browser with this role plays for.
    pub fn seats_of_role(&self, role: Option<Role>) -> Vec<Seat> {
        let holds = |(seat, player): &(Seat, &Player)| match role {
            Some(Role::Host) => player.who() == PlayerKind::Here,
            Some(Role::Seat(own)) => own == *seat && player.who() == PlayerKind::Link,
            Some(Role::Watch) | None => false,
        };
        self.seats().zip(&self.players).filter(holds).map(|(seat, _)| seat).collect()
    }

    /// Returns the seats outside `own` for whose player `fits` returns true.
    pub fn others(&self, own: &[Seat], fits: impl Fn(&Player) -> bool) -> BTreeSet<Seat> {
        let fitting = self.seats().zip(&self.players).filter(|(seat, player)| !own.contains(seat) && fits(player));
        fitting.map(|(seat, _)| seat).collect()
    }

    /// Returns the seats outside `own` that people play. A seat whose link nobody has opened does not count.
    pub fn other_people(&self, own: &[Seat]) -> BTreeSet<Seat> {
        self.others(own, |player| player.who() == PlayerKind::Here || player.is_known_guest())
    }

    /// Returns whether a person plays, even one who has not opened the link yet.
    pub fn has_people(&self) -> bool {
        self.players.iter().any(|player| matches!(player.who(), PlayerKind::Here | PlayerKind::Link))
    }

    /// Returns whether people play in more than one browser.
    pub fn is_shared(&self) -> bool {
        self.guests() + self.hosts() > 1
    }

    /// Returns whether people play each other. All people at the host's browser count as one person. A seat with a link
    /// counts even if nobody has opened the link yet.
    pub fn is_contested(&self) -> bool {
        self.others(&[], |player| player.who() == PlayerKind::Link).len() + self.hosts() > 1
    }

    /// Returns 1 if somebody plays at the host's browser, otherwise 0.
    fn hosts(&self) -> usize {
        usize::from(self.players.iter().any(|player| player.who() == PlayerKind::Here))
    }

    /// Returns the number of seats whose guest has opened the link.
    pub fn guests(&self) -> usize {
        self.players.iter().filter(|player| player.is_known_guest()).count()
    }

    /// Returns whether a guest plays or may sit down.
    pub fn admits_guests(&self) -> bool {
        self.players.iter().any(|player| player.who().admits_guests())
    }

    /// Returns the first seat whose engine declines a draw, by the rule of `query offer draw`: without a score, or if
    /// its last score is above 0. An engine that stands in for somebody who is away always declines.
    pub fn refuses_draw(&self) -> Option<Seat> {
        let refuses = |player: &Player| {
            player.is_replaced()
                || player.who() == PlayerKind::Engine && !player.last_score.is_some_and(Score::accepts_draw)
        };
        self.players.iter().position(refuses).map(Seat::new)
    }

    /// Returns the seat to which the link of `seat` leads now.
    pub fn seat_of(&self, seat: Seat) -> Seat {
        self.moved.new_seat(seat)
    }

    /// Returns the seat whose link leads to this seat now.
    pub fn link_of(&self, seat: Seat) -> Seat {
        self.moved.inverse().new_seat(seat)
    }

    /// Returns the role with the seat to which the browser's link leads now. If that seat is open, the guest takes it.
    pub fn admit(&mut self, role: Role) -> Role {
        let Role::Seat(seat) = role else { return role };
        let seat = self.seat_of(seat);
        if let Some(player) = self.players.get_mut(seat.index()).filter(|player| player.who() == PlayerKind::Open) {
            player.occupant.who = PlayerKind::Link;
        }
        Role::Seat(seat)
    }

    /// Names the player of a seat if it is a guest with a link. An empty name changes nothing.
    pub fn name_guest(&mut self, seat: Seat, name: &str) {
        let guest = self.players.get_mut(seat.index()).filter(|player| player.who() == PlayerKind::Link);
        if let Some(player) = guest.filter(|_| !name.is_empty()) {
            player.occupant.name = name.to_string();
        }
    }

    /// Forgets the name of a seat's guest with a link.
    pub fn forget_name(&mut self, seat: Seat) {
        let guest = self.players.get_mut(seat.index()).filter(|player| player.who() == PlayerKind::Link);
        guest.into_iter().for_each(|player| player.occupant.name.clear());
    }

    /// Moves the players to other seats, and their links with them.
    pub fn rearrange(&mut self, change: &Permutation, browsers: &mut Browsers) {
        change.apply(&mut self.players);
        self.moved = self.moved.then(change);
        browsers.rearrange(change);
    }

    /// Replaces all seats by those of another game. The browsers get the seats to which their links lead there.
    pub fn replace_all(&mut self, other: Self, browsers: &mut Browsers) {
        browsers.rearrange(&self.moved.inverse().then(&other.moved));
        *self = other;
    }

    /// Prepares the seats for another game with `seats` seats. `new` replaces the players; `None` keeps them. Seats
    /// without a player are open. If `same` is true, neither the game nor its options have changed, and engines keep
    /// their processes. Otherwise the engines are stopped.
    pub fn begin(&mut self, new: Option<Vec<Player>>, seats: usize, same: bool, browsers: &mut Browsers) {
        if let Some(new) = new {
            self.players = new;
            // With new players, link N leads to seat N again.
            browsers.rearrange(&std::mem::take(&mut self.moved).inverse());
        }
        for player in &mut self.players {
            player.cancel_search();
            player.worker = player.worker.take().filter(|_| same);
            (player.fault, player.informed, player.last_score) = (None, false, None);
        }
        self.players.resize_with(seats, Player::default);
    }

    /// Replaces the occupant of a seat. Returns the kind of the previous occupant, and whether it was a guest who had
    /// opened the link.
    pub fn replace(&mut self, seat: Seat, mut player: Player) -> (PlayerKind, bool) {
        let current = &mut self.players[seat.index()];
        let left = current.is_known_guest();
        player.was_present = left && player.who() == PlayerKind::Link;
        (std::mem::replace(current, player).who(), left)
    }

    /// Stops the engine of a seat. The next search starts it again.
    pub fn restart(&mut self, seat: Seat) -> Result<(), RequestError> {
        let player = &mut self.players[seat.index()];
        Refusal::NoEngine.reject_if(player.playing_engine().is_none())?;
        player.stop_engine();
        Ok(())
    }

    pub fn has_fault(&self) -> bool {
        self.players.iter().any(|player| player.fault.is_some())
    }

    pub fn clear_faults(&mut self) {
        self.players.iter_mut().for_each(|player| player.fault = None);
    }

    pub fn cancel_searches(&mut self) {
        self.players.iter_mut().for_each(Player::cancel_search);
    }

    /// Marks the seats whose players are online, and returns the seats whose players are online for the first time.
    pub fn mark_present(&mut self, browsers: &Browsers) -> Vec<Seat> {
        let new = |seat: &Seat| !self.players[seat.index()].was_present && self.is_online(*seat, browsers);
        let new: Vec<Seat> = self.seats().filter(new).collect();
        new.iter().for_each(|seat| self.players[seat.index()].was_present = true);
        new
    }

    /// Returns the seat whose engine this worker runs.
    pub fn played_by(&self, worker: u64) -> Option<Seat> {
        let runs = |player: &Player| player.worker.as_ref().is_some_and(|own| own.id == worker);
        self.players.iter().position(runs).map(Seat::new)
    }

    /// Starts the engines of all seats, which then report their names. An unknown engine is ignored here and reported
    /// as an error when it has to move.
    pub fn start_all(&mut self, engines: &mut Engines, game: &TableGame) {
        let playing = self.players.iter_mut().filter(|player| player.playing_engine().is_some());
        playing.for_each(|player| _ = ensure_started(player, engines, game));
    }

    /// Starts a search for this seat, unless no engine plays for the seat or the engine is already searching or has a
    /// fault. `seed` is that of the new game, if the engine does not know the game yet.
    pub fn think(
        &mut self,
        seat: Seat,
        engines: &mut Engines,
        game: &TableGame,
        now: Duration,
        seed: impl FnOnce() -> Option<u64>,
    ) -> Result<(), SeatFault> {
        let player = &mut self.players[seat.index()];
        let Some(settings) = player.playing_engine().filter(|_| player.thinking.is_none() && player.fault.is_none())
        else {
            return Ok(());
        };
        let (movetime, nodes) = (settings.movetime, settings.nodes);
        ensure_started(player, engines, game)?;
        let (go, flag) = if let Some(clocks) = game.clocks() {
            (clocks.go(seat, now), clocks.left(seat, now).unwrap_or_default().saturating_add(MARGIN))
        } else {
            let mut go = Go::default();
            go.move_time = movetime.map(Duration::from_millis);
            go.nodes = nodes;
            let flag = go.move_time.map_or(LONGEST_SEARCH, |time| time.saturating_add(engines.thinking()));
            (go, flag)
        };
        let new_game = if player.informed { None } else { seed() };
        let search =
            EngineSearch { view: game.seat_line(seat), open: game.open_line(), go, flag, new_game, lines: None };
        player.informed = true;
        if let Some(worker) = &mut player.worker {
            player.thinking = Some(worker.search(search));
        }
        Ok(())
    }

    /// Handles an event from a seat's engine. Returns the move or the error, or `None` if the event has no consequence,
    /// for example because it belongs to a cancelled search.
    pub fn handle_event(&mut self, seat: Seat, job: u64, event: EngineEvent) -> Option<Result<EngineMove, SeatFault>> {
        let player = &mut self.players[seat.index()];
        let current = player.thinking == Some(job);
        match event {
            EngineEvent::Done(reply) if current => {
                (player.thinking, player.last_score) = (None, reply.score);
                Some(Ok(reply))
            }
            EngineEvent::Fails(fault, _) if current || fault.must_restart || job == 0 => {
                player.thinking = None;
                Some(Err(fault))
            }
            _ => None,
        }
    }

    /// Records a fault of a seat's engine. If `hidden` is true, illegal moves are not quoted.
    pub fn fail(&mut self, seat: Seat, fault: SeatFault, hidden: bool) {
        let player = &mut self.players[seat.index()];
        player.cancel_search();
        if fault.must_restart || fault.what == SeatFaultKind::Start {
            player.worker = None;
            player.informed = false;
        }
        player.fault = Some(if hidden { fault.without_move() } else { fault });
    }
}

fn ensure_started(player: &mut Player, engines: &mut Engines, game: &TableGame) -> Result<(), SeatFault> {
    if player.worker.is_none() {
        let Occupant { engine, skill, .. } = player.playing_engine().cloned().unwrap_or_default();
        let started = engines.start(&engine.unwrap_or_default(), Purpose::Play(skill.unwrap_or(FULL_SKILL)), game);
        let failed = |error: RequestError| SeatFault::new(SeatFaultKind::Start, &error.text);
        player.worker = Some(started.map_err(failed)?);
    }
    Ok(())
}
