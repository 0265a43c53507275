//! The number S of each `query draw`: it decides what is dealt.

use crate::address::fresh_seed;
use anyhow::Result;
use base::rng::mix;
use std::collections::BTreeMap;

/// Where these numbers come from. A clone deals the same once more.
#[derive(Clone, Default, Debug)]
pub struct Deals {
    /// Given by the host: all numbers follow from it.
    pub seed: Option<u64>,
    /// By the number of the event, from 0: what the system's generator gave.
    drawn: BTreeMap<usize, u64>,
}

impl Deals {
    /// Numbers from this seed, else from the system's generator.
    pub fn new(seed: Option<u64>) -> Self {
        Self { seed, drawn: BTreeMap::new() }
    }

    /// The number for the event after `events` others. Asked again it is the same.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn number(&mut self, events: usize) -> Result<u64> {
        if let Some(seed) = self.seed {
            return Ok(mix(seed ^ mix(events as u64)));
        }
        if let Some(drawn) = self.drawn.get(&events) {
            return Ok(*drawn);
        }
        let fresh = fresh_seed()?;
        self.drawn.insert(events, fresh);
        Ok(fresh)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(deals: &mut Deals) -> Vec<u64> {
        (0..64).map(|events| deals.number(events).unwrap()).collect()
    }

    #[test]
    fn a_seed_gives_the_same_numbers_everywhere() {
        assert_eq!(numbers(&mut Deals::new(Some(7))), numbers(&mut Deals::new(Some(7))));
        assert_eq!(Deals::new(Some(7)).number(0).unwrap(), mix(7 ^ mix(0)));
    }

    #[test]
    fn without_a_seed_each_number_is_fresh_has_64_bits_and_stays() {
        let (mut one, mut other) = (Deals::default(), Deals::default());
        let (first, second) = (numbers(&mut one), numbers(&mut other));
        assert_eq!(numbers(&mut one.clone()), first);
        let mut all = [first.clone(), second].concat();
        // Each of 64 bits is set in some of the numbers and clear in some.
        assert_eq!(first.iter().fold(0, |bits, number| bits | number), u64::MAX);
        assert_eq!(first.iter().fold(u64::MAX, |bits, number| bits & number), 0);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 128);
    }

    #[test]
    fn without_a_seed_no_number_follows_from_those_before_it() {
        let mut one = Deals::default();
        one.number(0).unwrap();
        let mut other = one.clone();
        assert_eq!(one.number(0).unwrap(), other.number(0).unwrap());
        assert_ne!(one.number(1).unwrap(), other.number(1).unwrap());
    }
}
