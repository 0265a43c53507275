//! Time that a hypervisor takes from the cores of this machine (`steal` in proc_stat(5)).

use ugi::stolen::StolenClock;

/// The stolen time of this machine; nothing is known of it outside Linux.
#[must_use]
pub const fn machine() -> StolenClock {
    #[cfg(target_os = "linux")]
    return StolenClock { ticks: stolen_ticks, frequency: || procfs::ticks_per_second() as f64 };
    #[cfg(not(target_os = "linux"))]
    StolenClock::NONE
}

#[cfg(target_os = "linux")]
fn stolen_ticks() -> Vec<u64> {
    use procfs::CurrentSI;
    let cores = procfs::KernelStats::current().map(|stats| stats.cpu_time).unwrap_or_default();
    cores.iter().map(|core| core.steal.unwrap_or(0)).collect()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn the_system_tells_of_its_cores() {
        assert!(!(super::machine().ticks)().is_empty());
    }
}
