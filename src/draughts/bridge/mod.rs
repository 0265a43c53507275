//! Bridges: engines of English draughts that speak Hub or DXP as UGI engines. Only their moves come from the other
//! program. This program answers everything else, such as queries, with its own rules.

pub mod command;
mod dxp_engine;
mod engine;
mod foreign_game;
#[cfg(unix)]
mod hub_engine;
#[cfg(unix)]
mod hub_pipe;
#[cfg(unix)]
mod hub_search;
#[cfg(unix)]
mod params;
mod registry;
#[cfg(test)]
mod tests;
