//! Sends recorded tournaments to browsers: the lists of games, and single games on request.

use super::browsers::Browsers;
use super::event::ActorEvent;
use crate::message::{Refusal, RequestError};
use crate::outbox::MessageKind;
use crate::records::{GameId, RecordsEvent, RecordsReader};
use crate::referee::RefereeProgram;
use anyhow::Result;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::Sender;

/// The tournaments of the setup.
pub struct Tournaments {
    /// The thread that reads the files, and its latest message `records`; `None` if there are no tournaments.
    reader: Option<(RecordsReader, String)>,
    /// Browsers that receive updates of the lists.
    readers: BTreeSet<u64>,
}

impl Tournaments {
    /// Starts watching the tournaments.
    pub fn open(paths: &[PathBuf], program: &RefereeProgram, inbox: Sender<ActorEvent>) -> Result<Self> {
        let report = move |event| inbox.send(ActorEvent::Records(event)).is_ok();
        let reader = if paths.is_empty() { None } else { Some(RecordsReader::start(paths, program.clone(), report)?) };
        Ok(Self { reader, readers: BTreeSet::new() })
    }

    pub const fn is_open(&self) -> bool {
        self.reader.is_some()
    }

    /// Sends the lists to a browser now and after each change.
    pub fn list(&mut self, browser: u64, browsers: &Browsers) -> Result<(), RequestError> {
        let (_, listings) = self.reader.as_ref().ok_or(Refusal::NoRecords)?;
        browsers.send(browser, MessageKind::State("records"), listings.clone());
        self.readers.insert(browser);
        Ok(())
    }

    /// Requests one game for a browser.
    pub fn ask(&self, browser: u64, source: usize, id: String, browsers: &Browsers) -> Result<(), RequestError> {
        let Some(role) = browsers.role(browser) else { return Ok(()) };
        let (reader, _) = self.reader.as_ref().ok_or(Refusal::NoRecords)?;
        let language = browsers.language(browser).to_string();
        Refusal::TooMany.reject_if(!reader.ask((browser, role), GameId { source, id }, language))
    }

    /// Stops updates to a browser.
    pub fn remove_browser(&mut self, browser: u64) {
        self.readers.remove(&browser);
    }

    /// Handles an event from the thread that reads the files.
    pub fn handle_event(&mut self, event: RecordsEvent, browsers: &Browsers) {
        match event {
            RecordsEvent::Listings(text) => {
                let send = |browser| browsers.send(browser, MessageKind::State("records"), text.clone());
                self.readers.iter().copied().for_each(send);
                self.reader.iter_mut().for_each(|(_, listings)| listings.clone_from(&text));
            }
            RecordsEvent::Shown { browser, shown: Ok(shown) } => {
                browsers.show(browser, "record", shown.as_ref());
            }
            RecordsEvent::Shown { browser, shown: Err(error) } => {
                browsers.send_error(browser, "record", &RequestError::new(Refusal::BadRecord, format!("{error:#}")));
            }
        }
    }
}
