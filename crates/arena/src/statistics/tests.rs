//! Compares the statistics with published values, with the results of other programs, and with general laws.

mod blocks;
mod forecast;
mod laws;
mod numbers;
mod rated;
mod ratings;
mod resampling;
mod search;
mod sequential;
mod tallies;

use super::Outcomes;

/// Returns the counts of game pairs, in this order: two losses; a loss and a draw; one point (two draws, or a win and a
/// loss); a win and a draw; two wins.
fn pentanomial(counts: [u64; 5]) -> Outcomes {
    outcomes(&counts)
}

/// Returns the counts of blocks of two-sided games with these counts, from all games lost to all games won.
fn outcomes(counts: &[u64]) -> Outcomes {
    let steps = counts.len() as u64 - 1;
    let mut outcomes = Outcomes::new(steps / 2);
    counts.iter().zip(0..).for_each(|(&count, points)| outcomes.add(points, steps, count));
    outcomes
}
