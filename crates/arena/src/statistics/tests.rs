//! Compares the statistics with published values, with the results of other programs, and with general laws.

mod blocks;
mod laws;
mod numbers;
mod ratings;
mod sequential;
mod tallies;
