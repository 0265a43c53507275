//! Wie niet weg is: 24 tiles, eight stones each, and who first has seven of his own stones off wins.

mod board;
mod drawn;
mod rules;
#[cfg(test)]
mod tests;
mod text;
mod yardstick;

pub use rules::{Action, Rules, Wieniet};
