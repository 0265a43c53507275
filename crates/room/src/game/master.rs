//! The state of the current game, and its changes: moves, verdicts, takebacks and clocks.

use super::automatic_step::AutomaticStep;
use super::event_seeds::EventSeeds;
use super::game_setup::GameSetup;
use super::judged::Judged;
use crate::catalogue::language_of;
use crate::referee::{Referee, StartReferee};
use crate::token_facts::TokenFacts;
use crate::visible_position::VisiblePosition;
use anyhow::{Result, ensure};
use base::pairs::pair;
use game::{Clocks, Played};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use ugi::board::{Board, Cells, Piece};
use ugi::facts::GameInfo;
use ugi::{History, Query, Seat, Turn, Viewer, may_be_move};

/// The maximum number of tokens in a game. It limits the size of messages to the page, and of what is kept.
pub const LONGEST: usize = 20_000;

pub struct TableGame {
    pub(super) referee: Referee,
    pub cells: Cells,
    /// The pieces in the start position.
    pub start: Vec<Piece>,
    /// The answer to `query info`.
    pub info: GameInfo,
    /// The names and values of all rule options of the game.
    pub rules: BTreeMap<String, String>,
    pub seats: usize,
    /// The master history, and who chose its tokens.
    pub(super) played: Played,
    /// The indices of the moves that the table made because their seats had no choice.
    pub forced: BTreeSet<usize>,
    /// The indices of the moves that engines made in place of people.
    pub stand_ins: BTreeSet<usize>,
    /// The seat that was to move before each token of the opening.
    pub(super) opening: Vec<Option<Seat>>,
    pub(super) deals: EventSeeds,
    /// The number of tokens that cannot be taken back: the opening, and all tokens up to the last event that made the
    /// tokens so far permanent, such as a deal.
    pub(super) committed: usize,
    /// The date on which the game was played, `YYYY.MM.DD`; `None` if it is unknown. For an imported game, this is the
    /// date in the record.
    pub date: Option<String>,
    pub(super) clocks: Option<Clocks>,
    pub(super) paused: bool,
    /// Whether anything has been hidden from anybody so far.
    pub(super) hidden: bool,
    /// Who decides next: a seat or chance, unless the game is over.
    pub(super) turn: Turn,
    /// The step that the table makes next, if nobody has a choice.
    pub(super) step: Option<AutomaticStep>,
    /// Whether nothing is hidden from anybody now.
    pub(super) open: bool,
    /// The view of the public and of each seat.
    pub(super) views: BTreeMap<Viewer, History>,
    /// The viewers that saw the last position, and their languages. What they see after a change is asked for together
    /// with the change.
    pub(super) wanted: BTreeSet<(Viewer, String)>,
    /// The current position as each viewer sees it, with words in this language.
    pub(super) shown: BTreeMap<(Viewer, String), VisiblePosition>,
    /// What the tokens of each view did, with words in this language. Lists grow with the game, and may be out of date
    /// after their common beginning with the view.
    pub(super) told: BTreeMap<(Viewer, String), ToldTokens>,
}

/// Tokens and what they did; both lists have the same length.
#[derive(Default)]
pub(super) struct ToldTokens {
    pub tokens: Vec<String>,
    pub facts: Vec<TokenFacts>,
}

impl TableGame {
    /// Begins a game, and draws the chance events after the opening if their seeds are known. If `is_person` returns
    /// true for a seat, the table makes forced moves of that seat that play nothing, such as a pass.
    pub fn begin(program: &StartReferee, mut setup: GameSetup, is_person: &dyn Fn(Seat) -> bool) -> Result<Self> {
        setup.deals.set_opening(setup.tokens.len());
        let mut game = Self::open(program, setup)?;
        game.opening = game.seats_to_move(game.played.opening())?;
        game.reload(is_person)?;
        while game.turn == Turn::Chance && game.is_automatic() {
            game.play_step(is_person)?;
        }
        Ok(game)
    }

    /// Starts the referee of a game and asks for what never changes.
    pub(super) fn open(program: &StartReferee, setup: GameSetup) -> Result<Self> {
        let GameSetup { game, options, base, tokens, deals, time, date, paused } = setup;
        let mut referee = Referee::start(program, &game, options)?;
        let played = Played::new(&base, &tokens);
        let questions = [Query::Cells, Query::Info(None), Query::Options, Query::Seats];
        let mut answers = referee.ask(played.history().line(), &questions)?;
        let (cells, info, rules, seats) = (answers.json()?, answers.json()?, answers.text()?, answers.parse()?);
        let start: Board = referee.ask(History::new("startpos", &[]).line(), &[Query::Board])?.json()?;
        Ok(Self {
            referee,
            cells,
            start: start.pieces,
            info,
            rules: rules.split_whitespace().filter_map(|rule| pair(rule).ok()).collect(),
            seats,
            played,
            forced: BTreeSet::new(),
            stand_ins: BTreeSet::new(),
            opening: Vec::new(),
            deals,
            committed: tokens.len(),
            date,
            clocks: time.map(|time| Clocks::of_seats(time, seats)),
            paused,
            hidden: false,
            turn: Turn::Chance,
            step: None,
            open: true,
            views: BTreeMap::new(),
            wanted: BTreeSet::new(),
            shown: BTreeMap::new(),
            told: BTreeMap::new(),
        })
    }

    pub fn name(&self) -> &str {
        &self.referee.game
    }

    /// Returns the master history.
    pub fn history(&self) -> &History {
        self.played.history()
    }

    pub fn tokens(&self) -> &[String] {
        self.played.tokens()
    }

    /// Returns the seat that chose the token at this index.
    pub fn mover(&self, at: usize) -> Option<Seat> {
        self.played.movers().get(at).copied().flatten()
    }

    /// Returns the language of the game in which to speak to somebody who wants this one.
    pub fn language<'a>(&'a self, wanted: &'a str) -> &'a str {
        language_of(&self.info, wanted)
    }

    /// Returns the rule options that were set when the game began. All others have their defaults.
    pub fn options(&self) -> &BTreeMap<String, String> {
        &self.referee.options
    }

    /// Returns the seed from which all chance events derive, if the host has set one.
    pub fn seed(&self) -> Option<u64> {
        self.deals.seed
    }

    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Returns for each token the seat that chose it or, in the opening, that was to move before it. Events and
    /// verdicts have no seat.
    pub fn moving_seats(&self) -> impl Iterator<Item = Option<Seat>> {
        let opening = self.opening.iter().copied().chain(std::iter::repeat(None));
        self.played.movers().iter().zip(opening).map(|(mover, opening)| mover.or(opening))
    }

    /// Returns whether anything has been hidden from anybody so far.
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// Returns how often the referee was asked.
    #[cfg(test)]
    pub(super) fn round_trips(&self) -> u64 {
        self.referee.restarting.round_trips()
    }

    pub fn token_count(&self) -> usize {
        self.played.len()
    }

    /// Returns whether anybody has moved.
    pub fn has_moves(&self) -> bool {
        self.played.movers().iter().any(Option::is_some)
    }

    /// Returns whether there are tokens after the opening. At the beginning of a game, these are chance events.
    pub fn has_begun(&self) -> bool {
        self.token_count() > self.played.opening()
    }

    pub fn is_over(&self) -> bool {
        self.turn == Turn::Over
    }

    /// Returns the seat to move, unless the table makes the next step.
    pub fn to_move(&self) -> Option<Seat> {
        match self.turn {
            Turn::Seat(seat) if self.step.is_none() => Some(seat),
            _ => None,
        }
    }

    /// Returns whether everybody may see everything: nothing is hidden, or the game is over.
    pub fn hides_nothing(&self) -> bool {
        self.open || self.is_over()
    }

    /// Returns whether hidden hands have been revealed to everybody.
    pub fn is_revealed(&self) -> bool {
        self.hidden && self.hides_nothing()
    }

    /// Makes all tokens so far permanent: they can no longer be taken back.
    pub fn commit(&mut self) {
        self.committed = self.token_count();
    }

    /// Returns the master position line if nothing is hidden, for engines without the extension `views`.
    pub fn open_line(&self) -> Option<String> {
        self.hides_nothing().then(|| self.history().line().to_string())
    }

    /// Returns the index of the last unforced move by any of these seats, and the seat that played the move.
    pub fn last_choice(&self, own: &[Seat]) -> Option<(usize, Seat)> {
        let mut movers = self.played.movers().iter().enumerate().rev().filter(|(at, _)| !self.forced.contains(at));
        movers.find_map(|(at, mover)| Some((at, mover.filter(|seat| own.contains(seat))?)))
    }

    /// Returns whether the token at index `kept` is permanent, i.e. cannot be taken back.
    pub fn is_committed(&self, kept: usize) -> bool {
        kept < self.committed
    }

    pub fn pause(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// Runs the clock of a seat, or stops all clocks if `seat` is `None`.
    pub fn run_clock(&mut self, seat: Option<Seat>, now: Duration) {
        if let Some(clocks) = &mut self.clocks {
            clocks.run(seat, now);
        }
    }

    /// Returns whether the clock of this seat runs and shows zero.
    pub fn is_out_of_time(&self, seat: Seat, now: Duration) -> bool {
        let clocks = self.clocks.as_ref().filter(|clocks| clocks.running() == Some(seat));
        clocks.is_some_and(|clocks| clocks.left(seat, now) == Some(Duration::ZERO))
    }

    /// Returns the setup for playing the game again. If `same` is true, the deal is repeated; otherwise the opening is
    /// cut off before its first chance event or verdict. If the opening contains neither and the game was already over
    /// when it was set up, the new game begins at the base position.
    pub fn again(&self, same: bool) -> GameSetup {
        let kept = self.played.opening().min(self.token_count());
        let tokens = &self.tokens()[..kept];
        let end = match tokens.iter().position(|token| !may_be_move(token)) {
            Some(event) if !same => event,
            None if self.is_over() && kept == self.token_count() => 0,
            _ => kept,
        };
        let deals = if same { self.deals.again() } else { EventSeeds::default() };
        GameSetup { deals, ..self.position(self.history().base.clone(), tokens[..end].to_vec()) }
    }

    /// Returns the setup for the same game with the same time control from another position.
    pub fn position(&self, base: String, tokens: Vec<String>) -> GameSetup {
        let time = self.clocks.as_ref().and_then(|clocks| clocks.time(Seat::P1));
        GameSetup { time, ..GameSetup::new(self.name(), self.options().clone(), base, tokens) }
    }

    /// Returns whether the current position of `other` occurred in this game after the opening. The position at the end
    /// of the opening does not count, because a game that begins there is a new game. If `other` is over or is a
    /// different game, the result is false.
    pub fn leads_to(&mut self, other: &mut Self) -> Result<bool> {
        if other.is_over() || other.name() != self.name() {
            return Ok(false);
        }
        let Some(last) = other.positions_from(other.token_count())?.pop() else { return Ok(false) };
        let positions = self.positions_from(self.played.opening())?;
        Ok(positions.first() != Some(&last) && positions.contains(&last))
    }

    /// Plays the move of a seat, which has been judged, stops its clock and adds the increment. On error, the game is
    /// left unchanged.
    pub fn moved(&mut self, seat: Seat, judged: Judged, now: Duration, is_person: &dyn Fn(Seat) -> bool) -> Result<()> {
        self.require_room()?;
        let Judged { situation, asked, reveals } = judged;
        self.change(situation, Some(seat), asked, is_person, |game| {
            if reveals {
                game.commit();
            }
        })?;
        if let Some(clocks) = &mut self.clocks {
            clocks.moved(seat, now);
        }
        Ok(())
    }

    /// Ends the game with a verdict or a resignation, which `seat` has caused. On error, the game is left unchanged.
    pub fn end(&mut self, verdict: &str, seat: Option<Seat>, is_person: &dyn Fn(Seat) -> bool) -> Result<()> {
        self.append(verdict, seat, is_person, |_| ())
    }

    /// Returns an error if the game is too long for another token.
    pub(super) fn require_room(&self) -> Result<()> {
        ensure!(self.token_count() < LONGEST, "the game is longer than {LONGEST} tokens");
        Ok(())
    }

    /// Keeps the first `count` tokens and takes back the others. On error, the game is left unchanged.
    pub fn truncate(&mut self, count: usize, is_person: &dyn Fn(Seat) -> bool) -> Result<()> {
        ensure!(count >= self.committed, "permanent tokens cannot be taken back");
        let is_shorter = count < self.token_count();
        self.load(self.history().first(count), None, is_person, |game| {
            if is_shorter {
                game.deals.take_back();
            }
        })
    }
}
