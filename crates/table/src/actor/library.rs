//! Sends recorded tournaments to browsers: the lists of games, and single games on request.

use super::browsers::Browsers;
use super::event::ActorEvent;
use crate::message::{Refusal, RequestError, message};
use crate::outbox::MessageKind;
use crate::records::{RecordsEvent, RecordsReader};
use crate::referee_client::RefereeConfig;
use anyhow::Result;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::Sender;

/// The tournaments of the setup.
pub struct Library {
    reader: Option<RecordsReader>,
    /// Browsers that receive updates of the lists.
    readers: BTreeSet<u64>,
}

impl Library {
    /// Starts watching the tournaments.
    pub fn open(paths: &[PathBuf], referee: &RefereeConfig, inbox: Sender<ActorEvent>) -> Result<Self> {
        let report = move |event| inbox.send(ActorEvent::Records(event)).is_ok();
        let reader = if paths.is_empty() { None } else { Some(RecordsReader::start(paths, referee.clone(), report)?) };
        Ok(Self { reader, readers: BTreeSet::new() })
    }

    pub const fn is_open(&self) -> bool {
        self.reader.is_some()
    }

    /// Sends the lists to a browser now and after each change.
    pub fn list(&mut self, browser: u64, browsers: &Browsers) -> Result<(), RequestError> {
        browsers.send(browser, MessageKind::State("records"), self.require_reader()?.listings());
        self.readers.insert(browser);
        Ok(())
    }

    /// Requests one game for a browser.
    pub fn ask(&self, browser: u64, source: usize, id: &str, browsers: &Browsers) -> Result<(), RequestError> {
        let Some(role) = browsers.role(browser) else { return Ok(()) };
        let asked = self.require_reader()?.ask((browser, role), source, id);
        RequestError::reject_if(!asked, Refusal::TooMany, "too many games are requested at the same time")
    }

    /// Stops updates to a browser.
    pub fn remove_browser(&mut self, browser: u64) {
        self.readers.remove(&browser);
    }

    /// Handles an event from the thread that reads the files.
    pub fn handle_event(&self, event: RecordsEvent, browsers: &Browsers) {
        match event {
            RecordsEvent::Listings(text) => {
                let send = |browser| browsers.send(browser, MessageKind::State("records"), text.clone());
                self.readers.iter().copied().for_each(send);
            }
            RecordsEvent::Shown { browser, shown: Ok(shown) } => {
                browsers.send(browser, MessageKind::State("record"), message("record", shown.as_ref()));
            }
            RecordsEvent::Shown { browser, shown: Err(error) } => {
                browsers.send_error(browser, "record", &RequestError::new(Refusal::BadRecord, format!("{error:#}")));
            }
        }
    }

    fn require_reader(&self) -> Result<&RecordsReader, RequestError> {
        self.reader.as_ref().ok_or_else(|| {
            RequestError::new(Refusal::NoRecords, "this table shows no tournaments; start it with --results")
        })
    }
}
