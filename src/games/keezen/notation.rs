//! The notation: reads, checks and writes position texts, moves and events.

use super::board::{Board, Cell, PAWNS, RING};
use super::cards::{Cards, RANKS, Rank};
use super::chance::{Deal, Event, PendingEvent};
use super::moves::Action;
use super::partners::{FACE_DOWN, Pairs, Partners};
use super::position::{Keezen, Rules};
use super::sections::{hand_offset, read_board, read_cards, read_deal, read_hands, read_partners, section_error};
use super::tokens::{COLOURS, ParsedMove, cards, cell_text, hand_text, parsed_move, partners_text, whole};
use base::quote::quote;
use kit::chance::{Chance, ChanceEvents};
use kit::ensure_at;
use kit::events::Events;
use kit::game::{Seat, State, Viewer};
use kit::notation::{Notation, Sections, TextError, TokenError};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of};
use nom::combinator::{map, map_opt, value};
use nom::multi::separated_list1;
use nom::sequence::preceded;

impl Keezen {
    /// Returns whether the seat may have a card of this rank, as far as this position shows.
    fn may_hold(&self, seat: usize, rank: Rank) -> bool {
        let hand = self.hands[seat];
        hand.count(rank) > 0 || (hand.unknown_count() > 0 && self.unseen().count(rank) > 0)
    }

    fn read_fold(&self, seat: usize, shown: Option<Cards>) -> Result<Action, TokenError> {
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

impl Notation for Keezen {
    type Rules = Rules;

    const CHANCE: Option<&'static dyn Events<Self>> = Some(&ChanceEvents);

    fn start(rules: &Rules) -> Self {
        Self {
            board: Board::default(),
            hands: [Cards::NONE; 4],
            used: Cards::NONE,
            plies: 0,
            mover: None,
            dealer: 3,
            deal: 1,
            partners: if rules.hidden { Partners::Undealt } else { Partners::Open(Pairs::ACROSS) },
            last: 0,
            rules: *rules,
        }
    }

    fn read_position(rules: &Rules, text: &str) -> Result<Self, TextError> {
        Self::read_view(rules, text, Viewer::Master)
    }

    fn read_view(rules: &Rules, text: &str, viewer: Viewer) -> Result<Self, TextError> {
        let sections = Sections::read(text, if rules.hidden { "YBRGCPXDF" } else { "YBRGCXDF" })?;
        let head = read_head(rules, sections.head)?;
        let board = read_board(&sections)?;
        let (dealer, deal) = read_deal(sections.get('D'))?;
        let mut seen = [0; RANKS];
        let hands = read_hands(sections.get('C'), viewer, &mut seen)?;
        let used = match sections.get('X') {
            Some(section) => read_cards(section.content, section.offset, false, &mut seen)?,
            None => Cards::NONE,
        };
        let full_move = sections.full_move(1)?;
        let mover = if let Head::Seat(seat) = head { Some(seat) } else { None };
        let partners = Self::start(rules).partners;
        let mut read =
            Self { board, hands, used, plies: full_move - 1, mover, dealer, deal, partners, last: 0, rules: *rules };
        if rules.hidden {
            read.partners = read.check_partners(&sections, head, viewer)?;
        }
        if read.reveal_is_due() && read.is_capped() && read.hands.iter().all(|hand| hand.is_empty()) {
            read.last = dealer;
        }
        read.check(&sections)?;
        Ok(read)
    }

    fn write_position(&self, out: &mut String) {
        match self.mover {
            Some(seat) => out.push_str(&Seat::new(usize::from(seat)).to_string()),
            None => out.push_str(self.pending_event().word()),
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
        if self.rules.hidden && self.partners != Partners::Undealt {
            out.push_str(":P");
            out.push_str(&partners_text(self.partners.known()));
        }
        out.push_str(":X");
        out.extend(self.used.iter().map(Rank::letter));
        out.push_str(&format!(":D{},{}:F{}", self.dealer + 1, self.deal, self.plies.saturating_add(1)));
    }

    fn read_action(&self, token: &str) -> Result<Action, TokenError> {
        let seat = self.seat().ok_or(TokenError::Illegal)?;
        match whole(parsed_move, token).ok_or(TokenError::Illegal)? {
            ParsedMove::Fold(shown) => self.read_fold(seat, shown),
            ParsedMove::Play(rank, action) => {
                let mut public = Vec::new();
                self.options(seat).list(rank, &mut public);
                if !public.contains(&action) {
                    Err(TokenError::Illegal)
                } else if self.may_hold(seat, rank) {
                    Ok(action)
                } else {
                    Err(TokenError::Cards)
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
}

/// The content of the first section of a position text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    /// The seat with this zero-based index is to move.
    Seat(u8),
    /// This event is due.
    Chance(PendingEvent),
}

fn read_head(rules: &Rules, text: &str) -> Result<Head, TextError> {
    let seat = map_opt(preceded(char('p'), one_of("1234")), |number: char| number.to_digit(10));
    let seat = map(seat, |number| Head::Seat(number as u8 - 1));
    let event = |due: PendingEvent| value(Head::Chance(due), tag(due.word()));
    let events = alt((event(PendingEvent::Deal), event(PendingEvent::Partners), event(PendingEvent::Reveal)));
    let head = whole(alt((events, seat)), text);
    let known = head.filter(|head| rules.hidden || matches!(head, Head::Chance(PendingEvent::Deal) | Head::Seat(_)));
    known.ok_or_else(|| {
        let expected = if rules.hidden { "deal, partners, reveal or p1 to p4" } else { "deal or p1 to p4" };
        TextError::at(0, format!("expected {expected}, found \"{}\"", quote(text)))
    })
}

impl Keezen {
    /// Reads an event token as `viewer` sees it.
    pub(super) fn event_of(&self, token: &str, viewer: Viewer) -> Result<Event, TokenError> {
        let (name, content) =
            token.strip_prefix('!').and_then(|rest| rest.split_once('/')).ok_or(TokenError::Illegal)?;
        if self.event() != Some(name) {
            return Err(TokenError::Illegal);
        }
        match self.pending_event() {
            PendingEvent::Partners if viewer != Viewer::Master => {
                (content == FACE_DOWN).then_some(Event::Partners(None))
            }
            PendingEvent::Partners => Pairs::of_letters(content).map(|pairs| Event::Partners(Some(pairs))),
            PendingEvent::Reveal => Pairs::of_letters(content)
                .filter(|pairs| self.partners.known().is_none_or(|known| known == *pairs))
                .map(Event::Reveal),
            PendingEvent::Deal => return self.read_deal(content, viewer).map(Event::Deal),
        }
        .ok_or(TokenError::Illegal)
    }

    /// Appends the canonical token of an event.
    pub(super) fn write_token(&self, event: &Event, out: &mut String) {
        let (due, content) = match event {
            Event::Deal(hands) => (PendingEvent::Deal, hands.map(hand_text).join("/")),
            Event::Partners(pairs) => (PendingEvent::Partners, partners_text(*pairs)),
            Event::Reveal(pairs) => (PendingEvent::Reveal, partners_text(Some(*pairs))),
        };
        out.push_str(&format!("!{}/{content}", due.word()));
    }

    /// Reads the hands of a deal as `viewer` sees them: separated by slashes, with `?` for each unknown card.
    fn read_deal(&self, text: &str, viewer: Viewer) -> Result<Deal, TokenError> {
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
    fn check_partners(&self, sections: &Sections, head: Head, viewer: Viewer) -> Result<Partners, TextError> {
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
            Head::Chance(PendingEvent::Reveal) => read_partners(sections, false, viewer),
            Head::Chance(PendingEvent::Deal) | Head::Seat(_) => {
                read_partners(sections, home > 0 || self.is_capped(), viewer)
            }
        }
    }

    /// Checks that the cards, the deal and the seat to move are consistent with each other.
    fn check(&self, sections: &Sections) -> Result<(), TextError> {
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
                let message = format!("a hand of p{} with {} cards does not fit", seat + 1, hand.len());
                return Err(TextError::at(hand_offset(sections, seat), message));
            }
        }
        if in_hands + self.used.len() != dealt {
            let message =
                format!("X and hands have {} cards, not the {dealt} of deal {}", in_hands + self.used.len(), self.deal);
            return Err(section_error(sections, 'X', message));
        }
        Ok(())
    }
}
