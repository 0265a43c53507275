//! The actor: one thread that owns the game, the seats and the engines, and answers one event after the other. It never
//! waits for an engine or for a browser, only for the referee.
//!
//! Each part has a file of its own and fields that no other part sees: what one needs of another is an argument. The
//! parts are `game`, `seating`, `offers`, `revealed`, `engines`, `analysis`, `reviews`, `library`, `browsers`, `links`
//! and `ticker`; `router` owns them and leads each event to where it is answered.

mod analysis;
mod begin;
mod browsers;
mod consent;
mod engines;
mod event;
mod game;
mod hello;
mod help;
mod library;
mod links;
mod message;
mod offers;
mod people;
mod play;
mod interchange;
mod event_queue;
mod revealed;
mod reviews;
mod router;
mod seating;
mod visible_position;
mod state;
mod ticker;

pub use event::ActorEvent;
pub use router::Actor;
