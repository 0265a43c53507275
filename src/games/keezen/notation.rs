//! The notation: reads, checks and writes position texts, moves and events.

use super::board::Board;
use super::cards::{Cards, Rank};
use super::chance::{Deal, PendingEvent};
use super::moves::Action;
use super::partners::Partners;
use super::position::{Keezen, Rules};
use super::sections::{hand_offset, parse_partners, section_error};
use super::tokens::{cards, whole};
use base::counted::counted;
use base::quote::quote;
use kit::ensure_at;
use kit::state::State;
use kit::text::{Sections, TextError, TokenError};
use nom::character::complete::char;
use nom::multi::separated_list1;
use ugi::{Seat, Viewer};

impl Keezen {
    /// Returns whether the seat may have a card of this rank, as far as this position shows.
    pub(super) fn may_hold(&self, seat: usize, rank: Rank) -> bool {
        let hand = self.hands[seat];
        hand.count(rank) > 0 || (hand.unknown_count() > 0 && self.unseen().count(rank) > 0)
    }

    pub(super) fn parse_fold(&self, seat: usize, shown: Option<Cards>) -> Result<Action, TokenError> {
        let hand = self.hands[seat];
        let public = shown.unwrap_or_else(|| hand.known());
        if shown.is_some_and(|shown| shown.unknown_count() > 0 || shown.len() != hand.len())
            || !self.may_fold(seat, public)
        {
            return Err(TokenError::Illegal);
        }
        if public.len() == hand.len() && hand.can_be(public, self.unseen()) {
            Ok(Action::Fold(public))
        } else {
            Err(TokenError::Cards)
        }
    }
}

/// The content of the first section of a position text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    /// The seat with this zero-based index is to move.
    Seat(u8),
    /// This event is due.
    Chance(PendingEvent),
}

pub(super) fn parse_head(rules: &Rules, text: &str) -> Result<Head, TextError> {
    let events = [PendingEvent::Deal, PendingEvent::Partners, PendingEvent::Reveal];
    let event = events.into_iter().find(|event| event.word() == text).map(Head::Chance);
    let seat = ["p1", "p2", "p3", "p4"].iter().position(|seat| *seat == text);
    let head = event.or(seat.map(|seat| Head::Seat(seat as u8)));
    let known = head.filter(|head| rules.hidden || matches!(head, Head::Chance(PendingEvent::Deal) | Head::Seat(_)));
    known.ok_or_else(|| {
        let expected = if rules.hidden { "deal, partners, reveal or p1 to p4" } else { "deal or p1 to p4" };
        TextError::at(0, format!("expected {expected}, found \"{}\"", quote(text)))
    })
}

impl Keezen {
    /// Reads the hands of a deal as `viewer` sees them: separated by slashes, with `?` for each unknown card.
    pub(super) fn parse_deal(&self, text: &str, viewer: Viewer) -> Result<Deal, TokenError> {
        let hands = whole(separated_list1(char('/'), cards), text).and_then(|hands| Deal::try_from(hands).ok());
        let deal = hands.ok_or(TokenError::Illegal)?;
        if (0..4).any(|seat| deal[seat].unknown_count() > 0 && viewer.sees(Seat::new(seat))) {
            return Err(TokenError::View);
        }
        let sized = deal.iter().all(|hand| hand.len() == self.deal_size());
        let rest = Cards::PACK.minus(self.used);
        let there = Rank::all().all(|rank| deal.iter().map(|hand| hand.count(rank)).sum::<usize>() <= rest.count(rank));
        if sized && there { Ok(deal) } else { Err(TokenError::Illegal) }
    }

    /// Reads the partner cards and checks them against the first section. In a text that begins with `reveal`, the
    /// cards lie face down. In other texts, they count as revealed once a seat has all pawns home or the ply limit is
    /// reached.
    pub(super) fn check_partners(
        &self,
        sections: &Sections,
        head: Head,
        viewer: Viewer,
    ) -> Result<Partners, TextError> {
        let home = self.board.all_home().count_ones();
        match head {
            Head::Chance(PendingEvent::Partners) if sections.get('P').is_some() => {
                Err(section_error(sections, 'P', "a position that begins with partners has no section P"))
            }
            Head::Chance(PendingEvent::Partners)
                if self.board != Board::default() || self.plies > 0 || self.deal > 1 =>
            {
                Err(TextError::at(0, "partner cards are dealt at the start of the game only"))
            }
            Head::Chance(PendingEvent::Partners) => Ok(Partners::Undealt),
            Head::Chance(PendingEvent::Reveal) if home > 1 || (home == 0 && !self.is_capped()) => {
                Err(TextError::at(0, "reveal needs one seat with all pawns home, or none after the last ply"))
            }
            Head::Chance(PendingEvent::Reveal) => parse_partners(sections, false, viewer),
            Head::Chance(PendingEvent::Deal) | Head::Seat(_) => {
                parse_partners(sections, home > 0 || self.is_capped(), viewer)
            }
        }
    }

    /// Checks that the cards, the deal and the seat to move are consistent with each other.
    pub(super) fn check(&self, sections: &Sections) -> Result<(), TextError> {
        let in_hands: usize = self.hands.iter().map(|hand| hand.len()).sum();
        let dealt = [0, 20, 36, 52][usize::from(self.deal)];
        let mover = if self.reveal_is_due() { self.mover_by_hands() } else { self.mover };
        let Some(mover) = mover.map(usize::from) else {
            if in_hands > 0 {
                return Err(section_error(sections, 'C', "no seat has cards before a deal"));
            }
            let before = [0, 0, 20, 36][usize::from(self.deal)];
            if self.used.len() != before {
                let message = format!("before deal {} X has {before} cards, not {}", self.deal, self.used.len());
                return Err(section_error(sections, 'X', message));
            }
            return Ok(());
        };
        ensure_at!(
            !self.hands[mover].is_empty() || self.ending().is_some() || self.is_capped(),
            0,
            "the seat to move has no cards"
        );
        let leader = (usize::from(self.dealer) + 1) % 4;
        let place = |seat: usize| (seat + 4 - leader) % 4;
        for (seat, hand) in self.hands.iter().enumerate() {
            // The seats from the leader up to, but not including, the mover have played one card more than the others.
            let played = usize::from(place(seat) < place(mover));
            let wrong = !hand.is_empty() && hand.len() + played != self.hands[mover].len();
            if wrong || hand.len() > self.deal_size() {
                let message = format!("a hand of p{} with {} does not fit", seat + 1, counted(hand.len(), "card"));
                return Err(TextError::at(hand_offset(sections, seat), message));
            }
        }
        if in_hands + self.used.len() != dealt {
            let message = format!(
                "X and hands have {}, not the {dealt} of deal {}",
                counted(in_hands + self.used.len(), "card"),
                self.deal
            );
            return Err(section_error(sections, 'X', message));
        }
        Ok(())
    }
}
