//! Keezen's notation: position texts with all that is refused, moves and deals held against a position.
//! Knows no rule but through the options of a position and the checks that a text needs.

use super::board::{Board, Cell, PAWNS, RING};
use super::cards::{COPIES, Cards, RANKS, Rank};
use super::moves::Action;
use super::state::{Deal, Keezen, Rules};
use super::tokens::{COLOURS, HAND, Written, cards, cell, cell_text, hand_text, whole, written};
use crate::game::{Game, Seat, Viewer};
use crate::notation::{Notation, Reject, Section, Sections, TextError, number};
use crate::quote::quote;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of};
use nom::combinator::{map, value};
use nom::multi::separated_list1;
use nom::sequence::preceded;

impl Keezen {
    /// Is a card there for the seat, as far as this position can tell?
    fn may_hold(&self, seat: usize, rank: Rank) -> bool {
        let hand = self.hands[seat];
        hand.count(rank) > 0 || (hand.holes() > 0 && self.unseen().count(rank) > 0)
    }

    fn read_fold(&self, seat: usize, shown: Option<Cards>) -> Result<Action, Reject> {
        let hand = self.hands[seat];
        let public = shown.unwrap_or_else(|| hand.known());
        if shown.is_some_and(|shown| shown.holes() > 0 || shown.len() != hand.len()) || !self.may_fold(seat, public) {
            return Err(Reject::Illegal);
        }
        if public.len() == hand.len() && hand.can_be(public, self.unseen()) {
            Ok(Action::Fold(public))
        } else {
            Err(Reject::Cards)
        }
    }
}

impl Notation for Keezen {
    fn read_position(rules: &Rules, text: &str, viewer: Viewer) -> Result<Self, TextError> {
        let sections = Sections::read(text, "YBRGCXDF")?;
        let head = alt((value(None, tag("deal")), map(preceded(char('p'), one_of("1234")), |seat| seat.to_digit(10))));
        let mover = whole(head, sections.head).ok_or_else(|| {
            TextError::at(0, format!("expected deal or p1 to p4, found \"{}\"", quote(sections.head)))
        })?;
        let board = read_board(&sections)?;
        let (dealer, deal) = read_deal(sections.get('D'))?;
        let mut seen = [0; RANKS];
        let hands = read_hands(sections.get('C'), viewer, &mut seen)?;
        let used = match sections.get('X') {
            Some(section) => read_cards(section.content, section.offset, false, &mut seen)?,
            None => Cards::NONE,
        };
        let full_move = sections.number('F', 1)?;
        if full_move == 0 {
            return Err(fault(&sections, 'F', "F starts at 1"));
        }
        let mover = mover.map(|number| number as u8 - 1);
        let read = Self { board, hands, used, plies: full_move - 1, mover, dealer, deal, rules: *rules };
        read.check(&sections)?;
        Ok(read)
    }

    fn write_position(&self, out: &mut String) {
        match self.mover {
            Some(seat) => out.push_str(&Seat::new(usize::from(seat)).to_string()),
            None => out.push_str("deal"),
        }
        for (colour, letter) in COLOURS.chars().enumerate() {
            out.push(':');
            out.push(letter);
            let ring = (0..RING as u8).filter(|&place| self.board.on_ring(colour) >> place & 1 == 1).map(Cell);
            let lane = (0..PAWNS).filter(|&depth| self.board.in_lane(colour) >> depth & 1 == 1);
            let cells: Vec<String> = ring.chain(lane.map(|depth| Cell::lane(colour, depth))).map(cell_text).collect();
            out.push_str(&cells.join(","));
        }
        out.push_str(":C");
        out.push_str(&self.hands.map(hand_text).join("/"));
        out.push_str(":X");
        out.extend(self.used.iter().map(Rank::letter));
        out.push_str(&format!(":D{},{}:F{}", self.dealer + 1, self.deal, self.plies.saturating_add(1)));
    }

    fn read_action(&self, token: &str) -> Result<Action, Reject> {
        let seat = self.seat().ok_or(Reject::Illegal)?;
        match whole(written, token).ok_or(Reject::Illegal)? {
            Written::Fold(shown) => self.read_fold(seat, shown),
            Written::Play(rank, action) => {
                let mut public = Vec::new();
                self.options(seat).list(rank, &mut public);
                if !public.contains(&action) {
                    Err(Reject::Illegal)
                } else if self.may_hold(seat, rank) {
                    Ok(action)
                } else {
                    Err(Reject::Cards)
                }
            }
        }
    }

    fn write_action(&self, action: Action, out: &mut String) {
        out.push_str(&match action {
            Action::Enter(rank) => format!("{}:in", rank.letter()),
            Action::Walk(rank, from) => format!("{}:{}", rank.letter(), cell_text(from)),
            Action::Split(first, steps, second) => {
                format!("7:{}={steps},{}={}", cell_text(first), cell_text(second), 7 - steps)
            }
            Action::Swap(own, other) => format!("J:{}x{}", cell_text(own), cell_text(other)),
            Action::Fold(hand) => format!("fold:{}", hand_text(hand)),
        });
    }

    fn read_event(&self, token: &str, viewer: Viewer) -> Result<Deal, Reject> {
        let hands = preceded(tag("!deal/"), separated_list1(char('/'), cards));
        let read = whole(hands, token).ok_or(Reject::Illegal)?;
        let deal = Deal::try_from(read).map_err(|_| Reject::Illegal)?;
        let sized = deal.iter().all(|hand| hand.len() == self.deal_size());
        let shown = (0..4).all(|seat| deal[seat].holes() == 0 || !viewer.sees(Seat::new(seat)));
        let rest = Cards::PACK.minus(self.used);
        let there = Rank::all().all(|rank| deal.iter().map(|hand| hand.count(rank)).sum::<usize>() <= rest.count(rank));
        let possible = self.event().is_some() && sized && shown && there;
        if possible { Ok(deal) } else { Err(Reject::Illegal) }
    }

    fn write_event(&self, deal: &Deal, out: &mut String) {
        out.push_str("!deal/");
        out.push_str(&deal.map(hand_text).join("/"));
    }
}

impl Keezen {
    /// Do the cards, the deal and the seat to move fit together?
    fn check(&self, sections: &Sections) -> Result<(), TextError> {
        let in_hands: usize = self.hands.iter().map(|hand| hand.len()).sum();
        let dealt = [0, 20, 36, 52][usize::from(self.deal)];
        let Some(mover) = self.mover.map(usize::from) else {
            if in_hands > 0 {
                return Err(fault(sections, 'C', "no seat has cards before a deal"));
            }
            let before = [0, 0, 20, 36][usize::from(self.deal)];
            if self.used.len() != before {
                let message = format!("before deal {} X has {before} cards, not {}", self.deal, self.used.len());
                return Err(fault(sections, 'X', message));
            }
            return Ok(());
        };
        if self.hands[mover].is_empty() && self.ending().is_none() {
            return Err(TextError::at(0, "the seat to move has no cards"));
        }
        let leader = (usize::from(self.dealer) + 1) % 4;
        let place = |seat: usize| (seat + 4 - leader) % 4;
        for (seat, hand) in self.hands.iter().enumerate() {
            // Who sits between the leader and the mover has played one card more.
            let played = usize::from(place(seat) < place(mover));
            let wrong = !hand.is_empty() && hand.len() + played != self.hands[mover].len();
            if wrong || hand.len() > self.deal_size() {
                let message = format!("a hand of p{} with {} cards does not fit", seat + 1, hand.len());
                return Err(TextError::at(hand_offset(sections, seat), message));
            }
        }
        if in_hands + self.used.len() != dealt {
            let message =
                format!("X and hands have {} cards, not the {dealt} of deal {}", in_hands + self.used.len(), self.deal);
            return Err(fault(sections, 'X', message));
        }
        Ok(())
    }
}

fn read_board(sections: &Sections) -> Result<Board, TextError> {
    let mut board = Board::default();
    for (colour, letter) in COLOURS.chars().enumerate() {
        let items = sections.get(letter).map_or_else(Vec::new, |section| section.items());
        for (index, (offset, item)) in items.into_iter().enumerate() {
            let place = whole(cell, item)
                .ok_or_else(|| TextError::at(offset, format!("no cell is called \"{}\"", quote(item))))?;
            if !place.on_ring() && place.lane_place().0 != colour {
                return Err(TextError::at(offset, format!("{item} is in the lane of another colour")));
            }
            if board.owner(place).is_some() {
                return Err(TextError::at(offset, format!("two pawns on {item}")));
            }
            if index == PAWNS {
                return Err(TextError::at(offset, "a colour has four pawns"));
            }
            board.put(colour, place);
        }
    }
    Ok(board)
}

fn read_deal(section: Option<Section>) -> Result<(u8, u8), TextError> {
    let Some(section) = section else { return Ok((3, 1)) };
    let within = |index: usize, greatest: u64| {
        let items = section.items();
        let (offset, item) = items.get(index).copied().unwrap_or((section.offset, ""));
        match number(item, offset)? {
            read if (1..=greatest).contains(&read) => Ok(read as u8),
            _ => Err(TextError::at(offset, format!("expected 1 to {greatest}, found {}", quote(item)))),
        }
    };
    if section.items().len() != 2 {
        return Err(TextError::at(section.offset, "expected dealer and deal, as in D4,1"));
    }
    Ok((within(0, 4)? - 1, within(1, 3)?))
}

fn read_hands(section: Option<Section>, viewer: Viewer, seen: &mut [usize; RANKS]) -> Result<Deal, TextError> {
    let mut hands = [Cards::NONE; 4];
    let Some(section) = section else { return Ok(hands) };
    if section.content.split('/').count() != hands.len() {
        return Err(TextError::at(section.offset, "expected four hands"));
    }
    let mut offset = section.offset;
    for (seat, (hand, text)) in hands.iter_mut().zip(section.content.split('/')).enumerate() {
        if text.is_empty() || text.len() > HAND {
            return Err(TextError::at(offset, "expected one to five cards or -"));
        }
        if text != "-" {
            *hand = read_cards(text, offset, !viewer.sees(Seat::new(seat)), seen)?;
        }
        offset += text.len() + 1;
    }
    Ok(hands)
}

/// Cards in any order; `seen` counts each rank over the whole text.
fn read_cards(text: &str, start: usize, holes: bool, seen: &mut [usize; RANKS]) -> Result<Cards, TextError> {
    let mut cards = Cards::NONE;
    for (place, letter) in text.char_indices() {
        let offset = start + place;
        match Rank::of_letter(letter) {
            None => return Err(TextError::at(offset, format!("'{}' is no card", quote(&letter.to_string())))),
            Some(Rank::UNKNOWN) if !holes => {
                return Err(TextError::at(offset, "unknown cards are only in hands that the viewer cannot see"));
            }
            Some(Rank::UNKNOWN) => cards.add(Rank::UNKNOWN),
            Some(rank) => {
                let count = &mut seen[usize::from(rank.0)];
                *count += 1;
                if *count > COPIES {
                    return Err(TextError::at(offset, format!("more than four cards {letter}")));
                }
                cards.add(rank);
            }
        }
    }
    Ok(cards)
}

/// A fault in a section, or at the start of the text where the section is missing.
fn fault(sections: &Sections, letter: char, message: impl Into<String>) -> TextError {
    TextError::at(sections.get(letter).map_or(0, |section| section.offset), message)
}

fn hand_offset(sections: &Sections, seat: usize) -> usize {
    sections.get('C').map_or(0, |section| {
        section.offset + section.content.split('/').take(seat).map(|hand| hand.len() + 1).sum::<usize>()
    })
}
