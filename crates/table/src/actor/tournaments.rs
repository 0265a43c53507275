//! Sends recorded tournaments to browsers: the lists of games, and single games on request.

use super::event::ActorEvent;
use super::outboxes::Outboxes;
use crate::records::{GameId, GameQuery, RecordsEvent, RecordsReader};
use room::{Message, MessageKind, PermitPool, Quota, Refusal, RequestError, Role};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// Limits on pending requests for recorded games.
const WAITING: Quota = Quota { host: 4, seat: 2, watch: 4 };

/// The tournaments of the setup, as a table shows them.
pub struct Tournaments {
    /// The thread that reads the files; `None` if there are no tournaments.
    reader: Option<Arc<RecordsReader>>,
    /// Browsers that receive updates of the lists.
    readers: BTreeSet<u64>,
    permits: PermitPool,
    inbox: Sender<ActorEvent>,
}

impl Tournaments {
    /// Begins to follow the tournaments. Events about them go to `inbox`.
    pub fn open(reader: Option<Arc<RecordsReader>>, inbox: Sender<ActorEvent>) -> Self {
        if let Some(reader) = &reader {
            let inbox = inbox.clone();
            reader.watch(Box::new(move |event| inbox.send(ActorEvent::Records(event)).is_ok()));
        }
        Self { reader, readers: BTreeSet::new(), permits: PermitPool::new(WAITING), inbox }
    }

    /// Sends the lists to a browser now and after each change.
    pub fn list(&mut self, browser: u64, browsers: &Outboxes) -> Result<(), RequestError> {
        let reader = self.reader.as_ref().ok_or(Refusal::NoRecords)?;
        browsers.send(browser, MessageKind::State("records"), reader.listings());
        self.readers.insert(browser);
        Ok(())
    }

    /// Requests one game for a browser.
    pub fn ask(
        &self,
        browser: u64,
        (role, language): (Role, String),
        source: usize,
        id: String,
    ) -> Result<(), RequestError> {
        let reader = self.reader.as_ref().ok_or(Refusal::NoRecords)?;
        let permit = self.permits.acquire(role).ok_or(Refusal::TooMany)?;
        let inbox = self.inbox.clone();
        let report = Box::new(move |event| inbox.send(ActorEvent::Records(event)).is_ok());
        let query = GameQuery { browser, game: GameId { source, id }, language, report, _permit: permit };
        Refusal::TooMany.reject_if(!reader.ask(query))
    }

    /// Stops updates to a browser.
    pub fn remove_browser(&mut self, browser: u64) {
        self.readers.remove(&browser);
    }

    /// Handles an event from the thread that reads the files.
    pub fn handle_event(&mut self, event: RecordsEvent, browsers: &Outboxes) {
        match event {
            RecordsEvent::Changed => {
                let listings = self.reader.as_ref().map(|reader| reader.listings()).unwrap_or_default();
                let send = |browser| browsers.send(browser, MessageKind::State("records"), listings.clone());
                self.readers.iter().copied().for_each(send);
            }
            RecordsEvent::Shown { browser, shown: Ok(shown) } => {
                let message = Message::Record(&shown);
                browsers.send(browser, message.kind(), message.text());
            }
            RecordsEvent::Shown { browser, shown: Err(error) } => {
                browsers.send_error(browser, "record", &RequestError::new(Refusal::BadRecord, format!("{error:#}")));
            }
        }
    }
}
