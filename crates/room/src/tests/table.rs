//! A table and browsers at it, for tests of what happens between them. A browser that waits for a message lets engines
//! answer and time pass.

use super::house::{fill, moment, open_room};
use super::memory::Memory;
use crate::effect::{Effect, MessageKind};
use crate::event::Event;
use crate::keys::{Pass, TableKeys};
use crate::review::{Review, Unit};
use crate::role::Role;
use crate::room::Room;
use crate::search::{EngineEvent, EngineMove, EngineReport, SeatFault, SeatFaultKind};
use crate::tests::local_referee::Switch;
use kit::serve::referee::Referee;
use serde_json::{Value, json};
use speltafel::registry::REGISTRY;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// The messages that wait for a browser.
type Outbox = Rc<RefCell<VecDeque<(MessageKind, String)>>>;

/// A room, and what carries out its effects.
struct Server {
    room: Room,
    archive: Arc<Memory>,
    keys: Arc<TableKeys>,
    now: Duration,
    outboxes: BTreeMap<u64, Outbox>,
    /// The engines, each with the search that it has not answered.
    engines: BTreeMap<u64, (Referee, Option<(u64, String)>)>,
    /// The numbers of reviews that have begun.
    reviews: Vec<u64>,
    browsers: u64,
    events: u64,
    pace: Duration,
}

thread_local! {
    /// The table of the running test.
    static SERVER: RefCell<Option<Rc<RefCell<Server>>>> = const { RefCell::new(None) };
}

fn server() -> Rc<RefCell<Server>> {
    SERVER.with_borrow(|server| Rc::clone(server.as_ref().unwrap()))
}

impl Server {
    fn open(archive: Arc<Memory>, keys: Arc<TableKeys>, pace: Duration) -> Self {
        let room = open_room(&archive, &keys, &Switch::default(), pace);
        let (now, outboxes, engines) = (Duration::ZERO, BTreeMap::new(), BTreeMap::new());
        let mut server =
            Self { room, archive, keys, now, outboxes, engines, reviews: Vec::new(), browsers: 0, events: 0, pace };
        server.handle(Event::Begin);
        server
    }

    fn handle(&mut self, event: Event) {
        self.events += 1;
        for effect in self.room.handle(event, moment(self.now, self.events)) {
            match effect {
                Effect::Send { browser, kind, text } => self.put(browser, kind, text),
                Effect::Start(engine) => {
                    let mut referee = Referee::new(&REGISTRY);
                    let rules = engine.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
                    for (name, value) in [("Game", engine.game.as_str())].into_iter().chain(rules) {
                        referee.ask(&format!("setoption name {name} value {value}")).unwrap();
                    }
                    self.engines.insert(engine.worker, (referee, None));
                }
                Effect::Search { worker, job, search } => {
                    self.engines.get_mut(&worker).unwrap().1 = Some((job, search.view));
                }
                Effect::Cancel { worker } => {
                    self.engines.get_mut(&worker).into_iter().for_each(|engine| engine.1 = None)
                }
                Effect::Stop { worker } => _ = self.engines.remove(&worker),
                Effect::Review { job, .. } => self.reviews.push(job),
                Effect::Close { browser } => _ = self.outboxes.remove(&browser),
                _ => {}
            }
        }
    }

    /// Adds a message. A new state replaces an unsent one.
    fn put(&mut self, browser: u64, kind: MessageKind, text: String) {
        if let Some(outbox) = self.outboxes.get(&browser) {
            let mut outbox = outbox.borrow_mut();
            outbox.retain(|(other, _)| kind == MessageKind::Answer || *other != kind);
            outbox.push_back((kind, text));
        }
    }

    /// Lets an engine answer, a review end or, if there is none, time pass. Returns false if nothing will happen.
    fn go_on(&mut self) -> bool {
        let waiting = self.engines.iter_mut().find_map(|(worker, (referee, search))| {
            let (job, view) = search.take()?;
            let answers = referee.ask(&format!("{view}\nquery legal")).unwrap();
            let legal = answers.lines().find_map(|line| line.strip_prefix("response ")).unwrap();
            Some((*worker, job, legal.split(' ').next().unwrap().to_string()))
        });
        if let Some((worker, job, token)) = waiting {
            let if_rejected = SeatFault::new(SeatFaultKind::Illegal, &token);
            let event = EngineEvent::Done(EngineMove { token, score: None, if_rejected });
            self.handle(Event::Engine(EngineReport { worker, job, event }));
            return true;
        }
        if let Some(job) = self.reviews.pop() {
            let (plies, events, totals) = (Vec::new(), Vec::new(), Vec::new());
            let found = Some(Review { done: 1, of: 1, unit: Unit::Points, plies, events, totals });
            self.handle(Event::Reviewed { job, found });
            return true;
        }
        let Some(due) = self.room.due() else { return false };
        self.now = due;
        self.handle(Event::Due);
        true
    }
}

/// The table of a test, of which there is one. What it keeps is in memory.
#[derive(Clone, Copy)]
pub struct TestTable;

impl TestTable {
    pub fn start() -> Self {
        Self::with_pace(Duration::ZERO)
    }

    pub fn with_pace(pace: Duration) -> Self {
        let keys = Arc::new(TableKeys::new(Vec::new(), |_| Ok(()), fill));
        let server = Server::open(Arc::new(Memory::default()), keys, pace);
        SERVER.set(Some(Rc::new(RefCell::new(server))));
        Self
    }

    /// Connects the owner's browser, which is the host.
    pub fn host(self) -> Browser {
        Browser::join(Role::Host, Pass::Owner)
    }

    /// Starts the program again with what was kept.
    pub fn restart(self) {
        let (archive, keys, pace) = {
            let server = server();
            let server = server.borrow();
            (Arc::clone(&server.archive), Arc::clone(&server.keys), server.pace)
        };
        SERVER.set(Some(Rc::new(RefCell::new(Server::open(archive, keys, pace)))));
    }

    /// Makes everything that is to be kept fail, or work again.
    pub fn fail_to_keep(self, fails: bool) {
        server().borrow().archive.switch.fail_after(fails.then_some(0));
    }

    /// Lets time pass.
    pub fn pass(self, time: Duration) {
        let server = server();
        let mut server = server.borrow_mut();
        server.now += time;
        server.handle(Event::Due);
    }
}

/// A connected browser.
pub struct Browser {
    number: u64,
    outbox: Outbox,
    /// The messages received since the test last cleared this list.
    pub traffic: Vec<String>,
    pub hello: Value,
    /// The last `links` message, which only the host gets.
    pub links: Value,
    pub game: Value,
    /// The last `table` message.
    pub table: Value,
    /// The last `deal` message.
    pub deal: Value,
    /// The last `evening` message.
    pub evening: Value,
    /// What all tokens did, as the `table` messages have told so far.
    pub told: Vec<Value>,
}

impl Browser {
    /// Opens a link.
    pub fn at(link: &str) -> Self {
        Self::named(link, "")
    }

    /// Opens a link, and chooses a name.
    pub fn named(link: &str, name: &str) -> Self {
        let keys = Arc::clone(&server().borrow().keys);
        let key = keys.with_word(link.strip_prefix("/join/").unwrap()).unwrap();
        if !name.is_empty() {
            keys.set_name(key.role, name).unwrap();
        }
        Self::join(key.role, Pass::Cookie(key.secrets.cookie))
    }

    fn join(role: Role, pass: Pass) -> Self {
        let (server, outbox) = (server(), Outbox::default());
        let mut server = server.borrow_mut();
        server.browsers += 1;
        let browser = server.browsers;
        server.outboxes.insert(browser, Rc::clone(&outbox));
        let own = Rc::clone(&outbox);
        let is_behind = move || own.borrow().iter().any(|(kind, _)| *kind == MessageKind::State("table"));
        server.handle(Event::Joined { browser, role, pass, fair: false, is_behind: Box::new(is_behind) });
        let mut joined = Self {
            number: browser,
            outbox,
            traffic: Vec::new(),
            hello: Value::Null,
            links: Value::Null,
            game: Value::Null,
            table: Value::Null,
            deal: Value::Null,
            evening: Value::Null,
            told: Vec::new(),
        };
        drop(server);
        joined.read();
        joined
    }

    pub fn send(&mut self, request: &Value) {
        server().borrow_mut().handle(Event::Request { browser: self.number, text: request.to_string() });
    }

    /// Reads all messages.
    pub fn read(&mut self) {
        while let Some((_, text)) = { self.outbox.borrow_mut().pop_front() } {
            self.receive(text);
        }
    }

    fn receive(&mut self, text: String) -> Value {
        let message: Value = serde_json::from_str(&text).unwrap();
        self.traffic.push(text);
        match message["is"].as_str().unwrap() {
            "hello" => self.hello = message.clone(),
            "links" => self.links = message.clone(),
            "game" => self.game = message.clone(),
            "deal" => self.deal = message.clone(),
            "evening" => self.evening = message.clone(),
            "table" => {
                let facts = &message["facts"];
                let from = facts["from"].as_u64().unwrap() as usize;
                assert!(from <= self.told.len(), "the table has told too little");
                self.told.truncate(from);
                self.told.extend(facts["list"].as_array().unwrap().iter().cloned());
                assert_eq!(self.told.len(), message["tokens"].as_array().unwrap().len());
                self.table = message.clone();
            }
            _ => {}
        }
        message
    }

    /// Reads messages until one meets the condition, and returns it.
    fn read_until(&mut self, mut wanted: impl FnMut(&Self, &Value) -> bool) -> Value {
        for _ in 0..10_000 {
            let next = self.outbox.borrow_mut().pop_front();
            if let Some((_, text)) = next {
                let message = self.receive(text);
                if wanted(self, &message) {
                    return message;
                }
            } else if !server().borrow_mut().go_on() {
                break;
            }
        }
        let start = |text: &String| text.chars().take(300).collect::<String>();
        let last: Vec<String> = self.traffic.iter().rev().take(5).map(start).collect();
        panic!("waited in vain; the last messages, the newest first:\n{}", last.join("\n"))
    }

    /// Reads messages until one of this kind meets the condition, and returns it.
    pub fn until(&mut self, kind: &str, mut wanted: impl FnMut(&Value) -> bool) -> Value {
        self.read_until(|_, message| message["is"] == kind && wanted(message))
    }

    /// Sends a request that the room must reject, and returns the error code.
    pub fn refused(&mut self, request: &Value) -> String {
        self.send(request);
        let error = self.until("error", |_| true);
        assert_eq!(error["about"], request["do"]);
        error["code"].as_str().unwrap().to_string()
    }

    /// Reads all messages, and returns those.
    pub fn sync(&mut self) -> Vec<Value> {
        let mark = self.traffic.len();
        self.read();
        self.traffic[mark..].iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    /// Begins a game with these kinds of players: `here`, `link`, `engine` or `open`.
    pub fn begin(&mut self, game: &str, seats: &[&str], more: Value) {
        let seats: Vec<Value> = seats.iter().map(|who| json!({ "who": who })).collect();
        let mut request = json!({ "do": "new", "game": game, "seats": seats });
        request.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        self.send(&request);
        let count = seats.len();
        self.until("game", |message| message["game"] == game);
        self.until("table", |table| table["seats"].as_array().unwrap().len() == count);
    }

    /// Returns the link of a seat (1-based), or the spectators' link if `seat` is 0.
    pub fn link(&self, seat: usize) -> String {
        let link = if seat == 0 { &self.links["watch"] } else { &self.links["seats"][seat - 1] };
        link.as_str().unwrap().to_string()
    }

    pub fn at_token(&self) -> u64 {
        self.table["at"].as_u64().unwrap()
    }

    pub fn is_over(&self) -> bool {
        self.table["over"] == true
    }

    /// Returns the last state with the facts of all tokens. A state itself has only the facts that its browser did not
    /// have, which depend on the states that were sent before.
    pub fn whole(&self) -> Value {
        let mut whole = self.table.clone();
        whole["facts"] = self.told.clone().into();
        whole
    }

    /// Returns the seat to move (1-based).
    pub fn turn(&self) -> Option<usize> {
        self.table["turn"].as_str().unwrap().strip_prefix('p')?.parse().ok()
    }

    /// Returns the legal moves.
    pub fn legal(&self) -> Vec<String> {
        let legal = self.table["legal"].as_array().unwrap();
        legal.iter().map(|legal| legal["token"].as_str().unwrap().to_string()).collect()
    }

    /// Plays a move and waits for the new state.
    pub fn play(&mut self, token: &str) {
        let at = self.at_token();
        self.send(&json!({ "do": "move", "token": token, "at": at }));
        self.wait_past(at);
    }

    /// Reads messages until the game has more than `at` tokens.
    pub fn wait_past(&mut self, at: u64) {
        if self.at_token() <= at {
            self.read_until(|browser, message| {
                assert_ne!(message["is"], "error", "{message}");
                browser.at_token() > at
            });
        }
    }

    /// Reads messages until the state meets a condition.
    pub fn settle(&mut self, wanted: impl Fn(&Self) -> bool) {
        if !wanted(self) {
            self.read_until(|browser, _| wanted(browser));
        }
    }

    /// Waits until this browser may move, and plays the first legal move.
    pub fn play_first(&mut self) {
        self.settle(|browser| !browser.legal().is_empty());
        let token = self.legal()[0].clone();
        self.play(&token);
    }

    /// Resigns, and waits for the end of the game.
    pub fn resign(&mut self) {
        self.send(&json!({ "do": "resign" }));
        self.settle(Self::is_over);
    }

    pub fn close(self) {
        server().borrow_mut().handle(Event::Left { browser: self.number });
    }
}

/// Begins checkers with the host against a guest. Returns both.
pub fn two(table: &TestTable, more: Value) -> (Browser, Browser) {
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], more);
    let guest = Browser::at(&host.link(2));
    host.settle(|host| host.table["seats"][1]["online"] == true);
    (host, guest)
}

/// Resigns for the browser with this index, and agrees for the partners who are asked. The browser of seat 1 is the
/// first, and so on.
pub fn resign(browsers: &mut [Browser], index: usize) {
    browsers[index].send(&json!({ "do": "resign" }));
    browsers[index].sync();
    let asked = browsers[index].table["offers"][0]["waits"].as_array().cloned().unwrap_or_default();
    for seat in asked {
        let partner = &mut browsers[seat.as_u64().unwrap() as usize - 1];
        partner.send(&json!({ "do": "answer", "accept": true, "what": "resign" }));
    }
}

/// Returns the parts of the state that the disk keeps.
pub fn kept(browser: &Browser) -> Value {
    let table = &browser.table;
    let seats: Vec<Value> = table["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| ["who", "name", "engine", "skill", "movetime"].iter().map(|key| seat[key].clone()).collect())
        .collect();
    let fields =
        ["tokens", "movers", "turn", "fen", "board", "legal", "options", "notes", "you", "over", "result", "pace"];
    let fields: Vec<&Value> = fields.iter().map(|field| &table[field]).collect();
    json!([browser.told, fields, seats])
}
