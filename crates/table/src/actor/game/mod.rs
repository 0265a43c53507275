//! The game on the table: its master history, its deals and clocks, and what each seat may see of it. The referee is
//! asked for everything.

mod deals;
mod master;
mod opening;
mod questions;
mod settle;

pub use deals::Deals;
pub use master::{Game, Viewer};
pub use opening::Opening;
