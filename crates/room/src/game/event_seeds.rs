//! The seeds of `query draw`, which decide the outcomes of chance events.

use crate::fair::{BrokenExchange, DealRecord, DrawRecord, FairDeal, Question};
use crate::moment::Random;
use anyhow::Result;
use base::rng::mix;
use game::{Played, Seeds};
use serde::{Deserialize, Serialize};
use std::mem::take;
use ugi::Seat;

/// The seeds of all chance events of a game.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct EventSeeds {
    /// The seed that the host has set. If present, the seeds of all events derive from it.
    pub seed: Option<u64>,
    /// The deal from which all other seeds derive, once it has begun.
    deal: Option<FairDeal>,
    /// For each event that was drawn: the number of tokens before it.
    draws: Vec<usize>,
    /// The number of tokens that were there before the deal.
    from: usize,
    /// Whether another game has the same deal.
    repeated: bool,
    /// Whether the secret of the deal has been shown, at the end of the game.
    shown: bool,
    /// The exchanges that were broken off before the deal begins.
    again: Vec<BrokenExchange>,
}

/// The message `deal`.
#[derive(PartialEq, Eq, Debug, Serialize)]
pub struct DealState {
    /// Whether the host has set the seed.
    chosen: bool,
    repeated: bool,
    /// What the players must send now, if anything.
    asks: Option<Question>,
    /// The seats whose answer is missing.
    waits: Vec<Seat>,
    #[serde(flatten)]
    deal: Option<DealRecord>,
}

impl EventSeeds {
    /// Creates seeds that derive from `seed`, or from a deal that has not begun if it is `None`.
    pub fn new(seed: Option<u64>) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Returns the seeds for the same deal again, or for another deal if this one is not complete.
    pub fn again(&self) -> Self {
        let deal = self.deal.clone().filter(FairDeal::is_complete);
        Self { seed: self.seed, repeated: self.seed.is_some() || deal.is_some(), deal, ..Self::default() }
    }

    /// Sets the number of tokens with which the game begins.
    pub fn set_opening(&mut self, tokens: usize) {
        self.from = tokens;
    }

    /// Records that another game has the same deal.
    pub fn set_repeated(&mut self) {
        self.repeated = true;
    }

    /// Returns whether the source of the seeds is known.
    pub fn has_begun(&self) -> bool {
        self.seed.is_some() || self.deal.is_some()
    }

    /// Returns whether another game has the same deal.
    pub fn is_repeated(&self) -> bool {
        self.repeated
    }

    /// Returns whether the seed of the next event is known.
    pub fn is_ready(&self) -> bool {
        self.seed.is_some() || self.deal.as_ref().is_some_and(FairDeal::is_complete)
    }

    /// Begins a deal in a game with this number of seats and tokens, in which these players take part.
    pub fn begin(
        &mut self,
        seats: usize,
        tokens: usize,
        players: impl IntoIterator<Item = Seat>,
        random: &mut Random,
    ) -> Result<()> {
        let deal = FairDeal::new(seats, players, random)?.after(take(&mut self.again));
        (self.deal, self.from) = (Some(deal), tokens);
        Ok(())
    }

    /// Another game has ended with these seeds. If it was broken off, the deal of this one says so.
    pub fn follow(&mut self, before: &Self) {
        let broken_off = before.deal.as_ref().map_or_else(|| before.again.clone(), FairDeal::broken_off);
        let is_finished = before.shown && !before.draws.is_empty();
        self.again = if is_finished { Vec::new() } else { broken_off };
    }

    /// Returns the deal while it waits for players.
    pub fn pending(&mut self) -> Option<&mut FairDeal> {
        let waits = |deal: &&mut FairDeal| !deal.is_complete();
        self.deal.as_mut().filter(waits).filter(|_| !self.shown)
    }

    /// Moves were taken back. If the secret has been shown, another deal must begin, because everybody could compute
    /// what comes next. Events are permanent.
    pub fn take_back(&mut self) {
        if self.shown {
            *self = Self::new(self.seed);
        }
    }

    /// Shows the secret and all bits from now on. Call this at the end of the game.
    pub fn show(&mut self) {
        self.shown = true;
    }

    /// Returns the deal as everybody may see it.
    pub fn record(&self) -> Option<DealRecord> {
        let deal = self.deal.as_ref()?;
        let seeded = |(at, index): (&usize, u64)| DrawRecord { at: *at, seed: deal.seed(index) };
        let draws = self.draws.iter().zip(0..).map(seeded).filter(|_| self.shown);
        Some(DealRecord { exchange: deal.record(self.shown), from: self.from, draws: draws.collect() })
    }

    /// Returns the message `deal`.
    pub fn state(&self) -> DealState {
        let pending = self.deal.as_ref().filter(|deal| !self.shown && !deal.is_complete());
        DealState {
            chosen: self.seed.is_some(),
            repeated: self.repeated,
            asks: pending.and_then(FairDeal::asks),
            waits: pending.map(FairDeal::awaited).unwrap_or_default(),
            deal: self.record(),
        }
    }
}

impl Seeds for EventSeeds {
    /// Returns `None` while players are awaited. Each call counts as a new event.
    fn next(&mut self, played: &Played) -> Option<u64> {
        if let Some(seed) = self.seed {
            return Some(mix(seed ^ mix(played.events() as u64)));
        }
        let seed = self.deal.as_ref().filter(|deal| deal.is_complete())?.seed(self.draws.len() as u64);
        self.draws.push(played.len());
        Some(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moment::random;

    /// Returns a game of so many tokens, of which so many are events.
    fn played(tokens: usize, events: usize) -> Played {
        let token = |at| if at < events { "!roll/6" } else { "a" };
        Played::new("startpos", &(0..tokens).map(|at| token(at).to_string()).collect::<Vec<_>>())
    }

    fn dealt() -> EventSeeds {
        let mut seeds = EventSeeds::default();
        assert!(!seeds.has_begun() && seeds.next(&played(0, 0)).is_none());
        seeds.begin(2, 0, Vec::new(), &mut random()).unwrap();
        seeds
    }

    #[test]
    fn a_seed_of_the_host_decides_every_event() {
        let mut seeds = EventSeeds::new(Some(7));
        assert!(seeds.has_begun());
        assert_eq!([seeds.next(&played(0, 0)), seeds.next(&played(9, 0))], [Some(mix(7 ^ mix(0))); 2]);
        assert_eq!(seeds.again().next(&played(3, 1)), Some(mix(7 ^ mix(1))));
        assert!(seeds.state().chosen && seeds.record().is_none());
    }

    #[test]
    fn a_deal_is_shown_after_the_game() {
        let mut seeds = dealt();
        let first = seeds.next(&played(3, 0)).unwrap();
        seeds.take_back();
        assert!(seeds.record().unwrap().draws.is_empty(), "the game is not over");
        // The numbers are kept when the game is stored.
        let stored = serde_json::to_string(&seeds).unwrap();
        let mut seeds: EventSeeds = serde_json::from_str(&stored).unwrap();
        seeds.next(&played(8, 1)).unwrap();
        seeds.show();
        let record = seeds.record().unwrap();
        let draws: Vec<_> = record.draws.iter().map(|draw| draw.at).collect();
        assert_eq!((draws, record.draws[0].seed), (vec![3, 8], first));
        assert_ne!(record.draws[1].seed, first);
        record.verify(2).unwrap();
    }

    #[test]
    fn a_shown_secret_decides_no_further_event() {
        let mut seeds = dealt();
        let first = seeds.next(&played(0, 0)).unwrap();
        seeds.show();
        let mut again = seeds.again();
        assert_eq!((again.next(&played(0, 0)), again.state().repeated), (Some(first), true));
        seeds.take_back();
        assert!(!seeds.has_begun());
    }

    #[test]
    fn no_event_is_drawn_while_players_are_awaited() {
        let mut seeds = EventSeeds::default();
        seeds.begin(2, 0, vec![Seat::P2], &mut random()).unwrap();
        assert!(seeds.pending().is_some() && seeds.next(&played(0, 0)).is_none());
        assert_eq!((seeds.state().asks, seeds.state().waits), (Some(Question::Commit), vec![Seat::P2]));
        assert!(!seeds.again().has_begun(), "there is no deal that could be repeated");
        seeds.show();
        assert!(seeds.pending().is_none() && seeds.state().asks.is_none());
    }
}
