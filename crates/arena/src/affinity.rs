//! The cores of engines. With `run.affinity`, every engine runs on whole cores of its own.
//!
//! Each concurrent game has a set of cores for each of its seats, and keeps it for the whole tournament, so that no
//! core belongs to two games. A process stays on the cores on which it was started, also while it waits for its next
//! game; the games' [`EnginePool`](crate::engine_pool::EnginePool) seats together only processes with different sets.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::path::Path;
use std::{fs, io, panic, thread};

/// The folder in which Linux describes the CPUs.
const CPUS: &str = "/sys/devices/system/cpu";

/// The cores of an engine, as the numbers of their CPUs. A core with hyperthreads has several CPUs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cores(Vec<usize>);

impl Cores {
    /// Joins cores, each of which is a list of CPUs.
    pub fn of(cores: &[Vec<usize>]) -> Self {
        Self(cores.concat())
    }

    /// Calls `action` in a thread that runs only on these cores, and so do the processes that it starts. The thread
    /// ends with the call, so there is no affinity mask to restore.
    pub fn run<T: Send>(&self, action: impl FnOnce() -> T + Send) -> io::Result<T> {
        thread::scope(|scope| {
            let bound = || system::bind(&self.0).map(|()| action());
            let thread = thread::Builder::new().spawn_scoped(scope, bound)?;
            thread.join().unwrap_or_else(|cause| panic::resume_unwind(cause))
        })
    }
}

/// Writes the numbers of the CPUs, such as `0,4`.
impl Display for Cores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&numbers.join(","))
    }
}

/// Returns the cores that this process may use, each with its CPUs. CPUs that it may not use are left out of their
/// cores.
pub fn usable_cores() -> io::Result<Vec<Vec<usize>>> {
    cores_of(&system::usable_cpus()?, Path::new(CPUS))
}

/// Groups CPUs by core. `folder` is [`CPUS`], except in tests.
fn cores_of(cpus: &BTreeSet<usize>, folder: &Path) -> io::Result<Vec<Vec<usize>>> {
    let core = |cpu: &usize| {
        let file = folder.join(format!("cpu{cpu}/topology/thread_siblings_list"));
        let failed = |error| io::Error::other(format!("{}: {error}", file.display()));
        let text = fs::read_to_string(&file).map_err(|error| failed(error.to_string()))?;
        let siblings = cpu_list(text.trim()).filter(|siblings| siblings.contains(cpu));
        let siblings = siblings.ok_or_else(|| failed(format!("expected a list of CPUs with {cpu}, found {text:?}")))?;
        Ok(siblings.intersection(cpus).copied().collect())
    };
    // The CPUs of a core have equal lists, which count once.
    let cores: BTreeSet<Vec<usize>> = cpus.iter().map(core).collect::<io::Result<_>>()?;
    Ok(cores.into_iter().collect())
}

/// Parses a list of CPUs as Linux writes it, such as `0-1,8`.
fn cpu_list(text: &str) -> Option<BTreeSet<usize>> {
    let range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        Some(first.parse::<usize>().ok()?..=last.parse().ok()?)
    };
    text.split(',').map(range).collect::<Option<Vec<_>>>().map(|ranges| ranges.into_iter().flatten().collect())
}

#[cfg(target_os = "linux")]
mod system {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    use std::collections::BTreeSet;
    use std::io;

    /// Returns the numbers of the CPUs that this process may use.
    pub fn usable_cpus() -> io::Result<BTreeSet<usize>> {
        let mask = sched_getaffinity(None)?;
        Ok((0..CpuSet::MAX_CPU).filter(|&cpu| mask.is_set(cpu)).collect())
    }

    /// Lets the current thread run only on these CPUs.
    pub fn bind(cpus: &[usize]) -> io::Result<()> {
        let mut mask = CpuSet::new();
        cpus.iter().for_each(|&cpu| mask.set(cpu));
        Ok(sched_setaffinity(None, &mask)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::collections::BTreeSet;
    use std::io;

    pub fn usable_cpus() -> io::Result<BTreeSet<usize>> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "only Linux can bind processes to cores; leave affinity out"))
    }

    pub fn bind(_: &[usize]) -> io::Result<()> {
        usable_cpus().map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the cores of a machine whose CPUs have these lists of siblings, of which `cpus` may be used.
    fn cores(siblings: &[&str], cpus: &[usize]) -> Result<Vec<Vec<usize>>, String> {
        let folder = tempfile::tempdir().unwrap();
        for (cpu, list) in siblings.iter().enumerate() {
            let topology = folder.path().join(format!("cpu{cpu}/topology"));
            fs::create_dir_all(&topology).unwrap();
            fs::write(topology.join("thread_siblings_list"), format!("{list}\n")).unwrap();
        }
        cores_of(&cpus.iter().copied().collect(), folder.path()).map_err(|error| error.to_string())
    }

    #[test]
    fn siblings_belong_to_one_core() {
        let pairs = ["0,4", "1,5", "2,6", "3,7", "0,4", "1,5", "2,6", "3,7"];
        assert_eq!(cores(&pairs, &[0, 1, 2, 3, 4, 5, 6, 7]).unwrap(), [[0, 4], [1, 5], [2, 6], [3, 7]]);
        assert_eq!(cores(&["0-1", "0-1", "2-3", "2-3"], &[0, 1, 2, 3]).unwrap(), [[0, 1], [2, 3]]);
        assert_eq!(cores(&["0-1,3", "0-1,3", "2", "0-1,3"], &[0, 1, 2, 3]).unwrap(), [vec![0, 1, 3], vec![2]]);
        assert_eq!(cores(&["0", "1"], &[0, 1]).unwrap(), [[0], [1]]);
        let set = Cores::of(&cores(&pairs, &[1, 2, 5, 6]).unwrap());
        assert_eq!(set.to_string(), "1,5,2,6");
    }

    #[test]
    fn cpus_outside_the_affinity_mask_are_left_out() {
        assert_eq!(cores(&["0,2", "1,3", "0,2", "1,3"], &[1, 2, 3]).unwrap(), [vec![1, 3], vec![2]]);
        assert_eq!(cores(&["0", "1"], &[1]).unwrap(), [[1]]);
    }

    #[test]
    fn unknown_siblings_are_an_error() {
        assert!(cores(&["0"], &[0, 1]).unwrap_err().contains("cpu1/topology/thread_siblings_list: No such file"));
        for text in ["", "x", "0-", "1", "0;1"] {
            assert!(cores(&[text], &[0]).unwrap_err().contains("expected a list of CPUs with 0, found"), "{text}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn only_the_thread_of_the_action_is_bound() {
        let before = system::usable_cpus().unwrap();
        let core = usable_cores().unwrap().pop().unwrap();
        let inside = Cores::of(std::slice::from_ref(&core)).run(system::usable_cpus).unwrap().unwrap();
        assert_eq!(inside, core.into_iter().collect());
        assert_eq!(system::usable_cpus().unwrap(), before);
        // A CPU that no machine has.
        assert!(Cores(vec![1023]).run(|| ()).is_err());
    }
}
