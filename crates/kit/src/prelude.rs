//! What the file of a game needs: `use speltafel_kit::prelude::*;`.

pub use crate::about::{About, Refusal};
pub use crate::chance::{Chance, Events, Hidden};
pub use crate::game::Game;
pub use crate::numbers::{Layout, Numbering, Numbers, Part};
pub use crate::options::{Kind, Spec, Values};
pub use crate::registry::{Program, RegisteredGame, Registry};
pub use crate::rng::{Rng, event_rng, mix};
pub use crate::search::{AlphaBeta, Either, Evaluate, Payoffs, Sampled, Sampling, Uct};
pub use crate::state::{Ending, Reason, State, Verdict};
pub use crate::text::{Sections, TextError, TokenError, number};
pub use crate::{ensure_at, run};
pub use ugi::board::{Board, Cells, Mark, Piece, Word};
pub use ugi::facts::player;
pub use ugi::{GameResult, Seat, Turn, Viewer};
