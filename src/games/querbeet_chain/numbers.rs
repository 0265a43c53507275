//! The position and the moves as numbers.

use super::moves::Lay;
use super::position::QuerbeetChain;
use super::spot::ROWS;
use crate::games::querbeet::numbers::{rotated, write_kinds};
use crate::games::querbeet::tile::Kind;
use kit::numbers::{Layout, Numbers, Part, split};
use ugi::Seat;

const SIDE: usize = ROWS as usize;
const HELD: usize = Kind::CENTRE.index();
/// The maximum number of cells next to 19 tiles: 6, and 2 more for each tile that touches another.
const NEIGHBOURS: usize = 42;

const PARTS: [Part; 3] =
    [Part::new("roads", [6, SIDE, SIDE]), Part::new("laid", [SIDE, SIDE]), Part::new("hand", [HELD])];

impl Numbers for QuerbeetChain {
    fn layout(&self) -> Layout {
        Layout { parts: PARTS.to_vec(), actions: 6 * HELD * NEIGHBOURS }
    }

    fn observe(&self, _seat: Seat, out: &mut [f32]) {
        let [roads, laid, hand] = split(out, &PARTS);
        for &(spot, piece) in self.laid.tiles() {
            let place = SIDE * spot.row() as usize + spot.column() as usize;
            laid[place] = 1.0;
            let edges = (0..6).filter(|edge| piece.roads() >> edge & 1 == 1);
            edges.for_each(|edge| roads[SIDE * SIDE * edge + place] = 1.0);
        }
        write_kinds(|kind| self.stock.count(kind), hand);
    }

    /// The board has too many cells for a number of each, so those with a legal move are numbered in their order.
    fn number_actions(&self, legal: &[Lay], out: &mut Vec<usize>) {
        let (mut cell, mut before) = (0, None);
        out.extend(legal.iter().map(|&Lay(piece, spot)| {
            cell += usize::from(before.replace(spot).is_some_and(|before| before != spot));
            NEIGHBOURS * rotated(piece) + cell
        }));
    }
}
