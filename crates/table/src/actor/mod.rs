//! The actor: one thread that owns the game, the seats and the engines, and handles one event at a time. It waits for
//! the referee, but never for an engine or a browser.
//!
//! Each part of the state has its own module: `game`, `seating`, `offers`, `evening`, `pace`, `revealed`, `storage`,
//! `engines`, `analysis`, `reviews`, `tournaments`, `kept_reader` and `browsers`. A part that needs another part gets
//! it as an argument. The type `Actor` in `router` owns the parts and dispatches the events.

mod analysis;
mod begin;
mod browsers;
mod consent;
mod continued;
mod deals;
mod engines;
mod evening;
mod event;
mod event_queue;
mod export;
mod game;
mod hello;
mod help;
mod interchange;
mod kept_games;
mod kept_reader;
mod links;
mod moves;
mod offers;
mod pace;
mod people;
mod permutation;
mod rematch;
mod revealed;
mod reviews;
mod router;
mod saving;
mod seating;
mod stand_in;
mod state;
mod storage;
mod told;
mod tournaments;
mod visible_position;

pub use event::{ActorEvent, TableSummary};
pub use kept_reader::Library;
pub use router::{Actor, Shared};
pub use storage::{LibraryGame, Storage};
