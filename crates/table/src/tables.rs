//! The tables of the server.

use crate::actor::{Actor, ActorEvent, Library, Shared};
use crate::arguments::Setup;
use crate::catalogue::Catalogue;
use crate::entrance::Entrance;
use crate::hosts::Hosts;
use crate::random;
use crate::records::RecordsReader;
use crate::referee::RefereeProgram;
use crate::store::{Store, default_folder};
use anyhow::{Context, Result};
use room::{
    Archive, Hex, Key, LibraryGame, PermitPool, Quota, Refusal, RequestError, RowPlace, Secrets, Storage, TableKeys,
    is_same_secret, parse,
};
use runner::Guard;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::{Notify, oneshot};

/// Limits per role on the number of browsers at a table.
const BROWSERS: Quota = Quota { host: 16, seat: 8, watch: 32 };
/// Limits per role on the number of browsers at all tables together. A place for each of the other files and processes
/// of the server must be left.
const ALL_BROWSERS: Quota = Quota { host: 96, seat: 448, watch: 96 };
/// Limits per role on the engines that analyse and review at all tables together.
const HELPERS: Quota = Quota { host: 64, seat: 64, watch: 16 };
/// The maximum number of tables.
const MOST_TABLES: usize = 64;
/// The length of a table's id in bytes, each of which is two digits.
const ID_LENGTH: usize = 4;

/// A table.
pub struct Table {
    /// The part of the table's addresses that names it.
    pub id: String,
    pub keys: Arc<TableKeys>,
    /// Receives the events of the table's browsers.
    pub inbox: Sender<ActorEvent>,
    /// Limits the number of the table's browsers, and how often they come.
    pub entrance: Entrance,
}

/// The tables of the server, and what all of them share.
pub struct Tables {
    setup: Setup,
    guard: Option<Guard>,
    catalogue: Arc<Catalogue>,
    pub hosts: Arc<Hosts>,
    store: Arc<Store>,
    /// The secrets of the owner, who is the host of every table.
    pub owner: Secrets,
    /// The tables, in the order in which they were created.
    tables: Mutex<Vec<Arc<Table>>>,
    /// Locked while a table is created or deleted.
    changing: Mutex<()>,
    /// Limits the engines that analyse and review at all tables together.
    helpers: Arc<PermitPool>,
    library: Library,
    /// The thread that follows the tournaments; `None` if there are none.
    records: Option<Arc<RecordsReader>>,
    /// Limits the number of browsers at all tables together.
    browsers: Arc<PermitPool>,
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
    /// Opens the data folder, reads the games of the referee, and starts the tables that were saved, or else a new one.
    pub fn open(setup: Setup, guard: Option<Guard>, hosts: Arc<Hosts>) -> Result<Arc<Self>> {
        let store = Arc::new(Store::open(&setup.data.clone().map_or_else(default_folder, Ok)?)?);
        let program = RefereeProgram::new(setup.referee.clone(), setup.timeouts.ready, guard.clone());
        let engine = setup.engines.first().map_or("", |(name, _)| name);
        let (library, results) = (Library::start(&program, engine, &store)?, setup.results.as_slice());
        let records =
            if results.is_empty() { None } else { Some(RecordsReader::start(results, program.in_background())?) };
        let records = records.map(Arc::new);
        let catalogue = Arc::new(Catalogue::read(program)?);
        let (owner, helpers, empty) = (
            saved_secrets(&store).with_context(|| store.file().to_string())?,
            Arc::new(PermitPool::new(HELPERS)),
            Notify::new(),
        );
        let browsers = Arc::new(PermitPool::new(ALL_BROWSERS));
        let (tables, changing) = (Mutex::default(), Mutex::default());
        let tables = Arc::new(Self {
            setup,
            guard,
            catalogue,
            hosts,
            store,
            owner,
            tables,
            changing,
            helpers,
            library,
            records,
            browsers,
            empty,
        });
        tables.start_saved().with_context(|| tables.store.file().to_string())?;
        if tables.lock().is_empty() {
            tables.start_new()?;
        }
        Ok(tables)
    }

    fn start_saved(self: &Arc<Self>) -> Result<()> {
        for table in self.store.tables()? {
            let restore = || {
                let storage = Storage::reopen(self.archive(), &table)?;
                let keys: Option<Option<Vec<Key>>> = parse(&*self.store, RowPlace::Table(table.number), &table.keys)?;
                self.start(&table.id, keys.flatten().unwrap_or_default(), storage)
            };
            restore().with_context(|| format!("table {}", table.id))?;
        }
        Ok(())
    }

    /// Starts a new table, unless there are too many.
    pub fn create(self: &Arc<Self>) -> Result<Arc<Table>, RequestError> {
        // One at a time, so that two requests do not exceed the limit together.
        let _alone = self.changing();
        Refusal::TooMany.reject_if(self.lock().len() >= MOST_TABLES)?;
        // The new table keeps nothing yet, but it needs room for a game.
        self.archive().require_room("")?;
        Ok(self.start_new()?)
    }

    /// Deletes a table, unless it is the last one. A table that cannot be deleted on the disk goes on.
    pub fn delete(&self, id: &str) -> Result<(), RequestError> {
        // One at a time, so that two requests do not delete the last two tables together.
        let _alone = self.changing();
        let table = self.table(id).ok_or(Refusal::NoTable)?;
        Refusal::LastTable.reject_if(self.lock().len() == 1)?;
        let (answer, deleted) = oneshot::channel();
        let _ = table.inbox.send(ActorEvent::End(answer));
        // There is no answer if the thread of the table has ended, which also removes the table.
        deleted.blocking_recv().map_err(|_| Refusal::NoTable)??;
        self.remove(id);
        Ok(())
    }

    /// Removes a table from the list.
    fn remove(&self, id: &str) {
        let mut tables = self.lock();
        tables.retain(|table| table.id != id);
        if tables.is_empty() {
            self.empty.notify_one();
        }
    }

    fn start_new(self: &Arc<Self>) -> Result<Arc<Table>> {
        let id = Hex::<ID_LENGTH>::random(random::fill)?.to_string();
        self.start(&id, Vec::new(), (Storage::new(self.archive(), &id), None))
    }

    /// Starts a table.
    fn start(
        self: &Arc<Self>,
        id: &str,
        keys: Vec<Key>,
        storage: (Storage, Option<LibraryGame>),
    ) -> Result<Arc<Table>> {
        let (store, id) = (Arc::clone(&self.store), id.to_string());
        let save = {
            let id = id.clone();
            move |keys: &[Key]| Ok(store.save_keys(&id, &serde_json::to_string(keys)?)?)
        };
        let keys = Arc::new(TableKeys::new(keys, save, random::fill));
        let listed = Listed { tables: Arc::downgrade(self), id: id.clone() };
        let shared = Shared {
            catalogue: Arc::clone(&self.catalogue),
            hosts: Arc::clone(&self.hosts),
            helpers: Arc::clone(&self.helpers),
            library: self.library.clone(),
            records: self.records.clone(),
            keys: Arc::clone(&keys),
        };
        let inbox = Actor::start(self.setup.clone(), self.guard.clone(), shared, storage, listed)?;
        let entrance = Entrance::new(PermitPool::part(BROWSERS, Arc::clone(&self.browsers)));
        let table = Arc::new(Table { id, keys, inbox, entrance });
        self.lock().push(Arc::clone(&table));
        Ok(table)
    }

    /// Closes the data folder. Nothing is saved any more.
    pub fn close(&self) {
        self.store.close();
    }

    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// Returns the table with this id.
    pub fn table(&self, id: &str) -> Option<Arc<Table>> {
        self.lock().iter().find(|table| table.id == id).cloned()
    }

    /// Returns all tables, in the order in which they were created.
    pub fn all(&self) -> Vec<Arc<Table>> {
        self.lock().clone()
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

    fn archive(&self) -> Arc<dyn Archive> {
        Arc::clone(&self.store) as Arc<dyn Archive>
    }

    fn changing(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the secrets of the owner. The first call makes and saves them.
fn saved_secrets(store: &Store) -> Result<Secrets> {
    const NAME: &str = "owner";
    if let Some(saved) = store.setting(NAME)?
        && let Some(secrets) = parse(store, RowPlace::Setting(NAME), &saved)?
    {
        return Ok(secrets);
    }
    let secrets = Secrets::new(random::fill)?;
    store.save_setting(NAME, &serde_json::to_string(&secrets)?)?;
    Ok(secrets)
}

impl Drop for Listed {
    fn drop(&mut self) {
        if let Some(tables) = self.tables.upgrade() {
            tables.remove(&self.id);
        }
    }
}
