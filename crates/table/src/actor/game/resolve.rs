//! Automatic steps after every change to a game: chance events, and passes for people who have no choice.

use super::master::{LONGEST, Mover, TableGame};
use crate::catalogue::ENGLISH;
use crate::token_facts::is_event;
use crate::view::parse_view;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use ugi::facts::MoveFacts;
use ugi::{History, Query, QueryAnswer, Seat, Turn, Viewer};

impl TableGame {
    /// Changes the history and resolves the automatic steps. On error, the history is left unchanged.
    pub(super) fn change(&mut self, is_person: &dyn Fn(Seat) -> bool, change: impl FnOnce(&mut Self)) -> Result<()> {
        let before = (self.history.clone(), self.movers.clone(), self.committed, self.deals.clone());
        change(self);
        let result = self.resolve_automatic(is_person);
        if result.is_err() {
            (self.history, self.movers, self.committed, self.deals) = before;
        }
        result
    }

    /// Plays chance events and forced passes until an engine or a person with a choice is to move, the seeds of chance
    /// events are not known yet, or the game is over.
    pub(super) fn resolve_automatic(&mut self, is_person: &dyn Fn(Seat) -> bool) -> Result<()> {
        loop {
            let (turn, views) = self.query_state()?;
            let open = views.get(&Viewer::Public).is_some_and(|view| self.history.is_fully_shown_by(view.line()));
            match turn {
                Turn::Chance => {
                    let Some(seed) = self.next_event_seed() else {
                        return self.apply_state(turn, views, open);
                    };
                    let [event] = self.referee.ask_required(self.history.line(), [Query::Draw(seed)])?;
                    self.history.push(&event);
                    self.movers.push(Mover::default());
                    self.commit();
                }
                Turn::Seat(seat) if is_person(seat) && self.token_count() < LONGEST => {
                    let view = views.get(&Viewer::Seat(seat)).filter(|_| !open).unwrap_or(&self.history);
                    let language = self.language(ENGLISH).to_string();
                    let [moves] = self.referee.ask_required(view.line(), [Query::Moves(&language)])?;
                    let moves: Vec<MoveFacts> = serde_json::from_str(&moves).context("query moves: expected JSON")?;
                    let Some(token) = only_choice(&moves) else {
                        return self.apply_state(turn, views, open);
                    };
                    self.history.push(token);
                    self.movers.push(Mover { seat: Some(seat), forced: true, ..Mover::default() });
                    if !open {
                        self.commit();
                    }
                }
                _ => return self.apply_state(turn, views, open),
            }
            ensure!(self.token_count() <= LONGEST, "the game is longer than {LONGEST} tokens");
        }
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

    fn apply_state(&mut self, turn: Turn, views: BTreeMap<Viewer, History>, open: bool) -> Result<()> {
        (self.turn, self.views, self.open) = (turn, views, open);
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
