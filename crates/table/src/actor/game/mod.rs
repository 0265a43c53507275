//! The game on the table: its master history and what each seat may see of it. Knows no rules: the referee is asked for
//! everything.

mod deals;
mod settle;

pub use deals::Deals;

use super::shown::{Legal, Shown, ask};
use crate::clocks::{Clocks, Time};
use crate::exchange::{Sheet, from_portable, to_portable};
use crate::order::Place;
use crate::referee::{Bench, Referee};
use crate::view::View;
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use ugi::Turn;
use ugi::history::History;
use ugi::reply::read_teams;

/// Tokens of a game at most: what a page would have to be sent grows with them.
const LONGEST: usize = 20_000;

/// Positions that the referee is asked about in one batch.
const POSITIONS_AT_ONCE: usize = 100;

/// Whose view: that of a seat counted from 1, that of everybody (0), or the whole truth (`None`).
pub type Viewer = Option<usize>;

/// A game.
pub struct Game {
    referee: Referee,
    /// `query cells`.
    pub cells: Value,
    names: BTreeSet<String>,
    /// `NAME=VALUE` of the rules in effect.
    pub rules: Vec<(String, String)>,
    /// The number of seats.
    pub seats: usize,
    /// The whole truth.
    pub history: History,
    /// Who chose each token; as long as the history.
    pub movers: Vec<Mover>,
    /// What decides what is dealt.
    pub deals: Deals,
    /// Tokens that cannot be taken back: the opening, and all up to the last one that showed something hidden.
    pub firm: usize,
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// Has anything been hidden from anybody so far?
    pub hidden: bool,
    /// Who decides next.
    pub turn: Turn,
    /// Is nothing hidden from anybody now?
    open: bool,
    /// By seat; 0 is what everybody may see.
    views: Vec<View>,
    shown: BTreeMap<Viewer, Shown>,
}

/// Who chose a token.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Mover {
    /// The seat, from 0; `None`: nature, a verdict or an opening.
    pub seat: Option<usize>,
    /// It had no choice, and nobody was asked.
    pub forced: bool,
}

impl Game {
    /// Begins a game under these rules from this base, with these tokens and what nature has to add. `persons` says in
    /// which seats people sit: for them moves that leave no choice are made.
    ///
    /// # Errors
    /// The referee does not start, or refuses a rule, the base or a token.
    #[allow(clippy::too_many_arguments)] // the parts of a game, each once
    pub fn begin(
        bench: &Bench,
        name: &str,
        options: BTreeMap<String, String>,
        base: &str,
        tokens: &[String],
        deals: Deals,
        time: Option<Time>,
        persons: &dyn Fn(usize) -> bool,
    ) -> Result<Self> {
        let mut referee = Referee::start(bench, name, options)?;
        let history = History::new(base, tokens);
        let asked = ["query cells", "query options", "query seats"].map(str::to_string);
        let [cells, rules, seats] = referee.ask_sure(history.line(), asked)?;
        let cells: Value = serde_json::from_str(&cells).context("query cells: no JSON")?;
        let names = cells["cells"].as_object().map(|cells| cells.keys().cloned().collect()).unwrap_or_default();
        let rule = |word: &str| word.split_once('=').map(|(name, value)| (name.to_string(), value.to_string()));
        let rules = rules.split_whitespace().filter_map(rule).collect();
        let seats: usize = seats.parse().context("query seats: no number")?;
        let mut game = Self {
            referee,
            cells,
            names,
            rules,
            seats,
            movers: vec![Mover::default(); history.tokens.len()],
            firm: history.tokens.len(),
            history,
            deals,
            clocks: time.map(|time| Clocks::new(time, seats)),
            hidden: false,
            turn: Turn::Chance,
            open: true,
            views: Vec::new(),
            shown: BTreeMap::new(),
        };
        game.settle(persons)?;
        Ok(game)
    }

    /// As in `query games`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.referee.game
    }

    /// The rule options that were asked for.
    #[must_use]
    pub fn options(&self) -> &BTreeMap<String, String> {
        &self.referee.options
    }

    /// A game of this kind in the interchange format of the referee, such as the one on the table.
    ///
    /// # Errors
    /// As [`to_portable`], and a referee that does not start.
    pub fn write_portable(&mut self, sheet: &Sheet) -> Result<String> {
        to_portable(sheet, self.referee.wake()?)
    }

    /// Reads a game of this kind, under the rules of the game on the table.
    ///
    /// # Errors
    /// As [`from_portable`], and a referee that does not start.
    pub fn read_portable(&mut self, text: &str) -> Result<Sheet> {
        let (game, options) = (self.referee.game.clone(), self.referee.options.clone());
        from_portable(&game, &options, text, self.referee.wake()?)
    }

    /// Tokens so far.
    #[must_use]
    pub fn at(&self) -> usize {
        self.history.tokens.len()
    }

    /// Is it over?
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.turn == Turn::Over
    }

    /// The seat, from 0, that is to move.
    #[must_use]
    pub fn to_move(&self) -> Option<usize> {
        match self.turn {
            Turn::Seat(seat) => Some(seat.index()),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// May everybody see everything: nothing is hidden, or all is over?
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.open || self.is_over()
    }

    /// Have hidden hands been shown to everybody?
    #[must_use]
    pub fn is_revealed(&self) -> bool {
        self.hidden && self.is_bare()
    }

    /// Nothing that was played so far can be taken back any more.
    pub fn fix(&mut self) {
        self.firm = self.at();
    }

    /// The printed form of a move of the seat to move; `None`: it is not legal. Verdicts and events are no moves.
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn legal_form(&mut self, token: &str) -> Result<Option<String>> {
        if token.starts_with('!') {
            return Ok(None);
        }
        let line = self.history.line().to_string();
        let lines = [line, format!("query islegal {token}"), format!("query canon {token}")];
        let answers = self.referee.ask_all(&lines)?.answers;
        Ok(match answers.as_slice() {
            [Ok(legal), Ok(canon)] if legal == "true" => Some(canon.clone()),
            _ => None,
        })
    }

    /// Appends a token and what follows by itself. When that fails all stays as it was.
    ///
    /// # Errors
    /// The referee breaks down or does not take it.
    pub fn play(&mut self, token: &str, seat: Option<usize>, persons: &dyn Fn(usize) -> bool) -> Result<()> {
        ensure!(self.at() < LONGEST, "the game is too long");
        let shows = self.shows_hand(token);
        self.change(persons, |game| {
            game.history.push(token);
            game.movers.push(Mover { seat, forced: false });
            if shows {
                game.fix();
            }
        })
    }

    /// Keeps the first `count` tokens and takes back those behind them.
    ///
    /// # Errors
    /// Some of them are [`firm`](Self::firm), or the referee breaks down; then all stays as it was.
    pub fn cut(&mut self, count: usize, persons: &dyn Fn(usize) -> bool) -> Result<()> {
        ensure!(count >= self.firm, "what has been shown cannot be taken back");
        self.change(persons, |game| {
            let kept = count.min(game.at());
            game.history = History::new(&game.history.base, &game.history.tokens[..kept]);
            game.movers.truncate(kept);
        })
    }

    /// The result if the seat to move gave up: the referee alone knows what becomes of the others then.
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn result_of_resigning(&mut self) -> Result<String> {
        let line = self.history.with("resign");
        let [result] = self.referee.ask_sure(&line, ["query result".to_string()])?;
        Ok(result)
    }

    /// The teams as they really are: seats from 1, a list for each.
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn teams(&mut self) -> Result<Vec<Vec<usize>>> {
        let line = self.history.line().to_string();
        let [teams] = self.referee.ask_sure(&line, ["query teams".to_string()])?;
        read_teams(&teams).context("query teams: expected seats")
    }

    /// Does the referee take a token that ends the game here?
    ///
    /// # Errors
    /// It breaks down.
    pub fn takes(&mut self, verdict: &str) -> Result<bool> {
        let lines = [self.history.with(verdict), "query reason".to_string()];
        let texts = self.referee.ask_all(&lines)?;
        let reason = verdict.rsplit('/').next().unwrap_or_default();
        Ok(texts.errors.is_empty() && texts.answers == [Ok(reason.to_string())])
    }

    /// The texts of the positions after `from` tokens and more, in order, but for those at chance events, which hold no
    /// hands.
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn trail(&mut self, from: usize) -> Result<Vec<String>> {
        let whole = View::of_history(&self.history);
        let mut texts = Vec::new();
        for places in (from..=self.at()).collect::<Vec<_>>().chunks(POSITIONS_AT_ONCE) {
            let questions = ["query turn", "query fen"].map(str::to_string);
            let lines =
                places.iter().flat_map(|at| [whole.clone().cut(*at).line()].into_iter().chain(questions.clone()));
            let answers = self.referee.ask_all(&lines.collect::<Vec<_>>())?.answers;
            ensure!(answers.len() == 2 * places.len(), "the referee does not answer all questions");
            texts.extend(answers.chunks(2).filter_map(|pair| match pair {
                [Ok(turn), Ok(fen)] if turn != "chance" => Some(fen.clone()),
                _ => None,
            }));
        }
        Ok(texts)
    }

    /// The line for a viewer.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> View {
        match viewer {
            Some(seat) if !self.is_bare() => self.views.get(seat).cloned().unwrap_or_default(),
            _ => View::of_history(&self.history),
        }
    }

    /// The line for the engine of a seat, from 0: exactly its view, whatever else is open.
    #[must_use]
    pub fn seat_line(&self, seat: usize) -> String {
        self.views.get(seat + 1).map(View::line).unwrap_or_default()
    }

    /// All that a viewer may know of the position.
    ///
    /// # Errors
    /// The referee breaks down.
    pub fn shown(&mut self, viewer: Viewer) -> Result<&Shown> {
        let viewer = viewer.filter(|_| !self.is_bare());
        if !self.shown.contains_key(&viewer) {
            let view = self.view(viewer);
            let shown = ask(&mut self.referee, &view.line())?;
            self.shown.insert(viewer, shown);
        }
        self.shown.get(&viewer).context("it is there")
    }

    /// All that a viewer may know of another position: the view up to `at` tokens, and a line of tries behind it.
    ///
    /// # Errors
    /// The referee breaks down or refuses the line (from its code on).
    pub fn look(&mut self, viewer: Viewer, place: &Place) -> Result<(Shown, usize)> {
        let view = self.view(viewer);
        let at = place.at.unwrap_or(view.tokens.len()).min(view.tokens.len());
        if at == view.tokens.len() && place.line.is_empty() {
            return Ok((self.shown(viewer)?.clone(), at));
        }
        let shown = ask(&mut self.referee, &view.cut(at).with(&place.line).line())?;
        if shown.reason == "illegal" && !place.line.is_empty() {
            bail!("illegal_move {}", place.line.last().map_or("", String::as_str));
        }
        Ok((shown, at))
    }

    /// Does this move show a hidden hand? A move that plays nothing from the hand, such as a fold, shows it or shows what
    /// it cannot hold.
    fn shows_hand(&mut self, token: &str) -> bool {
        if self.is_bare() {
            return false;
        }
        let line = self.history.line().to_string();
        let clicks = self.clicks(&line, &[token]).concat();
        Legal { token: token.to_string(), clicks }.plays_nothing(&self.names)
    }

    /// What to click for each of these moves in a view; nothing where that cannot be said.
    pub fn clicks(&mut self, line: &str, tokens: &[&str]) -> Vec<Vec<String>> {
        let questions = tokens.iter().map(|token| format!("query clicks {token}"));
        let lines: Vec<String> = [line.to_string()].into_iter().chain(questions).collect();
        let answers = self.referee.ask(&lines).unwrap_or_default();
        let words = |answer: Option<&Result<String, String>>| match answer {
            Some(Ok(text)) => text.split_whitespace().map(str::to_string).collect(),
            _ => Vec::new(),
        };
        (0..tokens.len()).map(|index| words(answers.get(index))).collect()
    }
}
