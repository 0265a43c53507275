//! What the two puzzles share: the tiles that are left, texts, limits of the solvers.

pub mod notation;
pub mod render;
pub mod search;
pub mod stock;
