//! The steal time of this machine: time during which the hypervisor took a core away (`steal` in proc_stat(5)).

use runner::StealClock;

/// Returns the steal clock of this machine; [`StealClock::NONE`] on systems other than Linux, which do not count steal
/// time.
#[must_use]
pub const fn machine_clock() -> StealClock {
    #[cfg(target_os = "linux")]
    return StealClock { ticks: steal_ticks, frequency: || procfs::ticks_per_second() as f64 };
    #[cfg(not(target_os = "linux"))]
    StealClock::NONE
}

#[cfg(target_os = "linux")]
fn steal_ticks() -> Vec<u64> {
    use procfs::CurrentSI;
    let cores = procfs::KernelStats::current().map(|stats| stats.cpu_time).unwrap_or_default();
    cores.iter().map(|core| core.steal.unwrap_or(0)).collect()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn the_system_reports_every_core() {
        assert!(!(super::machine_clock().ticks)().is_empty());
    }
}
