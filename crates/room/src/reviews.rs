//! The review of the current game. One review runs at a time; every browser receives it.

use super::browsers::Browsers;
use crate::effect::{Effect, Effects};
use crate::message::Message;
use crate::permits::{Permit, PermitPool, Quota};
use crate::refusal::{Refusal, RequestError};
use crate::review::Review;
use crate::role::Role;
use crate::tasks::ReviewTask;
use std::sync::Arc;

/// Limits on reviews whose engines are running: the current review, and stopped reviews whose engines have not exited
/// yet.
const REVIEWERS: Quota = Quota { host: 4, seat: 2, watch: 2 };

/// The reviews of a table.
pub struct Reviews {
    /// The running or finished review of the current game.
    current: Option<RunningReview>,
    last_job: u64,
    permits: PermitPool,
    effects: Effects,
}

/// A review. Dropping it stops the search.
struct RunningReview {
    job: u64,
    effects: Effects,
    /// The browser that requested the review.
    browser: u64,
    role: Role,
    review: Option<Review>,
}

impl Drop for RunningReview {
    fn drop(&mut self) {
        self.effects.push(Effect::EndReview { job: self.job });
    }
}

impl Reviews {
    /// Creates the reviews of a table, with no current review. `helpers` limits the reviews and analyses of all tables
    /// together.
    pub fn new(helpers: Arc<PermitPool>, effects: Effects) -> Self {
        Self { current: None, last_job: 0, permits: PermitPool::part(REVIEWERS, helpers), effects }
    }

    /// Checks that this browser may replace or stop the current review. The host may always do so, players may replace
    /// the review of a spectator, and everybody may replace their own. Once a review has finished or the browser that
    /// requested it has left, any player may replace the review of a player, and any spectator that of a spectator.
    pub fn may_replace(&self, (browser, role): (u64, Role), browsers: &Browsers) -> Result<(), RequestError> {
        let Some(current) = &self.current else { return Ok(()) };
        let rank = |role| match role {
            Role::Host => 2,
            Role::Seat(_) => 1,
            Role::Watch => 0,
        };
        let own = current.browser == browser || (role == current.role && role != Role::Watch);
        let done = current.review.as_ref().is_some_and(|found| found.done == found.of);
        let left = done || browsers.role(current.browser).is_none();
        if own || rank(role) > rank(current.role) || (left && rank(role) == rank(current.role)) {
            return Ok(());
        }
        Err(Refusal::TooMany.into())
    }

    /// Returns a permit for another review. There is none while too many stopped reviews have not ended yet.
    pub fn acquire_permit(&self, role: Role) -> Result<Permit, RequestError> {
        Ok(self.permits.acquire(role).ok_or(Refusal::TooMany)?)
    }

    /// Starts a review that replaces the current one.
    pub fn begin(&mut self, (browser, role): (u64, Role), task: ReviewTask, permit: Permit) {
        self.last_job += 1;
        let (job, effects) = (self.last_job, self.effects.clone());
        self.effects.push(Effect::Review { job, task, permit });
        self.current = Some(RunningReview { job, effects, browser, role, review: None });
    }

    /// Handles a report about a review; `None` if it has failed.
    pub fn handle_event(&mut self, job: u64, found: Option<Review>, browsers: &Browsers) {
        let Some(current) = self.current.as_mut().filter(|current| current.job == job) else { return };
        if let Some(found) = found {
            current.review = Some(found);
            browsers.all().into_iter().for_each(|browser| self.send(browser, browsers));
        } else {
            self.current = None;
            let error = RequestError::new(Refusal::Engine, "the review engine or the referee has failed");
            browsers.all().into_iter().for_each(|browser| browsers.send_error(browser, "review", &error));
        }
    }

    /// Sends the review's current results to a browser.
    pub fn send(&self, browser: u64, browsers: &Browsers) {
        if let Some(RunningReview { review: Some(found), .. }) = &self.current {
            browsers.send(browser, &Message::Review(found));
        }
    }

    /// Stops the review and withdraws its unsent messages. Call this when the history changes.
    pub fn end(&mut self, browsers: &Browsers) {
        self.current = None;
        browsers.withdraw("review");
    }
}
