//! The thread of the actor. It owns the parts of the table and dispatches each event to its handler.

use super::analysis::Analysis;
use super::browsers::Browsers;
use super::engines::Engines;
use super::event::ActorEvent;
use super::event_queue::EventQueue;
use super::game::{GameSetup, TableGame};
use super::library::Library;
use super::links::Links;
use super::offers::Offers;
use super::revealed::RevealedDeals;
use super::reviews::Reviews;
use super::seating::Seating;
use super::ticker::{Ticker, next_flag_fall};
use crate::address::Addresses;
use crate::arguments::Setup;
use crate::catalogue::Catalogue;
use crate::message::{Refusal, RequestError};
use crate::referee_client::RefereeConfig;
use crate::request::{self, OfferKind, TableRequest};
use crate::worker::{WorkerEvent, WorkerReport};
use anyhow::{Context, Result};
use runner::Guard;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;
use tokio::sync::oneshot;
use ugi::Seat;

/// The state of the table.
pub struct Actor {
    pub(super) catalogue: Catalogue,
    pub(super) engines: Engines,
    pub(super) links: Links,
    pub(super) browsers: Browsers,
    pub(super) game: TableGame,
    pub(super) seating: Seating,
    pub(super) offers: Offers,
    pub(super) revealed: RevealedDeals,
    pub(super) analysis: Analysis,
    pub(super) reviews: Reviews,
    pub(super) library: Library,
    ticker: Ticker,
}

impl Actor {
    /// Starts the thread and the referee. Returns the inbox, and a receiver that completes when the thread ends.
    pub fn start(
        setup: Setup,
        guard: Option<Guard>,
        addresses: Arc<Addresses>,
        home: String,
    ) -> Result<(Sender<ActorEvent>, oneshot::Receiver<()>)> {
        let (inbox, events) = channel();
        let (alive, ended) = oneshot::channel();
        let own = inbox.clone();
        // A referee client is not `Send`, so it is created on the new thread.
        let (started, outcome) = channel();
        let run = move || {
            // Dropping the sender completes the receiver. The sender is dropped when the thread ends, even if it panics.
            let _alive: oneshot::Sender<()> = alive;
            match Self::new(&setup, guard, Links::new(addresses, home), &own) {
                Ok(mut actor) => {
                    let _ = started.send(Ok(()));
                    actor.run(EventQueue::new(events));
                }
                Err(error) => _ = started.send(Err(error)),
            }
        };
        thread::Builder::new().name("table".to_string()).spawn(run)?;
        outcome.recv().context("the table thread ended before the start")??;
        Ok((inbox, ended))
    }

    fn new(setup: &Setup, guard: Option<Guard>, links: Links, inbox: &Sender<ActorEvent>) -> Result<Self> {
        let timeout = setup.timeouts.ready;
        let referee = RefereeConfig { program: setup.referee.clone(), timeout, guard: guard.clone() };
        let catalogue = Catalogue::read(referee.clone())?;
        let first = catalogue.games.first().context("the referee has no games")?;
        let name = setup.game.as_ref().unwrap_or(&first.name);
        let game_setup = GameSetup::new(name, BTreeMap::new(), "startpos".to_string(), Vec::new());
        let game = TableGame::begin(&referee, game_setup, &|_| false)?;
        let mut engines = Engines::new(setup, guard, inbox.clone());
        let mut seating = Seating::default_seats(game.seats(), &engines);
        seating.start_all(&mut engines, &game);
        Ok(Self {
            catalogue,
            engines,
            links,
            browsers: Browsers::default(),
            game,
            seating,
            offers: Offers::default(),
            revealed: RevealedDeals::default(),
            analysis: Analysis::new(),
            reviews: Reviews::new(inbox.clone()),
            library: Library::open(&setup.results, &referee, inbox.clone())?,
            ticker: Ticker::new(),
        })
    }

    /// Handles events. In practice this never returns, because the actor itself holds senders of the inbox for its
    /// engines and threads.
    fn run(&mut self, mut events: EventQueue) {
        self.continue_game();
        loop {
            match events.next(self.due()) {
                Ok(event) => self.handle_event(event),
                Err(RecvTimeoutError::Timeout) => self.tick(Instant::now()),
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if self.due().is_some_and(|due| due <= Instant::now()) {
                self.tick(Instant::now());
            }
        }
    }

    fn handle_event(&mut self, event: ActorEvent) {
        match event {
            ActorEvent::Joined { browser, role, outbox } => self.on_browser_joined(browser, role, outbox),
            ActorEvent::Left { browser, .. } => self.on_browser_left(browser),
            ActorEvent::Request { browser, text, .. } => self.handle_text(browser, &text),
            ActorEvent::RulesRequest { game, language, answer } => {
                let text = self.catalogue.rules(&game, &language).ok().flatten();
                // The receiver has been dropped if the browser has closed the connection.
                let _ = answer.send(text);
            }
            ActorEvent::Engine(report) => self.on_engine_report(report),
            ActorEvent::Reviewed { job, found } => self.reviews.handle_event(job, found, &self.browsers),
            ActorEvent::Records(event) => self.library.handle_event(event, &self.browsers),
        }
    }

    fn handle_text(&mut self, browser: u64, text: &str) {
        if self.browsers.role(browser).is_none() {
            return;
        }
        let about = request::request_name(text);
        let request =
            TableRequest::read(text).map_err(|error| RequestError::new(Refusal::BadMessage, error.to_string()));
        let result = request.and_then(|request| self.handle_request(browser, request));
        if let Err(error) = result {
            self.browsers.send_error(browser, &about, &error);
        }
    }

    fn handle_request(&mut self, browser: u64, request: TableRequest) -> Result<(), RequestError> {
        match request {
            TableRequest::New(new) => self.new_game(browser, new),
            TableRequest::Again { same, sure } => self.play_again(browser, same, sure),
            TableRequest::Setup { text } => self.set_up(browser, &text),
            TableRequest::Seat { seat, occupant } => self.change_seat(browser, seat, occupant),
            TableRequest::Restart { seat } => self.restart(browser, seat),
            TableRequest::Pause => self.pause(browser, true),
            TableRequest::Go => self.pause(browser, false),
            TableRequest::Allow { analysis } => self.allow(browser, analysis),
            TableRequest::Move { token, at } => self.play_move(browser, &token, at),
            TableRequest::Resign => self.resign(browser),
            TableRequest::Offer { what: OfferKind::Draw } => self.offer_draw(browser),
            TableRequest::Answer { accept, seat, what } => {
                let seat = seat.map(|number| self.seating.seat(number)).transpose()?;
                self.answer_offer(browser, accept, seat, what)
            }
            TableRequest::Undo | TableRequest::Offer { what: OfferKind::Undo } => self.undo(browser),
            TableRequest::Hint => self.hint(browser),
            TableRequest::Look { id, place } => self.look(browser, id, &place),
            TableRequest::Analyse { stop: true, .. } => self.stop_analysis(browser),
            TableRequest::Analyse { place, multipv, engine, .. } => self.analyse(browser, place, multipv, engine),
            TableRequest::Review { stop, nodes, engine } => self.review(browser, stop, nodes, engine),
            TableRequest::Import { format, text } => self.import(browser, format, &text),
            TableRequest::Export { format } => self.export(browser, format),
            TableRequest::Records => self.library.list(browser, &self.browsers),
            TableRequest::Record { source, id } => self.library.ask(browser, source, &id, &self.browsers),
        }
    }

    fn on_engine_report(&mut self, WorkerReport { worker, job, event }: WorkerReport) {
        let seat = self.seating.played_by(worker);
        let helped = self.analysis.helped_by(worker);
        if let WorkerEvent::Ready(id) = &event {
            let playing = seat.and_then(|seat| self.seating.player(seat)?.engine.as_deref());
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

    fn due(&self) -> Option<Instant> {
        self.ticker.due(&self.game, &self.seating)
    }

    fn tick(&mut self, now: Instant) {
        if self.ticker.take_tick(now) {
            self.show_clocks();
        }
        if let Some((seat, _)) = next_flag_fall(&self.game, &self.seating).filter(|(_, flag_fall)| *flag_fall <= now) {
            self.on_flag_fall(seat);
        }
    }

    /// Returns the seats that this browser plays for.
    pub(super) fn seats_of(&self, browser: u64) -> Vec<Seat> {
        self.seating.seats_of_role(self.browsers.role(browser))
    }
}
