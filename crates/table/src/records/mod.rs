//! Recorded games of tournaments. A separate thread reads the files and replays the games for all tables, so that they
//! do not wait for it.

mod record_view;
mod tournament_list;

use super::referee::RefereeProgram;
use anyhow::{Context, Result};
use record_view::load_record_view;
use room::{Permit, RecordView};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tournament_list::TournamentList;
pub use tournament_list::check;

/// The time between two checks of the files while no games are requested.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// A handle to the thread that reads the files.
pub struct RecordsReader {
    queries: Sender<GameQuery>,
    listed: Arc<Listed>,
}

/// Receives events, and returns false if it needs no more of them.
type Report = Box<dyn Fn(RecordsEvent) -> bool + Send>;

/// What the thread has read, and who wants to know about changes.
struct Listed {
    /// The message `records`.
    listings: Mutex<String>,
    tables: Mutex<Vec<Report>>,
}

/// A game of a tournament.
pub struct GameId {
    /// The index of the tournament.
    pub source: usize,
    /// The id of the game in the tournament.
    pub id: String,
}

/// A browser's request for a game.
pub struct GameQuery {
    pub browser: u64,
    pub game: GameId,
    /// The language in which the page speaks.
    pub language: String,
    /// Receives the answer.
    pub report: Report,
    pub _permit: Permit,
}

/// An event from the thread that reads the files.
pub enum RecordsEvent {
    /// The list has changed.
    Changed,
    /// The answer to a request for a game.
    Shown {
        /// The browser that asked.
        browser: u64,
        /// The game, or the error.
        shown: Result<Box<RecordView>>,
    },
}

impl RecordsReader {
    /// Starts the thread. It ends when this handle is dropped.
    pub fn start(paths: &[PathBuf], program: RefereeProgram) -> Result<Self> {
        let list = TournamentList::new(paths);
        let listed = Arc::new(Listed { listings: Mutex::new(list.message()), tables: Mutex::default() });
        let (sender, queries) = channel();
        let shared = Arc::clone(&listed);
        let run = move || poll_files(list, &program, &queries, &shared, POLL_INTERVAL);
        thread::Builder::new().name("records".to_string()).spawn(run)?;
        Ok(Self { queries: sender, listed })
    }

    /// Returns the message `records`.
    pub fn listings(&self) -> String {
        lock(&self.listed.listings).clone()
    }

    /// Calls `report` after every change of the lists, until it returns false.
    pub fn watch(&self, report: Report) {
        lock(&self.listed.tables).push(report);
    }

    /// Requests a game. Returns false if the thread has ended.
    pub fn ask(&self, query: GameQuery) -> bool {
        self.queries.send(query).is_ok()
    }
}

fn poll_files(
    mut list: TournamentList,
    program: &RefereeProgram,
    queries: &Receiver<GameQuery>,
    Listed { listings, tables }: &Listed,
    interval: Duration,
) {
    loop {
        match queries.recv_timeout(interval) {
            Ok(GameQuery { browser, game, language, report, _permit }) => {
                let found = list.find(game.source, &game.id).context("no such game");
                let shown = found.and_then(|record| load_record_view(program, record, &language)).map(Box::new);
                report(RecordsEvent::Shown { browser, shown });
            }
            Err(RecvTimeoutError::Timeout) if list.refresh() => {
                *lock(listings) = list.message();
                lock(tables).retain(|report| report(RecordsEvent::Changed));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_hears_of_changes_until_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cup.jsonl");
        let list = TournamentList::new(std::slice::from_ref(&file));
        let listed = Arc::new(Listed { listings: Mutex::default(), tables: Mutex::default() });
        let (sender, queries) = channel();
        let reader = RecordsReader { queries: sender, listed: Arc::clone(&listed) };
        let ((one, changes), (other, ended)) = (channel(), channel());
        for table in [one, other] {
            reader.watch(Box::new(move |event| matches!(event, RecordsEvent::Changed) && table.send(()).is_ok()));
        }
        drop(ended);
        let program = RefereeProgram::new(runner::Program::default(), Duration::from_secs(1), None);
        let shared = Arc::clone(&listed);
        let polling = thread::spawn(move || poll_files(list, &program, &queries, &shared, Duration::from_millis(1)));
        std::fs::write(&file, "").unwrap();
        changes.recv().unwrap();
        assert!(reader.listings().contains("\"games\":[]"), "{}", reader.listings());
        drop(reader);
        polling.join().unwrap();
        assert_eq!(lock(&listed.tables).len(), 1);
    }
}
