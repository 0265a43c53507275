//! The review of the game on the table: one at a time, on a thread of its own, for all who may see it.

use super::browsers::Browsers;
use super::event::ActorEvent;
use super::message::{RequestError, message};
use crate::address::Role;
use crate::outbox::MessageKind;
use crate::permits::{Permit, PermitPool, Quota};
use crate::review::{Review, ReviewTask, review};
use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

/// Between two messages of a running review.
const PAUSE: Duration = Duration::from_millis(200);

/// Reviews whose engines run: the one that counts, and those that were stopped and have not ended yet.
const REVIEWERS: Quota = Quota { host: 4, seat: 2, watch: 2 };

/// The reviews of a table.
pub struct Reviews {
    /// The review that runs or has ended, of the game on the table.
    now: Option<RunningReview>,
    begun: u64,
    places: PermitPool,
    inbox: Sender<ActorEvent>,
}

/// A review; dropping it ends it.
struct RunningReview {
    job: u64,
    stop: Arc<AtomicBool>,
    /// Who has asked for it.
    browser: u64,
    role: Role,
    review: Option<Review>,
}

impl Drop for RunningReview {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Reviews {
    /// No review yet; their threads report to `inbox`.
    pub const fn new(inbox: Sender<ActorEvent>) -> Self {
        Self { now: None, begun: 0, places: PermitPool::new(REVIEWERS), inbox }
    }

    /// May this browser end the review that runs or stands? The host may always, who plays may end one of spectators, and
    /// everybody the own one.
    ///
    /// # Errors
    /// It may not.
    pub fn may_replace(&self, (browser, role): (u64, Role), browsers: &Browsers) -> Result<(), RequestError> {
        let Some(now) = &self.now else { return Ok(()) };
        let rank = |role| match role {
            Role::Host => 2,
            Role::Seat(_) => 1,
            Role::Watch => 0,
        };
        let own = now.browser == browser || (role == now.role && role != Role::Watch);
        let done = now.review.as_ref().is_some_and(|found| found.done == found.of);
        let left = done || browsers.role(now.browser).is_none();
        if own || rank(role) > rank(now.role) || (left && rank(role) == rank(now.role)) {
            return Ok(());
        }
        Err(RequestError::new("too_many", "somebody else lets this game be reviewed already"))
    }

    /// A place for another review.
    ///
    /// # Errors
    /// All are taken.
    pub fn acquire_permit(&self, role: Role) -> Result<Permit, RequestError> {
        let place = self.places.acquire(role);
        place.ok_or_else(|| RequestError::new("too_many", "reviews that were stopped have not ended yet"))
    }

    /// Begins a review instead of the one before.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn begin(
        &mut self,
        (browser, role): (u64, Role),
        task: ReviewTask,
        permit: Permit,
    ) -> Result<(), RequestError> {
        self.begun += 1;
        let (job, inbox, stop) = (self.begun, self.inbox.clone(), Arc::new(AtomicBool::new(false)));
        let halt = Arc::clone(&stop);
        let run = move || {
            let _permit = permit;
            let mut told: Option<Instant> = None;
            let outcome = review(&task, &halt, &mut |found: &Review| {
                if found.done == found.of || told.is_none_or(|told| told.elapsed() >= PAUSE) {
                    told = Some(Instant::now());
                    let _ = inbox.send(ActorEvent::Reviewed { job, found: Ok(found.clone()) });
                }
            });
            if let Err(error) = outcome {
                let _ = inbox.send(ActorEvent::Reviewed { job, found: Err(error) });
            }
        };
        let started = thread::Builder::new().name("review".to_string()).spawn(run);
        started.map_err(|_| RequestError::new("too_many", "this machine has no thread left"))?;
        self.now = Some(RunningReview { job, stop, browser, role, review: None });
        Ok(())
    }

    /// News from the thread of a review.
    pub fn handle_event(&mut self, job: u64, found: Result<Review>, browsers: &Browsers) {
        let Some(now) = self.now.as_mut().filter(|now| now.job == job) else { return };
        if let Ok(found) = found {
            now.review = Some(found);
            browsers.all().into_iter().for_each(|browser| self.send(browser, browsers));
        } else {
            self.now = None;
            let refusal = RequestError::new("engine", "the engine that reviews, or the referee, broke down");
            browsers.all().into_iter().for_each(|browser| browsers.send_error(browser, "review", &refusal));
        }
    }

    /// Sends a browser what the review has found so far.
    pub fn send(&self, browser: u64, browsers: &Browsers) {
        if let Some(RunningReview { review: Some(found), .. }) = &self.now {
            browsers.send(browser, MessageKind::State("review"), message("review", found));
        }
    }

    /// The game goes on or is another one: nobody is sent anything of the review any more, also not what waits.
    pub fn end(&mut self, browsers: &Browsers) {
        self.now = None;
        browsers.withdraw(MessageKind::State("review"));
    }
}
