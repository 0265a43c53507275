//! The tables of the server.

use crate::actor::{Actor, ActorEvent, Shared};
use crate::address::{is_same_secret, random_secret};
use crate::arguments::Setup;
use crate::catalogue::Catalogue;
use crate::hosts::Hosts;
use crate::keys::{Key, Secrets, TableKeys};
use crate::permits::{PermitPool, Quota};
use crate::referee::RefereeProgram;
use anyhow::Result;
use runner::Guard;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::Notify;

/// Limits per role on the number of browsers at a table.
const BROWSERS: Quota = Quota { host: 16, seat: 8, watch: 32 };
/// The length of a table's id.
const ID_LENGTH: usize = 8;

/// A table.
pub struct Table {
    /// The part of the table's addresses that names it.
    pub id: String,
    pub keys: Arc<TableKeys>,
    /// Receives the events of the table's browsers.
    pub inbox: Sender<ActorEvent>,
    /// Limits the number of the table's browsers.
    pub browsers: PermitPool,
}

/// The tables of the server, and what all of them share.
pub struct Tables {
    setup: Setup,
    guard: Option<Guard>,
    catalogue: Arc<Catalogue>,
    pub hosts: Arc<Hosts>,
    /// The secrets of the owner, who is the host of every table.
    pub owner: Secrets,
    /// The tables, in the order in which they were created.
    tables: Mutex<Vec<Arc<Table>>>,
    /// Signals that the last table has ended.
    empty: Notify,
}

/// What a secret word opens.
pub enum Door {
    /// All tables.
    Owner,
    /// A role at a table.
    Table(Arc<Table>, Key),
}

/// Removes a table from the list when it is dropped.
struct Listed {
    tables: Weak<Tables>,
    id: String,
}

impl Tables {
    /// Reads the games of the referee. There is no table yet.
    pub fn new(setup: Setup, guard: Option<Guard>, hosts: Arc<Hosts>) -> Result<Arc<Self>> {
        let (program, timeout) = (setup.referee.clone(), setup.timeouts.ready);
        let program = RefereeProgram { program, timeout, guard: guard.clone() };
        let catalogue = Arc::new(Catalogue::read(program)?);
        let (tables, empty) = (Mutex::default(), Notify::new());
        Ok(Arc::new(Self { setup, guard, catalogue, hosts, owner: Secrets::new()?, tables, empty }))
    }

    /// Starts a table.
    pub fn create(self: &Arc<Self>) -> Result<Arc<Table>> {
        let id = random_secret()?.split_off(32 - ID_LENGTH);
        let keys = Arc::new(TableKeys::default());
        let listed = Listed { tables: Arc::downgrade(self), id: id.clone() };
        let (catalogue, hosts) = (Arc::clone(&self.catalogue), Arc::clone(&self.hosts));
        let shared = Shared { catalogue, hosts, keys: Arc::clone(&keys) };
        let inbox = Actor::start(self.setup.clone(), self.guard.clone(), shared, listed)?;
        let table = Arc::new(Table { id, keys, inbox, browsers: PermitPool::new(BROWSERS) });
        self.lock().push(Arc::clone(&table));
        Ok(table)
    }

    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// Returns the table with this id.
    pub fn table(&self, id: &str) -> Option<Arc<Table>> {
        self.lock().iter().find(|table| table.id == id).cloned()
    }

    /// Returns the table that was created last.
    pub fn newest(&self) -> Option<Arc<Table>> {
        self.lock().last().cloned()
    }

    /// Returns what a secret word opens.
    pub fn door(&self, word: &str) -> Option<Door> {
        if is_same_secret(word, &self.owner.word) {
            return Some(Door::Owner);
        }
        let tables = self.lock();
        tables.iter().find_map(|table| Some(Door::Table(Arc::clone(table), table.keys.with_word(word)?)))
    }

    /// Sends the hosts of all tables their links again.
    pub fn tell_links(&self) {
        self.lock().iter().for_each(|table| _ = table.inbox.send(ActorEvent::LinksChanged));
    }

    /// Waits until there is no table left.
    pub async fn emptied(&self) {
        self.empty.notified().await;
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Listed {
    fn drop(&mut self) {
        let Some(tables) = self.tables.upgrade() else { return };
        let mut list = tables.lock();
        list.retain(|table| table.id != self.id);
        if list.is_empty() {
            tables.empty.notify_one();
        }
    }
}
