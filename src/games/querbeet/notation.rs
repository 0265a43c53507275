//! The notation of moves, deals and positions. `sections.rs` reads the sections of position texts.

use super::bag::Bag;
use super::moves::Action;
use super::position::{Querbeet, SEATS};
use super::rules::Deal;
use super::tokens::{cell, lay};
use kit::state::State;
use kit::text::TokenError;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::char;
use nom::combinator::{all_consuming, map, map_opt, value};
use nom::multi::separated_list1;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use ugi::{Seat, Turn, Viewer};

/// Parses a move: `e1@d5` or `pass`.
pub(super) fn action(input: &str) -> IResult<&str, Action> {
    let lay = map(lay(cell), |(piece, cell)| Action::Lay(piece, cell));
    alt((lay, value(Action::Pass, tag("pass")))).parse(input)
}

/// Parses a deal such as `!deal/aabbccdgh/abcdefgij`, with the tiles in any order. Returns each hand with the length of
/// its text.
fn hands(input: &str) -> IResult<&str, Vec<(usize, Bag)>> {
    let hand = map_opt(take_while1(|c| c != '/'), |text: &str| Some((text.len(), Bag::parse(text).ok()?)));
    preceded(tag("!deal/"), separated_list1(char('/'), hand)).parse(input)
}

/// Appends hands separated by slashes; `empty` is the text of an empty hand.
pub(super) fn write_hands(hands: &[Bag], empty: &str, out: &mut String) {
    for (seat, hand) in hands.iter().enumerate() {
        out.push_str(if seat > 0 { "/" } else { "" });
        out.push_str(&if hand.is_empty() { empty.to_string() } else { hand.to_string() });
    }
}

/// Appends numbers separated by commas.
pub(super) fn write_numbers(numbers: &[i32], out: &mut String) {
    let texts: Vec<String> = numbers.iter().map(i32::to_string).collect();
    out.push_str(&texts.join(","));
}

impl Querbeet {
    /// Reads a deal token as `viewer` sees it.
    pub(super) fn parse_deal(&self, token: &str, viewer: Viewer) -> Result<Deal, TokenError> {
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
