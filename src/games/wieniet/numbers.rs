//! The position and the moves as numbers, with the own stones first.

use super::board::{BOARD, Tile, Tiles};
use super::moves::Action;
use super::position::{STONES, Wieniet};
use kit::numbers::{Layout, Numbers, Part, split};
use kit::plies;
use ugi::Seat;

const PARTS: [Part; 9] = [
    Part::new("down", [6, 6]),
    Part::new("up", [6, 6]),
    Part::new("other_down", [6, 6]),
    Part::new("other_up", [6, 6]),
    Part::new("tiles", [6, 6]),
    Part::new("off", [2]),
    Part::new("to_lay", [2]),
    Part::new("progress", [1]),
    Part::new("turn", [1]),
];

const TILES: usize = BOARD.count_ones() as usize;
const PASS: usize = TILES + TILES * TILES;

/// Returns how many tiles come before this one in the order of the notation.
const fn rank(tile: Tile) -> usize {
    (BOARD & (tile.bit() - 1)).count_ones() as usize
}

/// Marks tiles on a board of 6 rows, the highest rank first.
fn mark(tiles: Tiles, plane: &mut [f32]) {
    Tile::each(tiles).for_each(|tile| plane[6 * (5 - usize::from(tile.rank())) + usize::from(tile.file())] = 1.0);
}

impl Numbers for Wieniet {
    fn layout(&self) -> Layout {
        Layout { parts: PARTS.to_vec(), actions: PASS + 1 }
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let [down, up, other_down, other_up, tiles, off, to_lay, progress, turn] = split(out, &PARTS);
        let own = seat.index();
        for (index, (colour, down, up)) in [(own, down, up), (1 - own, other_down, other_up)].into_iter().enumerate() {
            mark(self.stones[colour] & !self.up, down);
            mark(self.stones[colour] & self.up, up);
            off[index] = f32::from(self.off[colour]) / f32::from(STONES);
            to_lay[index] = f32::from(self.unlaid[colour]) / f32::from(STONES);
        }
        mark(BOARD, tiles);
        progress[0] = plies::fraction(self.no_progress, self.rules.draw_plies);
        turn[0] = f32::from(self.us() == own);
    }

    fn number_actions(&self, legal: &[Action], out: &mut Vec<usize>) {
        out.extend(legal.iter().map(|action| match *action {
            Action::Lay(tile) => rank(tile),
            Action::Move(from, to) => TILES + TILES * rank(from) + rank(to),
            Action::Pass => PASS,
        }));
    }
}
