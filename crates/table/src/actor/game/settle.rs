//! What happens by itself after every change of a game: nature decides, and people who have no choice pass.

use super::master::{Game, LONGEST, Mover};
use crate::actor::shown::ask;
use crate::view::View;
use anyhow::{Context, Result, bail, ensure};
use ugi::client::Answer;
use ugi::reply::read_turn;
use ugi::{Query, Turn};

/// Begins a token that ends the game.
const VERDICT: &str = "!end/";

impl Game {
    /// Changes the history and settles what follows from it, or leaves all as it was.
    pub(super) fn change(&mut self, persons: &dyn Fn(usize) -> bool, change: impl FnOnce(&mut Self)) -> Result<()> {
        let before = (self.history.clone(), self.movers.clone(), self.firm);
        change(self);
        let settled = self.settle(persons);
        if settled.is_err() {
            (self.history, self.movers, self.firm) = before;
        }
        settled
    }

    /// Lets nature decide, and people pass who have no choice, until somebody has one or all is over.
    pub(super) fn settle(&mut self, persons: &dyn Fn(usize) -> bool) -> Result<()> {
        loop {
            let (turn, views) = self.survey()?;
            let open = views.first().is_some_and(|view| self.history.is_open_in(&view.line()));
            match turn {
                Turn::Chance => {
                    let draw = Query::Draw(self.next_draw()?);
                    let [event] = self.referee.ask_sure(self.history.line(), [draw])?;
                    self.history.push(&event);
                    self.movers.push(Mover::default());
                    self.fix();
                }
                Turn::Seat(seat) if persons(seat.index()) && self.at() < LONGEST => {
                    let line = if open { self.history.line().to_string() } else { views[seat.number()].line() };
                    let shown = ask(&mut self.referee, &line)?;
                    let Some(token) = shown.only_choice(&self.names) else { return self.accept(turn, views, open) };
                    self.history.push(&token);
                    self.movers.push(Mover { seat: Some(seat.index()), forced: true });
                    if !open {
                        self.fix();
                    }
                }
                _ => return self.accept(turn, views, open),
            }
            ensure!(self.at() <= LONGEST, "the game is too long");
        }
    }

    /// Who decides, and what each seat may see.
    fn survey(&mut self) -> Result<(Turn, Vec<View>)> {
        let views = (0..=self.seats as u64).map(Query::View);
        let questions: Vec<Query> = [Query::Turn].into_iter().chain(views).collect();
        let mut answers = self.referee.ask(self.history.line(), &questions)?.into_iter();
        let Some(Ok(word)) = answers.next() else { bail!("query turn: no answer") };
        let view = |answer: Answer| answer.ok().as_deref().and_then(View::read);
        let views = answers.map(view).collect::<Option<Vec<View>>>().context("query view: no view")?;
        let turn = read_turn(&word)?;
        ensure!(!matches!(turn, Turn::Seat(seat) if seat.index() >= self.seats), "the referee names a seat too many");
        Ok((turn, views))
    }

    fn accept(&mut self, turn: Turn, views: Vec<View>, open: bool) -> Result<()> {
        (self.turn, self.views, self.open) = (turn, views, open);
        self.hidden |= !open;
        if self.is_revealed() {
            self.fix();
        }
        self.shown.clear();
        Ok(())
    }

    /// The S of the next `query draw`.
    fn next_draw(&mut self) -> Result<u64> {
        let is_event = |token: &&String| token.starts_with('!') && !token.starts_with(VERDICT);
        let events = self.history.tokens.iter().filter(is_event).count();
        self.deals.number(events)
    }
}
