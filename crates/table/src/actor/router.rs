//! The thread of the actor. It owns the parts of the table and dispatches each event to its handler.

use super::analysis::Analysis;
use super::browsers::Browsers;
use super::engines::Engines;
use super::evening::Evening;
use super::event::{ActorEvent, TableSummary};
use super::event_queue::EventQueue;
use super::game::{GameSetup, TableGame};
use super::kept_reader::{KeptReader, Library};
use super::offers::Offers;
use super::pace::Pace;
use super::revealed::RevealedDeals;
use super::reviews::Reviews;
use super::seating::Seating;
use super::storage::{LibraryGame, RestoredGame, Storage};
use super::tournaments::Tournaments;
use crate::absence::AbsenceRules;
use crate::arguments::Setup;
use crate::catalogue::Catalogue;
use crate::hosts::Hosts;
use crate::keys::{Holder, TableKeys};
use crate::message::{Notice, Refusal, RequestError};
use crate::permits::PermitPool;
use crate::records::RecordsReader;
use crate::request::{OfferKind, TableRequest, request_name};
use crate::store::StoreError;
use crate::worker::{WorkerEvent, WorkerReport};
use anyhow::{Context, Result};
use runner::{Guard, running_time};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use ugi::Seat;

/// The time between two `clock` messages.
const SECOND: Duration = Duration::from_secs(1);

/// What the actor shares with the server.
pub struct Shared {
    /// The games.
    pub catalogue: Arc<Catalogue>,
    /// The addresses of the server.
    pub hosts: Arc<Hosts>,
    /// The limit on engines that analyse and review, for all tables together.
    pub helpers: Arc<PermitPool>,
    /// The threads that open kept games.
    pub library: Library,
    /// The thread that follows the tournaments; `None` if there are none.
    pub records: Option<Arc<RecordsReader>>,
    /// The keys of the table.
    pub keys: Arc<TableKeys>,
}

/// The state of the table.
pub struct Actor {
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) engines: Engines,
    pub(super) hosts: Arc<Hosts>,
    pub(super) keys: Arc<TableKeys>,
    pub(super) browsers: Browsers,
    pub(super) game: TableGame,
    pub(super) seating: Seating,
    pub(super) offers: Offers,
    pub(super) pace: Pace,
    /// For each seat, who holds the link with which a person plays. Does not change after the end of the game.
    pub(super) holders: Vec<Option<Holder>>,
    pub(super) revealed: RevealedDeals,
    pub(super) storage: Storage,
    pub(super) analysis: Analysis,
    pub(super) reviews: Reviews,
    pub(super) tournaments: Tournaments,
    pub(super) kept: KeptReader,
    /// When engines stand in for people who are away.
    pub(super) absence_rules: AbsenceRules,
    /// The last message `deal` to all browsers.
    pub(super) deal_shown: Option<String>,
    pub(super) evening: Evening,
    /// The last message `evening` that was sent to all browsers.
    pub(super) evening_shown: String,
    /// The time of the last `clock` message, initially that of the start.
    clocks_shown: Instant,
}

impl Actor {
    /// Starts the thread and the referee, and returns the inbox. `alive` is dropped when the thread ends.
    pub fn start(
        setup: Setup,
        guard: Option<Guard>,
        shared: Shared,
        storage: (Storage, Option<LibraryGame>),
        alive: impl Send + 'static,
    ) -> Result<Sender<ActorEvent>> {
        let (inbox, events) = channel();
        let own = inbox.clone();
        // A referee is not `Send`, so it is started on the new thread.
        let (started, outcome) = channel();
        let run = move || {
            // Dropped when the thread ends, even if it panics.
            let _alive = alive;
            match Self::new(&setup, guard, shared, storage, &own) {
                Ok(mut actor) => {
                    let _ = started.send(Ok(()));
                    actor.run(EventQueue::new(events));
                }
                Err(error) => _ = started.send(Err(error)),
            }
        };
        thread::Builder::new().name("table".to_string()).spawn(run)?;
        outcome.recv().context("the table thread ended before the start")??;
        Ok(inbox)
    }

    fn new(
        setup: &Setup,
        guard: Option<Guard>,
        shared: Shared,
        (mut storage, saved): (Storage, Option<LibraryGame>),
        inbox: &Sender<ActorEvent>,
    ) -> Result<Self> {
        let Shared { catalogue, hosts, helpers, library, records, keys } = shared;
        let program = catalogue.program().clone();
        let mut engines = Engines::new(setup, guard, inbox.clone());
        let mut analysis = Analysis::new(Arc::clone(&helpers));
        let restored = saved.and_then(|saved| match saved.restore(&program, engines.first()) {
            Ok(restored) => Some(restored),
            Err(error) => {
                eprintln!(
                    "speltafel-table: cannot continue the game of table {} in {}: {error:#}. It stays in the library, and \
                     the table begins another game.",
                    storage.table,
                    storage.store.file()
                );
                storage.begin(true);
                None
            }
        });
        let (game, mut seating, shared, absence_rules, pace, holders) = match restored {
            Some(RestoredGame { game, seating, shared, analysis: allowed, absence, pace, holders }) => {
                analysis.restore(allowed);
                (game, seating, shared, absence, pace, holders)
            }
            None => {
                let first = catalogue.games.first().context("the referee has no games")?;
                let name = setup.game.as_ref().unwrap_or(&first.name);
                let game_setup = GameSetup::new(name, BTreeMap::new(), "startpos".to_string(), Vec::new());
                let game = TableGame::begin(&program, game_setup, &|_| false)?;
                let seating = Seating::default_seats(game.seats, &engines);
                (game, seating, false, AbsenceRules::default(), None, Vec::new())
            }
        };
        seating.start_all(&mut engines, &game);
        Ok(Self {
            catalogue,
            engines,
            hosts,
            keys,
            browsers: Browsers::default(),
            game,
            seating,
            offers: Offers::default(),
            pace: Pace::new(setup.pace, pace),
            holders,
            revealed: RevealedDeals::new(Arc::clone(&storage.store), shared),
            evening: std::mem::take(&mut storage.evening),
            storage,
            analysis,
            reviews: Reviews::new(inbox.clone(), helpers),
            tournaments: Tournaments::open(records, inbox.clone()),
            kept: KeptReader::new(library, inbox.clone()),
            absence_rules,
            deal_shown: None,
            evening_shown: String::new(),
            clocks_shown: running_time::now(),
        })
    }

    /// Handles events. In practice this never returns, because the actor itself holds senders of the inbox for its
    /// engines and threads.
    fn run(&mut self, mut events: EventQueue) {
        self.continue_game();
        loop {
            let flag_fall = self.flag_fall().map(|(_, flag_fall)| flag_fall);
            match events.next([self.clock_message(), flag_fall, self.pace.due()].into_iter().flatten().min()) {
                Ok(ActorEvent::End(answer)) => {
                    let deleted = self.delete();
                    let ended = deleted.is_ok();
                    let _ = answer.send(deleted);
                    if ended {
                        return;
                    }
                }
                Ok(event) => self.handle_event(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            let now = running_time::now();
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
    }

    /// Returns the time at which the next `clock` message is due, if a clock runs.
    fn clock_message(&self) -> Option<Instant> {
        self.game.clocks()?.running().map(|_| self.clocks_shown + SECOND)
    }

    /// If the running clock belongs to a person, returns the seat and the time of the flag fall. An engine's clock is
    /// watched by its worker, which can distinguish a late move from an engine that hangs.
    fn flag_fall(&self) -> Option<(Seat, Instant)> {
        let clocks = self.game.clocks()?;
        let seat = clocks.running().filter(|seat| !self.seating.has_engine(*seat) || !self.may_think(*seat))?;
        Some((seat, clocks.flag_time()?))
    }

    fn handle_event(&mut self, event: ActorEvent) {
        match event {
            ActorEvent::Joined { browser, role, pass, fair, outbox } => {
                self.on_browser_joined(browser, role, &pass, fair, outbox);
            }
            ActorEvent::Left { browser, .. } => self.on_browser_left(browser),
            ActorEvent::Request { browser, text, .. } => self.handle_text(browser, &text),
            ActorEvent::Describe(answer) => _ = answer.send(self.summary()),
            // Handled by `run`.
            ActorEvent::End(_) => {}
            ActorEvent::LinksChanged => self.show_links(),
            ActorEvent::Engine(report) => self.on_engine_report(report),
            ActorEvent::Reviewed { job, found } => self.reviews.handle_event(job, found, &self.browsers),
            ActorEvent::Kept { browser, about, kind, outcome } => self.send_kept(browser, about, kind, outcome),
            ActorEvent::Records(event) => self.tournaments.handle_event(event, &self.browsers),
        }
    }

    /// Deletes the table. Its games stay in the library.
    fn delete(&self) -> Result<(), StoreError> {
        self.keys.end(|| self.storage.store.delete_table(&self.storage.table))?;
        self.browsers.notify_all(&Notice::TableDeleted);
        Ok(())
    }

    /// Returns what is played, for the owner's list of tables.
    fn summary(&self) -> TableSummary {
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
            TableRequest::Records => self.tournaments.list(browser, &self.browsers),
            TableRequest::Record { source, id } => self.tournaments.ask(browser, source, id, &self.browsers),
        }
    }

    fn on_engine_report(&mut self, WorkerReport { worker, job, event }: WorkerReport) {
        let seat = self.seating.played_by(worker);
        let helped = self.analysis.helped_by(worker);
        if let WorkerEvent::Ready(id) = &event {
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

    /// Returns the seat to move if this browser plays for it.
    pub(super) fn own_turn(&self, browser: u64) -> Option<Seat> {
        self.game.to_move().filter(|seat| self.seats_of(browser).contains(seat))
    }

    /// Returns the seats that this browser plays for.
    pub(super) fn seats_of(&self, browser: u64) -> Vec<Seat> {
        self.seating.seats_of_role(self.browsers.role(browser))
    }
}
