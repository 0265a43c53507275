//! Recorded games: lists of tournaments and single games of them, for one browser to look at. Knows no rules.

use super::Actor;
use super::message::Refusal;

impl Actor {
    pub(super) fn records(&mut self, _browser: u64) -> Result<(), Refusal> {
        Err(Refusal::new("not_now", "there are no records yet"))
    }

    pub(super) fn record(&mut self, _browser: u64, _source: usize, _id: &str) -> Result<(), Refusal> {
        Err(Refusal::new("not_now", "there are no records yet"))
    }
}
