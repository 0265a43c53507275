//! DXP, the DamExchange protocol by which two draughts programs play over a network (mesander.nl/damexchange, version
//! 01): this file is the list of its parts. It was made for the international board and knows no variants; an English board
//! is told by its 32 squares, its usual start has Black to move.

mod address;
pub mod command;
mod game;
mod message;
mod player;
mod session;
#[cfg(test)]
mod tests;
mod message_stream;

pub use game::Record;
pub use message::{Message, Side};
pub use message_stream::MessageStream;
pub use player::{Limits, Player};
pub use session::{Match, SessionEvent, follow, initiate};
