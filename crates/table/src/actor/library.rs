//! Recorded games: lists of tournaments and single games of them, for one browser to look at.

use super::browsers::Browsers;
use super::event::Event;
use super::message::{RequestError, message};
use crate::outbox::Kind;
use crate::records::{Librarian, News};
use crate::referee::Bench;
use anyhow::Result;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::Sender;

/// The tournaments of the setup, where there are any.
pub struct Library {
    librarian: Option<Librarian>,
    /// Browsers that want to know how tournaments go on.
    readers: BTreeSet<u64>,
}

impl Library {
    /// Begins to watch the tournaments.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn open(paths: &[PathBuf], bench: &Bench, inbox: Sender<Event>) -> Result<Self> {
        let tell = move |news| inbox.send(Event::Records(news)).is_ok();
        let librarian = if paths.is_empty() { None } else { Some(Librarian::start(paths, bench.clone(), tell)?) };
        Ok(Self { librarian, readers: BTreeSet::new() })
    }

    /// Are there any tournaments?
    pub const fn is_open(&self) -> bool {
        self.librarian.is_some()
    }

    /// Sends the lists, now and whenever they change.
    ///
    /// # Errors
    /// There is no tournament.
    pub fn list(&mut self, browser: u64, browsers: &Browsers) -> Result<(), RequestError> {
        browsers.send(browser, Kind::State("records"), self.librarian()?.listings());
        self.readers.insert(browser);
        Ok(())
    }

    /// Asks for one game.
    ///
    /// # Errors
    /// There is no tournament, or too many games are waited for.
    pub fn ask(&self, browser: u64, source: usize, id: &str, browsers: &Browsers) -> Result<(), RequestError> {
        let Some(role) = browsers.role(browser) else { return Ok(()) };
        let asked = self.librarian()?.ask((browser, role), source, id);
        RequestError::when(!asked, "too_many", "too many games are asked for at the same time")
    }

    /// A browser has gone.
    pub fn leave(&mut self, browser: u64) {
        self.readers.remove(&browser);
    }

    /// News from the thread that reads the files.
    pub fn hear(&self, news: News, browsers: &Browsers) {
        match news {
            News::Listings(text) => {
                let send = |browser| browsers.send(browser, Kind::State("records"), text.clone());
                self.readers.iter().copied().for_each(send);
            }
            News::Shown { browser, shown: Ok(shown) } => {
                browsers.send(browser, Kind::State("record"), message("record", shown.as_ref()));
            }
            News::Shown { browser, shown: Err(error) } => {
                browsers.refuse(browser, "record", &RequestError::new("bad_record", format!("{error:#}")));
            }
        }
    }

    fn librarian(&self) -> Result<&Librarian, RequestError> {
        self.librarian.as_ref().ok_or_else(|| RequestError::new("no_records", "this table looks at no tournament"))
    }
}
