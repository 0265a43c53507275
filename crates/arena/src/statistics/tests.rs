//! Every statistic against published values, against values computed by other means, and against its laws.

mod blocks;
mod laws;
mod numbers;
mod ratings;
mod sequential;
mod tallies;
