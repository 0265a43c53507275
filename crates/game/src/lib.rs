//! A game in progress, as a program that knows no rules plays it. A referee answers every question about the rules.
//!
//! The crate starts no process and reads no clock and no file: its users supply the referee.

mod answers;
mod clock;
mod played;
mod record;
mod referee;
mod turn;

pub use answers::{AnswerError, Answers};
pub use clock::{Clocks, TimeControl};
pub use played::{Played, Seeds};
pub use record::{Imported, Record};
pub use referee::{Patience, Referee, RefereeError, RestartingReferee};
pub use turn::{Situation, Wanted};
