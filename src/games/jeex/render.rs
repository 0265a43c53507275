//! The board for graphical and text display: cells, stones, clicks, and a text picture.

use super::board::Field;
use super::position::Jeex;
use kit::state::State;
use std::fmt::Write;
use ugi::Seat;

const NAMES: [&str; 2] = ["White", "Black"];
const LETTERS: [char; 2] = ['W', 'B'];
/// The character for the tip of a stone by direction, clockwise from north.
const TIPS: [char; 8] = ['^', '/', '>', '\\', 'v', '/', '<', '\\'];
pub(super) const CENTRE: [&str; 3] = [" \\|/ ", " -*- ", " /|\\ "];
pub(super) const RULE: &str = "  +-----+-----+-----+-----+-----+\n";

impl Jeex {
    /// Returns one of the three text lines of a field. The stone's letter is in the middle, its tip on the side to
    /// which it points.
    pub(super) fn cell_line(&self, field: Field, line: usize) -> String {
        let mut cells = if self.rules.battlefields & field.bit() != 0 { ['#', ' ', ' ', ' ', '#'] } else { [' '; 5] };
        for seat in [Seat::P1, Seat::P2] {
            if self.stones_of(seat) & field.bit() != 0 {
                let direction = self.direction_on(field);
                if line == 1 {
                    cells[2] = LETTERS[seat.index()];
                }
                let (east, north) = direction.step();
                if 1 - north == line as i8 {
                    cells[(2 + east) as usize] = TIPS[direction.index()];
                }
            }
        }
        cells.iter().collect()
    }

    pub(super) fn status(&self) -> String {
        let attacking = |seat: Seat| {
            Field::each(self.attackers_of(seat)).map(|field| field.to_string()).collect::<Vec<_>>().join(" ")
        };
        let mut text = match self.ending() {
            Some(ending) => format!("over: {} ({})", ending.result, ending.reason.word()),
            _ if self.is_opening() => format!("{} opens", NAMES[self.mover.index()]),
            _ => format!("{} to move", NAMES[self.mover.index()]),
        };
        for seat in [Seat::P1, Seat::P2] {
            if self.attackers_of(seat) != 0 {
                let _ = write!(text, "; {} attacks the centre from {}", NAMES[seat.index()], attacking(seat));
            }
        }
        text
    }
}
