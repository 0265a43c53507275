//! Automatic steps: chance events, and passes for people who have no choice.

use super::automatic_step::AutomaticStep;
use super::master::{LONGEST, Mover, TableGame};
use crate::catalogue::ENGLISH;
use crate::token_facts::is_event;
use crate::view::parse_view;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use ugi::facts::MoveFacts;
use ugi::{History, Query, QueryAnswer, Seat, Turn, Viewer};

impl TableGame {
    /// Changes the history. On error, the game is left unchanged.
    pub(super) fn change(&mut self, is_person: &dyn Fn(Seat) -> bool, change: impl FnOnce(&mut Self)) -> Result<()> {
        let before = (self.history.clone(), self.movers.clone(), self.committed, self.deals.clone());
        change(self);
        let result = self.update(is_person);
        if result.is_err() {
            (self.history, self.movers, self.committed, self.deals) = before;
        }
        result
    }

    /// Returns whether the table itself makes the next step: a chance event whose seed is known, or the pass of a person
    /// without a choice.
    pub fn is_automatic(&self) -> bool {
        match self.step {
            Some(AutomaticStep::Event) => self.deals.is_ready(),
            Some(AutomaticStep::Forced(..)) => true,
            None => false,
        }
    }

    /// Makes the next automatic step, if there is one. On error, the game is left unchanged.
    pub fn play_step(&mut self, is_person: &dyn Fn(Seat) -> bool) -> Result<()> {
        ensure!(self.token_count() < LONGEST, "the game is longer than {LONGEST} tokens");
        match self.step.clone() {
            Some(AutomaticStep::Event) => {
                let before = self.deals.clone();
                let drawn = self.draw_event(is_person);
                if drawn.is_err() {
                    self.deals = before;
                }
                drawn
            }
            Some(AutomaticStep::Forced(seat, token)) => self.change(is_person, |game| {
                game.history.push(&token);
                game.movers.push(Mover { seat: Some(seat), forced: true, ..Mover::default() });
                if !game.open {
                    game.commit();
                }
            }),
            None => Ok(()),
        }
    }

    fn draw_event(&mut self, is_person: &dyn Fn(Seat) -> bool) -> Result<()> {
        let seed = self.next_event_seed().context("the deal has not been decided")?;
        let [event] = self.referee.ask_required(self.history.line(), [Query::Draw(seed)])?;
        self.change(is_person, |game| {
            game.history.push(&event);
            game.movers.push(Mover::default());
            game.commit();
        })
    }

    /// Queries everything that follows from the history. If `is_person` returns true for a seat, the table makes forced
    /// moves of that seat that play nothing.
    pub(super) fn update(&mut self, is_person: &dyn Fn(Seat) -> bool) -> Result<()> {
        let (turn, views) = self.query_state()?;
        let open = views.get(&Viewer::Public).is_some_and(|view| self.history.is_fully_shown_by(view.line()));
        let step = match turn {
            Turn::Chance => Some(AutomaticStep::Event),
            Turn::Seat(seat) if is_person(seat) => {
                let view = views.get(&Viewer::Seat(seat)).filter(|_| !open).unwrap_or(&self.history);
                let language = self.language(ENGLISH).to_string();
                let [moves] = self.referee.ask_required(view.line(), [Query::Moves(&language)])?;
                let moves: Vec<MoveFacts> = serde_json::from_str(&moves).context("query moves: expected JSON")?;
                only_choice(&moves).map(|token| AutomaticStep::Forced(seat, token.to_string()))
            }
            Turn::Seat(_) | Turn::Over => None,
        };
        (self.turn, self.views, self.open, self.step) = (turn, views, open, step);
        self.hidden |= !open;
        if self.is_revealed() {
            self.commit();
        }
        if self.is_over() {
            self.deals.show();
        }
        self.shown.clear();
        Ok(())
    }

    /// Queries whose turn it is, and the view of the public and of each seat.
    fn query_state(&mut self) -> Result<(Turn, BTreeMap<Viewer, History>)> {
        let viewers = || [Viewer::Public].into_iter().chain(Seat::all(self.seats).map(Viewer::Seat));
        let questions: Vec<Query> = [Query::Turn].into_iter().chain(viewers().map(Query::View)).collect();
        let mut answers = self.referee.ask(self.history.line(), &questions)?.into_iter();
        let Some(Ok(word)) = answers.next() else { bail!("query turn: no answer") };
        let view = |(viewer, answer): (_, QueryAnswer)| Some((viewer, parse_view(&answer.ok()?)?));
        let views = viewers().zip(answers).map(view).collect::<Option<_>>().context("query view: expected a view")?;
        let turn = word.parse::<Turn>().context("query turn")?;
        ensure!(!matches!(turn, Turn::Seat(seat) if seat.index() >= self.seats), "query turn: there is no such seat");
        Ok((turn, views))
    }

    /// Returns the seed of the next chance event, or `None` while players are awaited.
    fn next_event_seed(&mut self) -> Option<u64> {
        let events = self.history.tokens.iter().filter(|token| is_event(token)).count();
        self.deals.next(self.token_count(), events)
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
