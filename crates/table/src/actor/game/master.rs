//! The state of the game on the table and what changes it: moves, verdicts, moves taken back, clocks.

use super::event_seeds::EventSeeds;
use super::game_setup::GameSetup;
use crate::actor::visible_position::{LegalMove, VisiblePosition};
use crate::clocks::Clocks;
use crate::referee::{RefereeClient, RefereeConfig};
use crate::view::View;
use anyhow::{Context, Result, ensure};
use base::pairs::pair;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use ugi::history::History;
use ugi::{Query, Turn};

/// Tokens of a game at most: what a page would have to be sent grows with them.
pub(super) const LONGEST: usize = 20_000;

/// Whose view: that of a seat counted from 1, that of everybody (0), or the whole truth (`None`).
pub type Viewer = Option<usize>;

/// A game.
pub struct TableGame {
    pub(super) referee: RefereeClient,
    cells: Value,
    /// The names of the cells.
    pub(super) names: BTreeSet<String>,
    rules: Vec<(String, String)>,
    pub(super) seats: usize,
    /// The whole truth.
    pub(super) history: History,
    /// Who chose each token; as long as the history.
    pub(super) movers: Vec<Mover>,
    pub(super) deals: EventSeeds,
    /// Tokens that cannot be taken back: the opening, and all up to the last one that showed something hidden.
    pub(super) committed: usize,
    /// Tokens that were there when it began.
    setup_length: usize,
    date: Option<String>,
    clocks: Option<Clocks>,
    paused: bool,
    /// Has anything been hidden from anybody so far?
    pub(super) hidden: bool,
    /// Who decides next.
    pub(super) turn: Turn,
    /// Is nothing hidden from anybody now?
    pub(super) open: bool,
    /// By seat; 0 is what everybody may see.
    pub(super) views: Vec<View>,
    pub(super) shown: BTreeMap<Viewer, VisiblePosition>,
}

/// Who chose a token.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Mover {
    /// The seat, from 0; `None`: nature, a verdict or an opening.
    pub seat: Option<usize>,
    /// It had no choice, and nobody was asked.
    pub forced: bool,
}

impl TableGame {
    /// Begins a game with what nature has to add to its opening. `persons` says in which seats people sit: for them
    /// moves that leave no choice are made.
    ///
    /// # Errors
    /// The referee does not start, or refuses a rule, the base or a token.
    pub fn begin(bench: &RefereeConfig, opening: GameSetup, persons: &dyn Fn(usize) -> bool) -> Result<Self> {
        let GameSetup { game, options, base, tokens, deals, time, date, paused: rests } = opening;
        let mut referee = RefereeClient::start(bench, &game, options)?;
        let history = History::new(&base, &tokens);
        let questions = [Query::Cells, Query::Options, Query::Seats];
        let [cells, rules, seats] = referee.ask_required(history.line(), questions)?;
        let cells: Value = serde_json::from_str(&cells).context("query cells: no JSON")?;
        let names = cells["cells"].as_object().map(|cells| cells.keys().cloned().collect()).unwrap_or_default();
        let seats: usize = seats.parse().context("query seats: no number")?;
        let mut game = Self {
            referee,
            cells,
            names,
            rules: rules.split_whitespace().filter_map(|rule| pair(rule).ok()).collect(),
            seats,
            history,
            movers: vec![Mover::default(); tokens.len()],
            deals,
            committed: tokens.len(),
            setup_length: tokens.len(),
            date,
            clocks: time.map(|time| Clocks::new(time, seats)),
            paused: rests,
            hidden: false,
            turn: Turn::Chance,
            open: true,
            views: Vec::new(),
            shown: BTreeMap::new(),
        };
        game.resolve_automatic(persons)?;
        Ok(game)
    }

    /// As in `query games`.
    pub fn name(&self) -> &str {
        &self.referee.game
    }

    /// The rule options that were asked for.
    pub fn options(&self) -> &BTreeMap<String, String> {
        &self.referee.options
    }

    /// `query cells`.
    pub fn cells(&self) -> &Value {
        &self.cells
    }

    /// `NAME=VALUE` of the rules in effect.
    pub fn rules(&self) -> &[(String, String)] {
        &self.rules
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The whole truth.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Who chose each token.
    pub fn movers(&self) -> &[Mover] {
        &self.movers
    }

    /// The seed from which everything is dealt, if the host gave one.
    pub fn seed(&self) -> Option<u64> {
        self.deals.seed
    }

    /// When it was played, `YYYY.MM.DD`; of a record that was read in, what that says.
    pub fn date(&self) -> Option<String> {
        self.date.clone()
    }

    /// The clocks, if there are any.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// Do clocks and engines rest?
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Has anything been hidden from anybody so far?
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// Tokens so far.
    pub fn token_count(&self) -> usize {
        self.history.tokens.len()
    }

    /// Is it over?
    pub fn is_over(&self) -> bool {
        self.turn == Turn::Over
    }

    /// The seat, from 0, that is to move.
    pub fn to_move(&self) -> Option<usize> {
        match self.turn {
            Turn::Seat(seat) => Some(seat.index()),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// May everybody see everything: nothing is hidden, or all is over?
    pub fn hides_nothing(&self) -> bool {
        self.open || self.is_over()
    }

    /// Have hidden hands been shown to everybody?
    pub fn is_revealed(&self) -> bool {
        self.hidden && self.hides_nothing()
    }

    /// Nothing that was played so far can be taken back any more.
    pub fn commit(&mut self) {
        self.committed = self.token_count();
    }

    /// The whole line, where nothing of it is hidden: for engines that know no views.
    pub fn open_line(&self) -> Option<String> {
        self.hides_nothing().then(|| self.history.line().to_string())
    }

    /// The last token that one of these seats chose: how many stay when it is taken back, and who chose it.
    pub fn last_choice(&self, own: &[usize]) -> Option<(usize, usize)> {
        let chosen = |(kept, mover): (usize, &Mover)| Some((kept, mover.seat.filter(|_| !mover.forced)?));
        self.movers.iter().enumerate().rev().filter_map(chosen).find(|(_, seat)| own.contains(seat))
    }

    /// Can the token behind the first `kept` not be taken back any more?
    pub fn is_committed(&self, kept: usize) -> bool {
        kept < self.committed
    }

    /// Lets clocks and engines rest, or go on.
    pub fn pause(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// Lets the clock of a seat run, or none.
    pub fn run_clock(&mut self, seat: Option<usize>) {
        if let Some(clocks) = &mut self.clocks {
            clocks.run(seat, Instant::now());
        }
    }

    /// Has the running clock of this seat come to its end?
    pub fn is_out_of_time(&self, seat: usize) -> bool {
        let clocks = self.clocks.as_ref().filter(|clocks| clocks.running() == Some(seat));
        clocks.is_some_and(|clocks| clocks.left(seat, Instant::now()).is_zero())
    }

    /// The same game once more, with the same deal or with another one. For another deal the opening ends before the
    /// first deal, and a record that was over when it came to the table begins at its start.
    pub fn again(&self, same: bool) -> GameSetup {
        let kept = self.setup_length.min(self.token_count());
        let tokens = &self.history.tokens[..kept];
        let end = match tokens.iter().position(|token| token.starts_with('!')) {
            Some(event) if !same => event,
            None if self.is_over() && kept == self.token_count() => 0,
            _ => kept,
        };
        let deals = if same { self.deals.clone() } else { EventSeeds::default() };
        GameSetup { deals, ..self.position(self.history.base.clone(), tokens[..end].to_vec()) }
    }

    /// A game of this kind with the same clocks from another position.
    pub fn position(&self, base: String, tokens: Vec<String>) -> GameSetup {
        let time = self.clocks.as_ref().map(Clocks::time);
        GameSetup { time, ..GameSetup::new(self.name(), self.options().clone(), base, tokens) }
    }

    /// Does that game go on from a position that this one had after its opening? Everybody may be put back to where the
    /// game began: that is another game.
    ///
    /// # Errors
    /// A referee breaks down.
    pub fn leads_to(&mut self, other: &mut Self) -> Result<bool> {
        if other.is_over() || other.name() != self.name() {
            return Ok(false);
        }
        let Some(last) = other.positions_from(other.token_count())?.pop() else { return Ok(false) };
        let trail = self.positions_from(self.setup_length)?;
        Ok(trail.first() != Some(&last) && trail.contains(&last))
    }

    /// Plays the move of a seat, and stops its clock.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub fn moved(&mut self, seat: usize, token: &str, persons: &dyn Fn(usize) -> bool) -> Result<()> {
        self.play(token, Some(seat), persons)?;
        if let Some(clocks) = &mut self.clocks {
            clocks.moved(seat, Instant::now());
        }
        Ok(())
    }

    /// Appends a token of a seat, or a verdict, and what follows by itself. When that fails all stays as it was.
    ///
    /// # Errors
    /// The referee breaks down or does not take it.
    pub fn play(&mut self, token: &str, seat: Option<usize>, persons: &dyn Fn(usize) -> bool) -> Result<()> {
        ensure!(self.token_count() < LONGEST, "the game is too long");
        let shows = self.reveals_hand(token);
        self.change(persons, |game| {
            game.history.push(token);
            game.movers.push(Mover { seat, forced: false });
            if shows {
                game.commit();
            }
        })
    }

    /// Keeps the first `count` tokens and takes back those behind them.
    ///
    /// # Errors
    /// Some of them are committed, or the referee breaks down; then all stays as it was.
    pub fn truncate(&mut self, count: usize, persons: &dyn Fn(usize) -> bool) -> Result<()> {
        ensure!(count >= self.committed, "what has been shown cannot be taken back");
        self.change(persons, |game| {
            let kept = count.min(game.token_count());
            game.history = History::new(&game.history.base, &game.history.tokens[..kept]);
            game.movers.truncate(kept);
        })
    }

    /// Does this move show a hidden hand? A move that plays nothing from the hand, such as a fold, shows it or shows what
    /// it cannot hold.
    fn reveals_hand(&mut self, token: &str) -> bool {
        if self.hides_nothing() {
            return false;
        }
        let line = self.history.line().to_string();
        let clicks = self.clicks(&line, &[token]).concat();
        LegalMove { token: token.to_string(), clicks }.plays_nothing(&self.names)
    }
}
