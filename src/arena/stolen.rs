//! Time that a hypervisor takes from the cores of a virtual machine (`steal` in proc_stat(5)): whoever is late by it is late
//! through no fault of its own. Knows no game and no engine; where nothing is told of it, as outside Linux, nothing is stolen.

use std::time::Duration;

/// Tells the stolen ticks of each core since the machine started.
pub type Cores = fn() -> Vec<u64>;

/// Notes what has been stolen from now on.
#[derive(Clone, Debug)]
pub struct Stolen {
    cores: Cores,
    /// Ticks of each core at the start.
    before: Vec<u64>,
}

impl Stolen {
    /// From now on, as these cores tell.
    #[must_use]
    pub fn watch(cores: Cores) -> Self {
        Self { cores, before: cores() }
    }

    /// What the core that lost most has lost since: a process may have been on any of them, so this is the most that it
    /// may have waited. Counted in whole ticks of the system, mostly 10 ms; a tick more may have gone where any has.
    #[must_use]
    pub fn so_far(&self) -> Duration {
        let most = lost(&self.before, &(self.cores)());
        if most == 0 { Duration::ZERO } else { Duration::from_secs_f64((most + 1) as f64 / frequency()) }
    }
}

/// The most ticks that one core has lost between two looks. Cores may come and go; a count may even fall.
fn lost(before: &[u64], after: &[u64]) -> u64 {
    before.iter().zip(after).map(|(before, after)| after.saturating_sub(*before)).max().unwrap_or(0)
}

/// The cores of this machine.
#[cfg(target_os = "linux")]
#[must_use]
pub fn cores() -> Vec<u64> {
    use procfs::CurrentSI;
    let cores = procfs::KernelStats::current().map(|stats| stats.cpu_time).unwrap_or_default();
    cores.iter().map(|core| core.steal.unwrap_or(0)).collect()
}

/// The cores of this machine, of which nothing is known here.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn cores() -> Vec<u64> {
    Vec::new()
}

/// Ticks of a second.
#[cfg(target_os = "linux")]
fn frequency() -> f64 {
    procfs::ticks_per_second() as f64
}

#[cfg(not(target_os = "linux"))]
const fn frequency() -> f64 {
    100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_core_that_lost_most_counts() {
        assert_eq!(lost(&[5, 7], &[5, 7]), 0);
        assert_eq!(lost(&[5, 7], &[8, 9]), 3);
        assert_eq!(lost(&[5, 7], &[5]), 0, "a core has gone");
        assert_eq!(lost(&[5, 7], &[4, 8, 90]), 1, "one has come, and a count has fallen");
        assert_eq!(lost(&[], &[3]), 0);
    }

    #[test]
    fn a_tick_more_than_was_seen_may_have_gone() {
        let mut watch = Stolen::watch(|| vec![40, 70]);
        assert_eq!(watch.so_far(), Duration::ZERO);
        watch.before[1] = 60;
        assert_eq!(watch.so_far(), Duration::from_secs_f64(11.0 / frequency()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_tells_of_its_cores() {
        assert!(!cores().is_empty());
    }
}
