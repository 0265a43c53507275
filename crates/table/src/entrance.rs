//! The entrance of a table: how many browsers of each role may be inside, and how often they may come in. Everybody at the
//! table hears of a player who comes or goes, so one who does nothing else would delay the others.

use super::address::Role;
use super::permits::{Permit, PermitPool};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex as BlockingMutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio::time::sleep;

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
        // The number of places limits the number of those who wait.
        let place = self.places.acquire(role)?;
        let door = self.door(role);
        let mut door = door.lock().await;
        while let Some(due) = door.pass(Instant::now()) {
            sleep(due.saturating_duration_since(Instant::now())).await;
        }
        Some(place)
    }

    fn door(&self, role: Role) -> Arc<Mutex<Door>> {
        let mut doors = self.doors.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(doors.entry(role).or_insert_with(|| Arc::new(Mutex::new(Door::new(role, Instant::now())))))
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
    use ugi::Seat;

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
