//! Querbeet: two or three seats join the sides of a hexagon by roads on hidden tiles.
//! The list of its parts and what it brings along.

mod bag;
mod board;
mod cell;
mod hidden;
mod points;
mod position;
mod rules;
mod text;
mod tile;

pub use rules::{Action, Deal, Querbeet, Rules};
