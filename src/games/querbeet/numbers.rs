//! The position and the moves as numbers. The board is not turned.

use super::bag::Bag;
use super::board::Board;
use super::cell::{BOARD, Cell, CellSet, ROWS};
use super::moves::Action;
use super::position::{Querbeet, SEATS, TILES};
use super::tile::{Kind, Piece};
use kit::numbers::{Layout, Numbers, Part, split};
use kit::state::State;
use ugi::Seat;

const SIDE: usize = ROWS as usize;
/// The number of kinds that hands may contain.
const HELD: usize = Kind::CENTRE.index();
/// The number of cells.
const CELLS: usize = BOARD.count_ones() as usize;

pub const ROADS: Part = Part::new("roads", [6, SIDE, SIDE]);
pub const LAID: Part = Part::new("laid", [SIDE, SIDE]);

const PARTS: [Part; 10] = [
    ROADS,
    LAID,
    Part::new("hand", [HELD]),
    Part::new("unseen", [HELD]),
    Part::new("tiles", [SEATS]),
    Part::new("scores", [SEATS]),
    Part::new("round", [3]),
    Part::new("turns", [1]),
    Part::new("seat", [SEATS]),
    Part::new("turn", [1]),
];

const PASS: usize = lays(HELD);

/// Returns the number of ways to lay one of the first `kinds` kinds, counting rotations that look the same.
pub const fn lays(kinds: usize) -> usize {
    6 * CELLS * kinds
}

/// Returns which of 6 rotations of the tiles in order this is.
pub const fn rotated(piece: Piece) -> usize {
    6 * piece.kind().index() + piece.rotation() as usize
}

/// Returns the number of laying a piece on a cell.
pub const fn lay(piece: Piece, cell: Cell) -> usize {
    CELLS * rotated(piece) + (BOARD & (cell.bit() - 1)).count_ones() as usize
}

/// Marks cells in a plane of the board.
pub fn mark(cells: CellSet, plane: &mut [f32]) {
    Cell::each(cells).for_each(|cell| plane[SIDE * usize::from(cell.row()) + cell.index() as usize % 8] = 1.0);
}

/// Writes the tiles on a board.
pub fn write_board(board: &Board, roads: &mut [f32], laid: &mut [f32]) {
    roads.chunks_exact_mut(SIDE * SIDE).enumerate().for_each(|(edge, plane)| mark(board.roads(edge), plane));
    mark(board.laid(), laid);
}

/// Writes how many tiles there are of each kind, in eighteenths.
pub fn write_kinds(count: impl Fn(Kind) -> usize, out: &mut [f32]) {
    Kind::all().zip(out).for_each(|(kind, out)| *out = count(kind) as f32 / TILES as f32);
}

impl Numbers for Querbeet {
    fn layout(&self) -> Layout {
        Layout { parts: PARTS.to_vec(), actions: PASS + 1 }
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let [roads, laid, hand, unseen, tiles, scores, round, turns, side, turn] = split(out, &PARTS);
        let (seat, seats, own) = (seat.index(), self.seats(), self.hands[seat.index()]);
        // The board of a finished round is not part of the position.
        let board = if self.running { self.board } else { Board::default() };
        write_board(&board, roads, laid);
        write_kinds(|kind| own.count(kind), hand);
        let seen = board.tiles().map(|(_, piece)| piece.kind()).filter(|&kind| kind != Kind::CENTRE).chain(own.each());
        let seen: Bag = seen.collect();
        write_kinds(|kind| self.rules.tiles.count(kind) - seen.count(kind), unseen);
        for ahead in 0..seats {
            let other = (seat + ahead) % seats;
            tiles[ahead] = self.hands[other].len() as f32 / 9.0;
            scores[ahead] = (f64::from(self.scores[other]) / 27.0).clamp(-1.0, 1.0) as f32;
        }
        round.get_mut(usize::from(self.round) - 1).into_iter().for_each(|round| *round = 1.0);
        turns[0] = f32::from(self.turns) / TILES as f32;
        side[seat] = 1.0;
        turn[0] = f32::from(self.mover() == Some(Seat::new(seat)));
    }

    fn number_actions(&self, legal: &[Action], out: &mut Vec<usize>) {
        out.extend(legal.iter().map(|action| match *action {
            Action::Lay(piece, cell) => lay(piece, cell),
            Action::Pass => PASS,
        }));
    }
}
