//! The deal that decides the chance events of a game.

use super::event_seeds::DealState;
use super::master::TableGame;
use crate::fair::{DealRecord, FairDeal};
use crate::moment::Random;
use anyhow::Result;
use std::collections::BTreeSet;
use ugi::Seat;

impl TableGame {
    /// Returns whether the chance events of the running game have no source yet, so that a deal must begin.
    pub fn needs_deal(&self) -> bool {
        !self.is_over() && !self.deals.has_begun()
    }

    /// Begins a deal in which these players take part. Nobody takes part in a game without chance events.
    pub fn begin_deal(&mut self, players: &BTreeSet<Seat>, random: &mut Random) -> Result<()> {
        let players = players.iter().filter(|_| self.info.chance).copied();
        self.deals.begin(self.seats, self.token_count(), players, random)
    }

    /// This game replaces another one.
    pub fn follow_deal(&mut self, before: &Self) {
        self.deals.follow(&before.deals);
    }

    /// Returns the deal while it waits for players.
    pub fn pending_deal(&mut self) -> Option<&mut FairDeal> {
        self.deals.pending()
    }

    /// Returns whether another game has the same deal.
    pub fn is_repeated(&self) -> bool {
        self.deals.is_repeated()
    }

    /// Records that another game has the same deal.
    pub fn set_repeated(&mut self) {
        self.deals.set_repeated();
    }

    /// Returns the message `deal`, or `None` in a game without chance events.
    pub fn deal_state(&self) -> Option<DealState> {
        (self.info.chance && self.deals.has_begun()).then(|| self.deals.state())
    }

    /// Returns the deal with its secret, after the end of the game.
    pub fn shown_deal(&self) -> Option<DealRecord> {
        self.deals.record().filter(|record| self.info.chance && record.exchange.secret.is_some())
    }
}
