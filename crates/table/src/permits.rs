//! Limits per role on the number of browsers, analysis engines, reviews and requests for recorded games. One role
//! cannot use up the permits of another.

use super::address::Role;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use ugi::Seat;

/// A permit. A dropped permit returns to its pool.
#[derive(Debug)]
pub struct Permit {
    _own: OwnedSemaphorePermit,
    /// The permit of the pool that this one is part of.
    _whole: Option<OwnedSemaphorePermit>,
}

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
    /// A larger pool, which must have a permit left too.
    whole: Option<Arc<PermitPool>>,
    roles: Mutex<BTreeMap<Role, Arc<Semaphore>>>,
}

impl PermitPool {
    /// Creates a pool with all permits available.
    pub const fn new(quota: Quota) -> Self {
        Self { quota, whole: None, roles: Mutex::new(BTreeMap::new()) }
    }

    /// Creates a pool that is part of a larger one. In the larger one, all seats share their permits.
    pub const fn part(quota: Quota, whole: Arc<Self>) -> Self {
        Self { quota, whole: Some(whole), roles: Mutex::new(BTreeMap::new()) }
    }

    /// Takes a permit of this role. Returns `None` if none is left.
    pub fn acquire(&self, role: Role) -> Option<Permit> {
        let own = self.take(role)?;
        let class = if let Role::Seat(_) = role { Role::Seat(Seat::P1) } else { role };
        let whole = match &self.whole {
            Some(whole) => Some(whole.take(class)?),
            None => None,
        };
        Some(Permit { _own: own, _whole: whole })
    }

    fn take(&self, role: Role) -> Option<OwnedSemaphorePermit> {
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

    #[test]
    fn each_role_has_separate_permits() {
        let pool = PermitPool::new(Quota { host: 1, seat: 2, watch: 3 });
        let all = |role| std::iter::from_fn(|| pool.acquire(role)).collect::<Vec<Permit>>();
        let watchers = all(Role::Watch);
        let (seats, host) = ([all(Role::Seat(Seat::P1)), all(Role::Seat(Seat::P2))], all(Role::Host));
        assert_eq!((watchers.len(), seats.each_ref().map(Vec::len), host.len()), (3, [2, 2], 1));
        // Both parts of a pool share its permits, and the seats share theirs.
        let whole = Arc::new(PermitPool::new(Quota { host: 1, seat: 2, watch: 1 }));
        let parts = [0, 1].map(|_| PermitPool::part(Quota { host: 1, seat: 2, watch: 3 }, Arc::clone(&whole)));
        let taken = [parts[0].acquire(Role::Seat(Seat::P1)), parts[1].acquire(Role::Seat(Seat::P2))];
        assert!(taken.iter().all(Option::is_some) && parts[0].acquire(Role::Seat(Seat::P2)).is_none());
        drop(taken);
        assert!(parts[0].acquire(Role::Seat(Seat::P2)).is_some());
        drop(host);
        assert!(pool.acquire(Role::Host).is_some() && pool.acquire(Role::Watch).is_none());
    }
}
