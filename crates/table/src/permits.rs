//! Limits per role on the number of browsers, analysis engines, reviews and requests for recorded games. One role
//! cannot use up the permits of another.

use super::address::Role;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A permit. A dropped permit returns to its pool.
pub type Permit = OwnedSemaphorePermit;

/// The number of permits per role.
#[derive(Clone, Copy, Debug)]
pub struct Quota {
    /// The number of permits of the host.
    pub host: usize,
    /// The number of permits of each seat.
    pub seat: usize,
    /// The number of permits that all spectators share.
    pub watch: usize,
}

/// A pool of permits for one kind of resource.
#[derive(Debug)]
pub struct PermitPool {
    quota: Quota,
    roles: Mutex<BTreeMap<Role, Arc<Semaphore>>>,
}

impl PermitPool {
    /// Creates a pool with all permits available.
    pub const fn new(quota: Quota) -> Self {
        Self { quota, roles: Mutex::new(BTreeMap::new()) }
    }

    /// Takes a permit of this role. Returns `None` if none is left.
    pub fn acquire(&self, role: Role) -> Option<Permit> {
        let most = match role {
            Role::Host => self.quota.host,
            Role::Seat(_) => self.quota.seat,
            Role::Watch => self.quota.watch,
        };
        let mut roles = self.roles.lock().unwrap_or_else(PoisonError::into_inner);
        let permits = roles.entry(role).or_insert_with(|| Arc::new(Semaphore::new(most)));
        Arc::clone(permits).try_acquire_owned().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ugi::Seat;

    #[test]
    fn each_role_has_separate_permits() {
        let pool = PermitPool::new(Quota { host: 1, seat: 2, watch: 3 });
        let all = |role| std::iter::from_fn(|| pool.acquire(role)).collect::<Vec<Permit>>();
        let watchers = all(Role::Watch);
        let (seats, host) = ([all(Role::Seat(Seat::P1)), all(Role::Seat(Seat::P2))], all(Role::Host));
        assert_eq!((watchers.len(), seats.each_ref().map(Vec::len), host.len()), (3, [2, 2], 1));
        drop(host);
        assert!(pool.acquire(Role::Host).is_some() && pool.acquire(Role::Watch).is_none());
    }
}
