//! Compares all statistics with published values, with values computed by other programs, and with general laws.

mod blocks;
mod laws;
mod numbers;
mod ratings;
mod sequential;
mod tallies;
