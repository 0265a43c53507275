//! Parsers and writers for the parts of the notation: cells, cards, moves, partner cards.

use super::board::{Cell, RING};
use super::cards::{Cards, LETTERS, RANKS, Rank};
use super::moves::Action;
use super::partners::{FACE_DOWN, Pairs};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::{char, digit1, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt};
use nom::sequence::{preceded, separated_pair};
use nom::{IResult, Parser};

/// The letters of the colours, in seat order.
pub const COLOURS: &str = "YBRG";
/// The letters of the lanes, in seat order.
const LANES: &str = "abcd";
/// The maximum number of cards in a hand.
pub const HAND: usize = 5;

/// A move token that has been parsed but not checked against a position.
pub enum ParsedMove {
    Play(Rank, Action),
    Fold(Option<Cards>),
}

/// Applies a parser to a whole string; `None` unless the parser accepts all of it.
pub fn whole<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    text: &'a str,
) -> Option<T> {
    all_consuming(parser).parse(text).ok().map(|(_, read)| read)
}

pub fn cell(text: &str) -> IResult<&str, Cell> {
    let ring = map_opt(digit1, |digits: &str| {
        let plain = digits.len() == 1 || !digits.starts_with('0');
        digits.parse().ok().filter(|&place: &u8| plain && usize::from(place) < RING).map(Cell)
    });
    let lane = map_opt((one_of(LANES), one_of("1234")), |(lane, depth)| {
        Some(Cell::lane(LANES.find(lane)?, depth.to_digit(10)? as usize - 1))
    });
    alt((ring, lane)).parse(text)
}

pub fn rank(text: &str) -> IResult<&str, Rank> {
    map_opt(one_of(&LETTERS[..RANKS]), Rank::of_letter).parse(text)
}

/// Parses one to [`HAND`] cards in any order; each `?` is an unknown card.
pub fn cards(text: &str) -> IResult<&str, Cards> {
    let letters = take_while_m_n(1, HAND, |letter| LETTERS.contains(letter));
    map_opt(letters, |letters: &str| letters.chars().map(Rank::of_letter).collect::<Option<Cards>>()).parse(text)
}

pub fn parsed_move(text: &str) -> IResult<&str, ParsedMove> {
    let steps = || map_opt(one_of("123456"), |digit| digit.to_digit(10));
    let part = || separated_pair(cell, char('='), steps());
    let split = map_opt(separated_pair(part(), char(','), part()), |((first, steps), (second, rest))| {
        (steps + rest == 7).then_some(ParsedMove::Play(Rank::SEVEN, Action::Split(first, steps as u8, second)))
    });
    let swap = map(separated_pair(cell, char('x'), cell), |(own, other)| {
        ParsedMove::Play(Rank::JACK, Action::Swap(own, other))
    });
    let enter = map((rank, tag(":in")), |(rank, _)| ParsedMove::Play(rank, Action::Enter(rank)));
    let walk =
        map(separated_pair(rank, char(':'), cell), |(rank, from)| ParsedMove::Play(rank, Action::Walk(rank, from)));
    let fold = map(preceded(tag("fold"), opt(preceded(char(':'), cards))), ParsedMove::Fold);
    alt((all_consuming(fold), preceded(tag("7:"), split), preceded(tag("J:"), swap), enter, walk)).parse(text)
}

/// Returns the name of a cell: the number of a ring cell, or the letter of a lane and the depth from 1, such as `a3`.
pub fn cell_text(cell: Cell) -> String {
    if cell.on_ring() {
        return cell.0.to_string();
    }
    let (colour, depth) = cell.lane_place();
    format!("{}{}", LANES.as_bytes()[colour] as char, depth + 1)
}

/// Returns a hand as text, `-` if it is empty.
pub fn hand_text(hand: Cards) -> String {
    if hand.is_empty() { "-".to_string() } else { hand.iter().map(Rank::letter).collect() }
}

/// Returns the partner cards as text, `????` if they are unknown.
pub fn partners_text(pairs: Option<Pairs>) -> String {
    pairs.map_or(FACE_DOWN.to_string(), |pairs| pairs.letters().iter().collect())
}
