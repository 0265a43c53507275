//! The thread that owns a room.

use super::event::ActorEvent;
use super::event_queue::EventQueue;
use super::library::Library;
use super::outboxes::Outboxes;
use super::reviews::Reviews;
use super::tournaments::Tournaments;
use crate::arguments::Setup;
use crate::catalogue::Catalogue;
use crate::hosts::Hosts;
use crate::random;
use crate::records::RecordsReader;
use crate::review::ReviewPrograms;
use crate::worker::Worker;
use anyhow::{Context, Result};
use room::{
    Effect, EngineEvent, EngineReport, Event, Hex, LibraryGame, MessageKind, Moment, PermitPool, RequestError, Room,
    RoomSetup, SeatFault, SeatFaultKind, Storage, TableKeys,
};
use runner::{Guard, running_time};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Instant, UNIX_EPOCH};

/// What the thread shares with the server.
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

/// A room, and what carries out its effects.
pub struct Actor {
    room: Room,
    outboxes: Outboxes,
    workers: BTreeMap<u64, Worker>,
    reviews: Reviews,
    tournaments: Tournaments,
    library: Library,
    setup: Setup,
    guard: Option<Guard>,
    catalogue: Arc<Catalogue>,
    hosts: Arc<Hosts>,
    /// The time from which the room counts.
    start: Instant,
    inbox: Sender<ActorEvent>,
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
            match Self::new(setup, guard, shared, storage, own) {
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
        setup: Setup,
        guard: Option<Guard>,
        shared: Shared,
        storage: (Storage, Option<LibraryGame>),
        inbox: Sender<ActorEvent>,
    ) -> Result<Self> {
        let Shared { catalogue, hosts, helpers, library, records, keys } = shared;
        let start = running_time::now();
        let room = RoomSetup {
            start_referee: catalogue.program().starter(),
            games: Arc::clone(&catalogue.games),
            game: setup.game.clone(),
            engines: setup.engines.iter().map(|(name, _)| name.clone()).collect(),
            thinking: setup.timeouts.thinking,
            pace: setup.pace,
            has_tournaments: records.is_some(),
            homes: hosts.homes(),
            helpers,
            keys,
        };
        Ok(Self {
            room: Room::open(room, storage, moment(start))?,
            outboxes: Outboxes::default(),
            workers: BTreeMap::new(),
            reviews: Reviews::default(),
            tournaments: Tournaments::open(records, inbox.clone()),
            library,
            setup,
            guard,
            catalogue,
            hosts,
            start,
            inbox,
        })
    }

    /// Handles events until the table is deleted.
    fn run(&mut self, mut events: EventQueue) {
        self.handle(Event::Begin);
        loop {
            let due = self.room.due().and_then(|due| self.start.checked_add(due));
            match events.next(due) {
                Ok(ActorEvent::End(answer)) => {
                    let deleted = self.room.delete();
                    let ended = deleted.is_ok();
                    let _ = answer.send(deleted.map(|effects| self.carry_out(effects)));
                    if ended {
                        return;
                    }
                }
                Ok(event) => self.receive(event),
                Err(RecvTimeoutError::Timeout) => self.handle(Event::Due),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn receive(&mut self, event: ActorEvent) {
        match event {
            ActorEvent::Joined { browser, role, pass, fair, outbox } => {
                self.outboxes.add(browser, Arc::clone(&outbox));
                let is_behind = Box::new(move || outbox.has(MessageKind::State("table")));
                self.handle(Event::Joined { browser, role, pass, fair, is_behind });
            }
            ActorEvent::Left { browser, .. } => {
                self.handle(Event::Left { browser });
                self.close(browser);
            }
            ActorEvent::Request { browser, text, .. } => {
                self.handle(Event::Request { browser, text: text.to_string() })
            }
            ActorEvent::Describe(answer) => _ = answer.send(self.room.summary()),
            // Handled by `run`.
            ActorEvent::End(_) => {}
            ActorEvent::LinksChanged => self.handle(Event::Homes(self.hosts.homes())),
            ActorEvent::Engine(report) => self.handle(Event::Engine(report)),
            ActorEvent::Reviewed { job, found } => self.handle(Event::Reviewed { job, found }),
            ActorEvent::Kept { browser, about, kind, outcome } => match outcome {
                Ok(text) => self.outboxes.send(browser, kind, text),
                Err(error) => self.outboxes.send_error(browser, about, &error),
            },
            ActorEvent::Records(event) => self.tournaments.handle_event(event, &self.outboxes),
        }
    }

    fn handle(&mut self, event: Event) {
        let effects = self.room.handle(event, moment(self.start));
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Send { browser, kind, text } => self.outboxes.send(browser, kind, text),
                Effect::Withdraw { browser, state } => self.outboxes.withdraw(browser, state),
                Effect::Close { browser } => self.close(browser),
                Effect::Start(engine) => {
                    let Some((_, program)) = self.setup.engines.iter().find(|(name, _)| *name == engine.engine) else {
                        continue;
                    };
                    let (number, inbox) = (engine.worker, self.inbox.clone());
                    let report = move |report| _ = inbox.send(ActorEvent::Engine(report));
                    let (timeouts, guard) = (self.setup.timeouts, self.guard.clone());
                    let worker = Worker::start(engine, program.clone(), timeouts, guard, report);
                    self.workers.insert(number, worker);
                }
                Effect::Search { worker, job, search } => {
                    let is_sent = self.workers.get(&worker).is_some_and(|found| found.search(job, search));
                    if !is_sent {
                        let fault = SeatFault::new(SeatFaultKind::Crash, "the engine has exited");
                        let event = EngineEvent::Fails(SeatFault { must_restart: true, ..fault }, None);
                        let _ = self.inbox.send(ActorEvent::Engine(EngineReport { worker, job, event }));
                    }
                }
                Effect::Cancel { worker } => self.workers.get(&worker).into_iter().for_each(Worker::stop),
                Effect::Stop { worker } => drop(self.workers.remove(&worker)),
                Effect::Review { job, task, permit } => {
                    let programs = ReviewPrograms::of(&self.setup, self.catalogue.program(), &task.engine);
                    self.reviews.begin(job, programs, task, permit, self.inbox.clone());
                }
                Effect::EndReview { job } => self.reviews.end(job),
                Effect::OpenGame { wanted, permit } => self.library.open(wanted, permit, self.inbox.clone()),
                Effect::ListTournaments { browser } => {
                    let listed = self.tournaments.list(browser, &self.outboxes);
                    self.refuse(browser, "records", listed);
                }
                Effect::TournamentGame { browser, role, language, source, id } => {
                    let asked = self.tournaments.ask(browser, (role, language), source, id);
                    self.refuse(browser, "record", asked);
                }
                Effect::Warn(text) => eprintln!("speltafel-table: {text}"),
            }
        }
    }

    /// Tells a browser that the request `about` has failed, if it has.
    fn refuse(&self, browser: u64, about: &str, asked: Result<(), RequestError>) {
        if let Err(error) = asked {
            self.outboxes.send_error(browser, about, &error);
        }
    }

    /// Ends the connection to a browser.
    fn close(&mut self, browser: u64) {
        self.outboxes.close(browser);
        self.tournaments.remove_browser(browser);
    }
}

/// Returns the present moment, counted from `start`.
fn moment(start: Instant) -> Moment {
    Moment {
        now: running_time::now().saturating_duration_since(start),
        unix: UNIX_EPOCH.elapsed().ok().map(|since| since.as_secs()),
        bits: Hex::random(random::fill).ok().map(|Hex(bits)| bits),
    }
}
