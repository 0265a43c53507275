//! Rooms without sockets, threads and engines: the tests carry out the effects.

mod consent;
mod continued;
mod engines;
mod evening;
mod failures;
mod house;
mod library;
pub mod local_referee;
mod memory;
mod opening;
mod pace;
mod people;
mod permissions;
mod rematch;
mod resign;
mod stand_in;
mod table;
