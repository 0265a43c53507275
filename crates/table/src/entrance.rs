//! The entrance of a table: how many browsers of each role may be inside, and how often they may come in. Everybody at
//! the table hears of a player who comes or goes, so one who does nothing else would delay the others.

use room::{Permit, PermitPool, Role};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex as BlockingMutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio::time::sleep_until;

/// The entrance of a table.
pub struct Entrance {
    places: PermitPool,
    /// Those who wait at a door come in in their order.
    doors: BlockingMutex<BTreeMap<Role, Arc<Mutex<Door>>>>,
}

/// The door of a role. Some browsers may come in at once, and later ones after pauses.
struct Door {
    at_once: u32,
    pause: Duration,
    /// The time from which on as many as ever may come in at once.
    rested: Instant,
}

impl Entrance {
    /// Creates the entrance of a table with these places.
    pub const fn new(places: PermitPool) -> Self {
        Self { places, doors: BlockingMutex::new(BTreeMap::new()) }
    }

    /// Lets in a browser with this role, as soon as it may come in. Returns `None` if there is no place.
    pub async fn enter(&self, role: Role) -> Option<Permit> {
        self.enter_by(role, Instant::now, |due| sleep_until(due.into())).await
    }

    /// Like [`enter`](Self::enter), with a clock: what time it is, and how to wait for a time.
    async fn enter_by<Wait: Future<Output = ()>>(
        &self,
        role: Role,
        now: impl Fn() -> Instant,
        wait: impl Fn(Instant) -> Wait,
    ) -> Option<Permit> {
        // The number of places limits the number of those who wait.
        let place = self.places.acquire(role)?;
        let door = self.door(role, now());
        let mut door = door.lock().await;
        while let Some(due) = door.pass(now()) {
            wait(due).await;
        }
        Some(place)
    }

    fn door(&self, role: Role, now: Instant) -> Arc<Mutex<Door>> {
        let mut doors = self.doors.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(doors.entry(role).or_insert_with(|| Arc::new(Mutex::new(Door::new(role, now)))))
    }
}

impl Door {
    /// The door of a role that nobody has used yet. Spectators share theirs, and nobody else hears of them.
    const fn new(role: Role, now: Instant) -> Self {
        let (at_once, pause) = match role {
            Role::Host | Role::Seat(_) => (20, 200),
            Role::Watch => (40, 100),
        };
        Self { at_once, pause: Duration::from_millis(pause), rested: now }
    }

    /// Lets a browser in. If it is too early, returns the time at which it may come.
    fn pass(&mut self, now: Instant) -> Option<Instant> {
        let due = self.rested.checked_sub(self.pause * (self.at_once - 1)).filter(|due| *due > now);
        if due.is_none() {
            self.rested = self.rested.max(now) + self.pause;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use room::Quota;
    use std::cell::Cell;
    use std::future::poll_fn;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};
    use ugi::Seat;

    /// Lets a browser in if it may come in now, and returns whether it has a place, or `None` if it waits.
    fn come(waiting: &mut Pin<Box<impl Future<Output = Option<Permit>>>>) -> Option<bool> {
        match waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(place) => Some(place.map(std::mem::forget).is_some()),
            Poll::Pending => None,
        }
    }

    #[test]
    fn those_who_wait_keep_their_order_and_their_places() {
        let entrance = Entrance::new(PermitPool::new(Quota { host: 1, seat: 22, watch: 1 }));
        let (start, passed) = (Instant::now(), Cell::new(0));
        let now = || start + Duration::from_millis(passed.get());
        let wait = |due: Instant| poll_fn(move |_| if now() < due { Poll::Pending } else { Poll::Ready(()) });
        let enter = |role| Box::pin(entrance.enter_by(role, now, wait));
        let seat = Role::Seat(Seat::P1);
        assert!((0..20).all(|_| come(&mut enter(seat)) == Some(true)));
        let (mut first, mut second) = (enter(seat), enter(seat));
        assert_eq!([come(&mut first), come(&mut second)], [None, None]);
        assert_eq!(come(&mut enter(seat)), Some(false), "those who wait have the last places");
        assert_eq!(come(&mut enter(Role::Seat(Seat::P2))), Some(true), "another role need not wait");
        passed.set(199);
        assert_eq!([come(&mut second), come(&mut first)], [None, None]);
        passed.set(200);
        assert_eq!([come(&mut second), come(&mut first), come(&mut second)], [None, Some(true), None]);
        passed.set(400);
        assert_eq!(come(&mut second), Some(true));
    }

    #[test]
    fn a_flood_comes_in_slowly() {
        let start = Instant::now();
        let after = |ms: u64| start + Duration::from_millis(ms);
        let mut door = Door::new(Role::Seat(Seat::P1), start);
        assert_eq!((0..100).filter(|_| door.pass(start).is_none()).count(), 20);
        assert_eq!(door.pass(after(50)), Some(after(200)));
        assert_eq!([199, 200, 201].map(|ms| door.pass(after(ms)).is_none()), [false, true, false]);
        // Over ten seconds, with an attempt in every millisecond.
        let passed = (202..10_200).filter(|ms| door.pass(after(*ms)).is_none()).count();
        assert_eq!(passed, 49);
        // After a rest, many come in at once again.
        assert_eq!((0..100).filter(|_| door.pass(after(60_000)).is_none()).count(), 20);
        let mut spectators = Door::new(Role::Watch, start);
        assert_eq!((0..100).filter(|_| spectators.pass(start).is_none()).count(), 40);
    }
}
