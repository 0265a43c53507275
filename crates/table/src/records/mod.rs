//! Recorded games of tournaments. A separate thread reads the files and replays the games, so that the table does not
//! wait for them.

mod record_view;
mod tournament_list;

use super::address::Role;
use super::permits::{Permit, PermitPool, Quota};
use super::referee::RefereeProgram;
use anyhow::{Context, Result};
pub use record_view::{RecordView, load_record_view};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;
use tournament_list::TournamentList;
pub use tournament_list::{GameSummary, check};

/// The time between two checks of the files while no games are requested.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Limits on pending requests for recorded games.
const WAITING: Quota = Quota { host: 4, seat: 2, watch: 4 };

/// A handle to the thread that reads the files.
pub struct RecordsReader {
    queries: Sender<GameQuery>,
    permits: PermitPool,
}

/// A game of a tournament.
pub struct GameId {
    /// The index of the tournament.
    pub source: usize,
    /// The id of the game in the tournament.
    pub id: String,
}

/// A browser's request for a game.
struct GameQuery {
    browser: u64,
    game: GameId,
    /// The language in which the page speaks.
    language: String,
    _permit: Permit,
}

/// An event from the thread that reads the files.
pub enum RecordsEvent {
    /// The list has changed. Contains the message `records`.
    Listings(String),
    /// The answer to a request for a game.
    Shown {
        /// The browser that asked.
        browser: u64,
        /// The game, or the error.
        shown: Result<Box<RecordView>>,
    },
}

impl RecordsReader {
    /// Starts the thread. Also returns the message `records`. The thread ends when this handle is dropped or when
    /// `report` returns false.
    pub fn start(
        paths: &[PathBuf],
        program: RefereeProgram,
        report: impl Fn(RecordsEvent) -> bool + Send + 'static,
    ) -> Result<(Self, String)> {
        let list = TournamentList::new(paths);
        let listings = list.message();
        let (sender, queries) = channel();
        let run = move || poll_files(list, &program, &queries, &report);
        thread::Builder::new().name("records".to_string()).spawn(run)?;
        Ok((Self { queries: sender, permits: PermitPool::new(WAITING) }, listings))
    }

    /// Requests a game on behalf of a browser. Returns false if too many requests are pending.
    pub fn ask(&self, (browser, role): (u64, Role), game: GameId, language: String) -> bool {
        let permit = self.permits.acquire(role);
        permit.is_some_and(|permit| self.queries.send(GameQuery { browser, game, language, _permit: permit }).is_ok())
    }
}

fn poll_files(
    mut list: TournamentList,
    program: &RefereeProgram,
    queries: &Receiver<GameQuery>,
    report: &dyn Fn(RecordsEvent) -> bool,
) {
    loop {
        let event = match queries.recv_timeout(POLL_INTERVAL) {
            Ok(GameQuery { browser, game, language, _permit }) => {
                let found = list.find(game.source, &game.id).context("no such game");
                let shown = found.and_then(|record| load_record_view(program, record, &language)).map(Box::new);
                RecordsEvent::Shown { browser, shown }
            }
            Err(RecvTimeoutError::Timeout) if list.refresh() => RecordsEvent::Listings(list.message()),
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if !report(event) {
            return;
        }
    }
}
