//! Reads an engine's name and options from its handshake.

use crate::process::Process;
use base::quote::is_invisible;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use ugi::{Client, OptionKind, Reply};

/// Maximum length of an engine's name, in characters.
const MAX_NAME_LENGTH: usize = 100;

/// Returns the name that the engine reports with `id name`, without invisible characters; empty if there is none.
pub(super) fn name_of(client: &Client<Process>) -> String {
    let name = client.introduction().iter().rev().find_map(|line| match Reply::parse(line) {
        Reply::Id(field, name) if field == "name" => Some(name),
        _ => None,
    });
    name.unwrap_or_default().chars().filter(|sign| !is_invisible(*sign)).take(MAX_NAME_LENGTH).collect()
}

/// Returns the options that an engine declares: a map from the lower-case name to the declared name.
pub(super) fn declared_by(client: &Client<Process>) -> BTreeMap<String, String> {
    client.options().map(|option| (option.name.to_lowercase(), option.name)).collect()
}

/// Returns the values from 1 that the engine's option `Seed` takes; all of them if it declares no bounds.
pub(super) fn seeds_of(client: &Client<Process>) -> RangeInclusive<u64> {
    match client.option("Seed").map(|option| option.kind) {
        Some(OptionKind::Spin { min, max, .. }) if max > 0 => (min.max(1) as u64)..=(max as u64),
        _ => 1..=u64::MAX,
    }
}

/// Returns `seed` if the engine takes it, otherwise a seed in its bounds that is computed from it.
pub(super) fn seed_within(seeds: &RangeInclusive<u64>, seed: u64) -> u64 {
    let (first, last) = (*seeds.start(), *seeds.end());
    if seeds.contains(&seed) || first > last { seed } else { first + seed % (last - first + 1) }
}

#[cfg(test)]
mod tests {
    use super::seed_within;

    #[test]
    fn seeds_are_within_the_bounds_of_the_option() {
        let seed = |seed, seeds| seed_within(&seeds, seed);
        assert_eq!([seed(7, 1..=u64::MAX), seed(i32::MAX as u64, 1..=i32::MAX as u64)], [7, i32::MAX as u64]);
        assert_eq!([seed(100, 1..=100), seed(101, 1..=100), seed(250, 1..=100), seed(8, 5..=5)], [100, 2, 51, 5]);
    }
}
