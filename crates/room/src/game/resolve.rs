//! Automatic steps: chance events, and passes for people who have no choice.

use super::automatic_step::AutomaticStep;
use super::judged::{Asked, Judged};
use super::master::TableGame;
use crate::catalogue::ENGLISH;
use crate::visible_position::{FACTS_AT_ONCE, position_fields, read_position};
use anyhow::{Context, Result, ensure};
use game::{Situation, Wanted};
use std::collections::{BTreeMap, BTreeSet};
use ugi::facts::MoveFacts;
use ugi::{History, Query, Seat, Turn, Viewer};

impl TableGame {
    /// Asks whether a token is a legal move of the seat to move and what follows from it. Returns `None` if it is not.
    /// Verdicts and chance events are not moves.
    pub fn judge(&mut self, token: &str) -> Result<Option<Judged>> {
        let (viewers, asked) = (self.viewers(), self.asked(self.token_count() + 1));
        let (hides, language) = (!self.hides_nothing(), self.language(ENGLISH).to_string());
        let mut questions: Vec<Query> =
            hides.then(|| Query::Step(self.token_count() + 1, &language)).into_iter().collect();
        questions.extend(asked.iter().flat_map(|(language, told)| position_fields(language, told.clone())));
        let wanted = Wanted { viewers: &viewers, questions: &questions };
        let Some(mut situation) = self.referee.restarting.judge(self.played.history(), token, wanted)? else {
            return Ok(None);
        };
        let reveals = hides && situation.answers.json::<MoveFacts>().is_ok_and(|facts| facts.nothing);
        Ok(Some(Judged { situation, asked, reveals }))
    }

    /// Asks for the position after a history, and makes it that of the game. `mover` chose the tokens that are new.
    /// `change` makes the other changes. On error, the game is left unchanged.
    pub(super) fn load(
        &mut self,
        history: History,
        mover: Option<Seat>,
        is_person: &dyn Fn(Seat) -> bool,
        change: impl FnOnce(&mut Self),
    ) -> Result<()> {
        let (viewers, asked) = (self.viewers(), self.asked(history.tokens.len()));
        let fields = asked.iter().flat_map(|(language, told)| position_fields(language, told.clone()));
        let questions: Vec<Query> = fields.collect();
        let situation =
            self.referee.restarting.situation(history, Wanted { viewers: &viewers, questions: &questions })?;
        self.change(situation, mover, asked, is_person, change)
    }

    /// Asks for the current position. `is_person` says who plays for themselves.
    pub(super) fn reload(&mut self, is_person: &dyn Fn(Seat) -> bool) -> Result<()> {
        self.load(self.history().clone(), None, is_person, |_| ())
    }

    /// Appends a token that was not judged, and that `mover` chose or caused. On error, the game is left unchanged.
    pub(super) fn append(
        &mut self,
        token: &str,
        mover: Option<Seat>,
        is_person: &dyn Fn(Seat) -> bool,
        change: impl FnOnce(&mut Self),
    ) -> Result<()> {
        self.require_room()?;
        let mut history = self.history().clone();
        history.push(token);
        self.load(history, mover, is_person, change)
    }

    /// Returns the viewers whose views are asked for: the public and each seat.
    fn viewers(&self) -> Vec<Viewer> {
        [Viewer::Public].into_iter().chain(Seat::all(self.seats).map(Viewer::Seat)).collect()
    }

    /// Returns the languages in which the position after this many tokens is asked for together with the change that
    /// leads to it. While something is hidden, nobody sees the master history.
    fn asked(&self, count: usize) -> Vec<Asked> {
        if !self.hides_nothing() {
            return Vec::new();
        }
        let asked = self.languages().into_iter().map(|language| {
            let key = (Viewer::Master, language);
            let from = self.told_length(&key, self.history()).min(count);
            (key.1, from..count)
        });
        // Long histories are asked about in parts.
        asked.filter(|(_, told)| told.len() <= FACTS_AT_ONCE).collect()
    }

    /// Returns the languages of those who saw the last position.
    fn languages(&self) -> BTreeSet<String> {
        self.wanted.iter().map(|(_, language)| language.clone()).collect()
    }

    /// Returns the keys of the positions to ask for after a change: of all that look, and of the person who has a
    /// choice, if any, whose moves must be known.
    fn keys_after(&self, chooser: Option<Seat>, hides_nothing: bool) -> BTreeSet<(Viewer, String)> {
        let mut languages = self.languages();
        let mut keys = self.wanted.clone();
        keys.retain(|(viewer, _)| !hides_nothing && *viewer != Viewer::Master);
        let own = if hides_nothing { Some(Viewer::Master) } else { chooser.map(Viewer::Seat) };
        if let Some(own) = own.filter(|own| keys.iter().all(|(viewer, _)| viewer != own)) {
            if languages.is_empty() && chooser.is_some() {
                languages.insert(self.language(ENGLISH).to_string());
            }
            keys.extend(languages.into_iter().map(|language| (own, language)));
        }
        keys
    }

    /// Makes a situation that of the game. `mover` chose the tokens that are new. `change` makes the other changes. On
    /// error, the game is left unchanged.
    pub(super) fn change(
        &mut self,
        situation: Situation,
        mover: Option<Seat>,
        asked: Vec<Asked>,
        is_person: &dyn Fn(Seat) -> bool,
        change: impl FnOnce(&mut Self),
    ) -> Result<()> {
        let Situation { history, turn, views, mut answers } = situation;
        ensure!(!matches!(turn, Turn::Seat(seat) if seat.index() >= self.seats), "query turn: there is no such seat");
        let views: BTreeMap<Viewer, History> = self.viewers().into_iter().zip(views).collect();
        let open = views.get(&Viewer::Public).is_some_and(|view| history.is_fully_shown_by(view.line()));
        let hides_nothing = open || turn == Turn::Over;
        let mut shown = Vec::new();
        if hides_nothing {
            for (language, told) in asked {
                let (position, facts) = read_position(&history, told.clone(), &mut answers)?;
                shown.push(((Viewer::Master, language), told.start, position, facts));
            }
        }
        let chooser = match turn {
            Turn::Seat(seat) => Some(seat).filter(|seat| is_person(*seat)),
            Turn::Chance | Turn::Over => None,
        };
        let mut keys = self.keys_after(chooser, hides_nothing);
        keys.retain(|key| !shown.iter().any(|(known, ..)| known == key));
        let view = |viewer| if hides_nothing { &history } else { views.get(&viewer).unwrap_or(&history) };
        shown.extend(self.ask_positions(keys, view)?);
        let step = match chooser {
            None => (turn == Turn::Chance).then_some(AutomaticStep::Event),
            Some(seat) => {
                let viewer = if hides_nothing { Viewer::Master } else { Viewer::Seat(seat) };
                let own = shown.iter().find(|((shown, _), ..)| *shown == viewer).context("the moves are not known")?;
                only_choice(&own.2.legal).map(|token| AutomaticStep::Forced(seat, token.to_string()))
            }
        };
        let count = history.tokens.len();
        self.forced.retain(|at| *at < count);
        self.stand_ins.retain(|at| *at < count);
        self.played.replace(history, mover);
        (self.turn, self.views, self.open, self.step) = (turn, views, open, step);
        change(self);
        self.hidden |= !open;
        if self.is_revealed() {
            self.commit();
        }
        if self.is_over() {
            self.deals.show();
        }
        self.shown.clear();
        shown.into_iter().for_each(|(key, from, position, facts)| self.keep_position(key, from, position, facts));
        Ok(())
    }

    /// Returns whether the table itself makes the next step: a chance event whose seed is known, or the pass of a
    /// person without a choice.
    pub fn is_automatic(&self) -> bool {
        match self.step {
            Some(AutomaticStep::Event) => self.deals.is_ready(),
            Some(AutomaticStep::Forced(..)) => true,
            None => false,
        }
    }

    /// Makes the next automatic step, if there is one. On error, the game is left unchanged.
    pub fn play_step(&mut self, is_person: &dyn Fn(Seat) -> bool) -> Result<()> {
        match self.step.clone() {
            Some(AutomaticStep::Event) => {
                self.require_room()?;
                let before = self.deals.clone();
                let drawn = self.draw_event(is_person);
                if drawn.is_err() {
                    self.deals = before;
                }
                drawn
            }
            Some(AutomaticStep::Forced(seat, token)) => self.append(&token, Some(seat), is_person, |game| {
                game.forced.insert(game.token_count() - 1);
                if !game.open {
                    game.commit();
                }
            }),
            None => Ok(()),
        }
    }

    fn draw_event(&mut self, is_person: &dyn Fn(Seat) -> bool) -> Result<()> {
        let event = self.referee.restarting.draw(&self.played, &mut self.deals)?;
        self.append(&event.context("the deal has not been decided")?, None, is_person, Self::commit)
    }
}

/// Returns the token of the only legal move if that move plays nothing, such as a pass.
fn only_choice(moves: &[MoveFacts]) -> Option<&str> {
    let [only] = moves else { return None };
    only.nothing.then_some(only.token.as_str())
}

#[cfg(test)]
mod tests {
    use super::{MoveFacts, only_choice};

    #[test]
    fn only_a_pass_is_played_automatically() {
        let facts = |(token, nothing): (&str, bool)| MoveFacts { token: token.into(), nothing, ..MoveFacts::default() };
        let only = |moves: &[(&str, bool)]| {
            only_choice(&moves.iter().copied().map(facts).collect::<Vec<_>>()).map(String::from)
        };
        assert_eq!(only(&[("fold:AA", true)]), Some("fold:AA".to_string()));
        assert_eq!(only(&[("a1", false)]), None);
        assert_eq!(only(&[("pass", true), ("x", false)]), None);
        assert_eq!(only(&[]), None);
    }
}
