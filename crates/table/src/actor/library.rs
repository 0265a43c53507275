//! Opens games of the library on separate threads. Each needs a referee of its own, for which the tables do not wait.

use super::event::ActorEvent;
use crate::referee::RefereeProgram;
use crate::store::Store;
use anyhow::Result;
use room::{Permit, StartReferee, WantedGame};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The number of games that are opened at the same time, at all tables together.
const REFEREES: usize = 2;

/// The threads that open games for all tables.
#[derive(Clone)]
pub struct Library(Sender<Order>);

/// A request for a game, and the table that wants it.
struct Order {
    wanted: WantedGame,
    inbox: Sender<ActorEvent>,
    _permit: Permit,
}

impl Library {
    /// Starts the threads. They end when all handles are dropped. `engine` is the name of the default engine.
    pub fn start(program: &RefereeProgram, engine: &str, store: &Arc<Store>) -> Result<Self> {
        let (sender, orders) = channel();
        let orders = Arc::new(Mutex::new(orders));
        for _ in 0..REFEREES {
            let (orders, engine, store) = (Arc::clone(&orders), engine.to_string(), Arc::clone(store));
            let start = program.in_background().starter();
            let run = move || answer_all(&orders, &start, &engine, &store);
            thread::Builder::new().name("library".to_string()).spawn(run)?;
        }
        Ok(Self(sender))
    }

    /// Requests a game. The message with it goes to `inbox`.
    pub fn open(&self, wanted: WantedGame, permit: Permit, inbox: Sender<ActorEvent>) {
        // The threads do not end while there is a table.
        let _ = self.0.send(Order { wanted, inbox, _permit: permit });
    }
}

fn answer_all(orders: &Mutex<Receiver<Order>>, start: &StartReferee, engine: &str, store: &Store) {
    let next = || orders.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(Order { wanted, inbox, _permit }) = next() {
        let (browser, (about, kind)) = (wanted.browser, wanted.about());
        let outcome = wanted.answer(start, engine, store);
        // The table may have been deleted.
        let _ = inbox.send(ActorEvent::Kept { browser, about, kind, outcome });
    }
}
