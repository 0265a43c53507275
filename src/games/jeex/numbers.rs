//! The position and the moves as numbers, with the own stones first.

use super::board::{Direction, Field};
use super::moves::Action;
use super::position::{Jeex, other};
use kit::numbers::{Layout, Numbers, Part, split};
use kit::plies;
use ugi::Seat;

const PARTS: [Part; 7] = [
    Part::new("stones", [8, 3, 5]),
    Part::new("other_stones", [8, 3, 5]),
    Part::new("battlefields", [3, 5]),
    Part::new("stock", [2]),
    Part::new("progress", [1]),
    Part::new("opening", [1]),
    Part::new("turn", [1]),
];

/// The first numbers of the kinds of moves.
const ROTATE: usize = 14 * 8;
const CAPTURE: usize = 2 * ROTATE;
const CLAIM: usize = CAPTURE + 14;

/// Returns the index of a field on a board of 3 rows, the highest rank first.
fn place(field: Field) -> usize {
    5 * (2 - usize::from(field.rank())) + usize::from(field.file())
}

fn pointed(field: Field, direction: Direction) -> usize {
    8 * field.index() + direction.index()
}

impl Numbers for Jeex {
    fn layout(&self) -> Layout {
        Layout { parts: PARTS.to_vec(), actions: CLAIM + 1 }
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let [stones, other_stones, battlefields, stock, progress, opening, turn] = split(out, &PARTS);
        for (index, (seat, planes)) in [(seat, stones), (other(seat), other_stones)].into_iter().enumerate() {
            for field in Field::each(self.stones_of(seat)) {
                planes[15 * self.direction_on(field).index() + place(field)] = 1.0;
            }
            stock[index] = f32::from(self.stock_of(seat)) / 14.0;
        }
        Field::each(self.rules.battlefields).for_each(|field| battlefields[place(field)] = 1.0);
        progress[0] = plies::fraction(self.idle, self.rules.draw_plies);
        opening[0] = f32::from(self.is_opening());
        turn[0] = f32::from(self.mover == seat);
    }

    fn number_actions(&self, legal: &[Action], out: &mut Vec<usize>) {
        out.extend(legal.iter().map(|action| match *action {
            Action::Place(field, direction) => pointed(field, direction),
            Action::Rotate(field, direction) => ROTATE + pointed(field, direction),
            Action::Capture(from, _) => CAPTURE + from.index(),
            Action::Claim => CLAIM,
        }));
    }
}
