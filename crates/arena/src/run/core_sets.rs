//! Shares the cores of the machine among the engines of the concurrent games.

use crate::affinity::{Cores, usable_cores};
use crate::plan::Source;

const KEY: &str = "run.affinity";

/// Returns `each` cores for each of the `seats` of each of the concurrent `games`. If the machine does not have that
/// many, records an error and returns no sets.
pub(super) fn core_sets(each: usize, games: usize, seats: usize, source: &mut Source) -> Vec<Vec<Cores>> {
    let shared = usable_cores().map_err(|error| error.to_string()).and_then(|cores| share(&cores, each, games, seats));
    shared.unwrap_or_else(|text| {
        source.error(KEY, text);
        Vec::new()
    })
}

/// Shares `cores`; see [`core_sets`]. An error says what would be accepted.
fn share(cores: &[Vec<usize>], each: usize, games: usize, seats: usize) -> Result<Vec<Vec<Cores>>, String> {
    let (engines, there_are) = (games * seats, cores.len());
    if engines * each > there_are {
        let least = format!("at most affinity = {} with concurrency = 1", there_are / seats);
        let accepted = match (there_are / engines, there_are / (seats * each)) {
            (0, 0) if there_are < seats => "no affinity".to_string(),
            (0, 0) => least,
            (0, games) => format!("at most concurrency = {games}"),
            (each, 0) => format!("at most affinity = {each}"),
            (each, games) => format!("at most affinity = {each} or concurrency = {games}"),
        };
        return Err(format!(
            "affinity = {each} for {engines} engines at once needs {} cores, and this program may use {there_are}; \
             hyperthreads of a core count once: use {accepted}",
            engines * each
        ));
    }
    let mut sets = cores.chunks_exact(each).map(Cores::of);
    Ok((0..games).map(|_| sets.by_ref().take(seats).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns this many cores with two CPUs each.
    fn cores(count: usize) -> Vec<Vec<usize>> {
        (0..count).map(|core| vec![core, core + count]).collect()
    }

    /// Returns the sets as texts.
    fn shared(count: usize, each: usize, games: usize, seats: usize) -> Result<Vec<Vec<String>>, String> {
        let texts = |sets: Vec<Cores>| sets.iter().map(Cores::to_string).collect();
        Ok(share(&cores(count), each, games, seats)?.into_iter().map(texts).collect())
    }

    #[test]
    fn no_core_is_shared() {
        assert_eq!(shared(5, 1, 2, 2).unwrap(), [["0,5", "1,6"], ["2,7", "3,8"]]);
        assert_eq!(shared(4, 2, 1, 2).unwrap(), [["0,4,1,5", "2,6,3,7"]]);
        for (each, games, seats) in [(1, 16, 2), (2, 4, 3), (3, 2, 4), (16, 1, 2)] {
            let sets = shared(32, each, games, seats).unwrap();
            assert!(sets.len() == games && sets.iter().all(|sets| sets.len() == seats));
            let mut cpus: Vec<&str> = sets.iter().flatten().flat_map(|set| set.split(',')).collect();
            assert_eq!(cpus.len(), 2 * each * games * seats);
            cpus.sort_unstable();
            cpus.dedup();
            assert_eq!(cpus.len(), 2 * each * games * seats, "a CPU has two engines");
        }
    }

    #[test]
    fn too_few_cores_are_refused_with_what_would_be_accepted() {
        let error = shared(3, 1, 2, 2).unwrap_err();
        let text = "affinity = 1 for 4 engines at once needs 4 cores, and this program may use 3; ";
        assert!(error.starts_with(text), "{error}");
        for (count, each, games, seats, accepted) in [
            (3, 1, 2, 2, "at most concurrency = 1"),
            (3, 2, 1, 2, "at most affinity = 1"),
            (8, 4, 2, 2, "at most affinity = 2 or concurrency = 1"),
            (5, 4, 4, 2, "at most affinity = 2 with concurrency = 1"),
            (1, 1, 1, 2, "no affinity"),
            (3, 1, 1, 4, "no affinity"),
        ] {
            let error = shared(count, each, games, seats).unwrap_err();
            assert!(error.ends_with(&format!(": use {accepted}")), "{count} {each} {games} {seats}: {error}");
        }
    }
}
