//! The notation of moves, deals and positions. `sections.rs` reads the sections of position texts.

use super::bag::Bag;
use super::moves::Action;
use super::tokens::{cell, lay};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::char;
use nom::combinator::{map, map_opt, value};
use nom::multi::separated_list1;
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// Parses a move: `e1@d5` or `pass`.
pub(super) fn action(input: &str) -> IResult<&str, Action> {
    let lay = map(lay(cell), |(piece, cell)| Action::Lay(piece, cell));
    alt((lay, value(Action::Pass, tag("pass")))).parse(input)
}

/// Parses a deal such as `!deal/aabbccdgh/abcdefgij`, with the tiles in any order. Returns each hand with the length of
/// its text.
pub(super) fn hands(input: &str) -> IResult<&str, Vec<(usize, Bag)>> {
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
