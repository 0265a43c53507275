//! What a room wants done. The program around it carries out the effects, in their order.

use crate::permits::Permit;
use crate::role::Role;
use crate::tasks::{EngineSearch, ReviewTask, StartEngine, WantedGame};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Something that the program around a room does.
#[derive(Debug)]
pub enum Effect {
    /// Sends a browser a message.
    Send {
        /// The number of the browser.
        browser: u64,
        /// How the message waits.
        kind: MessageKind,
        /// The message, as JSON.
        text: String,
    },
    /// Removes the unsent states of this name to a browser.
    Withdraw {
        /// The number of the browser.
        browser: u64,
        /// The name of the states.
        state: &'static str,
    },
    /// Ends the connection to a browser, after the messages so far.
    Close {
        /// The number of the browser.
        browser: u64,
    },
    /// Starts an engine.
    Start(StartEngine),
    /// Searches with an engine. The search replaces the one before.
    Search {
        /// The number of the engine's worker.
        worker: u64,
        /// The number of the search, which its reports must have.
        job: u64,
        /// What to search.
        search: EngineSearch,
    },
    /// Stops the search of an engine.
    Cancel {
        /// The number of the engine's worker.
        worker: u64,
    },
    /// Stops an engine.
    Stop {
        /// The number of the engine's worker.
        worker: u64,
    },
    /// Begins a review. The permit is in use until its engines have exited.
    Review {
        /// The number of the review, which its reports must have.
        job: u64,
        /// What to review.
        task: ReviewTask,
        /// Limits the reviews that run at the same time.
        permit: Permit,
    },
    /// Stops a review.
    EndReview {
        /// The number of the review.
        job: u64,
    },
    /// Opens a game of the library, and sends the browser the message with it. The permit is in use until then.
    OpenGame {
        /// The game.
        wanted: WantedGame,
        /// Limits the games that are being opened.
        permit: Permit,
    },
    /// Sends a browser the lists of the tournaments, now and after each change.
    ListTournaments {
        /// The number of the browser.
        browser: u64,
    },
    /// Sends a browser a game of a tournament.
    TournamentGame {
        /// The number of the browser.
        browser: u64,
        /// The role of the browser.
        role: Role,
        /// The language in which the page speaks.
        language: String,
        /// The index of the tournament.
        source: usize,
        /// The id of the game in the tournament.
        id: String,
    },
    /// Tells whoever runs the program about a failure.
    Warn(String),
}

/// How a message waits for a browser that is slow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageKind {
    /// A message that no other message replaces.
    Answer,
    /// A state. A later state with the same name replaces it if it is still unsent.
    State(&'static str),
}

/// The effects of the request that is being handled. All parts of a room share them.
#[derive(Clone, Default, Debug)]
pub struct Effects(Arc<Mutex<Vec<Effect>>>);

impl Effects {
    pub fn push(&self, effect: Effect) {
        self.lock().push(effect);
    }

    /// Returns and removes all effects.
    pub fn take(&self) -> Vec<Effect> {
        std::mem::take(&mut self.lock())
    }

    /// Returns whether a state of this name to a browser is among the effects.
    pub fn has_state(&self, browser: u64, state: &'static str) -> bool {
        let is_it = |effect: &Effect| {
            matches!(effect, Effect::Send { browser: to, kind: MessageKind::State(name), .. }
                if *to == browser && *name == state)
        };
        self.lock().iter().any(is_it)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Effect>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
