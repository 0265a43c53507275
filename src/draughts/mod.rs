//! What programs of English draughts exchange with each other: Hub (engines and GUIs). This is
//! frankly about one game, in the numbers of its literature; the rest of the engine knows nothing of it.

pub mod hub;
pub mod squares;
