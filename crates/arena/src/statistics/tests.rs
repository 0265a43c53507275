//! Compares the statistics with published values, with the results of other programs, and with general laws.

mod blocks;
mod forecast;
mod laws;
mod numbers;
mod ratings;
mod sequential;
mod tallies;

use super::Outcomes;

/// Returns the counts of game pairs, in this order: two losses; a loss and a draw; one point (two draws, or a win and a
/// loss); a win and a draw; two wins.
fn pentanomial(counts: [u64; 5]) -> Outcomes {
    Outcomes { games_per_block: 2, counts: counts.to_vec() }
}
