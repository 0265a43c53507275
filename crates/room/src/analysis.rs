//! Live analysis and hints. The engine searches the position as the requesting browser sees it.

use super::browsers::Browsers;
use super::game::TableGame;
use super::seating::Seating;
use crate::message::Message;
use crate::permits::{Permit, PermitPool, Quota};
use crate::refusal::{PositionError, Refusal, RequestError};
use crate::request::{PlayerKind, is_word};
use crate::role::Role;
use crate::search::{EngineEvent, EngineMove, Worker};
use crate::tasks::EngineSearch;
use crate::variation::Variation;
use std::collections::BTreeMap;
use std::sync::Arc;
use ugi::facts::MoveFacts;
use ugi::{History, Seat};

/// Limits per role on the number of engines that analyse at the same time. Engines that have not exited yet count.
const HELPERS: Quota = Quota { host: 4, seat: 2, watch: 4 };

/// The engines that analyse for browsers.
pub struct Analysis {
    /// The engines, by browser number.
    helpers: BTreeMap<u64, Helper>,
    permits: PermitPool,
    /// Whether the host allows analysis, evaluation and hints while people play.
    allowed: bool,
    /// Whether anybody could use them at any time in this game while people played each other.
    was_allowed: bool,
}

/// An engine that analyses for one browser.
struct Helper {
    /// The name of the engine, as in the setup.
    engine: String,
    worker: Worker,
    current: Option<AnalysisJob>,
}

/// A running analysis or hint.
struct AnalysisJob {
    job: u64,
    request: AnalysisRequest,
    /// The position.
    line: History,
    lines: Vec<Variation>,
    /// The facts of the first moves of variations: a cache whose key is the token of the move.
    facts: BTreeMap<String, MoveFacts>,
}

pub struct AnalysisRequest {
    /// The number of game tokens before the variation.
    pub at: usize,
    /// Tokens that the browser appends to try a variation.
    pub tries: Vec<String>,
    /// Whether the browser wants a hint, which is a single move, instead of a running analysis.
    pub hint: bool,
}

impl Analysis {
    /// Creates the initial state: no engine runs, and the host does not allow analysis while people play.
    pub fn new(helpers: Arc<PermitPool>) -> Self {
        Self {
            helpers: BTreeMap::new(),
            permits: PermitPool::part(HELPERS, helpers),
            allowed: false,
            was_allowed: false,
        }
    }

    /// Restores what the host allows, and what he has allowed in this game.
    pub const fn restore(&mut self, (allowed, was_allowed): (bool, bool)) {
        (self.allowed, self.was_allowed) = (allowed, was_allowed);
    }

    pub const fn is_allowed(&self) -> bool {
        self.allowed
    }

    /// Returns whether anybody could analyse at any time in this game while people played each other.
    pub const fn was_allowed(&self) -> bool {
        self.was_allowed
    }

    pub const fn allow(&mut self, allowed: bool) {
        self.allowed = allowed;
    }

    /// Sends the request to the browser's engine. If another engine or none is running for this browser, stops the
    /// other engine and calls `start`, with a permit that is in use until the engine has exited.
    pub fn ask(
        &mut self,
        (browser, role): (u64, Role),
        engine: &str,
        question: AnalysisRequest,
        search: EngineSearch,
        start: impl FnOnce(Permit) -> Result<Worker, RequestError>,
    ) -> Result<(), RequestError> {
        if self.helpers.get(&browser).is_none_or(|helper| helper.engine != engine) {
            self.stop_engine(browser);
            let permit = self.permits.acquire(role).ok_or(Refusal::TooMany)?;
            let helper = Helper { engine: engine.to_string(), worker: start(permit)?, current: None };
            self.helpers.insert(browser, helper);
        }
        let line = History::parse(&search.view).ok_or(Refusal::BadLine)?;
        let Some(helper) = self.helpers.get_mut(&browser) else { return Ok(()) };
        let job = helper.worker.search(search);
        helper.current = Some(AnalysisJob { job, request: question, line, lines: Vec::new(), facts: BTreeMap::new() });
        Ok(())
    }

    /// Stops the analysis that a browser has requested.
    pub fn stop(&mut self, browser: u64, game: &mut TableGame, browsers: &Browsers) {
        if let Some(helper) = self.helpers.get_mut(&browser) {
            helper.worker.stop();
            helper.report(browser, true, None, game, browsers);
            helper.current = None;
        }
    }

    /// Returns the browser for which a worker analyses, and the name of its engine. Returns `None` if the worker
    /// analyses for no browser.
    pub fn helped_by(&self, worker: u64) -> Option<(u64, &str)> {
        let mut helpers = self.helpers.iter();
        helpers
            .find(|(_, helper)| helper.worker.id == worker)
            .map(|(browser, helper)| (*browser, helper.engine.as_str()))
    }

    /// Handles an event from the engine of a browser.
    pub fn handle_event(
        &mut self,
        browser: u64,
        job: u64,
        event: EngineEvent,
        game: &mut TableGame,
        browsers: &Browsers,
    ) {
        let Some(helper) = self.helpers.get_mut(&browser) else { return };
        let Some(asked) = helper.current.as_mut().filter(|asked| asked.job == job || job == 0) else { return };
        let hint = asked.request.hint;
        match event {
            EngineEvent::Ready(_) => return,
            EngineEvent::Lines(_) if hint => return,
            EngineEvent::Lines(lines) => {
                asked.lines = lines;
                return helper.report(browser, false, None, game, browsers);
            }
            EngineEvent::Done(reply) if hint => report_hint(browser, asked, &reply, game, browsers),
            EngineEvent::Done(_) => helper.report(browser, true, None, game, browsers),
            EngineEvent::Fails(fault, code) => {
                let (must_restart, fault) = (fault.must_restart, fault.without_move());
                if hint {
                    let text = code.unwrap_or(fault.text);
                    browsers.send_error(browser, "hint", &RequestError::new(Refusal::Engine, text));
                } else {
                    let cause = code.map_or(PositionError::Engine(fault.what), PositionError::Protocol);
                    helper.report(browser, true, Some(cause), game, browsers);
                }
                if must_restart || job == 0 {
                    return self.stop_engine(browser);
                }
            }
        }
        helper.current = None;
    }

    /// Returns whether anybody may get a hint. While people play each other, nobody may unless the host allows it.
    pub fn allows_hints(&self, game: &TableGame, seating: &Seating) -> bool {
        self.allowed || game.is_over() || !seating.is_contested()
    }

    /// Returns whether a browser may analyse. While a person plays others, nobody may unless the host allows it,
    /// because a player could watch in another browser. A person who plays all seats may.
    pub fn is_allowed_for(&self, browser: u64, game: &TableGame, seating: &Seating, browsers: &Browsers) -> bool {
        let own = seating.seats_of_role(browsers.role(browser));
        let taken = |own: &[Seat]| seating.others(own, |player| player.who() != PlayerKind::Open).len();
        let plays_alone = !own.is_empty() && taken(&own) == 0;
        self.allowed || game.is_over() || plays_alone || !seating.has_people() || taken(&[]) < 2
    }

    /// Stops every analysis and every hint that is no longer allowed.
    pub fn forbid(&mut self, game: &mut TableGame, seating: &Seating, browsers: &Browsers) {
        self.was_allowed |= self.allowed && !game.is_over() && seating.is_contested();
        let mut helpers = std::mem::take(&mut self.helpers);
        helpers.retain(|browser, helper| {
            let hint = helper.current.as_ref().map(|asked| asked.request.hint);
            let allowed = match hint {
                Some(true) => self.allows_hints(game, seating),
                Some(false) => self.is_allowed_for(*browser, game, seating, browsers),
                None => true,
            };
            if !allowed && hint == Some(true) {
                browsers.send_error(*browser, "hint", &Refusal::NotNow.into());
            } else if !allowed {
                helper.report(*browser, true, Some(PositionError::Refused(Refusal::NotNow)), game, browsers);
            }
            allowed
        });
        self.helpers = helpers;
    }

    pub fn stop_engine(&mut self, browser: u64) {
        self.helpers.remove(&browser);
    }

    /// Prepares for another game: stops all engines.
    pub fn begin(&mut self) {
        self.helpers.clear();
        self.was_allowed = false;
    }
}

impl Helper {
    /// Sends the engine's current results to the browser.
    fn report(
        &mut self,
        browser: u64,
        done: bool,
        error: Option<PositionError>,
        game: &mut TableGame,
        browsers: &Browsers,
    ) {
        let Self { engine, current: Some(asked), .. } = self else { return };
        let first = |line: &Variation| line.pv.first().filter(|token| is_word(token)).cloned();
        let new: Vec<String> =
            (asked.lines.iter().filter_map(first)).filter(|token| !asked.facts.contains_key(token)).collect();
        let tokens: Vec<&str> = new.iter().map(String::as_str).collect();
        if !tokens.is_empty() {
            let facts = game.move_facts(&asked.line, &tokens, browsers.language(browser));
            asked.facts.extend(new.iter().cloned().zip(facts));
        }
        let mut lines = asked.lines.clone();
        for line in &mut lines {
            let facts = line.pv.first().and_then(|token| asked.facts.get(token));
            line.steps = facts.map(|facts| facts.steps.clone()).unwrap_or_default();
        }
        let AnalysisRequest { at, tries, .. } = &asked.request;
        let message = Message::Analysis { at: Some(*at), line: tries, engine: Some(engine), lines, done, error };
        browsers.send(browser, &message);
    }
}

/// Sends the hint unless the number of tokens has changed since the request.
fn report_hint(browser: u64, asked: &AnalysisJob, reply: &EngineMove, game: &mut TableGame, browsers: &Browsers) {
    if asked.request.at == game.token_count() && is_word(&reply.token) {
        let language = browsers.language(browser);
        for facts in game.move_facts(&asked.line, &[&reply.token], language) {
            browsers.send(browser, &Message::Hint { at: game.token_count(), facts });
        }
    }
}
