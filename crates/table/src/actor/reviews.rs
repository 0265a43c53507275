//! The threads of reviews.

use super::event::ActorEvent;
use crate::review::{ReviewPrograms, review};
use room::{Permit, Review, ReviewTask};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

/// The minimum time between two messages of a running review.
const PAUSE: Duration = Duration::from_millis(200);

/// For each running review, the flag that stops it.
#[derive(Default)]
pub struct Reviews(BTreeMap<u64, Arc<AtomicBool>>);

impl Reviews {
    /// Starts a review with this number. It reports to `inbox`.
    pub fn begin(
        &mut self,
        job: u64,
        programs: ReviewPrograms,
        task: ReviewTask,
        permit: Permit,
        inbox: Sender<ActorEvent>,
    ) {
        let stop = Arc::new(AtomicBool::new(false));
        self.0.insert(job, Arc::clone(&stop));
        let own = inbox.clone();
        let run = move || {
            let _permit = permit;
            let mut reported: Option<Instant> = None;
            let outcome = review(&programs, &task, &stop, &mut |found: &Review| {
                if found.done == found.of || reported.is_none_or(|reported| reported.elapsed() >= PAUSE) {
                    reported = Some(Instant::now());
                    let _ = own.send(ActorEvent::Reviewed { job, found: Some(found.clone()) });
                }
            });
            if outcome.is_err() {
                let _ = own.send(ActorEvent::Reviewed { job, found: None });
            }
        };
        // The system may be unable to start another thread.
        if thread::Builder::new().name("review".to_string()).spawn(run).is_err() {
            let _ = inbox.send(ActorEvent::Reviewed { job, found: None });
        }
    }

    /// Stops a review.
    pub fn end(&mut self, job: u64) {
        if let Some(stop) = self.0.remove(&job) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}
