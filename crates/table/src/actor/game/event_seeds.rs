//! The seeds of `query draw`, which decide the outcomes of chance events.

use crate::address::random_seed;
use anyhow::Result;
use base::rng::mix;
use std::collections::BTreeMap;

/// The seeds of all chance events of a game. A clone repeats the seeds that have been generated so far. It also
/// repeats all later seeds if they derive from the host's seed.
#[derive(Clone, Default, Debug)]
pub struct EventSeeds {
    /// The seed that the host has set. If present, the seeds of all events derive from it.
    pub seed: Option<u64>,
    /// Seeds from the system's random number generator, by zero-based event number.
    generated: BTreeMap<usize, u64>,
}

impl EventSeeds {
    /// Creates seeds that derive from `seed`, or from the system's random number generator if it is `None`.
    pub fn new(seed: Option<u64>) -> Self {
        Self { seed, generated: BTreeMap::new() }
    }

    /// Returns the seed of the event with this zero-based number. Repeated calls return the same seed.
    pub fn seed_for(&mut self, events: usize) -> Result<u64> {
        if let Some(seed) = self.seed {
            return Ok(mix(seed ^ mix(events as u64)));
        }
        if let Some(drawn) = self.generated.get(&events) {
            return Ok(*drawn);
        }
        let fresh = random_seed()?;
        self.generated.insert(events, fresh);
        Ok(fresh)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(deals: &mut EventSeeds) -> Vec<u64> {
        (0..64).map(|events| deals.seed_for(events).unwrap()).collect()
    }

    #[test]
    fn seeds_are_reproducible() {
        assert_eq!(numbers(&mut EventSeeds::new(Some(7))), numbers(&mut EventSeeds::new(Some(7))));
        assert_eq!(EventSeeds::new(Some(7)).seed_for(0).unwrap(), mix(7 ^ mix(0)));
    }

    #[test]
    fn random_seeds_differ_use_all_bits_and_are_kept() {
        let (mut one, mut other) = (EventSeeds::default(), EventSeeds::default());
        let (first, second) = (numbers(&mut one), numbers(&mut other));
        assert_eq!(numbers(&mut one.clone()), first);
        let mut all = [first.clone(), second].concat();
        // Each of the 64 bits is set in some of the numbers and clear in others.
        assert_eq!(first.iter().fold(0, |bits, number| bits | number), u64::MAX);
        assert_eq!(first.iter().fold(u64::MAX, |bits, number| bits & number), 0);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 128);
    }

    #[test]
    fn random_seeds_are_independent() {
        let mut one = EventSeeds::default();
        one.seed_for(0).unwrap();
        let mut other = one.clone();
        assert_eq!(one.seed_for(0).unwrap(), other.seed_for(0).unwrap());
        assert_ne!(one.seed_for(1).unwrap(), other.seed_for(1).unwrap());
    }
}
