//! Tuning of spin options by simultaneous perturbation stochastic approximation (SPSA; Spall 1992). In every iteration
//! the engine plays itself: one copy with all values changed in a random direction, the other with all changed in the
//! opposite direction. The values then move towards those of the winner.
//!
//! All values follow from the plan and the results of earlier iterations, so nothing is stored but the games.

mod parameter;
mod spsa;
mod trajectory;
mod tuning;

pub use parameter::declared;
pub use spsa::Spsa;
pub use trajectory::Trajectory;
pub use tuning::{TunedParameter, Tuning};
