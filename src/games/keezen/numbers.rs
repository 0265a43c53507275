//! The position and the moves as numbers, seen from the seat: seats clockwise from it, the ring from its start, pawns
//! by their progress.

use super::board::{Board, Cell, PAWNS, RING};
use super::cards::{COPIES, RANKS, Rank};
use super::moves::Action;
use super::position::Keezen;
use super::tokens::HAND;
use base::bits;
use kit::numbers::{Layout, Numbers, Part, split};
use kit::plies;
use ugi::Seat;

const PARTS: [Part; 11] = [
    Part::new("ring", [4, RING]),
    Part::new("lane", [4, PAWNS]),
    Part::new("waiting", [4]),
    Part::new("hand", [RANKS]),
    Part::new("cards", [4]),
    Part::new("played", [RANKS]),
    Part::new("deal", [3]),
    Part::new("dealer", [4]),
    Part::new("turn", [4]),
    Part::new("partner", [4]),
    Part::new("plies", [1]),
];

/// The first numbers of the kinds of moves. A king enters with 1, an ace with 0.
const FOLD: usize = 2;
const WALK: usize = 3;
const JACK: usize = WALK + 8 * 10;
const SEVEN: usize = JACK + 8 * 12;
const SPLIT: usize = SEVEN + 8;
const END: usize = SPLIT + 8 * 8 * 6;

/// Returns how many seats clockwise from `seat` another seat is.
const fn ahead(seat: usize, other: usize) -> usize {
    (other + 4 - seat) % 4
}

/// Returns the owner of the pawn on a cell, and how many pawns of this owner have walked further.
fn pawn(board: &Board, cell: Cell) -> (usize, usize) {
    let owner = board.owner(cell).unwrap_or_default();
    let pawns = board.pawns(owner);
    let further = if cell.on_ring() {
        let walked = cell.0.wrapping_sub(Cell::start(owner).0) & 63;
        (pawns.ring >> walked >> 1).count_ones() + pawns.lane.count_ones()
    } else {
        (pawns.lane >> cell.lane_place().1 >> 1).count_ones()
    };
    (owner, further as usize)
}

/// Returns which of the cards that one pawn walks with this is: all but `7`, `J` and `K`.
const fn walking_card(rank: Rank) -> usize {
    rank.0 as usize - (rank.0 > Rank::SEVEN.0) as usize - (rank.0 > Rank::JACK.0) as usize
}

impl Numbers for Keezen {
    fn layout(&self) -> Layout {
        Layout { parts: PARTS.to_vec(), actions: END }
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let [ring, lane, waiting, hand, cards, played, deal, dealer, turn, partner, length] = split(out, &PARTS);
        let seat = seat.index();
        for other in 0..4 {
            let at = ahead(seat, other);
            let walked = self.board.on_ring(other).rotate_right(u32::from(Cell::start(seat).0));
            bits::each(walked).for_each(|step| ring[RING * at + usize::from(step)] = 1.0);
            bits::each(self.board.in_lane(other)).for_each(|depth| lane[PAWNS * at + usize::from(depth)] = 1.0);
            waiting[at] = self.board.waiting(other) as f32 / PAWNS as f32;
            cards[at] = self.hands[other].len() as f32 / HAND as f32;
        }
        for rank in Rank::all() {
            hand[usize::from(rank.0)] = self.hands[seat].count(rank) as f32 / COPIES as f32;
            played[usize::from(rank.0)] = self.used.count(rank) as f32 / COPIES as f32;
        }
        deal[usize::from(self.deal) - 1] = 1.0;
        dealer[ahead(seat, usize::from(self.dealer))] = 1.0;
        self.mover.into_iter().for_each(|mover| turn[ahead(seat, usize::from(mover))] = 1.0);
        self.partners.open().into_iter().for_each(|pairs| partner[ahead(seat, pairs.partner(seat))] = 1.0);
        length[0] = plies::fraction(self.plies.saturating_add(1), self.rules.max_plies);
    }

    fn number_actions(&self, legal: &[Action], out: &mut Vec<usize>) {
        let seat = self.mover.map_or(0, usize::from);
        let walker = |cell| {
            let (owner, further) = pawn(&self.board, cell);
            if owner == seat { further } else { PAWNS + further }
        };
        out.extend(legal.iter().map(|action| match *action {
            Action::Enter(rank) => usize::from(rank == Rank::KING),
            Action::Fold(_) => FOLD,
            Action::Walk(Rank::SEVEN, from) => SEVEN + walker(from),
            Action::Walk(rank, from) => WALK + 8 * walking_card(rank) + walker(from),
            Action::Swap(own, other) => {
                let (owner, further) = pawn(&self.board, other);
                JACK + 12 * walker(own) + PAWNS * (ahead(seat, owner) - 1) + further
            }
            Action::Split(first, steps, second) => {
                SPLIT + 6 * (8 * walker(first) + walker(second)) + usize::from(steps) - 1
            }
        }));
    }
}
