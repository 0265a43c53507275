//! DXP, the DamExchange protocol (mesander.nl/damexchange, version 01), connects two draughts programs that play over a
//! network. The protocol was designed for the international board and has no field for the variant. This module plays
//! English draughts: a position in a request must have 32 squares, and Black moves first in the standard start
//! position.

pub mod command;
mod game;
mod message;
mod player;
mod request;
mod session;
#[cfg(test)]
mod tests;
mod message_stream;

pub(super) use message::VERSION;
pub use message::{Message, Side};
pub use message_stream::MessageStream;
pub(super) use message_stream::Received;
pub use player::Player;
pub(super) use request::LETTERS;
pub use session::{Match, SessionEvent, follow, initiate};
