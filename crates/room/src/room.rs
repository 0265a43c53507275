//! The room: it owns the parts of the table and dispatches each event to its handler.

use super::analysis::Analysis;
use super::browsers::Browsers;
use super::engines::Engines;
use super::event::{Event, TableSummary};
use super::game::{GameSetup, TableGame};
use super::offers::Offers;
use super::pace::Pace;
use super::revealed::RevealedDeals;
use super::reviews::Reviews;
use super::seating::Seating;
use super::storage::{KeptGame, LibraryGame, Storage};
use crate::absence::AbsenceRules;
use crate::archive::ArchiveError;
use crate::catalogue::GameEntry;
use crate::effect::{Effect, Effects};
use crate::hex::Hex;
use crate::keys::{Holder, TableKeys};
use crate::moment::{Moment, Random};
use crate::notice::Notice;
use crate::permits::{PermitPool, Quota};
use crate::referee::StartReferee;
use crate::refusal::{Refusal, RequestError};
use crate::request::{OfferKind, TableRequest, request_name};
use crate::search::{EngineEvent, EngineReport, SeatFault};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use ugi::Seat;

/// Limits on the games of the library that are being opened. Spectators see none.
const OPENED: Quota = Quota { host: 4, seat: 2, watch: 0 };
/// The time between two `clock` messages.
const SECOND: Duration = Duration::from_secs(1);

/// What a room needs from the start.
pub struct RoomSetup {
    /// Starts a referee.
    pub start_referee: StartReferee,
    /// The games of the referee.
    pub games: Arc<Vec<GameEntry>>,
    /// The name of the first game; `None` selects the first of `games`.
    pub game: Option<String>,
    /// The names of the engines. The first is the default.
    pub engines: Vec<String>,
    /// How long an engine may think longer than it should.
    pub thinking: Duration,
    /// How long a move is shown.
    pub pace: Duration,
    /// Whether the table shows tournaments.
    pub has_tournaments: bool,
    /// The beginnings of the addresses of links, best first.
    pub homes: Vec<String>,
    /// The limit on engines that analyse and review, for all tables together.
    pub helpers: Arc<PermitPool>,
    /// The keys of the table.
    pub keys: Arc<TableKeys>,
}

/// A table with its people and engines.
pub struct Room {
    pub(crate) start_referee: StartReferee,
    pub(crate) games: Arc<Vec<GameEntry>>,
    pub(crate) has_tournaments: bool,
    pub(crate) homes: Vec<String>,
    pub(crate) engines: Engines,
    pub(crate) keys: Arc<TableKeys>,
    pub(crate) browsers: Browsers,
    pub(crate) game: TableGame,
    pub(crate) seating: Seating,
    pub(crate) offers: Offers,
    pub(crate) pace: Pace,
    /// For each seat, who holds the link with which a person plays. Does not change after the end of the game.
    pub(crate) holders: Vec<Option<Holder>>,
    pub(crate) revealed: RevealedDeals,
    pub(crate) storage: Storage,
    pub(crate) analysis: Analysis,
    pub(crate) reviews: Reviews,
    /// Limits the games of the library that are being opened.
    pub(crate) opened: PermitPool,
    /// When engines stand in for people who are away.
    pub(crate) absence_rules: AbsenceRules,
    /// The last message `deal` to all browsers.
    pub(crate) deal_shown: Option<String>,
    /// The last message `evening` that was sent to all browsers.
    pub(crate) evening_shown: String,
    /// The time of the last `clock` message, initially that of the start.
    clocks_shown: Duration,
    /// When the present event is handled.
    pub(crate) moment: Moment,
    pub(crate) random: Random,
    pub(crate) effects: Effects,
}

impl Room {
    /// Opens a room, and starts the referee. `saved` is the game on the table; `None` begins another.
    ///
    /// # Errors
    /// Returns an error if the referee has no game, or does not play the one that is set.
    pub fn open(
        setup: RoomSetup,
        (mut storage, saved): (Storage, Option<LibraryGame>),
        moment: Moment,
    ) -> Result<Self> {
        let RoomSetup { start_referee, games, game, engines, thinking, pace: default_pace, .. } = setup;
        let effects = Effects::default();
        let mut engines = Engines::new(engines, thinking, effects.clone());
        let mut analysis = Analysis::new(Arc::clone(&setup.helpers));
        let restored = saved.and_then(|saved| match saved.restore(&start_referee, engines.first()) {
            Ok(restored) => Some(restored),
            Err(error) => {
                effects.push(Effect::Warn(format!(
                    "cannot continue the game of table {} in {}: {error:#}. It stays in the library, and the table \
                     begins another game.",
                    storage.table,
                    storage.archive.name()
                )));
                storage.begin(true);
                None
            }
        });
        let (game, mut seating, shared, absence_rules, pace, holders) = match restored {
            Some(KeptGame { game, seats, shared, analysis: allowed, absence, pace, holders }) => {
                analysis.restore(allowed);
                (game, seats, shared, absence, pace, holders)
            }
            None => {
                let first = games.first().context("the referee has no games")?;
                let name = game.as_ref().unwrap_or(&first.name);
                let new = GameSetup::new(name, BTreeMap::new(), "startpos".to_string(), Vec::new());
                let new = GameSetup { date: moment.today(), ..new };
                let game = TableGame::begin(&start_referee, new, &|_| false)?;
                let seating = Seating::default_seats(game.seats, &engines);
                (game, seating, false, AbsenceRules::default(), None, Vec::new())
            }
        };
        seating.start_all(&mut engines, &game);
        Ok(Self {
            start_referee,
            games,
            has_tournaments: setup.has_tournaments,
            homes: setup.homes,
            engines,
            keys: setup.keys,
            browsers: Browsers::new(effects.clone()),
            game,
            seating,
            offers: Offers::default(),
            pace: Pace::new(default_pace, pace),
            holders,
            revealed: RevealedDeals::new(Arc::clone(&storage.archive), shared),
            storage,
            analysis,
            reviews: Reviews::new(setup.helpers, effects.clone()),
            opened: PermitPool::new(OPENED),
            absence_rules,
            deal_shown: None,
            evening_shown: String::new(),
            clocks_shown: moment.now,
            random: moment.random(),
            moment,
            effects,
        })
    }

    /// Handles an event, and returns what is to be done, in this order. `moment` is when it is handled.
    pub fn handle(&mut self, event: Event, moment: Moment) -> Vec<Effect> {
        self.random = moment.random();
        self.moment = moment;
        self.handle_event(event);
        self.handle_due();
        self.effects.take()
    }

    /// Returns the time at which the room wants the event [`Event::Due`], unless another event comes first.
    pub fn due(&self) -> Option<Duration> {
        let flag_fall = self.flag_fall().map(|(_, flag_fall)| flag_fall);
        [self.clock_message(), flag_fall, self.pace.due()].into_iter().flatten().min()
    }

    /// Makes what is due now happen.
    fn handle_due(&mut self) {
        let now = self.now();
        if self.clock_message().is_some_and(|due| due <= now) {
            self.clocks_shown = now;
            self.show_clocks();
        }
        if let Some((seat, _)) = self.flag_fall().filter(|(_, flag_fall)| *flag_fall <= now) {
            self.on_flag_fall(seat);
        }
        if self.pace.due().is_some_and(|due| due <= now) {
            self.pace.end();
            self.continue_game();
        }
    }

    /// Returns the time of the present event.
    pub(crate) const fn now(&self) -> Duration {
        self.moment.now
    }

    /// Returns the time at which the next `clock` message is due, if a clock runs.
    fn clock_message(&self) -> Option<Duration> {
        self.game.clocks()?.running().map(|_| self.clocks_shown + SECOND)
    }

    /// If the running clock belongs to a person, returns the seat and the time of the flag fall. An engine's clock is
    /// watched by its worker, which can distinguish a late move from an engine that hangs.
    fn flag_fall(&self) -> Option<(Seat, Duration)> {
        let clocks = self.game.clocks()?;
        let seat = clocks.running().filter(|seat| !self.seating.has_engine(*seat) || !self.may_think(*seat))?;
        Some((seat, clocks.flag(Duration::ZERO)?))
    }

    fn handle_event(&mut self, event: Event) {
        match event {
            Event::Begin => self.continue_game(),
            Event::Joined { browser, role, pass, fair, is_behind } => {
                self.on_browser_joined(browser, role, &pass, fair, is_behind);
            }
            Event::Left { browser } => self.on_browser_left(browser),
            Event::Request { browser, text } => self.handle_text(browser, &text),
            Event::Homes(homes) => {
                self.homes = homes;
                self.show_links();
            }
            Event::Engine(report) => self.on_engine_report(report),
            Event::Reviewed { job, found } => self.reviews.handle_event(job, found, &self.browsers),
            Event::Due => {}
        }
    }

    /// Deletes the table. Its games stay in the library.
    ///
    /// # Errors
    /// Returns an error if the archive fails. The table then goes on.
    pub fn delete(&self) -> Result<Vec<Effect>, ArchiveError> {
        self.keys.end(|| self.storage.archive.delete_table(&self.storage.table))?;
        self.browsers.notify_all(&Notice::TableDeleted);
        Ok(self.effects.take())
    }

    /// Returns what is played, for the owner's list of tables.
    pub fn summary(&self) -> TableSummary {
        let names = self.seating.players().iter().map(|player| player.occupant.name.clone()).collect();
        let (game, at, over) = (self.game.name().to_string(), self.game.token_count(), self.game.is_over());
        TableSummary { game, names, at, over, pages: self.browsers.all().len() }
    }

    fn handle_text(&mut self, browser: u64, text: &str) {
        if self.browsers.role(browser).is_none() {
            return;
        }
        let about = request_name(text);
        if self.storage.has_failed() && !self.ensure_saved() {
            return self.browsers.send_error(browser, &about, &Refusal::Storage.into());
        }
        let request =
            serde_json::from_str(text).map_err(|error| RequestError::new(Refusal::BadMessage, error.to_string()));
        if let Err(error) = request.and_then(|request| self.handle_request(browser, request)) {
            self.browsers.send_error(browser, &about, &error);
        }
    }

    fn handle_request(&mut self, browser: u64, request: TableRequest) -> Result<(), RequestError> {
        match request {
            TableRequest::New(new) => self.new_game(browser, new),
            TableRequest::Again { same, sure } => self.play_again(browser, same, sure),
            TableRequest::Ready { ready } => self.set_ready(browser, ready),
            TableRequest::Arrange { seats } => self.arrange(browser, seats),
            TableRequest::Lots => self.draw_lots(browser),
            TableRequest::Choose { player, seat } => self.choose(browser, player, seat),
            TableRequest::Clear => self.clear_evening(browser),
            TableRequest::Setup { text } => self.set_up(browser, &text),
            TableRequest::Commit { id, seat, commitment } => self.commit_bits(browser, id, seat, commitment),
            TableRequest::Bits { id, seat, bits } => self.give_bits(browser, id, seat, bits),
            TableRequest::Deal => self.deal_now(browser),
            TableRequest::Seat { seat, occupant } => self.change_seat(browser, seat, occupant),
            TableRequest::Renew { role } => self.renew(browser, role),
            TableRequest::Device => self.invite_host(browser),
            TableRequest::Code { text } => self.draw_code(browser, text),
            TableRequest::Standin { seat, on } => self.set_stand_in(browser, seat, on),
            TableRequest::Absence(rules) => self.set_absence_rules(browser, rules),
            TableRequest::Restart { seat } => self.restart(browser, seat),
            TableRequest::Ping => self.pong(browser),
            TableRequest::Pause => self.pause(browser, true),
            TableRequest::Go => self.pause(browser, false),
            TableRequest::Allow { analysis } => self.allow(browser, analysis),
            TableRequest::Move { token, at } => self.play_move(browser, &token, at),
            TableRequest::Resign | TableRequest::Offer { what: OfferKind::Resign } => self.resign(browser),
            TableRequest::Offer { what: OfferKind::Draw } => self.offer_draw(browser),
            TableRequest::Answer { accept, seat, what } => self.answer_offer(browser, accept, seat, what),
            TableRequest::Undo | TableRequest::Offer { what: OfferKind::Undo } => self.undo(browser),
            TableRequest::Hint => self.hint(browser),
            TableRequest::Language { language } => self.speak(browser, &language),
            TableRequest::Why { token, place } => self.why(browser, &token, &place),
            TableRequest::Look { id, place } => self.look(browser, id, &place),
            TableRequest::Analyse { stop: true, .. } => self.stop_analysis(browser),
            TableRequest::Analyse { place, multipv, engine, .. } => self.analyse(browser, place, multipv, engine),
            TableRequest::Review { stop, nodes, engine } => self.review(browser, stop, nodes, engine),
            TableRequest::Import { format, text } => self.import(browser, format, &text),
            TableRequest::Export { format, id: None } => self.export(browser, format),
            TableRequest::Export { format, id: Some(id) } => self.ask_game(browser, id, Some(format)),
            TableRequest::Games(filter) => self.list_games(browser, &filter),
            TableRequest::Game { id } => self.ask_game(browser, id, None),
            TableRequest::Continue { id, sure } => self.continue_kept(browser, id, sure),
            TableRequest::Forget { id } => self.delete_game(browser, id),
            TableRequest::Records => self.ask_tournaments(Effect::ListTournaments { browser }),
            TableRequest::Record { source, id } => {
                let role = self.browsers.role(browser).ok_or(Refusal::NoRecords)?;
                let language = self.browsers.language(browser).to_string();
                self.ask_tournaments(Effect::TournamentGame { browser, role, language, source, id })
            }
        }
    }

    fn on_engine_report(&mut self, EngineReport { worker, job, event }: EngineReport) {
        let seat = self.seating.played_by(worker);
        let helped = self.analysis.helped_by(worker);
        if let EngineEvent::Ready(id) = &event {
            let playing = seat.and_then(|seat| self.seating.player(seat)?.playing_engine()?.engine.as_deref());
            if let Some(name) = playing.or(helped.map(|(_, name)| name)) {
                self.engines.introduce(name, id);
            }
        }
        if let Some(seat) = seat {
            self.on_seat_report(seat, job, event);
        } else if let Some((browser, _)) = helped {
            self.analysis.handle_event(browser, job, event, &mut self.game, &self.browsers);
        }
    }

    /// Passes on a request about the tournaments.
    fn ask_tournaments(&self, request: Effect) -> Result<(), RequestError> {
        Refusal::NoRecords.reject_if(!self.has_tournaments)?;
        self.effects.push(request);
        Ok(())
    }

    /// Starts a search for this seat, if its engine has to move.
    pub(crate) fn think(&mut self, seat: Seat) -> Result<(), SeatFault> {
        let random = &mut self.random;
        let seed = || random.draw().ok().map(|Hex(bits)| 1 + u64::from_le_bytes(bits) % (i32::MAX as u64));
        self.seating.think(seat, &mut self.engines, &self.game, self.moment.now, seed)
    }

    /// Returns the seat to move if this browser plays for it.
    pub(crate) fn own_turn(&self, browser: u64) -> Option<Seat> {
        self.game.to_move().filter(|seat| self.seats_of(browser).contains(seat))
    }

    /// Returns the seats that this browser plays for.
    pub(crate) fn seats_of(&self, browser: u64) -> Vec<Seat> {
        self.seating.seats_of_role(self.browsers.role(browser))
    }
}
