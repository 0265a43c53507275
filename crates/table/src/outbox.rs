//! The queue of messages to one browser. A new state replaces an unsent state of the same kind, so a slow browser skips
//! states and does not delay the table.

use room::MessageKind;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use tokio::sync::Notify;

/// The maximum number of unsent messages. A browser that exceeds it is disconnected.
const MAX_MESSAGES: usize = 256;
/// The maximum total size of unsent messages in bytes.
const MAX_BYTES: usize = 16 << 20;

/// The unsent messages to one browser. The actor adds them, and the socket task takes them.
#[derive(Debug, Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    /// Signals that there is a new message or that the outbox is closed.
    changed: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<(MessageKind, String)>,
    bytes: usize,
    closed: bool,
}

impl Outbox {
    /// Adds a message at the end without waiting. An outbox that exceeds its limits is emptied and closed.
    pub fn put(&self, kind: MessageKind, text: String) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if let MessageKind::State(_) = kind
            && let Some(index) = waiting.messages.iter().position(|(other, _)| *other == kind)
            && let Some((_, old)) = waiting.messages.remove(index)
        {
            waiting.bytes -= old.len();
        }
        waiting.bytes += text.len();
        waiting.messages.push_back((kind, text));
        if waiting.messages.len() > MAX_MESSAGES || waiting.bytes > MAX_BYTES {
            *waiting = Waiting { closed: true, ..Waiting::default() };
        }
        drop(waiting);
        self.changed.notify_one();
    }

    /// Returns whether a message of this kind is unsent.
    pub fn has(&self, kind: MessageKind) -> bool {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.messages.iter().any(|(other, _)| *other == kind)
    }

    /// Removes the unsent messages of this kind.
    pub fn withdraw(&self, kind: MessageKind) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.messages.retain(|(other, _)| *other != kind);
        waiting.bytes = waiting.messages.iter().map(|(_, text)| text.len()).sum();
    }

    /// Closes the outbox. The messages that it contains can still be taken.
    pub fn close(&self) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.changed.notify_one();
    }

    /// Waits for the next message. Returns `None` if the outbox is closed and empty.
    pub async fn take(&self) -> Option<String> {
        loop {
            {
                let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((_, text)) = waiting.messages.pop_front() {
                    waiting.bytes -= text.len();
                    return Some(text);
                }
                if waiting.closed {
                    return None;
                }
            }
            self.changed.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take_all(outbox: &Outbox) -> Vec<String> {
        outbox.close();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut all = Vec::new();
            while let Some(text) = outbox.take().await {
                all.push(text);
            }
            all
        })
    }

    #[test]
    fn a_state_replaces_the_unsent_one_and_goes_last() {
        let outbox = Outbox::default();
        outbox.put(MessageKind::State("table"), "old".to_string());
        outbox.put(MessageKind::State("clock"), "clock".to_string());
        outbox.put(MessageKind::Answer, "a".to_string());
        outbox.put(MessageKind::Answer, "b".to_string());
        outbox.put(MessageKind::State("table"), "new".to_string());
        assert_eq!(take_all(&outbox), ["clock", "a", "b", "new"]);
    }

    #[test]
    fn withdrawn_messages_are_not_sent() {
        let outbox = Outbox::default();
        outbox.put(MessageKind::State("review"), "review".to_string());
        outbox.put(MessageKind::Answer, "a".to_string());
        outbox.withdraw(MessageKind::State("review"));
        outbox.put(MessageKind::State("table"), "table".to_string());
        assert_eq!(outbox.waiting.lock().unwrap().bytes, 6);
        assert_eq!(take_all(&outbox), ["a", "table"]);
    }

    #[test]
    fn only_answers_can_fill_an_outbox() {
        let outbox = Outbox::default();
        (0..10 * MAX_MESSAGES).for_each(|number| outbox.put(MessageKind::State("table"), number.to_string()));
        assert_eq!(take_all(&outbox), [(10 * MAX_MESSAGES - 1).to_string()]);
        let outbox = Outbox::default();
        (0..=MAX_MESSAGES).for_each(|number| outbox.put(MessageKind::Answer, number.to_string()));
        assert!(take_all(&outbox).is_empty());
        let outbox = Outbox::default();
        outbox.put(MessageKind::Answer, "x".repeat(MAX_BYTES + 1));
        assert!(take_all(&outbox).is_empty());
    }
}
