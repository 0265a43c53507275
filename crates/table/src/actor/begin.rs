//! How games begin: by choice, once more, or from a position that somebody pastes. Knows no rules.

use super::game::{Deals, Game};
use super::message::Refusal;
use super::{Actor, Seat};
use crate::address::Role;
use crate::clocks::Time;
use crate::exchange::read_position;
use crate::order::{NewGame, Occupant, Who, is_word, unseen_sign, value};
use base::date::date;
use std::collections::BTreeMap;
use std::time::UNIX_EPOCH;
use ugi::judge::Refused;

/// Milliseconds that a clock may have at most: ten days.
const LONGEST_TIME: u64 = 864_000_000;

/// Where a game begins.
pub(super) struct Opening {
    pub game: String,
    pub options: BTreeMap<String, String>,
    pub base: String,
    pub tokens: Vec<String>,
    pub deals: Deals,
    pub time: Option<Time>,
    /// When it was played.
    pub date: Option<String>,
    /// Does it wait until the host lets it go on?
    pub rests: bool,
}

impl Actor {
    pub(super) fn new_game(&mut self, browser: u64, new: NewGame) -> Result<(), Refusal> {
        self.host_only(browser)?;
        let bad = |name: &String| Refusal::new("bad_option", name.clone());
        let options = (new.options.iter())
            .map(|(name, given)| Ok((name.clone(), value(given).ok_or_else(|| bad(name))?)))
            .collect::<Result<BTreeMap<_, _>, Refusal>>()?;
        self.own_options(&new.game, options.keys())?;
        let (base, tokens) = match new.start.as_deref().map(str::trim) {
            None | Some("") => ("startpos".to_string(), Vec::new()),
            Some(text) => read_line(text)?,
        };
        let time = checked(new.clock)?;
        let deals = Deals::new(new.seed);
        let opening = Opening { game: new.game, options, base, tokens, deals, time, date: today(), rests: false };
        self.begin(opening, Some(new.seats))?;
        self.report_begin("new");
        Ok(())
    }

    /// The same game once more, with the same deal and seats or with another deal. When a game of two is over the players
    /// change sides for the next one.
    pub(super) fn again(&mut self, browser: u64, same: bool, sure: bool) -> Result<(), Refusal> {
        self.host_only(browser)?;
        let over = self.game.is_over();
        if !over && !sure {
            return Err(Refusal::new("not_over", "the game is not over: sure starts it over"));
        }
        if same && !self.may_redeal() {
            return Err(Refusal::new("revealed", "the others have seen cards of this deal: deal anew"));
        }
        let opening = Opening {
            game: self.game.name().to_string(),
            options: self.game.options().clone(),
            base: self.game.history.base.clone(),
            tokens: self.opening(same),
            deals: if same { self.game.deals.clone() } else { Deals::default() },
            time: self.game.clocks.as_ref().map(super::super::clocks::Clocks::time),
            date: today(),
            rests: false,
        };
        let swaps = over && !same && self.seats.len() == 2;
        if swaps {
            self.change_sides();
        }
        let begun = self.begin(opening, None);
        if begun.is_err() && swaps {
            self.change_sides();
        }
        begun?;
        let code = match (same, over, swaps) {
            (true, ..) => "same_deal",
            (_, false, _) => "started_over",
            (.., true) => "sides_changed",
            (..) => "new_game",
        };
        self.notify_all(code, &[]);
        Ok(())
    }

    /// The tokens that the game on the table began with. For another deal they end before the first deal, and a record
    /// that was over when it came to the table begins at its start.
    fn opening(&self, same: bool) -> Vec<String> {
        let kept = self.opening_length.min(self.game.at());
        let tokens = &self.game.history.tokens[..kept];
        let is_event = |token: &String| token.starts_with('!');
        let end = match tokens.iter().position(is_event) {
            Some(event) if !same => event,
            None if self.game.is_over() && kept == self.game.at() => 0,
            _ => kept,
        };
        tokens[..end].to_vec()
    }

    /// May the deals of the game on the table be played once more? Not where hands are hidden and people at different
    /// browsers have played it: they have seen cards of each other.
    pub(super) const fn may_redeal(&self) -> bool {
        !(self.game.hidden && self.shared)
    }

    /// Would this game go on from a position that the game on the table had after its opening, though guests play there,
    /// who have not agreed?
    fn goes_back(&mut self, game: &mut Game) -> anyhow::Result<bool> {
        let guests = self.seats.iter().any(|seat| seat.who == Who::Link && seat.seen);
        if !guests || game.is_over() || game.name() != self.game.name() {
            return Ok(false);
        }
        let Some(last) = game.trail(game.at())?.pop() else { return Ok(false) };
        let trail = self.game.trail(self.opening_length)?;
        // Everybody may be put back to where the game began: that is another game.
        Ok(trail.first() != Some(&last) && trail.contains(&last))
    }

    /// Do people sit at more than one browser?
    pub(super) fn is_shared(&self) -> bool {
        let here = |seat: &Seat| seat.who == Who::Here;
        let links = self.seats.iter().filter(|seat| seat.who == Who::Link && seat.seen).count();
        links + usize::from(self.seats.iter().any(here)) > 1
    }

    /// Tells everybody but the host, who knows, that another game has begun.
    pub(super) fn report_begin(&self, how: &str) {
        let guests = self.browsers.iter().filter(|(_, browser)| browser.role != Role::Host);
        guests.for_each(|(browser, _)| self.notify(*browser, "begun", &[("how", how.into())]));
    }

    pub(super) fn set_up(&mut self, browser: u64, text: &str) -> Result<(), Refusal> {
        self.host_only(browser)?;
        let (base, tokens) = read_line(text)?;
        let opening = Opening {
            game: self.game.name().to_string(),
            options: self.game.options().clone(),
            base,
            tokens,
            deals: Deals::default(),
            time: self.game.clocks.as_ref().map(super::super::clocks::Clocks::time),
            date: today(),
            rests: false,
        };
        self.begin(opening, None)?;
        self.report_begin("setup");
        Ok(())
    }

    /// Begins a game, with other seats or the same ones. When it cannot begin, the one on the table stays.
    pub(super) fn begin(&mut self, opening: Opening, seats: Option<Vec<Occupant>>) -> Result<(), Refusal> {
        let mut new_seats = match seats {
            Some(occupants) => Some(occupants.into_iter().map(|one| self.seated(one)).collect::<Result<Vec<_>, _>>()?),
            None => None,
        };
        let persons = |seat: usize| match &new_seats {
            Some(seats) => seats.get(seat).is_none_or(Seat::is_person),
            None => self.seats.get(seat).is_none_or(Seat::is_person),
        };
        let Opening { game, options, base, tokens, deals, time, date, rests } = opening;
        // Fresh deals from the start position cannot bring anything back.
        let known = !tokens.is_empty() || base != "startpos" || deals.seed.is_some();
        let kept = tokens.len();
        let begun = Game::begin(&self.bench, &game, options, &base, &tokens, deals, time, &persons);
        let mut game = begun.map_err(|error| {
            if let Some(refused) = error.downcast_ref::<Refused>() {
                return Refusal::new("bad_option", refused.to_string());
            }
            match super::look::code(&error).as_str() {
                "referee" => error.into(),
                // The host has written it; it may read what is wrong with it.
                "bad_fen" => Refusal::new("bad_fen", error.to_string()),
                _ => Refusal::new("bad_line", error.to_string()),
            }
        })?;
        if self.game.hidden && self.shared {
            self.revealed.add(&mut self.game)?;
        }
        if known && self.revealed.goes_on(&mut game)? {
            return Err(Refusal::new("revealed", "the hands of this deal have been shown: it cannot go on"));
        }
        if known && self.goes_back(&mut game)? {
            let text = "this takes moves of the game on the table back: ask for it, or begin another game";
            return Err(Refusal::new("consent", text));
        }
        let same = game.name() == self.game.name() && game.options() == self.game.options();
        if let Some(seats) = new_seats.take() {
            self.seats = seats;
            self.uncross();
        }
        self.seats.iter_mut().for_each(|seat| {
            seat.rest();
            // An engine keeps its process where the game is the same; others are started anew.
            seat.worker = seat.worker.take().filter(|_| same);
            (seat.fault, seat.informed, seat.said) = (None, false, None);
        });
        self.browsers.values_mut().for_each(|browser| browser.helper = None);
        self.seats.truncate(game.seats);
        self.review_ends();
        (self.opening_length, self.date) = (kept, date);
        (self.game, self.paused, self.shared) = (game, rests, false);
        self.offers.clear();
        while self.seats.len() < self.game.seats {
            let open = Occupant { who: Who::Open, ..nobody() };
            let seat = self.seated(open)?;
            self.seats.push(seat);
        }
        let browsers: Vec<u64> = self.browsers.keys().copied().collect();
        for browser in browsers {
            self.send_hello(browser);
            self.send_game(browser);
        }
        self.carry_on();
        Ok(())
    }

    /// Is it a game of the referee, and are these options of that game? Options of other games or of the engine itself
    /// are no rules of it.
    pub(super) fn own_options<'a>(
        &self,
        game: &str,
        mut options: impl Iterator<Item = &'a String>,
    ) -> Result<(), Refusal> {
        let offer = self.catalogue.games.iter().find(|offer| offer.name == game);
        let offer = offer.ok_or_else(|| Refusal::new("unknown_game", game))?;
        let is_own = |name: &&String| offer.options.iter().any(|option| option.name == **name);
        match options.find(|name| !is_own(name)) {
            Some(name) => Err(Refusal::new("bad_option", name.clone())),
            None => Ok(()),
        }
    }

    /// The first seat for the host, all others for the first engine.
    pub(super) fn usual_seats(&self) -> Vec<Seat> {
        let first = self.first_engine();
        let who = |seat| if seat == 0 { Who::Here } else { Who::Engine };
        (0..self.game.seats).map(|seat| Seat::new(Occupant { who: who(seat), ..nobody() }, &first)).collect()
    }

    /// A seat for somebody.
    pub(super) fn seated(&self, occupant: Occupant) -> Result<Seat, Refusal> {
        let known = |name: &String| self.setup.engines.iter().any(|(other, _)| other == name);
        if occupant.who == Who::Engine
            && let Some(name) = occupant.engine.as_ref().filter(|name| !known(name))
        {
            return Err(Refusal::new("unknown_engine", name.clone()));
        }
        if let Some(sign) = unseen_sign(&occupant.name) {
            let text = format!("a name of visible signs, not with U+{:04X}", u32::from(sign));
            return Err(Refusal::new("bad_name", text));
        }
        Ok(Seat::new(occupant, &self.first_engine()))
    }

    pub(super) fn first_engine(&self) -> String {
        self.setup.engines.first().map(|(name, _)| name.clone()).unwrap_or_default()
    }
}

/// `YYYY.MM.DD`, where the clock of the system is right.
pub(super) fn today() -> Option<String> {
    UNIX_EPOCH.elapsed().ok().map(|since| date(since.as_secs()))
}

fn nobody() -> Occupant {
    Occupant { who: Who::Open, name: String::new(), engine: None, skill: None, movetime: None, nodes: None }
}

fn checked(time: Option<Time>) -> Result<Option<Time>, Refusal> {
    match time {
        Some(Time { base, inc }) if base == 0 || base > LONGEST_TIME || inc > LONGEST_TIME => {
            Err(Refusal::new("bad_clock", "a clock has from one millisecond to ten days"))
        }
        time => Ok(time),
    }
}

/// A position line, what follows `position` in one, or a position text alone.
fn read_line(text: &str) -> Result<(String, Vec<String>), Refusal> {
    let bad = |text: &str| Refusal::new("bad_line", text);
    if text.contains(char::is_control) && text.trim().contains('\n') {
        return Err(bad("one line"));
    }
    let words: Vec<&str> = text.split_whitespace().skip_while(|word| *word == "position").collect();
    let line = match words.first() {
        Some(&"seat") => return Err(Refusal::new("not_master", "a view does not hold the whole game")),
        Some(&("startpos" | "fen")) | None => words.join(" "),
        Some(_) => format!("fen {}", words.join(" ")),
    };
    let (base, tokens) = read_position(&line).map_err(|error| bad(&error.to_string()))?;
    if let Some(token) = tokens.iter().find(|token| !is_word(token)) {
        return Err(bad(token));
    }
    Ok((base, tokens))
}

#[cfg(test)]
mod tests {
    use super::read_line;

    #[test]
    fn lines_are_read_as_people_paste_them() {
        let read = |text: &str| read_line(text).map(|(base, tokens)| format!("{base}|{}", tokens.join(",")));
        assert_eq!(read("position startpos moves a b").unwrap(), "startpos|a,b");
        assert_eq!(read(" fen x/y moves a ").unwrap(), "fen x/y|a");
        assert_eq!(read("x/y").unwrap(), "fen x/y|");
        assert_eq!(read("startpos").unwrap(), "startpos|");
        for (text, code) in [
            ("", "bad_line"),
            ("position", "bad_line"),
            ("fen", "bad_line"),
            ("startpos a", "bad_line"),
            ("startpos\nquit", "bad_line"),
            ("position seat 1 startpos", "not_master"),
        ] {
            assert_eq!(read(text).unwrap_err().code, code, "{text}");
        }
    }
}
