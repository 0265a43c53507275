//! Code shared by the two puzzles: the stock of tiles, notation, rendering, solver limits.

pub mod notation;
pub mod render;
pub mod search;
pub mod stock;
