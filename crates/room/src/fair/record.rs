//! What a player sees of a deal, and how to check it afterwards.

use super::arithmetic::{Bits, Commitment, DealId, Secret, commit_to_bits, commit_to_secret, event_seed};
use crate::hex::Hex;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeSet;
use ugi::Seat;

/// An exchange as everybody may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExchangeRecord {
    /// The id of the exchange.
    pub id: DealId,
    /// The server's commitment to its secret.
    pub commitment: Commitment,
    /// The secret, when it no longer decides anything: after the end of the game, or when lots have been drawn.
    pub secret: Option<Secret>,
    /// The players who take part.
    pub shares: Vec<ShareRecord>,
    /// The exchanges before this one that were broken off, the oldest first.
    pub again: Vec<BrokenExchange>,
}

/// An exchange in which bits were asked for before another one began, and of which nobody has seen both an event and
/// the secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BrokenExchange {
    /// The id of the exchange.
    pub id: DealId,
    /// The seats that had left the exchanges of the same game by then. Nobody has if another game began.
    pub left: BTreeSet<Seat>,
}

/// A deal as everybody may see it. The message `deal` and the lines of a transcript contain it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DealRecord {
    /// The exchange with the players.
    #[serde(flatten)]
    pub exchange: ExchangeRecord,
    /// The number of tokens that were there before the deal: those of the opening, whose events it did not draw.
    pub from: usize,
    /// The events that were drawn, after the end of the game.
    pub draws: Vec<DrawRecord>,
}

/// The part of a player in an exchange.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ShareRecord {
    pub seat: Seat,
    pub commitment: Option<Commitment>,
    /// The bits, when the secret is shown.
    pub bits: Option<Bits>,
}

/// An event that was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DrawRecord {
    /// The number of tokens before the event.
    pub at: usize,
    /// The seed of `query draw`. It is text, because JavaScript's numbers do not have 64 bits.
    #[serde(serialize_with = "as_text")]
    pub seed: u64,
}

fn as_text<S: Serializer>(seed: &u64, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(seed)
}

impl DealRecord {
    /// Checks that the secret and all bits are those to which the server and the players have committed, and that all
    /// seeds follow from them, in a game with this number of seats.
    pub fn verify(&self, seats: usize) -> Result<()> {
        let ExchangeRecord { id, commitment, secret, shares, .. } = &self.exchange;
        let secret = secret.context("the secret of the server is missing")?;
        ensure!(
            commit_to_secret(*id, secret) == *commitment,
            "the secret of the server is not the one to which it committed"
        );
        let mut all = vec![Hex([0; 16]); seats];
        for ShareRecord { seat, commitment, bits } in shares {
            let bits = bits.with_context(|| format!("the bits of seat {} are missing", seat.number()))?;
            ensure!(
                *commitment == Some(commit_to_bits(*id, *seat, bits)),
                "the bits of seat {} are not those to which it committed",
                seat.number()
            );
            *all.get_mut(seat.index()).with_context(|| format!("the game has no seat {}", seat.number()))? = bits;
        }
        for (index, draw) in (0..).zip(&self.draws) {
            let seed = event_seed(*id, secret, all.iter().copied(), index);
            ensure!(seed == draw.seed, "draw {index}: the seed is {}, expected {seed}", draw.seed);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::FairDeal;
    use crate::moment::random;

    fn record() -> DealRecord {
        let mut deal = FairDeal::new(4, [Seat::P2], &mut random()).unwrap();
        let bits = Hex([9; 16]);
        assert!(deal.commit(Seat::P2, commit_to_bits(deal.id, Seat::P2, bits), 1) && deal.give(Seat::P2, bits));
        let draws = [0, 5, 7].iter().zip(0..).map(|(at, index)| DrawRecord { at: *at, seed: deal.seed(index) });
        DealRecord { exchange: deal.record(true), from: 0, draws: draws.collect() }
    }

    #[test]
    fn every_change_is_found() {
        assert!(record().verify(4).is_ok());
        type Change = fn(&mut DealRecord);
        let changes: [(Change, &str); 7] = [
            (|record| record.exchange.secret = None, "the secret of the server is missing"),
            (|record| record.exchange.secret = Some(Hex([0; 32])), "the secret of the server is not the one"),
            (|record| record.exchange.commitment = Hex([0; 32]), "the secret of the server is not the one"),
            (|record| record.exchange.shares[0].bits = Some(Hex([8; 16])), "the bits of seat 2 are not those"),
            (|record| record.exchange.shares[0].bits = None, "the bits of seat 2 are missing"),
            (|record| record.draws[2].seed ^= 1, "draw 2: the seed is"),
            (|record| record.exchange.shares.clear(), "draw 0: the seed is"),
        ];
        for (change, part) in changes {
            let mut record = record();
            change(&mut record);
            let error = record.verify(4).unwrap_err().to_string();
            assert!(error.starts_with(part), "{error}");
        }
        assert_eq!(record().verify(1).unwrap_err().to_string(), "the game has no seat 2");
        assert!(record().verify(3).is_err(), "a seed depends on the number of seats");
    }
}
