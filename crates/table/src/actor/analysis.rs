//! Engines that help people: live analysis and hints, each about the view of the browser that asks. Knows no rules.

use super::message::{Refusal, message};
use super::{Actor, News};
use crate::order::{Place, Who, is_word};
use crate::outbox::Kind;
use crate::places::{Permit, Quota};
use crate::seat::Fault;
use crate::told::Variation;
use crate::worker::{Search, Worker};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration;
use ugi::Go;
use ugi::engine::Thought;

/// Engines that help at the same time.
pub const HELPERS: Quota = Quota { host: 4, seat: 2, watch: 4 };
/// Lines of an analysis.
const MOST_LINES: u32 = 32;
/// An analysis may run so long.
const LONGEST: Duration = Duration::from_secs(24 * 3600);
/// Milliseconds for a hint.
const HINT: u64 = 1000;

/// An engine that helps a browser.
pub struct Helper {
    /// Its name.
    pub engine: String,
    pub(super) worker: Worker,
    _permit: Permit,
    asked: Option<Asked>,
}

/// What it is asked.
struct Asked {
    job: u64,
    what: Wish,
    at: usize,
    /// Own tries.
    tries: Vec<String>,
    /// The whole line.
    line: String,
    lines: Vec<Variation>,
    /// What to click for first moves that have come up.
    clicks: BTreeMap<String, Vec<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    Analysis,
    Hint,
}

impl Actor {
    pub(super) fn analyse(
        &mut self,
        browser: u64,
        place: Place,
        lines: u32,
        engine: Option<String>,
    ) -> Result<(), Refusal> {
        if !place.is_sound() {
            return Err(Refusal::new("bad_message", "a line of single words"));
        }
        if !self.may_analyse(browser) {
            return Err(Refusal::new("not_now", "no analysis while others play"));
        }
        let viewer = self.viewer(browser);
        let looked = self.game.look(viewer, &place).map_err(|error| super::look::code(&error));
        let looked = looked.and_then(|(shown, at)| match shown.turn.as_str() {
            "over" => Err("game_over".to_string()),
            "chance" => Err("chance".to_string()),
            // Of another seat's cards a view does not know enough.
            turn if viewer.is_some_and(|seat| turn != format!("p{seat}")) => Err("not_your_turn".to_string()),
            _ => Ok((shown, at)),
        });
        let (shown, at) = match looked {
            Ok(looked) => looked,
            Err(code) => {
                self.stop_analysis(browser)?;
                let body = json!({ "at": place.at, "line": place.line, "lines": [], "done": true, "error": code });
                self.send(browser, Kind::State("analysis"), message("analysis", &body));
                return Ok(());
            }
        };
        let open = self.game.is_bare().then(|| shown.line.clone());
        let go = Go { infinite: true, ..Go::default() };
        let search = Search {
            view: shown.line.clone(),
            open,
            go,
            flag: LONGEST,
            new_game: None,
            lines: Some(lines.clamp(1, MOST_LINES)),
        };
        self.ask_helper(browser, engine, search, Wish::Analysis, at, place.line)
    }

    pub(super) fn stop_analysis(&mut self, browser: u64) -> Result<(), Refusal> {
        let helper = self.browsers.get_mut(&browser).and_then(|browser| browser.helper.as_mut());
        if let Some(helper) = helper {
            helper.worker.stop();
            self.report_analysis(browser, true, None);
            self.forget(browser);
        }
        Ok(())
    }

    pub(super) fn hint(&mut self, browser: u64) -> Result<(), Refusal> {
        let seat = self.own_turn(browser)?;
        if self.has_others(browser) && !self.allowed {
            return Err(Refusal::new("not_now", "no hints while others play"));
        }
        let view = self.game.seat_line(seat);
        let open = self.game.is_bare().then(|| self.game.history.line().to_string());
        let go = Go { move_time: Some(HINT), ..Go::default() };
        let flag = Duration::from_millis(HINT + self.setup.patience.thinking);
        let search = Search { view, open, go, flag, new_game: None, lines: Some(1) };
        let at = self.game.at();
        self.ask_helper(browser, None, search, Wish::Hint, at, Vec::new())
    }

    /// The browser that a worker helps.
    pub(super) fn helped_by(&self, worker: u64) -> Option<u64> {
        let helps = |helper: &Helper| helper.worker.id == worker;
        self.browsers
            .iter()
            .find(|(_, browser)| browser.helper.as_ref().is_some_and(helps))
            .map(|(browser, _)| *browser)
    }

    /// News from the engine that helps a browser.
    pub(super) fn helper_reports(&mut self, browser: u64, job: u64, news: News) {
        let helper = self.browsers.get_mut(&browser).and_then(|browser| browser.helper.as_mut());
        let Some(asked) = helper.and_then(|helper| helper.asked.as_mut()) else { return };
        if asked.job != job && job != 0 {
            return;
        }
        let what = asked.what;
        match news {
            News::Ready(_) => {}
            News::Lines(lines) => {
                asked.lines = lines;
                if what == Wish::Analysis {
                    self.report_analysis(browser, false, None);
                }
            }
            News::Done(thought) => {
                if what == Wish::Analysis {
                    self.report_analysis(browser, true, None);
                } else {
                    self.report_hint(browser, &thought);
                }
                self.forget(browser);
            }
            News::Trouble(trouble, code) => {
                let fault = Fault::new(&trouble, true).what;
                let code = code.unwrap_or_else(|| fault.to_string());
                if what == Wish::Analysis {
                    self.report_analysis(browser, true, Some(&code));
                } else {
                    self.refuse(browser, "hint", &Refusal::new("engine", code));
                }
                self.forget(browser);
                if trouble.lost || job == 0 {
                    self.dismiss(browser);
                }
            }
        }
    }

    /// Ends every analysis that is no longer allowed.
    pub(super) fn forbid_analysis(&mut self) {
        let browsers: Vec<u64> = self.browsers.keys().copied().collect();
        for browser in browsers {
            let analyses = |helper: &Helper| helper.asked.as_ref().is_some_and(|asked| asked.what == Wish::Analysis);
            if self.browsers[&browser].helper.as_ref().is_some_and(analyses) && !self.may_analyse(browser) {
                self.report_analysis(browser, true, Some("not_now"));
                self.dismiss(browser);
            }
        }
    }

    /// Who plays against others must not be helped unless the host allows it.
    pub(super) fn may_analyse(&self, browser: u64) -> bool {
        let own = self.seats_of(browser);
        let other = |(index, seat): (usize, &super::Seat)| seat.who != Who::Open && !own.contains(&index);
        self.allowed || self.game.is_over() || own.is_empty() || !self.seats.iter().enumerate().any(other)
    }

    fn ask_helper(
        &mut self,
        browser: u64,
        engine: Option<String>,
        search: Search,
        what: Wish,
        at: usize,
        tries: Vec<String>,
    ) -> Result<(), Refusal> {
        let engine = engine.unwrap_or_else(|| self.first_engine());
        if what == Wish::Hint {
            self.stop_analysis(browser)?;
        }
        let own = self.browsers.get(&browser).and_then(|browser| browser.helper.as_ref());
        if own.is_none_or(|helper| helper.engine != engine) {
            self.dismiss(browser);
            let Some(role) = self.browsers.get(&browser).map(|browser| browser.role) else { return Ok(()) };
            let permit = self.helpers.take(role);
            let permit = permit.ok_or_else(|| Refusal::new("too_many", "too many analyses at the same time"))?;
            let worker = self.start_worker(&engine, None)?;
            if let Some(browser) = self.browsers.get_mut(&browser) {
                browser.helper = Some(Helper { engine, worker, _permit: permit, asked: None });
            }
        }
        let line = search.view.clone();
        let Some(helper) = self.browsers.get_mut(&browser).and_then(|browser| browser.helper.as_mut()) else {
            return Ok(());
        };
        let Ok(job) = helper.worker.search(search) else {
            self.dismiss(browser);
            return Err(Refusal::new("engine", "the engine has gone"));
        };
        helper.asked = Some(Asked { job, what, at, tries, line, lines: Vec::new(), clicks: BTreeMap::new() });
        Ok(())
    }

    fn report_analysis(&mut self, browser: u64, done: bool, error: Option<&str>) {
        let helper = self.browsers.get_mut(&browser).and_then(|browser| browser.helper.as_mut());
        let Some(Helper { engine, asked: Some(asked), .. }) = helper else { return };
        let first = |line: &Variation| line.pv.first().filter(|token| is_word(token)).cloned();
        let new: Vec<String> =
            (asked.lines.iter().filter_map(first)).filter(|token| !asked.clicks.contains_key(token)).collect();
        let tokens: Vec<&str> = new.iter().map(String::as_str).collect();
        if !tokens.is_empty() {
            let clicks = self.game.clicks(&asked.line, &tokens);
            asked.clicks.extend(new.iter().cloned().zip(clicks));
        }
        let mut lines = asked.lines.clone();
        for line in &mut lines {
            line.clicks = line.pv.first().and_then(|token| asked.clicks.get(token)).cloned().unwrap_or_default();
        }
        let mut body = json!({ "at": asked.at, "line": asked.tries, "engine": engine, "lines": lines, "done": done });
        if let Some(error) = error {
            body["error"] = error.into();
        }
        self.send(browser, Kind::State("analysis"), message("analysis", &body));
    }

    fn report_hint(&mut self, browser: u64, thought: &Thought) {
        let helper = self.browsers.get_mut(&browser).and_then(|browser| browser.helper.as_mut());
        let Some(asked) = helper.and_then(|helper| helper.asked.as_ref()) else { return };
        if asked.at != self.game.at() || !is_word(&thought.best) {
            return;
        }
        let line = asked.line.clone();
        let clicks = self.game.clicks(&line, &[&thought.best]).concat();
        let body = json!({ "at": self.game.at(), "token": thought.best, "clicks": clicks });
        self.send(browser, Kind::Answer, message("hint", &body));
    }

    /// What was asked is answered.
    fn forget(&mut self, browser: u64) {
        if let Some(helper) = self.browsers.get_mut(&browser).and_then(|browser| browser.helper.as_mut()) {
            helper.asked = None;
        }
    }

    /// Ends the engine that helps a browser.
    fn dismiss(&mut self, browser: u64) {
        if let Some(browser) = self.browsers.get_mut(&browser) {
            browser.helper = None;
        }
    }
}
