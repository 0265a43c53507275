//! The thread of the actor: it owns the parts of the table, and leads each event to where it is answered.

use super::analysis::Analysis;
use super::browsers::Browsers;
use super::engines::Engines;
use super::event::Event;
use super::game::{Game, Opening};
use super::library::Library;
use super::links::Links;
use super::message::RequestError;
use super::offers::Offers;
use super::queue::Queue;
use super::revealed::Revealed;
use super::reviews::Reviews;
use super::seating::Seating;
use super::ticker::{Ticker, falling};
use crate::address::Addresses;
use crate::arguments::Setup;
use crate::catalogue::Catalogue;
use crate::order::{self, Offered, Order};
use crate::referee::Bench;
use crate::worker::{News, Report};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use ugi::guard::Guard;

/// The table.
pub struct Actor {
    pub(super) catalogue: Catalogue,
    pub(super) engines: Engines,
    pub(super) links: Links,
    pub(super) browsers: Browsers,
    pub(super) game: Game,
    pub(super) seating: Seating,
    pub(super) offers: Offers,
    pub(super) revealed: Revealed,
    pub(super) analysis: Analysis,
    pub(super) reviews: Reviews,
    pub(super) library: Library,
    ticker: Ticker,
}

impl Actor {
    /// Starts the referee and the thread; gives the inbox, and a word when the thread breaks down.
    ///
    /// # Errors
    /// The referee does not start or does not know the game, or the system has no thread left.
    pub fn start(
        setup: Setup,
        guard: Option<Guard>,
        addresses: Arc<Addresses>,
        home: String,
    ) -> Result<(Sender<Event>, oneshot::Receiver<()>)> {
        let (inbox, events) = channel();
        let (alive, broken) = oneshot::channel();
        let own = inbox.clone();
        // The dialogue with a referee cannot change threads: it is begun where it goes on.
        let (begun, outcome) = channel();
        let run = move || {
            // Dropped when this thread ends, however it ends.
            let _alive: oneshot::Sender<()> = alive;
            match Self::new(&setup, guard, Links::new(addresses, home), &own) {
                Ok(mut actor) => {
                    let _ = begun.send(Ok(()));
                    actor.run(Queue::new(events));
                }
                Err(error) => _ = begun.send(Err(error)),
            }
        };
        thread::Builder::new().name("table".to_string()).spawn(run)?;
        outcome.recv().context("the table did not begin")??;
        Ok((inbox, broken))
    }

    fn new(setup: &Setup, guard: Option<Guard>, links: Links, inbox: &Sender<Event>) -> Result<Self> {
        let patience = Duration::from_millis(setup.patience.ready);
        let bench = Bench { program: setup.referee.clone(), patience, guard: guard.clone() };
        let catalogue = Catalogue::read(bench.clone())?;
        let first = catalogue.games.first().context("the referee has no games")?;
        let name = setup.game.as_ref().unwrap_or(&first.name);
        let opening = Opening::new(name, BTreeMap::new(), "startpos".to_string(), Vec::new());
        let game = Game::begin(&bench, opening, &|_| false)?;
        let mut engines = Engines::new(setup, guard, inbox.clone());
        let mut seating = Seating::usual(game.seats(), &engines);
        seating.probe(&mut engines, &game);
        Ok(Self {
            catalogue,
            engines,
            links,
            browsers: Browsers::default(),
            game,
            seating,
            offers: Offers::default(),
            revealed: Revealed::default(),
            analysis: Analysis::new(),
            reviews: Reviews::new(inbox.clone()),
            library: Library::open(&setup.results, &bench, inbox.clone())?,
            ticker: Ticker::new(),
        })
    }

    /// Answers events until nobody can send one any more.
    fn run(&mut self, mut events: Queue) {
        self.carry_on();
        loop {
            match events.next(self.due()) {
                Ok(event) => self.obey(event),
                Err(RecvTimeoutError::Timeout) => self.tick(Instant::now()),
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if self.due().is_some_and(|due| due <= Instant::now()) {
                self.tick(Instant::now());
            }
        }
    }

    /// Carries out one event.
    fn obey(&mut self, event: Event) {
        match event {
            Event::Joined { browser, role, outbox } => self.join(browser, role, outbox),
            Event::Left { browser, .. } => self.leave(browser),
            Event::Said { browser, text, .. } => self.hear(browser, &text),
            Event::Rules { game, language, answer } => {
                let text = self.catalogue.rules(&game, &language).ok().flatten();
                // Who has gone meanwhile needs no rules.
                let _ = answer.send(text);
            }
            Event::Engine(report) => self.engine_reports(report),
            Event::Reviewed { job, found } => self.reviews.hear(job, found, &self.browsers),
            Event::Records(news) => self.library.hear(news, &self.browsers),
        }
    }

    fn hear(&mut self, browser: u64, text: &str) {
        if self.browsers.role(browser).is_none() {
            return;
        }
        let about = order::name(text);
        let order = Order::read(text).map_err(|error| RequestError::new("bad_message", error.to_string()));
        let done = order.and_then(|order| self.carry_out(browser, order));
        if let Err(refusal) = done {
            self.browsers.refuse(browser, &about, &refusal);
        }
    }

    fn carry_out(&mut self, browser: u64, order: Order) -> Result<(), RequestError> {
        match order {
            Order::New(new) => self.new_game(browser, new),
            Order::Again { same, sure } => self.again(browser, same, sure),
            Order::Setup { text } => self.set_up(browser, &text),
            Order::Seat { seat, occupant } => self.change_seat(browser, seat, occupant),
            Order::Restart { seat } => self.restart(browser, seat),
            Order::Pause => self.pause(browser, true),
            Order::Go => self.pause(browser, false),
            Order::Allow { analysis } => self.allow(browser, analysis),
            Order::Move { token, at } => self.play_move(browser, &token, at),
            Order::Resign => self.resign(browser),
            Order::Offer { what: Offered::Draw } => self.offer_draw(browser),
            Order::Answer { accept, seat, what } => self.answer_offer(browser, accept, seat, what),
            Order::Undo | Order::Offer { what: Offered::Undo } => self.undo(browser),
            Order::Hint => self.hint(browser),
            Order::Look { id, place } => self.look(browser, &id, &place),
            Order::Analyse { stop: true, .. } => self.stop_analysis(browser),
            Order::Analyse { place, multipv, engine, .. } => self.analyse(browser, place, multipv, engine),
            Order::Review { stop, nodes, engine } => self.review(browser, stop, nodes, engine),
            Order::Import { format, text } => self.import(browser, &format, &text),
            Order::Export { format } => self.export(browser, &format),
            Order::Records => self.library.list(browser, &self.browsers),
            Order::Record { source, id } => self.library.ask(browser, source, &id, &self.browsers),
        }
    }

    fn engine_reports(&mut self, Report { worker, job, news }: Report) {
        let seat = self.seating.played_by(worker);
        let helped = self.analysis.helped_by(worker);
        if let News::Ready(id) = &news {
            let playing = seat.and_then(|seat| self.seating.seats()[seat].engine.as_deref());
            if let Some(name) = playing.or(helped.map(|(_, name)| name)) {
                self.engines.introduce(name, id);
            }
        }
        if let Some(seat) = seat {
            self.seat_reports(seat, job, news);
        } else if let Some((browser, _)) = helped {
            self.analysis.hear(browser, job, news, &mut self.game, &self.browsers);
        }
    }

    fn due(&self) -> Option<Instant> {
        self.ticker.due(&self.game, &self.seating)
    }

    fn tick(&mut self, now: Instant) {
        if self.ticker.shows(now) {
            self.show_clocks();
        }
        if let Some((seat, _)) = falling(&self.game, &self.seating).filter(|(_, falls)| *falls <= now) {
            self.flag_falls(seat);
        }
    }

    /// Seats, from 0, that this browser plays for.
    pub(super) fn seats_of(&self, browser: u64) -> Vec<usize> {
        self.seating.of(self.browsers.role(browser))
    }
}
