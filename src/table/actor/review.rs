//! The review of a finished game: what each move and each deal was worth. Knows no rules.

use super::Actor;
use super::message::Refusal;

impl Actor {
    pub(super) fn review(
        &mut self,
        _browser: u64,
        _stop: bool,
        _nodes: Option<u64>,
        _engine: Option<String>,
    ) -> Result<(), Refusal> {
        Err(Refusal::new("not_now", "there is no review yet"))
    }

    /// The game on the table is another one.
    pub(super) fn review_ends(&mut self) {}
}
