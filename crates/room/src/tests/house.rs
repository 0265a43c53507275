//! A room, and what it sends.

use super::memory::Memory;
use crate::archive::StoredTable;
use crate::catalogue::{GameEntry, OptionInfo};
use crate::effect::Effect;
use crate::event::Event;
use crate::keys::{Pass, TableKeys};
use crate::moment::Moment;
use crate::permits::{PermitPool, Quota};
use crate::role::Role;
use crate::room::{Room, RoomSetup};
use crate::storage::{LibraryGame, Storage};
use crate::tests::local_referee::{LocalReferee, Switch};
use base::rng::mix;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use ugi::{Client, OptionLine, Query};

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

/// Fills a buffer with other bits in each call.
pub fn fill(bytes: &mut [u8]) -> anyhow::Result<()> {
    static DRAWN: AtomicU64 = AtomicU64::new(1);
    let drawn = DRAWN.fetch_add(1, Ordering::Relaxed) << 32;
    bytes.iter_mut().zip(drawn..).for_each(|(byte, number)| *byte = mix(number) as u8);
    Ok(())
}

/// The games of the engine, as a table asks for them.
static GAMES: LazyLock<Arc<Vec<GameEntry>>> = LazyLock::new(|| Arc::new(games()));

fn games() -> Vec<GameEntry> {
    let mut client = Client::handshake(LocalReferee::new(&Switch::default()), "", ugi::DEFAULT_TIMEOUT).unwrap();
    let declared: Vec<OptionLine> = client.options().collect();
    let names = client.ask(Query::Games).unwrap();
    let mut entry = |name: String| {
        client.set_option("Game", &name).unwrap();
        let info = client.info(None).unwrap();
        let own = declared.iter().filter(|option| info.rule_options.contains(&option.name));
        let options: Vec<OptionInfo> = own.map(OptionInfo::from).collect();
        let seats = client.ask_word(Query::Seats).unwrap().parse().unwrap();
        let portable = client.formats().unwrap().first().map(|format| format.to_uppercase());
        GameEntry { name, options, seats, portable, info }
    };
    names.into_iter().map(&mut entry).collect()
}

/// Opens a room with what an archive keeps. Each move is shown for the time `pace`.
pub fn open_room(archive: &Arc<Memory>, keys: &Arc<TableKeys>, referee: &Switch, pace: Duration) -> Room {
    let quota = Quota { host: 9, seat: 9, watch: 9 };
    let setup = RoomSetup {
        start_referee: LocalReferee::starter(referee),
        games: Arc::clone(&GAMES),
        game: None,
        engines: ["speltafel", "toy"].map(String::from).into(),
        thinking: Duration::from_secs(5),
        pace,
        has_tournaments: false,
        homes: vec![String::new()],
        helpers: Arc::new(PermitPool::new(quota)),
        keys: Arc::clone(keys),
    };
    let kept = Arc::<Memory>::clone(archive);
    let storage: (Storage, Option<LibraryGame>) = match archive.table() {
        Some((game, saved)) => {
            let table = StoredTable { number: 1, id: "table".to_string(), keys: Vec::new(), game: Some(game), saved };
            Storage::reopen(kept, &table).unwrap()
        }
        None => (Storage::new(kept, "table"), None),
    };
    Room::open(setup, storage, moment(Duration::ZERO, 0)).unwrap()
}

impl House {
    /// Opens a room, whose host is there. Each move is shown for this time.
    pub fn open(pace: Duration) -> Self {
        let (archive, referee) = (Arc::new(Memory::default()), Switch::default());
        let keys = Arc::new(TableKeys::new(Vec::new(), |_| Ok(()), fill));
        let room = open_room(&archive, &keys, &referee, pace);
        let (others, sent, now) = (Vec::new(), Vec::new(), Duration::ZERO);
        let mut house = Self { room, archive, referee, now, others, sent };
        house.handle(Event::Begin);
        let (browser, role, pass) = (HOST, Role::Host, Pass::Owner);
        house.handle(Event::Joined { browser, role, pass, fair: false, is_behind: Box::new(|| false) });
        house
    }

    /// Handles an event. The random bits are always the same, so that two games have the same deals.
    pub fn handle(&mut self, event: Event) {
        for effect in self.room.handle(event, moment(self.now, 0)) {
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

/// Returns a moment with random bits that depend on the number of the event.
pub fn moment(now: Duration, events: u64) -> Moment {
    let mut bits = [0; 32];
    bits[..8].copy_from_slice(&events.to_be_bytes());
    Moment { now, unix: Some(1_800_000_000), bits: Some(bits) }
}
