//! Recorded games: lists of tournaments and single games of them, for one browser to look at. Knows no rules.

use super::message::{Refusal, message};
use super::{Actor, Event};
use crate::outbox::Kind;
use crate::records::{Librarian, News};
use anyhow::Result;

impl Actor {
    /// Begins to watch the tournaments of the setup.
    pub(super) fn open_library(&mut self) -> Result<()> {
        if !self.setup.results.is_empty() {
            let inbox = self.inbox.clone();
            let tell = move |news| inbox.send(Event::Records(news)).is_ok();
            self.librarian = Some(Librarian::start(&self.setup.results, self.bench.clone(), tell)?);
        }
        Ok(())
    }

    pub(super) fn records(&mut self, browser: u64) -> Result<(), Refusal> {
        match &self.librarian {
            Some(librarian) => self.send(browser, Kind::State("records"), librarian.listings()),
            None => return Err(Refusal::new("no_records", "this table looks at no tournament")),
        }
        if let Some(browser) = self.browsers.get_mut(&browser) {
            browser.reads_records = true;
        }
        Ok(())
    }

    pub(super) fn record(&mut self, browser: u64, source: usize, id: &str) -> Result<(), Refusal> {
        let none = || Refusal::new("no_records", "this table looks at no tournament");
        let Some(role) = self.browsers.get(&browser).map(|browser| browser.role) else { return Ok(()) };
        let asked = self.librarian.as_ref().ok_or_else(none)?.ask((browser, role), source, id);
        if asked { Ok(()) } else { Err(Refusal::new("too_many", "too many games are asked for at the same time")) }
    }

    pub(super) fn records_news(&mut self, news: News) {
        match news {
            News::Listings(text) => {
                let readers = self.browsers.iter().filter(|(_, browser)| browser.reads_records);
                readers.for_each(|(browser, _)| self.send(*browser, Kind::State("records"), text.clone()));
            }
            News::Shown { browser, shown: Ok(shown) } => {
                self.send(browser, Kind::State("record"), message("record", shown.as_ref()));
            }
            News::Shown { browser, shown: Err(error) } => {
                self.refuse(browser, "record", &Refusal::new("bad_record", format!("{error:#}")));
            }
        }
    }
}
