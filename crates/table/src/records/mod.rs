//! Recorded games for a table: a thread that looks after them, so that the table never waits for a disk or for a long
//! game. Knows no game.

mod tournament_list;
mod record_view;

use super::address::Role;
use super::permits::{Permit, PermitPool, Quota};
use super::referee::RefereeConfig;
use anyhow::{Context, Result};
pub use record_view::{RecordView, load_record_view};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tournament_list::TournamentList;
pub use tournament_list::check;

/// Between two looks at the files.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Games that may be asked for at the same time.
const WAITING: Quota = Quota { host: 4, seat: 2, watch: 4 };

/// The thread, and what it last saw.
pub struct RecordsReader {
    asked: Sender<GameQuery>,
    places: PermitPool,
    listings: Arc<Mutex<String>>,
}

/// A game that a browser wants to see.
struct GameQuery {
    browser: u64,
    source: usize,
    id: String,
    _permit: Permit,
}

/// What the librarian tells.
pub enum RecordsEvent {
    /// The message `records` has changed.
    Listings(String),
    /// A game that was asked for.
    Shown {
        /// Who asked.
        browser: u64,
        /// The game, or why not.
        shown: Result<Box<RecordView>>,
    },
}

impl RecordsReader {
    /// Starts the thread; it ends when the librarian is dropped or when `tell` says that nobody listens.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn start(
        paths: &[PathBuf],
        bench: RefereeConfig,
        tell: impl Fn(RecordsEvent) -> bool + Send + 'static,
    ) -> Result<Self> {
        let shelf = TournamentList::new(paths);
        let listings = Arc::new(Mutex::new(shelf.message()));
        let (asked, wishes) = channel();
        let shared = Arc::clone(&listings);
        let run = move || poll_files(shelf, &bench, &wishes, &shared, &tell);
        thread::Builder::new().name("records".to_string()).spawn(run)?;
        Ok(Self { asked, places: PermitPool::new(WAITING), listings })
    }

    /// The message `records`.
    #[must_use]
    pub fn listings(&self) -> String {
        self.listings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks for a game; false when too many are waited for.
    #[must_use]
    pub fn ask(&self, (browser, role): (u64, Role), source: usize, id: &str) -> bool {
        let permit = self.places.acquire(role);
        permit.is_some_and(|permit| {
            self.asked.send(GameQuery { browser, source, id: id.to_string(), _permit: permit }).is_ok()
        })
    }
}

fn poll_files(
    mut shelf: TournamentList,
    bench: &RefereeConfig,
    wishes: &Receiver<GameQuery>,
    listings: &Mutex<String>,
    tell: &dyn Fn(RecordsEvent) -> bool,
) {
    loop {
        let news = match wishes.recv_timeout(POLL_INTERVAL) {
            Ok(GameQuery { browser, source, id, _permit }) => {
                let found = shelf.find(source, &id).context("there is no such game");
                let shown = found.and_then(|record| load_record_view(bench, source, record)).map(Box::new);
                RecordsEvent::Shown { browser, shown }
            }
            Err(RecvTimeoutError::Timeout) if shelf.refresh() => {
                let text = shelf.message();
                listings.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&text);
                RecordsEvent::Listings(text)
            }
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if !tell(news) {
            return;
        }
    }
}
