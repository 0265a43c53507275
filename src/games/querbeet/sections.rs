//! Reads and checks the sections of a position text.

use super::bag::Bag;
use super::board::Board;
use super::cell::Cell;
use super::position::{Querbeet, Rules, SEATS, TILES};
use super::tile::{Kind, Piece};
use super::tokens::{cell, parse_tile};
use base::quote::quote;
use kit::ensure_at;
use kit::game::Game;
use kit::state::State;
use kit::text::{Section, Sections, TextError, number};
use ugi::{Seat, Viewer};

type Result<T> = std::result::Result<T, TextError>;

/// Reads a position text as `viewer` sees the position. The number of hands determines the number of seats.
///
/// # Errors
/// Returns an error, with its column, if a section is invalid or the sections do not fit together. Section `H` must be
/// present.
pub fn parse(rules: &Rules, text: &str, viewer: Viewer) -> Result<Querbeet> {
    let sections = Sections::parse(text, "THSRF")?;
    let section = sections.get('H');
    let section =
        section.ok_or_else(|| TextError::at(text.len(), "section H is missing; it sets the number of seats"))?;
    let hands = parse_hands(section, viewer)?;
    let rules = Rules { tiles: rules.tiles, seats: hands.len() as u8 };
    let mut position = Querbeet::start(&rules);
    if let Some(section) = sections.get('S') {
        parse_scores(section, &mut position)?;
    }
    if let Some(section) = sections.get('R') {
        parse_round(section, &mut position)?;
    }
    position.plies = sections.full_move(1)? - 1;
    let at = |letter| sections.get(letter).map_or(text.len(), |section| section.offset);
    let tiles = sections.get('T').map_or(Ok(Board::default()), parse_tiles)?;
    if sections.head == "deal" {
        ensure_at!(tiles.laid() == 0, at('T'), "before a deal T must be empty");
        if let Some(&(offset, _)) = hands.iter().find(|(_, hand)| !hand.is_empty()) {
            return Err(TextError::at(offset, "before a deal hands must be -"));
        }
        ensure_at!(position.turns == 0, at('R'), "before a deal the number of turns in R must be 0");
        return Ok(position);
    }
    position.running = true;
    ensure_at!(
        usize::from(position.round) <= position.seats(),
        at('R'),
        "after round {} the first section must be deal",
        position.seats()
    );
    match position.mover() {
        Some(seat) if sections.head == seat.to_string() => {}
        Some(seat) => {
            let found = sections.head;
            return Err(TextError::at(0, format!("expected {seat}, as R says, or deal, found \"{}\"", quote(found))));
        }
        None => return Err(TextError::at(0, "nobody is to move")),
    }
    position.board = tiles;
    ensure_at!(tiles.piece(Cell::MIDDLE).is_some(), at('T'), "no l on d4");
    ensure_at!(tiles.is_sound(), at('T'), "tiles do not match on a shared edge, or are not joined to d4 by road");
    let size = position.hand_size();
    for (index, &(offset, hand)) in hands.iter().enumerate() {
        let seat = Seat::new(index);
        let least = size - position.turns_of(seat).min(size);
        ensure_at!(
            (least..=size).contains(&hand.len()),
            offset,
            "{seat} must have {least} to {size} tiles here, not {}",
            hand.len()
        );
        position.hands[index] = hand;
    }
    ensure_at!(is_complete(&position), at('H'), "the tiles on the board and in the hands are not {}", rules.tiles);
    Ok(position)
}

/// Returns whether the tiles on the board and in the hands are the eighteen tiles of the game. `?` stands for any
/// remaining tile.
fn is_complete(position: &Querbeet) -> bool {
    let laid = position.board.laid().count_ones() as usize - 1;
    let held: usize = position.hands.iter().map(|hand| hand.len()).sum();
    if laid + held != TILES {
        return false;
    }
    let kinds = position.board.tiles().map(|(_, piece)| piece.kind());
    let laid: Bag = kinds.filter(|&kind| kind != Kind::CENTRE).collect();
    position.rules.tiles.without(position.hands.iter().fold(laid, |all, &hand| all.plus(hand))).is_some()
}

/// Reads the hands, each with its offset in the text.
fn parse_hands(section: Section, viewer: Viewer) -> Result<Vec<(usize, Bag)>> {
    let mut offset = section.offset;
    let mut hands = Vec::new();
    for (index, text) in section.content.split('/').enumerate() {
        ensure_at!(!text.is_empty(), offset, "an empty hand is written -");
        let hand = if text == "-" {
            Bag::default()
        } else if text.len() > TILES {
            return Err(TextError::at(offset, "too many tiles in a hand"));
        } else {
            Bag::parse(text).map_err(|at| TextError::at(offset + at, "expected a tile a to k, or ?"))?
        };
        if let Some(at) = text.find('?').filter(|_| viewer.sees(Seat::new(index))) {
            return Err(TextError::at(offset + at, "'?' is allowed only in hands that the viewer cannot see"));
        }
        hands.push((offset, hand));
        offset += text.len() + 1;
    }
    match hands.len() {
        2..=SEATS => Ok(hands),
        count => Err(TextError::at(section.offset, format!("expected 2 or 3 hands, found {count}"))),
    }
}

fn parse_tiles(section: Section) -> Result<Board> {
    let mut board = Board::default();
    for (offset, item) in section.items() {
        let (cell, piece) = parse_tile(offset, item, cell)?;
        ensure_at!(board.laid() & cell.bit() == 0, offset, "two tiles on {}", cell.name());
        ensure_at!(
            (piece == Piece::CENTRE) == (cell == Cell::MIDDLE),
            offset + cell.name().len(),
            "the tile on d4 must be l, and l can be nowhere else"
        );
        board.lay(piece, cell);
    }
    Ok(board)
}

fn parse_scores(section: Section, position: &mut Querbeet) -> Result<()> {
    let items = section.items();
    if items.len() != position.seats() {
        let message = format!("expected {} totals, found {}", position.seats(), items.len());
        return Err(TextError::at(section.offset, message));
    }
    for (seat, (offset, item)) in items.into_iter().enumerate() {
        let digits = item.strip_prefix('-').unwrap_or(item);
        let size = number(digits, offset + item.len() - digits.len())?.min(i32::MAX as u64) as i32;
        position.scores[seat] = if digits.len() < item.len() { -size } else { size };
    }
    Ok(())
}

fn parse_round(section: Section, position: &mut Querbeet) -> Result<()> {
    let &[(round_at, round), (turns_at, turns)] = section.items().as_slice() else {
        return Err(TextError::at(section.offset, "expected a round and the turns taken in it"));
    };
    let (round, turns) = (number(round, round_at)?, number(turns, turns_at)?);
    let last = position.seats() as u64 + 1;
    ensure_at!((1..=last).contains(&round), round_at, "expected a round from 1 to {last}; {last} is after the end");
    ensure_at!(turns < TILES as u64, turns_at, "expected 0 to {} turns taken", TILES - 1);
    position.round = round as u8;
    position.turns = turns as u8;
    Ok(())
}
