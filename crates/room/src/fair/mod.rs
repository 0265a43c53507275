//! Fair deals. Neither the server nor a player can choose the chance events of a game, or the lots for the seats: the
//! seed of each event depends on a secret of the server, to which it commits before the players choose, and on random
//! bits of every player.

mod arithmetic;
mod deal;
mod lines;
mod record;

pub use arithmetic::{Bits, Commitment, DealId};
pub use deal::{FairDeal, LotsState, Question};
pub use lines::{DealLines, write_deal};
pub use record::{BrokenExchange, DealRecord, DrawRecord};
