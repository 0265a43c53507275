//! The notation of moves, deals and positions. `sections.rs` reads the sections of position texts.

use super::bag::Bag;
use super::board::Board;
use super::hidden::Unknown;
use super::moves::Action;
use super::position::{Querbeet, Rules, SEATS};
use super::rules::Deal;
use super::sections;
use super::tokens::{cell, lay, lay_text, write_tiles};
use kit::chance::ChanceEvents;
use kit::events::Events;
use kit::game::{Game, Seat, State, Turn, Viewer};
use kit::notation::{Notation, TextError, TokenError};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::char;
use nom::combinator::{all_consuming, map, map_opt, value};
use nom::multi::separated_list1;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use std::fmt::Write;

/// Parses a move: `e1@d5` or `pass`.
fn action(input: &str) -> IResult<&str, Action> {
    let lay = map(lay(cell), |(piece, cell)| Action::Lay(piece, cell));
    alt((lay, value(Action::Pass, tag("pass")))).parse(input)
}

/// Parses a deal such as `!deal/aabbccdgh/abcdefgij`, with the tiles in any order. Returns each hand with the length of
/// its text.
fn hands(input: &str) -> IResult<&str, Vec<(usize, Bag)>> {
    let hand = map_opt(take_while1(|c| c != '/'), |text: &str| Some((text.len(), Bag::read(text).ok()?)));
    preceded(tag("!deal/"), separated_list1(char('/'), hand)).parse(input)
}

/// Appends hands separated by slashes; `empty` is the text of an empty hand.
fn write_hands(hands: &[Bag], empty: &str, out: &mut String) {
    for (seat, hand) in hands.iter().enumerate() {
        out.push_str(if seat > 0 { "/" } else { "" });
        out.push_str(&if hand.is_empty() { empty.to_string() } else { hand.to_string() });
    }
}

/// Appends numbers separated by commas.
fn write_numbers(numbers: &[i32], out: &mut String) {
    let texts: Vec<String> = numbers.iter().map(i32::to_string).collect();
    out.push_str(&texts.join(","));
}

impl Notation for Querbeet {
    type Rules = Rules;

    const CHANCE: Option<&'static dyn Events<Self>> = Some(&ChanceEvents);

    fn start(rules: &Rules) -> Self {
        Self {
            rules: *rules,
            board: Board::default(),
            hands: Default::default(),
            excluded: Default::default(),
            scores: Default::default(),
            plies: 0,
            round: 1,
            turns: 0,
            running: false,
        }
    }

    fn read_position(rules: &Rules, text: &str) -> Result<Self, TextError> {
        Self::read_view(rules, text, Viewer::Master)
    }

    fn read_view(rules: &Rules, text: &str, viewer: Viewer) -> Result<Self, TextError> {
        sections::read(rules, text, viewer)
    }

    fn write_position(&self, out: &mut String) {
        match self.mover() {
            Some(seat) => out.push_str(&seat.to_string()),
            None => out.push_str("deal"),
        }
        out.push_str(":T");
        // The board of a finished round is still visible but not part of the position.
        let tiles = self.board.tiles().filter(|_| self.running);
        write_tiles(tiles.map(|(cell, piece)| (cell.name(), piece)), out);
        out.push_str(":H");
        write_hands(&self.hands[..self.seats()], "-", out);
        out.push_str(":S");
        write_numbers(&self.scores[..self.seats()], out);
        let _ = write!(out, ":R{},{}:F{}", self.round, self.turns, self.plies.saturating_add(1));
    }

    fn read_action(&self, token: &str) -> Result<Action, TokenError> {
        let Turn::Seat(seat) = self.turn() else { return Err(TokenError::Illegal) };
        let (_, action) = all_consuming(action).parse(token).map_err(|_| TokenError::Illegal)?;
        let hand = self.hands[seat.index()];
        if hand.unknown() == 0 {
            return if self.is_legal(action) { Ok(action) } else { Err(TokenError::Illegal) };
        }
        // A move that is impossible with any hand of this game's tiles is illegal. Other moves can only conflict with
        // the hidden tiles.
        let kinds = self.rules.tiles;
        let possible = match action {
            Action::Lay(piece, cell) => {
                self.places(kinds.pieces()).any(|(place, pieces)| place == cell && pieces & piece.bit() != 0)
            }
            Action::Pass => kinds.kinds().count() > self.board.kinds_that_fit(kinds.kinds()).count_ones() as usize,
        };
        if !possible {
            Err(TokenError::Illegal)
        } else if Unknown::of(self).allows(self, seat, action) {
            Ok(action)
        } else {
            Err(TokenError::Cards)
        }
    }

    fn write_action(&self, action: Action, out: &mut String) {
        match action {
            Action::Lay(piece, cell) => out.push_str(&lay_text(piece, &cell.name())),
            Action::Pass => out.push_str("pass"),
        }
    }
}

impl Querbeet {
    /// Reads a deal token as `viewer` sees it.
    pub(super) fn read_deal(&self, token: &str, viewer: Viewer) -> Result<Deal, TokenError> {
        if self.turn() != Turn::Chance {
            return Err(TokenError::Illegal);
        }
        let (_, read) = all_consuming(hands).parse(token).map_err(|_| TokenError::Illegal)?;
        if read.len() != self.seats() {
            return Err(TokenError::Illegal);
        }
        if read.iter().enumerate().any(|(seat, (_, hand))| hand.unknown() > 0 && viewer.sees(Seat::new(seat))) {
            return Err(TokenError::View);
        }
        if read.iter().any(|(length, _)| *length != self.hand_size()) {
            return Err(TokenError::Illegal);
        }
        let known = read.iter().fold(Bag::default(), |all, (_, hand)| all.plus(hand.known()));
        self.rules.tiles.without(known).ok_or(TokenError::Illegal)?;
        let mut dealt = [Bag::default(); SEATS];
        dealt.iter_mut().zip(read).for_each(|(hand, (_, read))| *hand = read);
        Ok(Deal(dealt))
    }

    /// Appends the canonical token of a deal.
    pub(super) fn write_deal(&self, event: &Deal, out: &mut String) {
        out.push_str("!deal/");
        write_hands(&event.0[..self.seats()], "", out);
    }
}
