//! The seeds of a tournament. Each is part of a SHA-256 digest with its own label, so an engine cannot compute the
//! plan's seed, and with it the deals, from the option `Seed` that it receives.

use crate::model::Plan;
use sha2::{Digest, Sha256};
use ugi::Seat;

/// A part of a seed's input. The encoding of a list of parts is unambiguous.
enum Part<'a> {
    /// Encoded in eight bytes, little-endian.
    Number(u64),
    /// Encoded as its length, a number, and its bytes.
    Text(&'a str),
}

/// Returns the first eight bytes of the digest of a label, the plan's seed and `parts`.
fn seed(label: &str, plan: &Plan, parts: &[Part<'_>]) -> u64 {
    let mut hash = Sha256::new();
    for part in [Part::Text(label), Part::Number(plan.seed)].iter().chain(parts) {
        match part {
            Part::Number(number) => hash.update(number.to_le_bytes()),
            Part::Text(text) => {
                hash.update((text.len() as u64).to_le_bytes());
                hash.update(text);
            }
        }
    }
    hash.finalize().iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte))
}

/// Returns the seed S of `query draw S` for a block's chance event with the zero-based number `deal`. The seed is the
/// same for every pairing and seating.
pub fn deal_seed(plan: &Plan, block: u64, deal: u64) -> u64 {
    seed("deal", plan, &[Part::Number(block), Part::Number(deal)])
}

/// Returns the seed for the random opening with this number.
pub fn opening_seed(plan: &Plan, number: u64) -> u64 {
    seed("opening", plan, &[Part::Number(number)])
}

/// Returns the seed for the order in which the openings of a list are taken on the pass with the zero-based number
/// `pass`.
pub fn order_seed(plan: &Plan, pass: u64) -> u64 {
    seed("order", plan, &[Part::Number(pass)])
}

/// Returns the seed for the place of a pairing in a mixed tournament.
pub(super) fn pairing_seed(plan: &Plan, name: &str) -> u64 {
    seed("pairing", plan, &[Part::Text(name)])
}

/// Returns the seed of the random changes of a tuning.
pub fn tune_seed(plan: &Plan) -> u64 {
    seed("tune", plan, &[])
}

/// Returns the value of the option `Seed` for the engine in a seat of the game with this id. The value is never 0,
/// because with 0 the engine chooses a new random seed.
pub fn engine_seed(plan: &Plan, id: &str, seat: Seat) -> u64 {
    1 + seed("engine", plan, &[Part::Text(id), Part::Number(seat.number() as u64)]) % (i32::MAX as u64)
}
