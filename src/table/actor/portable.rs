//! Games as texts that people exchange: out of the table and onto it. Knows no rules and no format.

use super::Actor;
use super::message::Refusal;

impl Actor {
    pub(super) fn import(&mut self, browser: u64, _format: &str, _text: &str) -> Result<(), Refusal> {
        self.host_only(browser)?;
        Err(Refusal::new("not_now", "there is no import yet"))
    }

    pub(super) fn export(&mut self, _browser: u64, _format: &str) -> Result<(), Refusal> {
        Err(Refusal::new("not_now", "there is no export yet"))
    }
}
