//! The review of the game on the table: one at a time, on a thread of its own, for all who may see it. Knows no rules.

use super::message::{Refusal, message};
use super::{Actor, Event};
use crate::table::outbox::Kind;
use crate::table::review::{Review, Task, review};
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

/// A review; dropping it ends it.
pub struct Reviewing {
    job: u64,
    stop: Arc<AtomicBool>,
    /// The browser that alone may see it; `None`: everybody.
    only: Option<u64>,
    found: Option<Review>,
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
        if !self.game.is_bare() {
            return Err(Refusal::new("not_now", "a review shows all hands: the game has to end first"));
        }
        if !self.may_analyse(browser) {
            return Err(Refusal::new("not_now", "no review while others play"));
        }
        self.review_ends();
        if stop {
            return Ok(());
        }
        let task = Task {
            bench: self.bench.clone(),
            program: self.program(&engine.unwrap_or_else(|| self.first_engine()))?,
            patience: crate::arena::plan::Patience { thinking: PATIENCE, ..self.setup.patience },
            game: self.game.name().to_string(),
            options: self.game.options().clone(),
            base: self.game.history.base.clone(),
            tokens: self.game.history.tokens.clone(),
            nodes: nodes.unwrap_or(NODES).clamp(1, MOST_NODES),
        };
        self.reviews += 1;
        let (job, inbox, stop) = (self.reviews, self.inbox.clone(), Arc::new(AtomicBool::new(false)));
        let halt = Arc::clone(&stop);
        let run = move || {
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
        let only = (!self.game.is_over()).then_some(browser);
        self.reviewing = Some(Reviewing { job, stop, only, found: None });
        Ok(())
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
                let only = reviewing.only;
                self.reviewing = None;
                let refusal = Refusal::new("engine", "the engine that reviews, or the referee, broke down");
                let told = |browser: &&u64| only.is_none_or(|only| only == **browser);
                self.browsers.keys().filter(told).for_each(|browser| self.refuse(*browser, "review", &refusal));
            }
        }
    }

    /// Sends a browser what the review has found so far, if it may see that.
    pub(super) fn send_review(&self, browser: u64) {
        let Some(Reviewing { only, found: Some(found), .. }) = &self.reviewing else { return };
        if only.is_none_or(|only| only == browser) {
            self.send(browser, Kind::State("review"), message("review", found));
        }
    }

    /// The game on the table is another one.
    pub(super) fn review_ends(&mut self) {
        self.reviewing = None;
    }
}
