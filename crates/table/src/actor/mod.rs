//! The actor: one thread that owns the game, the seats and the engines, and answers one event after the other. It never
//! waits for an engine or for a browser, only for the referee. Knows no rules and no socket.

mod analysis;
mod begin;
mod browsers;
mod event;
mod game;
mod hello;
mod look;
mod message;
mod offers;
mod play;
mod portable;
mod queue;
mod records;
mod revealed;
mod review;
mod seats;
mod shown;
mod state;

pub use event::Event;

use super::address::Addresses;
use super::arguments::Setup;
use super::catalogue::Catalogue;
use super::order::{self, Order};
use super::places::Places;
use super::records::Librarian;
use super::referee::Bench;
use super::seat::Seat;
use super::worker::{News, Report, Start, Worker};
use anyhow::{Context, Result};
use browsers::Browser;
use game::{Deals, Game};
use message::Refusal;
use offers::Offer;
use queue::Queue;
use revealed::Revealed;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use ugi::guard::Guard;
use ugi::program::Program;

/// Between two messages about clocks.
const SECOND: Duration = Duration::from_secs(1);

/// The table.
pub struct Actor {
    setup: Setup,
    bench: Bench,
    guard: Option<Guard>,
    catalogue: Catalogue,
    addresses: Arc<Addresses>,
    /// `http://HOST:PORT`, for links.
    home: String,
    /// Where engines report.
    inbox: Sender<Event>,
    browsers: BTreeMap<u64, Browser>,
    /// For engines that help browsers.
    helpers: Places,
    /// For reviews that have not ended yet.
    reviewers: Places,
    game: Game,
    seats: Vec<Seat>,
    paused: bool,
    /// Did people at different browsers sit at this game?
    shared: bool,
    /// Deals of games before this one that nobody may go on with.
    revealed: Revealed,
    /// Tokens of the game on the table that were there when it began.
    opening_length: usize,
    /// When it was played, `YYYY.MM.DD`; of a record that was read in, what that says.
    date: Option<String>,
    /// Have the players of seats 1 and 2 changed sides, so that each link leads to the other one of these seats?
    crossed: bool,
    /// May people analyse while they play?
    allowed: bool,
    /// In the order in which they were made, one of each person at most.
    offers: Vec<Offer>,
    /// The engines that have started, and what they call themselves.
    ids: BTreeMap<String, String>,
    workers: u64,
    /// The review that runs or has ended, of the game on the table.
    reviewing: Option<review::Reviewing>,
    reviews: u64,
    /// Reads recorded games, where there are any.
    librarian: Option<Librarian>,
    clocks_told: Instant,
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
            match Self::new(setup, guard, addresses, home, own) {
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

    fn new(
        setup: Setup,
        guard: Option<Guard>,
        addresses: Arc<Addresses>,
        home: String,
        inbox: Sender<Event>,
    ) -> Result<Self> {
        let patience = Duration::from_millis(setup.patience.ready);
        let bench = Bench { program: setup.referee.clone(), patience, guard: guard.clone() };
        let catalogue = Catalogue::read(bench.clone())?;
        let first = catalogue.games.first().context("the referee has no games")?;
        let name = setup.game.clone().unwrap_or_else(|| first.name.clone());
        let game = Game::begin(&bench, &name, BTreeMap::new(), "startpos", &[], Deals::default(), None, &|_| false)?;
        let mut actor = Self {
            setup,
            bench,
            guard,
            catalogue,
            addresses,
            home,
            inbox,
            browsers: BTreeMap::new(),
            helpers: Places::new(analysis::HELPERS),
            reviewers: Places::new(review::REVIEWERS),
            game,
            seats: Vec::new(),
            paused: false,
            shared: false,
            revealed: Revealed::default(),
            opening_length: 0,
            date: begin::today(),
            crossed: false,
            allowed: false,
            offers: Vec::new(),
            ids: BTreeMap::new(),
            workers: 0,
            reviewing: None,
            reviews: 0,
            librarian: None,
            clocks_told: Instant::now(),
        };
        actor.seats = actor.usual_seats();
        actor.probe();
        actor.open_library()?;
        Ok(actor)
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
    pub(super) fn obey(&mut self, event: Event) {
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
            Event::Reviewed { job, found } => self.reviewed(job, found),
            Event::Records(news) => self.records_news(news),
        }
    }

    fn hear(&mut self, browser: u64, text: &str) {
        if !self.browsers.contains_key(&browser) {
            return;
        }
        let about = order::name(text);
        let done = match Order::read(text) {
            Ok(order) => self.carry_out(browser, order),
            Err((_, error)) => Err(Refusal::new("bad_message", error)),
        };
        if let Err(refusal) = done {
            self.refuse(browser, &about, &refusal);
        }
    }

    fn carry_out(&mut self, browser: u64, order: Order) -> Result<(), Refusal> {
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
            Order::Offer { what } => self.make_offer(browser, what),
            Order::Answer { accept, seat, what } => self.answer_offer(browser, accept, seat, what),
            Order::Undo => self.undo(browser),
            Order::Hint => self.hint(browser),
            Order::Look { id, place } => self.look(browser, &id, &place),
            Order::Analyse { stop: true, .. } => self.stop_analysis(browser),
            Order::Analyse { place, multipv, engine, .. } => self.analyse(browser, place, multipv, engine),
            Order::Review { stop, nodes, engine } => self.review(browser, stop, nodes, engine),
            Order::Import { format, text } => self.import(browser, &format, &text),
            Order::Export { format } => self.export(browser, &format),
            Order::Records => self.records(browser),
            Order::Record { source, id } => self.record(browser, source, &id),
        }
    }

    fn engine_reports(&mut self, report: Report) {
        if let News::Ready(id) = &report.news
            && let Some(name) = self.engine_of(report.worker)
        {
            self.ids.insert(name, id.clone());
        }
        if let Some(seat) = self.seats.iter().position(|seat| seat.has_worker(report.worker)) {
            self.seat_reports(seat, report.job, report.news);
        } else if let Some(browser) = self.helped_by(report.worker) {
            self.helper_reports(browser, report.job, report.news);
        }
    }

    /// The name of the engine that a worker runs.
    fn engine_of(&self, worker: u64) -> Option<String> {
        let seat = self.seats.iter().find(|seat| seat.has_worker(worker)).and_then(|seat| seat.engine.clone());
        seat.or_else(|| {
            let browser = self.browsers.get(&self.helped_by(worker)?)?;
            browser.helper.as_ref().map(|helper| helper.engine.clone())
        })
    }

    /// When something happens by itself.
    fn due(&self) -> Option<Instant> {
        let clocks = self.game.clocks.as_ref()?;
        let told = clocks.running().map(|_| self.clocks_told + SECOND);
        // The flag of an engine falls where its move is waited for: there it can be told from one that hangs.
        let person = clocks.running().is_some_and(|seat| self.seats.get(seat).is_some_and(Seat::is_person));
        let falls = clocks.falls().filter(|_| person);
        [told, falls].into_iter().flatten().min()
    }

    fn tick(&mut self, now: Instant) {
        if now >= self.clocks_told + SECOND {
            self.clocks_told = now;
            self.tell_clocks();
        }
        let Some(clocks) = &self.game.clocks else { return };
        if let Some(seat) = clocks.running()
            && clocks.falls().is_some_and(|falls| falls <= now)
            && self.seats.get(seat).is_some_and(Seat::is_person)
        {
            self.flag_falls(seat);
        }
    }

    /// An engine of the setup.
    fn program(&self, engine: &str) -> Result<Program, Refusal> {
        let unknown = || Refusal::new("unknown_engine", engine);
        let (_, program) = self.setup.engines.iter().find(|(name, _)| name == engine).ok_or_else(unknown)?;
        Ok(program.clone())
    }

    /// Starts an engine of the setup for the game on the table.
    fn start_worker(&mut self, engine: &str, skill: Option<u32>) -> Result<Worker, Refusal> {
        let program = self.program(engine)?;
        let mut options = vec![("Game".to_string(), self.game.name().to_string())];
        options.extend(self.game.options().iter().map(|(name, value)| (name.clone(), value.clone())));
        options.extend(skill.map(|skill| ("Skill".to_string(), skill.to_string())));
        let start = Start { program, options, patience: self.setup.patience, guard: self.guard.clone() };
        self.workers += 1;
        let inbox = self.inbox.clone();
        Ok(Worker::start(self.workers, start, move |report| _ = inbox.send(Event::Engine(report))))
    }
}
