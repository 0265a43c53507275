//! Reads and checks single sections of a position text. `notation.rs` checks that the sections are consistent with each
//! other.

use super::board::{Board, PAWNS};
use super::cards::{COPIES, Cards, RANKS, Rank};
use super::chance::Deal;
use super::partners::{FACE_DOWN, Pairs, Partners};
use super::tokens::{COLOURS, HAND, cell, whole};
use base::quote::quote;
use kit::ensure_at;
use kit::text::{Section, Sections, TextError, number};
use ugi::{Seat, Viewer};

/// Reads the four sections that list the pawns of each colour.
pub fn parse_board(sections: &Sections) -> Result<Board, TextError> {
    let mut board = Board::default();
    for (colour, letter) in COLOURS.chars().enumerate() {
        let items = sections.get(letter).map_or_else(Vec::new, |section| section.items());
        for (index, (offset, item)) in items.into_iter().enumerate() {
            let place = whole(cell, item)
                .ok_or_else(|| TextError::at(offset, format!("no cell is called \"{}\"", quote(item))))?;
            ensure_at!(
                place.on_ring() || place.lane_place().0 == colour,
                offset,
                "{item} is in the lane of another colour"
            );
            ensure_at!(board.owner(place).is_none(), offset, "two pawns on {item}");
            ensure_at!(index != PAWNS, offset, "a colour has at most four pawns");
            board.put(colour, place);
        }
    }
    Ok(board)
}

/// Returns the zero-based index of the dealer and the number of the deal, 1 to 3. Without the section, the dealer is p4
/// and the deal is 1.
pub fn parse_deal(section: Option<Section>) -> Result<(u8, u8), TextError> {
    let Some(section) = section else { return Ok((3, 1)) };
    let within = |index: usize, greatest: u64| {
        let items = section.items();
        let (offset, item) = items.get(index).copied().unwrap_or((section.offset, ""));
        match number(item, offset)? {
            read if (1..=greatest).contains(&read) => Ok(read as u8),
            _ => Err(TextError::at(offset, format!("expected 1 to {greatest}, found {}", quote(item)))),
        }
    };
    ensure_at!(section.items().len() == 2, section.offset, "expected dealer and deal, as in D4,1");
    Ok((within(0, 4)? - 1, within(1, 3)?))
}

/// Reads the hands. Adds their cards to `seen`, which counts the cards of each rank in the whole position text.
pub fn parse_hands(section: Option<Section>, viewer: Viewer, seen: &mut [usize; RANKS]) -> Result<Deal, TextError> {
    let mut hands = [Cards::NONE; 4];
    let Some(section) = section else { return Ok(hands) };
    ensure_at!(section.content.split('/').count() == hands.len(), section.offset, "expected four hands");
    let mut offset = section.offset;
    for (seat, (hand, text)) in hands.iter_mut().zip(section.content.split('/')).enumerate() {
        ensure_at!((1..=HAND).contains(&text.len()), offset, "expected one to five cards or -");
        if text != "-" {
            *hand = parse_cards(text, offset, !viewer.sees(Seat::new(seat)), seen)?;
        }
        offset += text.len() + 1;
    }
    Ok(hands)
}

/// Reads cards in any order and adds them to `seen`, as in [`parse_hands`]. `start` is the offset of `text` in the
/// position text, and `holes` allows unknown cards.
pub fn parse_cards(text: &str, start: usize, holes: bool, seen: &mut [usize; RANKS]) -> Result<Cards, TextError> {
    let mut cards = Cards::NONE;
    for (place, letter) in text.char_indices() {
        let offset = start + place;
        match Rank::of_letter(letter) {
            None => return Err(TextError::at(offset, format!("'{}' is not a card", quote(&letter.to_string())))),
            Some(Rank::UNKNOWN) => {
                ensure_at!(holes, offset, "'?' is allowed only in hands that the viewer cannot see");
                cards.add(Rank::UNKNOWN);
            }
            Some(rank) => {
                let count = &mut seen[usize::from(rank.0)];
                *count += 1;
                ensure_at!(*count <= COPIES, offset, "more than four cards {letter}");
                cards.add(rank);
            }
        }
    }
    Ok(cards)
}

/// Reads the partner cards. If they are revealed (`open`), every viewer sees them; otherwise only the master history
/// has them.
pub fn parse_partners(sections: &Sections, open: bool, viewer: Viewer) -> Result<Partners, TextError> {
    let Some(section) = sections.get('P') else {
        return Err(TextError::at(0, "the partner cards are missing, as in Prbrb or P????"));
    };
    let wrong = |message: &str| Err(TextError::at(section.offset, message));
    match (Pairs::of_letters(section.content), viewer) {
        (Some(pairs), _) if open => Ok(Partners::Open(pairs)),
        (Some(pairs), Viewer::Master) => Ok(Partners::FaceDown(pairs)),
        (Some(_), _) => wrong("nobody sees the partner cards before a seat has all pawns home: expected ????"),
        (None, Viewer::Seat(_) | Viewer::Public) if section.content == FACE_DOWN && !open => Ok(Partners::Unseen),
        (None, Viewer::Seat(_) | Viewer::Public) if section.content == FACE_DOWN => {
            wrong("the partner cards are open: expected two r and two b, p1's card first")
        }
        (None, _) if section.content.contains('?') => wrong("'?' is allowed only in views, as ????"),
        (None, _) => wrong("expected two r and two b, p1's card first"),
    }
}

/// Returns an error at a section, or at the start of the text if the section is missing.
pub fn section_error(sections: &Sections, letter: char, message: impl Into<String>) -> TextError {
    TextError::at(sections.get(letter).map_or(0, |section| section.offset), message)
}

/// Returns the offset of a seat's hand in the position text.
pub fn hand_offset(sections: &Sections, seat: usize) -> usize {
    sections.get('C').map_or(0, |section| {
        section.offset + section.content.split('/').take(seat).map(|hand| hand.len() + 1).sum::<usize>()
    })
}
