//! Recorded games for a table: a thread that looks after them, so that the table never waits for a disk or for a long
//! game. Knows no game.

mod shelf;
mod shown;

use super::address::Role;
use super::places::{Permit, Places, Quota};
use super::referee::Bench;
use anyhow::{Context, Result};
use shelf::Shelf;
pub use shelf::check;
pub use shown::{Shown, show};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Between two looks at the files.
const GLANCE: Duration = Duration::from_secs(1);
/// Games that may be asked for at the same time.
const WAITING: Quota = Quota { host: 4, seat: 2, watch: 4 };

/// The thread, and what it last saw.
pub struct Librarian {
    asked: Sender<Asked>,
    places: Places,
    listings: Arc<Mutex<String>>,
}

/// A game that a browser wants to see.
struct Asked {
    browser: u64,
    source: usize,
    id: String,
    _permit: Permit,
}

/// What the librarian tells.
pub enum News {
    /// The message `records` has changed.
    Listings(String),
    /// A game that was asked for.
    Shown {
        /// Who asked.
        browser: u64,
        /// The game, or why not.
        shown: Result<Box<Shown>>,
    },
}

impl Librarian {
    /// Starts the thread; it ends when the librarian is dropped or when `tell` says that nobody listens.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn start(paths: &[PathBuf], bench: Bench, tell: impl Fn(News) -> bool + Send + 'static) -> Result<Self> {
        let shelf = Shelf::new(paths);
        let listings = Arc::new(Mutex::new(shelf.message()));
        let (asked, wishes) = channel();
        let shared = Arc::clone(&listings);
        let run = move || look_after(shelf, &bench, &wishes, &shared, &tell);
        thread::Builder::new().name("records".to_string()).spawn(run)?;
        Ok(Self { asked, places: Places::new(WAITING), listings })
    }

    /// The message `records`.
    #[must_use]
    pub fn listings(&self) -> String {
        self.listings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks for a game; false when too many are waited for.
    #[must_use]
    pub fn ask(&self, (browser, role): (u64, Role), source: usize, id: &str) -> bool {
        let permit = self.places.take(role);
        permit.is_some_and(|permit| {
            self.asked.send(Asked { browser, source, id: id.to_string(), _permit: permit }).is_ok()
        })
    }
}

fn look_after(
    mut shelf: Shelf,
    bench: &Bench,
    wishes: &Receiver<Asked>,
    listings: &Mutex<String>,
    tell: &dyn Fn(News) -> bool,
) {
    loop {
        let news = match wishes.recv_timeout(GLANCE) {
            Ok(Asked { browser, source, id, _permit }) => {
                let found = shelf.find(source, &id).context("there is no such game");
                let shown = found.and_then(|record| show(bench, source, record)).map(Box::new);
                News::Shown { browser, shown }
            }
            Err(RecvTimeoutError::Timeout) if shelf.refresh() => {
                let text = shelf.message();
                listings.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&text);
                News::Listings(text)
            }
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if !tell(news) {
            return;
        }
    }
}
