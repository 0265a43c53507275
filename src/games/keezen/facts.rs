//! The facts of a move that are for people: why a token is not legal.

use super::board::{Board, Cell, LANE, PAWNS, RING, backward_target, forward_target, ring_ahead};
use super::cards::{Cards, Rank};
use super::moves::{card_of, steps};
use super::position::Keezen;
use super::tokens::{cards, cell, cell_text, whole};
use base::quote::quote;
use kit::about::Refusal;
use kit::game::Game;
use std::fmt::Display;
use ugi::Seat;
use ugi::facts::player;

/// What a token asks for, besides the card.
enum Wish {
    Enter,
    Walk(Cell),
    Swap(Cell, Cell),
    /// The pawns of a split seven, each with its number of steps.
    Split(Vec<(Cell, u8)>),
}

impl Wish {
    fn read(text: &str) -> Result<Self, Refusal> {
        let named = |name: &str| match name {
            "" => Err(Refusal::new("form", &[])),
            name => whole(cell, name).ok_or_else(|| Refusal::new("cell", &[&quote(name)])),
        };
        if text == "in" {
            return Ok(Self::Enter);
        }
        if let Some((own, other)) = text.split_once('x') {
            return Ok(Self::Swap(named(own)?, named(other)?));
        }
        if !text.contains('=') {
            return named(text).map(Self::Walk);
        }
        let part = |part: &str| {
            let (pawn, steps) = part.split_once('=').ok_or_else(|| Refusal::new("split_parts", &[]))?;
            let steps = steps.parse().map_err(|_| Refusal::new("form", &[]))?;
            Ok((named(pawn)?, steps))
        };
        text.split(',').map(part).collect::<Result<_, _>>().map(Self::Split)
    }
}

/// Refuses a move unless the condition holds.
fn ensure(holds: bool, key: &'static str, arguments: &[&dyn Display]) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::new(key, arguments)) }
}

/// Refuses a card, which the sentence names, unless the condition holds.
fn ensure_card(holds: bool, key: &'static str, rank: Rank) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::new(key, &[]).with_cards(rank.letter())) }
}

/// What stands for the player whose pawns have this colour.
fn owner_of(colour: usize) -> String {
    player(Seat::new(colour))
}

impl Keezen {
    /// Returns why a token is not a legal move; `None` if it is legal, or if the mover's hand is unknown.
    pub(super) fn refusal(&self, token: &str) -> Option<Refusal> {
        let seat = self.seat().filter(|&seat| self.hands[seat].unknown_count() == 0)?;
        let checked = if let Some(shown) = token.strip_prefix("fold") {
            self.check_fold(seat, shown)
        } else if let Some((card, wish)) = token.split_once(':') {
            self.check_play(seat, card, wish)
        } else {
            Err(Refusal::new("form", &[]))
        };
        checked.err()
    }

    fn check_play(&self, seat: usize, card: &str, wish: &str) -> Result<(), Refusal> {
        ensure(!card.is_empty(), "form", &[])?;
        let mut letters = card.chars();
        let rank = letters.next().and_then(Rank::of_letter).filter(|&rank| rank != Rank::UNKNOWN);
        let rank = rank.filter(|_| letters.next().is_none()).ok_or_else(|| Refusal::new("card", &[&quote(card)]))?;
        let wish = Wish::read(wish)?;
        match wish {
            Wish::Enter => ensure_card(matches!(rank, Rank::ACE | Rank::KING), "only_enter", rank)?,
            Wish::Swap(..) => ensure_card(rank == Rank::JACK, "only_swap", rank)?,
            Wish::Split(_) => ensure_card(rank == Rank::SEVEN, "only_split", rank)?,
            Wish::Walk(_) => {
                ensure(rank != Rank::KING, "king", &[])?;
                ensure(rank != Rank::JACK, "jack", &[])?;
            }
        }
        ensure_card(self.hands[seat].count(rank) > 0, "not_held", rank)?;
        let colour = self.options(seat).colour;
        match wish {
            Wish::Enter => self.check_enter(colour),
            Wish::Walk(from) => {
                check_owner(&self.board, colour, from)?;
                match rank {
                    Rank::FOUR => check_backward(&self.board, from),
                    _ => self.check_forward(&self.board, colour, from, steps(rank)),
                }
            }
            Wish::Swap(own, other) => self.check_swap(colour, own, other),
            Wish::Split(parts) => self.check_split(colour, &parts),
        }
    }

    fn check_enter(&self, colour: usize) -> Result<(), Refusal> {
        let (owner, start) = (owner_of(colour), Cell::start(colour));
        ensure(self.board.owner(start) != Some(colour), "start_taken", &[&owner, &cell_text(start)])?;
        ensure(self.board.waiting(colour) > 0, "none_waiting", &[&owner])
    }

    /// Checks that a pawn of `colour` on `from` can walk this many steps forward.
    fn check_forward(&self, board: &Board, colour: usize, from: Cell, steps: u8) -> Result<(), Refusal> {
        let walked = if from.on_ring() {
            from.0.wrapping_sub(Cell::start(colour).0) % RING as u8
        } else {
            (RING + from.lane_place().1) as u8
        };
        let room = (RING + PAWNS - 1) as u8 - walked;
        for step in 1..=steps {
            ensure(room > 0, "lane_end", &[&cell_text(from)])?;
            ensure(step <= room, "too_far", &[&steps, &cell_text(from), &room])?;
            check_way(board, forward_target(colour, from, step))?;
        }
        let target = forward_target(colour, from, steps);
        if !self.rules.back || target.on_ring() {
            return Ok(());
        }
        let deepest = (!board.in_lane(colour) & LANE).checked_ilog2().unwrap_or_default();
        let deepest = Cell::lane(colour, deepest as usize);
        ensure(target == deepest, "lane_order", &[&cell_text(deepest)])
    }

    fn check_swap(&self, colour: usize, own: Cell, other: Cell) -> Result<(), Refusal> {
        check_owner(&self.board, colour, own)?;
        let owner = self.board.owner(other).ok_or_else(|| Refusal::new("no_pawn", &[&cell_text(other)]))?;
        for cell in [own, other] {
            ensure(cell.on_ring(), "swap_lane", &[&cell_text(cell)])?;
        }
        ensure(owner != colour, "swap_own", &[&owner_of(colour), &cell_text(other)])?;
        ensure(Cell::start(owner) != other, "swap_wall", &[&owner_of(owner), &cell_text(other)])
    }

    fn check_split(&self, colour: usize, parts: &[(Cell, u8)]) -> Result<(), Refusal> {
        let sum: u32 = parts.iter().map(|&(_, steps)| u32::from(steps)).sum();
        ensure(sum == 7, "split_sum", &[&sum])?;
        let &[(first, steps), (second, rest)] = parts else { return Err(Refusal::new("split_parts", &[])) };
        ensure(steps > 0 && rest > 0, "split_zero", &[])?;
        ensure(first != second, "split_same", &[])?;
        check_owner(&self.board, colour, first)?;
        self.check_forward(&self.board, colour, first, steps)?;
        let mut board = self.board;
        board.forward(colour, first, steps);
        let way = self.partners.way();
        let walks = board.played_for(colour, way);
        ensure(way > 0 || !board.is_home(colour), "split_unknown", &[&owner_of(colour)])?;
        if walks == colour {
            check_owner(&self.board, colour, second)?;
            ensure(forward_target(colour, first, steps) != second, "split_hit", &[&cell_text(second)])?;
        } else {
            let is_partners = self.board.owner(second) == Some(walks);
            ensure(is_partners, "split_partner", &[&owner_of(colour), &owner_of(walks)])?;
        }
        self.check_forward(&board, walks, second, rest)?;
        board.forward(walks, second, rest);
        ensure(way > 0 || !board.is_home(colour), "split_unknown", &[&owner_of(colour)])
    }

    /// Checks a fold. `shown` is the token without the word `fold`.
    fn check_fold(&self, seat: usize, shown: &str) -> Result<(), Refusal> {
        let hand = self.hands[seat];
        if !shown.is_empty() {
            let shown = shown.strip_prefix(':').ok_or_else(|| Refusal::new("form", &[]))?;
            if whole(cards, shown).is_none_or(|read: Cards| read != hand) {
                let held: String = hand.iter().map(Rank::letter).collect();
                return Err(Refusal::new("fold_cards", &[&quote(shown)]).with_cards(held));
            }
        }
        let options = self.options(seat);
        let mut plays = Vec::new();
        hand.ranks().for_each(|rank| options.list(rank, &mut plays));
        let harmless = plays.iter().find(|&&play| !options.hits_own(play));
        let forced = plays.first().filter(|_| !self.rules.spare_own);
        let (key, play) = match (harmless, forced) {
            (Some(&play), _) => ("fold_play", play),
            (None, Some(&play)) => ("fold_hit", play),
            (None, None) => return Ok(()),
        };
        let card = card_of(play).map(|rank| rank.letter().to_string()).unwrap_or_default();
        Err(Refusal::new(key, &[&self.action_text(play)]).with_cards(card))
    }
}

fn check_owner(board: &Board, colour: usize, cell: Cell) -> Result<(), Refusal> {
    let owner = board.owner(cell).ok_or_else(|| Refusal::new("no_pawn", &[&cell_text(cell)]))?;
    ensure(owner == colour, "other_pawn", &[&cell_text(cell), &owner_of(owner), &owner_of(colour)])
}

fn check_backward(board: &Board, from: Cell) -> Result<(), Refusal> {
    ensure(from.on_ring(), "lane_back", &[&cell_text(from)])?;
    let target = backward_target(from);
    (0..4).rev().try_for_each(|left| check_way(board, ring_ahead(target, left)))
}

/// Checks that nothing on this cell stops a pawn that walks over it or onto it.
fn check_way(board: &Board, cell: Cell) -> Result<(), Refusal> {
    let Some(owner) = board.owner(cell) else { return Ok(()) };
    ensure(Cell::start(owner) != cell, "wall", &[&owner_of(owner), &cell_text(cell)])?;
    ensure(cell.on_ring(), "lane_taken", &[&cell_text(cell)])
}
