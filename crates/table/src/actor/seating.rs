//! The seats with their occupants, links and engines. Engines start when the program starts or before their first
//! search.

use super::browsers::Browsers;
use super::engines::Engines;
use super::game::TableGame;
use super::message::RequestError;
use crate::address::{Role, random_seed};
use crate::request::{Occupant, PlayerKind, invisible_character};
use crate::seat::{Seat, SeatError, Thinking};
use crate::worker::{WorkerEvent, WorkerSearch};
use runner::record::ForfeitKind;
use runner::{EngineError, MoveReply};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use ugi::{Go, Score};

/// How long a search may exceed the engine's remaining time before it is stopped. A move that arrives in this period
/// still loses on time.
const MARGIN: Duration = Duration::from_millis(100);
/// The time limit of a search that has only a node limit.
const LONGEST_SEARCH: Duration = Duration::from_secs(600);

/// The seats of the table.
pub struct Seating {
    seats: Vec<Seat>,
    /// Whether the players of seats 1 and 2 have changed sides, so that each player's link leads to the other seat.
    sides_swapped: bool,
}

/// The consequence of an event from a seat's engine.
pub enum SeatEvent {
    /// The engine has chosen a move.
    Move(MoveReply),
    /// The engine's clock has run out.
    FlagFalls,
    /// The engine has failed.
    Fails(EngineError),
}

impl Seating {
    /// Creates the initial seats: seat 1 for the host, the other seats for the first engine of the setup.
    pub fn default_seats(seats: usize, engines: &Engines) -> Self {
        let who = |seat| if seat == 0 { PlayerKind::Here } else { PlayerKind::Engine };
        let seats = (0..seats).map(|seat| Seat::new(Occupant::nameless(who(seat)), engines.first())).collect();
        Self { seats, sides_swapped: false }
    }

    /// Creates a seat for an occupant.
    ///
    /// # Errors
    /// Returns an error if the engine is unknown or the name contains invisible characters.
    pub fn seat(occupant: Occupant, engines: &Engines) -> Result<Seat, RequestError> {
        if let Some(name) = occupant.engine.as_ref().filter(|_| occupant.who == PlayerKind::Engine) {
            engines.program(name)?;
        }
        if let Some(sign) = invisible_character(&occupant.name) {
            let text = format!("the name contains the invisible character U+{:04X}", u32::from(sign));
            return Err(RequestError::new("bad_name", text));
        }
        Ok(Seat::new(occupant, engines.first()))
    }

    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Converts the 1-based seat number of a request to an index.
    ///
    /// # Errors
    /// Returns an error if there is no such seat.
    pub fn index(&self, number: usize) -> Result<usize, RequestError> {
        let index = number.checked_sub(1).filter(|&index| index < self.len());
        index.ok_or_else(|| RequestError::new("no_seat", format!("there is no seat {number}")))
    }

    /// Returns whether the occupant of a seat (zero-based) is not an engine. Open seats, and seats that do not exist,
    /// count as people.
    pub fn is_person(&self, seat: usize) -> bool {
        self.seats.get(seat).is_none_or(Seat::is_person)
    }

    /// Returns whether the seat exists and is not open.
    pub fn is_taken(&self, seat: usize) -> bool {
        self.seats.get(seat).is_some_and(|seat| seat.who != PlayerKind::Open)
    }

    /// Returns whether an engine, or a person with a connected browser, plays for this seat.
    pub fn is_online(&self, seat: usize, browsers: &Browsers) -> bool {
        self.seats[seat].who == PlayerKind::Engine
            || !browsers.with_role(|role| self.seats_of_role(Some(role)).contains(&seat)).is_empty()
    }

    /// Returns the seats (zero-based) that a browser with this role plays for.
    pub fn seats_of_role(&self, role: Option<Role>) -> Vec<usize> {
        let holds = |(index, seat): &(usize, &Seat)| match role {
            Some(Role::Host) => seat.who == PlayerKind::Here,
            Some(Role::Seat(number)) => number == index + 1 && seat.who == PlayerKind::Link,
            Some(Role::Watch) | None => false,
        };
        self.seats.iter().enumerate().filter(holds).map(|(index, _)| index).collect()
    }

    /// Returns the seats outside `own` for which `fits` returns true.
    pub fn others(&self, own: &[usize], fits: impl Fn(&Seat) -> bool) -> BTreeSet<usize> {
        (0..self.len()).filter(|seat| !own.contains(seat) && fits(&self.seats[*seat])).collect()
    }

    /// Returns the seats outside `own` that people play. A seat whose link nobody has opened does not count.
    pub fn other_people(&self, own: &[usize]) -> BTreeSet<usize> {
        self.others(own, |seat| seat.who == PlayerKind::Here || (seat.who == PlayerKind::Link && seat.was_present))
    }

    /// Returns whether people play in more than one browser.
    pub fn is_shared(&self) -> bool {
        let here = self.seats.iter().any(|seat| seat.who == PlayerKind::Here);
        self.guests() + usize::from(here) > 1
    }

    /// Returns the number of seats whose guest has opened the link.
    pub fn guests(&self) -> usize {
        self.seats.iter().filter(|seat| seat.who == PlayerKind::Link && seat.was_present).count()
    }

    /// Returns the first seat (zero-based) whose engine declines a draw.
    pub fn refuses_draw(&self) -> Option<usize> {
        self.seats.iter().position(|seat| seat.who == PlayerKind::Engine && !accepts_draw(seat.last_score))
    }

    /// Converts the 1-based number of a link to the number of the seat to which it leads, or the number of a seat to
    /// the number of its link. One function does both, because the mapping is its own inverse.
    pub const fn swapped_number(&self, number: usize) -> usize {
        if self.sides_swapped && number <= 2 { 3 - number } else { number }
    }

    /// Returns the role with the seat to which the browser's link leads now. If that seat is open, the guest takes it.
    pub fn admit(&mut self, role: Role) -> Role {
        let Role::Seat(number) = role else { return role };
        let number = self.swapped_number(number);
        if let Some(seat) = self.seats.get_mut(number - 1).filter(|seat| seat.who == PlayerKind::Open) {
            seat.who = PlayerKind::Link;
        }
        Role::Seat(number)
    }

    /// Swaps the players of seats 1 and 2 and their links.
    pub fn swap_sides(&mut self, browsers: &mut Browsers) {
        self.seats.swap(0, 1);
        self.sides_swapped = !self.sides_swapped;
        browsers.swap_seats();
    }

    /// Prepares the seats for another game with `seats` seats. `new` replaces the players; `None` keeps them. Seats
    /// without a player are open. If `same` is true, neither the game nor its options have changed, and engines keep
    /// their processes. Otherwise the engines are stopped.
    pub fn begin(&mut self, new: Option<Vec<Seat>>, seats: usize, same: bool, browsers: &mut Browsers) {
        if let Some(new) = new {
            self.seats = new;
            // With new players, link N leads to seat N again.
            if std::mem::take(&mut self.sides_swapped) {
                browsers.swap_seats();
            }
        }
        for seat in &mut self.seats {
            seat.cancel_search();
            seat.worker = seat.worker.take().filter(|_| same);
            (seat.error, seat.informed, seat.last_score) = (None, false, None);
        }
        self.seats.resize_with(seats, || Seat::new(Occupant::nameless(PlayerKind::Open), ""));
    }

    /// Replaces the occupant of a seat. Returns the kind of the previous occupant, and whether it was a guest who had
    /// opened the link.
    pub fn replace(&mut self, index: usize, seat: Seat) -> (PlayerKind, bool) {
        let before = std::mem::replace(&mut self.seats[index], seat);
        let left = before.who == PlayerKind::Link && before.was_present;
        self.seats[index].was_present = left && self.seats[index].who == PlayerKind::Link;
        (before.who, left)
    }

    /// Stops the engine of a seat. The next search starts it again.
    ///
    /// # Errors
    /// Returns an error if the seat has no engine.
    pub fn restart(&mut self, index: usize) -> Result<(), RequestError> {
        let seat = &mut self.seats[index];
        RequestError::reject_if(seat.who != PlayerKind::Engine, "no_engine", "no engine plays for this seat")?;
        seat.cancel_search();
        (seat.worker, seat.error, seat.informed) = (None, None, false);
        Ok(())
    }

    pub fn has_error(&self) -> bool {
        self.seats.iter().any(|seat| seat.error.is_some())
    }

    pub fn clear_errors(&mut self) {
        self.seats.iter_mut().for_each(|seat| seat.error = None);
    }

    pub fn cancel_searches(&mut self) {
        self.seats.iter_mut().for_each(Seat::cancel_search);
    }

    /// Marks the seats whose players are online, and returns the seats (zero-based) whose players are online for the
    /// first time.
    pub fn mark_present(&mut self, browsers: &Browsers) -> Vec<usize> {
        let new = |seat: &usize| !self.seats[*seat].was_present && self.is_online(*seat, browsers);
        let new: Vec<usize> = (0..self.len()).filter(new).collect();
        new.iter().for_each(|seat| self.seats[*seat].was_present = true);
        new
    }

    /// Returns the seat (zero-based) whose engine this worker runs.
    pub fn played_by(&self, worker: u64) -> Option<usize> {
        self.seats.iter().position(|seat| seat.worker.as_ref().is_some_and(|own| own.id == worker))
    }

    /// Starts the engines of all seats, which then report their names. An unknown engine is ignored here and reported
    /// as an error when it has to move.
    pub fn start_all(&mut self, engines: &mut Engines, game: &TableGame) {
        let playing = self.seats.iter_mut().filter(|seat| seat.who == PlayerKind::Engine);
        playing.for_each(|seat| _ = ensure_started(seat, engines, game));
    }

    /// Starts a search for this seat, unless no engine plays for the seat or the engine is already searching or has an
    /// error.
    ///
    /// # Errors
    /// Returns an error if the engine is unknown or has exited. If it does not start, its worker reports the error
    /// later.
    pub fn think(&mut self, index: usize, engines: &mut Engines, game: &TableGame) -> Result<(), EngineError> {
        let seat = &mut self.seats[index];
        if seat.who != PlayerKind::Engine || seat.thinking.is_some() || seat.error.is_some() {
            return Ok(());
        }
        ensure_started(seat, engines, game)?;
        let now = Instant::now();
        let extra_time = engines.timeouts().thinking;
        let (go, flag) = if let Some(clocks) = game.clocks() {
            (clocks.go(now), clocks.left(index, now) + MARGIN)
        } else {
            let go = Go { move_time: seat.movetime, nodes: seat.nodes, ..Go::default() };
            let given = |ms| Duration::from_millis(ms).saturating_add(extra_time);
            (go, seat.movetime.map_or(LONGEST_SEARCH, given))
        };
        let new_game = if seat.informed { None } else { random_seed().ok().map(|seed| 1 + seed % (i32::MAX as u64)) };
        let search =
            WorkerSearch { view: game.seat_line(index), open: game.open_line(), go, flag, new_game, lines: None };
        seat.informed = true;
        if let Some(worker) = &mut seat.worker {
            seat.thinking = Some(Thinking { job: worker.search(search)?, timed: game.clocks().is_some() });
        }
        Ok(())
    }

    /// Handles an event from a seat's engine. Returns `None` if the event has no consequence, for example because it
    /// belongs to a cancelled search.
    pub fn handle_event(&mut self, index: usize, job: u64, event: WorkerEvent) -> Option<SeatEvent> {
        let seat = &mut self.seats[index];
        let current = seat.thinking.filter(|thinking| thinking.job == job);
        match event {
            WorkerEvent::Done(reply) if current.is_some() => {
                (seat.thinking, seat.last_score) = (None, reply.report.score);
                Some(SeatEvent::Move(reply))
            }
            WorkerEvent::Fails(error, _) => {
                let timed = current.is_some_and(|thinking| thinking.timed);
                if timed && error.kind == ForfeitKind::Time && !error.must_restart {
                    seat.thinking = None;
                    return Some(SeatEvent::FlagFalls);
                }
                (current.is_some() || error.must_restart || job == 0).then_some(SeatEvent::Fails(error))
            }
            WorkerEvent::Ready(_) | WorkerEvent::Lines(_) | WorkerEvent::Done(_) => None,
        }
    }

    /// Records an error of a seat's engine. If `hidden` is true, illegal moves are not quoted.
    pub fn fail(&mut self, index: usize, error: &EngineError, hidden: bool) {
        let seat = &mut self.seats[index];
        seat.cancel_search();
        if error.must_restart || error.kind == ForfeitKind::NoHandshake {
            seat.worker = None;
            seat.informed = false;
        }
        seat.error = Some(SeatError::new(error, hidden));
    }
}

fn ensure_started(seat: &mut Seat, engines: &mut Engines, game: &TableGame) -> Result<(), EngineError> {
    if seat.worker.is_none() {
        let started = engines.start(seat.engine.as_deref().unwrap_or_default(), Some(seat.skill), game);
        let failed = |error: RequestError| EngineError::new(ForfeitKind::NoHandshake, false, error.text);
        seat.worker = Some(started.map_err(failed)?);
    }
    Ok(())
}

/// Returns whether an engine accepts a draw. It does if its last score, from its own point of view, is not positive.
/// Without a score it declines.
fn accepts_draw(score: Option<Score>) -> bool {
    matches!(score, Some(Score::Cp(value)) if value <= 0) || matches!(score, Some(Score::Mate(plies)) if plies < 0)
}
