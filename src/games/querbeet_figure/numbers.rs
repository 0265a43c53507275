//! The position and the moves as numbers.

use super::moves::Lay;
use super::position::QuerbeetFigure;
use crate::games::querbeet::numbers::{LAID, ROADS, lay, lays, mark, write_board, write_kinds};
use crate::games::querbeet::tile::KINDS;
use kit::numbers::{Layout, Numbers, Part, split};
use ugi::Seat;

const PARTS: [Part; 4] = [ROADS, LAID, Part::new("figure", [7, 7]), Part::new("hand", [KINDS])];

impl Numbers for QuerbeetFigure {
    fn layout(&self) -> Layout {
        Layout { parts: PARTS.to_vec(), actions: lays(KINDS) }
    }

    fn observe(&self, _seat: Seat, out: &mut [f32]) {
        let [roads, laid, figure, hand] = split(out, &PARTS);
        write_board(&self.board, roads, laid);
        mark(self.figure, figure);
        write_kinds(|kind| self.stock.count(kind), hand);
    }

    fn number_actions(&self, legal: &[Lay], out: &mut Vec<usize>) {
        out.extend(legal.iter().map(|&Lay(piece, cell)| lay(piece, cell)));
    }
}
