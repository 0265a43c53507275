//! The inbox of the actor. Spectators' events are handled after all others, so that spectators cannot delay
//! players.

use super::event::ActorEvent;
use room::Role;
use runner::running_time;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvError, RecvTimeoutError};
use std::time::Instant;

/// The inbox of the actor, with separate queues for priority events and for those that have to wait.
pub struct EventQueue {
    inbox: Receiver<ActorEvent>,
    priority: VecDeque<ActorEvent>,
    spectators: VecDeque<ActorEvent>,
}

impl EventQueue {
    /// Creates a queue that takes its events from a channel.
    pub const fn new(inbox: Receiver<ActorEvent>) -> Self {
        Self { inbox, priority: VecDeque::new(), spectators: VecDeque::new() }
    }

    /// Returns the next event.
    pub fn next(&mut self, due: Option<Instant>) -> Result<ActorEvent, RecvTimeoutError> {
        while let Ok(event) = self.inbox.try_recv() {
            self.put(event);
        }
        if let Some(event) = self.priority.pop_front().or_else(|| self.spectators.pop_front()) {
            return Ok(event);
        }
        match due {
            Some(due) => self.inbox.recv_timeout(due.saturating_duration_since(running_time::now())),
            None => self.inbox.recv().map_err(|RecvError| RecvTimeoutError::Disconnected),
        }
    }

    /// Queues an event. All events of a browser go to the same queue, so their order is kept.
    fn put(&mut self, event: ActorEvent) {
        let waits = match &event {
            ActorEvent::Joined { role, .. } | ActorEvent::Left { role, .. } | ActorEvent::Request { role, .. } => {
                *role == Role::Watch
            }
            ActorEvent::Describe(_)
            | ActorEvent::End(_)
            | ActorEvent::LinksChanged
            | ActorEvent::Engine(_)
            | ActorEvent::Reviewed { .. }
            | ActorEvent::Kept { .. }
            | ActorEvent::Records(_) => false,
        };
        if waits { self.spectators.push_back(event) } else { self.priority.push_back(event) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::Outbox;
    use room::Pass;
    use std::sync::Arc;
    use std::sync::mpsc::channel;
    use ugi::Seat;

    #[test]
    fn spectators_wait_until_all_others_have_been_heard() {
        let (inbox, events) = channel();
        let joined = |browser, role| ActorEvent::Joined {
            browser,
            role,
            pass: Pass::Owner,
            fair: false,
            outbox: Arc::new(Outbox::default()),
        };
        (0..100).for_each(|browser| inbox.send(joined(browser, Role::Watch)).unwrap());
        inbox.send(joined(100, Role::Host)).unwrap();
        inbox.send(joined(101, Role::Seat(Seat::P2))).unwrap();
        let mut queue = EventQueue::new(events);
        let mut next = || match queue.next(Some(running_time::now())) {
            Ok(ActorEvent::Joined { browser, .. }) => Some(browser),
            _ => None,
        };
        assert_eq!([next(), next(), next(), next()], [Some(100), Some(101), Some(0), Some(1)]);
        inbox.send(joined(102, Role::Host)).unwrap();
        assert_eq!([next(), next()], [Some(102), Some(2)]);
        assert_eq!(std::iter::from_fn(next).count(), 97);
    }
}
