//! What everybody sees of a deal.

use super::arithmetic::{Bits, Commitment, DealId, Secret};
use serde::{Serialize, Serializer};
use ugi::Seat;

/// A deal as everybody may see it. The message `deal` and the lines of a transcript contain it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DealRecord {
    pub id: DealId,
    /// The server's commitment to its secret.
    pub commitment: Commitment,
    /// The secret, after the end of the game.
    pub secret: Option<Secret>,
    /// The number of tokens that were there before the deal: those of the opening, whose events it did not draw.
    pub from: usize,
    /// The players who take part.
    pub shares: Vec<ShareRecord>,
    /// The events that were drawn, after the end of the game.
    pub draws: Vec<DrawRecord>,
}

/// The part of a player in a deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ShareRecord {
    pub seat: Seat,
    pub commitment: Option<Commitment>,
    /// The bits, after the end of the game.
    pub bits: Option<Bits>,
}

/// An event that was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DrawRecord {
    /// The number of tokens before the event; `None` if the event was taken back.
    pub at: Option<usize>,
    /// The seed of `query draw`. It is text, because JavaScript's numbers do not have 64 bits.
    #[serde(serialize_with = "as_text")]
    pub seed: u64,
}

fn as_text<S: Serializer>(seed: &u64, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(seed)
}
