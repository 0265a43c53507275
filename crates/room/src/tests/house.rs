//! A room, and what it sends.

use super::memory::Memory;
use crate::archive::Archive;
use crate::catalogue::GameEntry;
use crate::effect::Effect;
use crate::event::Event;
use crate::keys::{Pass, TableKeys};
use crate::moment::Moment;
use crate::permits::{PermitPool, Quota};
use crate::role::Role;
use crate::room::{Room, RoomSetup};
use crate::storage::Storage;
use crate::tests::local_referee::{LocalReferee, Switch};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use ugi::facts::GameInfo;

/// The number of the host's browser.
pub const HOST: u64 = 1;

/// A room whose owner is the host. Its referee, its archive and its clock are in the hands of the test.
pub struct House {
    pub room: Room,
    pub archive: Arc<Memory>,
    pub referee: Switch,
    pub now: Duration,
    /// The effects that are no messages, in their order.
    pub others: Vec<Effect>,
    /// The messages to all browsers, in their order.
    pub sent: Vec<(u64, Value)>,
}

fn quota() -> Quota {
    Quota { host: 9, seat: 9, watch: 9 }
}

fn entry(name: &str) -> GameEntry {
    GameEntry { name: name.to_string(), options: Vec::new(), seats: 2, portable: None, info: GameInfo::default() }
}

impl House {
    /// Opens a room, whose host is there. Each move is shown for this time.
    pub fn open(pace: Duration) -> Self {
        let (archive, referee) = (Arc::new(Memory::default()), Switch::default());
        let fill = |bytes: &mut [u8]| {
            bytes.fill(1);
            Ok(())
        };
        let setup = RoomSetup {
            start_referee: LocalReferee::starter(&referee),
            games: Arc::new(["checkers", "querbeet", "keezen"].map(entry).into()),
            game: None,
            engines: vec!["engine".to_string()],
            thinking: Duration::from_secs(5),
            pace,
            has_tournaments: false,
            homes: Vec::new(),
            helpers: Arc::new(PermitPool::new(quota())),
            keys: Arc::new(TableKeys::new(Vec::new(), |_| Ok(()), fill)),
        };
        let storage = Storage::new(Arc::clone(&archive) as Arc<dyn Archive>, "table");
        let room = Room::open(setup, (storage, None), moment(Duration::ZERO)).unwrap();
        let (others, sent, now) = (Vec::new(), Vec::new(), Duration::ZERO);
        let mut house = Self { room, archive, referee, now, others, sent };
        house.handle(Event::Begin);
        let (browser, role, pass) = (HOST, Role::Host, Pass::Owner);
        house.handle(Event::Joined { browser, role, pass, fair: false, is_behind: Box::new(|| false) });
        house
    }

    pub fn handle(&mut self, event: Event) {
        for effect in self.room.handle(event, moment(self.now)) {
            match effect {
                Effect::Send { browser, text, .. } => self.sent.push((browser, serde_json::from_str(&text).unwrap())),
                other => self.others.push(other),
            }
        }
    }

    /// Sends a request of the host. Returns the code of the error, if there is one.
    pub fn request(&mut self, request: Value) -> Option<String> {
        let before = self.sent.len();
        self.handle(Event::Request { browser: HOST, text: request.to_string() });
        let error = self.sent[before..].iter().find(|(_, message)| message["is"] == "error");
        error.map(|(_, message)| message["code"].as_str().unwrap().to_string())
    }

    /// Begins a game with these kinds of players.
    pub fn begin(&mut self, game: &str, seats: &[&str], more: Value) {
        let seats: Vec<Value> = seats.iter().map(|who| json!({ "who": who })).collect();
        let mut request = json!({ "do": "new", "game": game, "seats": seats });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        assert_eq!(self.request(request), None);
    }

    /// Lets time pass until the room is due.
    pub fn wait(&mut self) {
        self.now = self.room.due().unwrap();
        self.handle(Event::Due);
    }

    /// Returns the last message of this kind to the host.
    pub fn last(&self, kind: &str) -> &Value {
        let is_it = |(browser, message): &&(u64, Value)| *browser == HOST && message["is"] == kind;
        &self.sent.iter().rfind(is_it).unwrap().1
    }

    /// Returns the last message `table` to the host.
    pub fn table(&self) -> &Value {
        self.last("table")
    }

    /// Plays the first legal move. Returns the code of the error, if there is one.
    pub fn play_first(&mut self) -> Option<String> {
        let (token, at) = (&self.table()["legal"][0]["token"], &self.table()["at"]);
        self.request(json!({ "do": "move", "token": token, "at": at }))
    }
}

/// The random bits are always the same, so that two games have the same deals.
fn moment(now: Duration) -> Moment {
    Moment { now, unix: Some(0), bits: Some([7; 32]) }
}
