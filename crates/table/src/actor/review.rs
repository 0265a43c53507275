//! The review of the game on the table: one at a time, on a thread of its own, for all who may see it. Knows no rules.

use super::message::{Refusal, message};
use super::{Actor, Event};
use crate::address::Role;
use crate::outbox::Kind;
use crate::places::Quota;
use crate::review::{Review, Task, review};
use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Nodes of each search when the page does not say.
const NODES: u64 = 50_000;
/// A search of a review takes no longer than this many nodes.
const MOST_NODES: u64 = 100_000_000;
/// Milliseconds that a single search may take.
const PATIENCE: u64 = 600_000;
/// Between two messages of a running review.
const PAUSE: Duration = Duration::from_millis(200);

/// Reviews whose engines run: the one that counts, and those that were stopped and have not ended yet.
pub const REVIEWERS: Quota = Quota { host: 4, seat: 2, watch: 2 };

/// A review; dropping it ends it.
pub struct Reviewing {
    job: u64,
    stop: Arc<AtomicBool>,
    /// Who has asked for it.
    browser: u64,
    role: Role,
    found: Option<Review>,
}

impl Reviewing {
    fn is_done(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.done == found.of)
    }
}

impl Drop for Reviewing {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Actor {
    pub(super) fn review(
        &mut self,
        browser: u64,
        stop: bool,
        nodes: Option<u64>,
        engine: Option<String>,
    ) -> Result<(), Refusal> {
        if !self.game.is_over() {
            return Err(Refusal::new("not_now", "a review shows all hands: the game has to end first"));
        }
        let Some(role) = self.browsers.get(&browser).map(|browser| browser.role) else { return Ok(()) };
        if !self.may_replace_review(browser, role) {
            return Err(Refusal::new("too_many", "somebody else lets this game be reviewed already"));
        }
        if stop {
            self.review_ends();
            return Ok(());
        }
        let permit = self.reviewers.take(role);
        let permit = permit.ok_or_else(|| Refusal::new("too_many", "reviews that were stopped have not ended yet"))?;
        let task = Task {
            bench: self.bench.clone(),
            program: self.program(&engine.unwrap_or_else(|| self.first_engine()))?,
            patience: ugi::program::Patience { thinking: PATIENCE, ..self.setup.patience },
            game: self.game.name().to_string(),
            options: self.game.options().clone(),
            base: self.game.history.base.clone(),
            tokens: self.game.history.tokens.clone(),
            nodes: nodes.unwrap_or(NODES).clamp(1, MOST_NODES),
        };
        self.review_ends();
        self.reviews += 1;
        let (job, inbox, stop) = (self.reviews, self.inbox.clone(), Arc::new(AtomicBool::new(false)));
        let halt = Arc::clone(&stop);
        let run = move || {
            let _permit = permit;
            let mut told: Option<Instant> = None;
            let outcome = review(&task, &halt, &mut |found: &Review| {
                if found.done == found.of || told.is_none_or(|told| told.elapsed() >= PAUSE) {
                    told = Some(Instant::now());
                    let _ = inbox.send(Event::Reviewed { job, found: Ok(found.clone()) });
                }
            });
            if let Err(error) = outcome {
                let _ = inbox.send(Event::Reviewed { job, found: Err(error) });
            }
        };
        let started = thread::Builder::new().name("review".to_string()).spawn(run);
        started.map_err(|_| Refusal::new("too_many", "this machine has no thread left"))?;
        self.reviewing = Some(Reviewing { job, stop, browser, role, found: None });
        Ok(())
    }

    /// May this browser end the review that runs or stands? The host may always, who plays may end one of spectators, and
    /// everybody the own one.
    fn may_replace_review(&self, browser: u64, role: Role) -> bool {
        let Some(now) = &self.reviewing else { return true };
        let rank = |role| match role {
            Role::Host => 2,
            Role::Seat(_) => 1,
            Role::Watch => 0,
        };
        let own = now.browser == browser || (role == now.role && role != Role::Watch);
        let left = now.is_done() || !self.browsers.contains_key(&now.browser);
        own || rank(role) > rank(now.role) || (left && rank(role) == rank(now.role))
    }

    /// News from the thread of a review.
    pub(super) fn reviewed(&mut self, job: u64, found: Result<Review>) {
        let Some(reviewing) = self.reviewing.as_mut().filter(|reviewing| reviewing.job == job) else { return };
        match found {
            Ok(found) => {
                reviewing.found = Some(found);
                let browsers: Vec<u64> = self.browsers.keys().copied().collect();
                browsers.into_iter().for_each(|browser| self.send_review(browser));
            }
            Err(_) => {
                self.reviewing = None;
                let refusal = Refusal::new("engine", "the engine that reviews, or the referee, broke down");
                self.browsers.keys().for_each(|browser| self.refuse(*browser, "review", &refusal));
            }
        }
    }

    /// Sends a browser what the review has found so far.
    pub(super) fn send_review(&self, browser: u64) {
        if let Some(Reviewing { found: Some(found), .. }) = &self.reviewing {
            self.send(browser, Kind::State("review"), message("review", found));
        }
    }

    /// The game goes on or is another one: nobody is sent anything of the review any more, also not what waits.
    pub(super) fn review_ends(&mut self) {
        self.reviewing = None;
        self.browsers.values().for_each(|browser| browser.outbox.withdraw(Kind::State("review")));
    }
}
