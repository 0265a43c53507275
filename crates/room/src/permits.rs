//! Limits per role on the number of browsers, analysis engines, reviews and requests for recorded games. One role
//! cannot use up the permits of another.

use crate::role::Role;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use ugi::Seat;

/// The number of permits of each role that are in use.
#[derive(Debug, Default)]
struct Used(Mutex<BTreeMap<Role, usize>>);

/// A permit. A dropped permit returns to its pool.
#[derive(Debug)]
pub struct Permit {
    used: Arc<Used>,
    role: Role,
    /// The permit of the pool that this one is part of.
    _whole: Option<Box<Self>>,
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(used) = self.used.lock().get_mut(&self.role) {
            *used -= 1;
        }
    }
}

impl Used {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Role, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
    used: Arc<Used>,
}

impl PermitPool {
    /// Creates a pool with all permits available.
    pub fn new(quota: Quota) -> Self {
        Self { quota, whole: None, used: Arc::default() }
    }

    /// Creates a pool that is part of a larger one. In the larger one, all seats share their permits.
    pub fn part(quota: Quota, whole: Arc<Self>) -> Self {
        Self { whole: Some(whole), ..Self::new(quota) }
    }

    /// Takes a permit of this role. Returns `None` if none is left.
    pub fn acquire(&self, role: Role) -> Option<Permit> {
        let class = if let Role::Seat(_) = role { Role::Seat(Seat::P1) } else { role };
        let whole = match &self.whole {
            Some(whole) => Some(Box::new(whole.acquire(class)?)),
            None => None,
        };
        let most = match role {
            Role::Host => self.quota.host,
            Role::Seat(_) => self.quota.seat,
            Role::Watch => self.quota.watch,
        };
        let mut all = self.used.lock();
        let used = all.entry(role).or_default();
        if *used == most {
            return None;
        }
        *used += 1;
        drop(all);
        Some(Permit { used: Arc::clone(&self.used), role, _whole: whole })
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
