//! The position and the moves as numbers. The board is seen from the seat's side: its men begin on squares 1 to 12.

use super::board::square;
use super::position::Checkers;
use base::bits;
use kit::numbers::{Layout, Numbers, Part, split};
use kit::plies;
use ugi::Seat;

const PARTS: [Part; 6] = [
    Part::new("men", [8, 8]),
    Part::new("kings", [8, 8]),
    Part::new("other_men", [8, 8]),
    Part::new("other_kings", [8, 8]),
    Part::new("progress", [1]),
    Part::new("turn", [1]),
];

/// The number of pairs of neighbouring squares.
const STEPS: usize = 98;
/// The number of pairs of squares that jumps connect, a square and itself included.
const JUMPS: usize = 256;
/// The maximum number of captures between the same squares, found by trying all sets of pieces that a king can capture.
const ROUTES: usize = 9;

/// The number of the step from one square to another, or that of the first capture.
static FIRST: [[u16; 32]; 32] = first_numbers();

const fn first_numbers() -> [[u16; 32]; 32] {
    let mut numbers = [[0; 32]; 32];
    let (mut step, mut capture) = (0, STEPS as u16);
    let mut from = 0;
    while from < 32 {
        let mut to = 0;
        while to < 32 {
            let rows = row(to) as i8 - row(from) as i8;
            let columns = column(to) as i8 - column(from) as i8;
            if rows.abs() == 1 && columns.abs() == 1 {
                numbers[from][to] = step;
                step += 1;
            } else if rows % 2 == 0 && columns % 2 == 0 && (rows + columns) % 4 == 0 {
                numbers[from][to] = capture;
                capture += ROUTES as u16;
            }
            to += 1;
        }
        from += 1;
    }
    numbers
}

const fn row(square: usize) -> usize {
    square / 4
}

const fn column(square: usize) -> usize {
    2 * (square % 4) + (row(square) + 1) % 2
}

/// Returns the index of a square as a seat sees it.
const fn seen(place: u8, seat: usize) -> usize {
    let square = square(place) as usize;
    if seat == 0 { square } else { 31 - square }
}

impl Numbers for Checkers {
    fn layout(&self) -> Layout {
        Layout { parts: PARTS.to_vec(), actions: STEPS + JUMPS * ROUTES }
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let [men, kings, other_men, other_kings, progress, turn] = split(out, &PARTS);
        let (seat, pieces) = (seat.index(), self.pieces());
        for (pieces, men, kings) in [(pieces[seat], men, kings), (pieces[1 - seat], other_men, other_kings)] {
            for (set, plane) in [(pieces & !self.kings, men), (pieces & self.kings, kings)] {
                for square in bits::each(set).map(|place| seen(place, seat)) {
                    plane[8 * row(square) + column(square)] = 1.0;
                }
            }
        }
        progress[0] = plies::fraction(self.quiet_plies, self.draw_plies);
        turn[0] = f32::from(self.us() == seat);
    }

    fn number_actions(&self, legal: &[Self::Action], out: &mut Vec<usize>) {
        let before = out.len();
        for action in legal {
            let [from, to] = [action.from(), action.to()].map(|place| seen(place, self.us()));
            let first = usize::from(FIRST[from][to]);
            let same = |number: &&usize| (first..first + ROUTES).contains(*number);
            let earlier = if action.is_capture() { out[before..].iter().filter(same).count() } else { 0 };
            out.push(first + earlier);
        }
    }
}
