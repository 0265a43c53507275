//! The static evaluation: the points that each seat can expect in a round, given how many tiles its roads still need.

use super::cell::{Cell, CellSet};
use super::position::{Querbeet, SEATS};
use super::reach::{NEVER, direct, missing, reach};
use base::counted::counted;
use kit::chance::Hidden;
use kit::state::State;
use ugi::Seat;

/// How many tiles a seat still needs for its roads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The number of tiles needed to reach one of the seat's sides, plus the number needed to reach the other.
    pub missing: u32,
    /// The number of tiles needed for a road of seven between the sides; [`NEVER`] if no such road is possible.
    pub direct: u32,
}

/// The expected road points without the bonus for a road of seven, by [`Prospect::missing`]; the last entry is for 8 or
/// more.
const EXPECTED_ROAD_POINTS: [f32; 9] = [2.0, 1.6, 1.3, 1.1, 1.0, 0.9, 0.8, 0.7, 0.7];
/// The expected bonus for a road of seven, by [`Prospect::direct`].
const EXPECTED_DIRECT_BONUS: [f32; NEVER as usize + 1] = [1.0, 0.73, 0.53, 0.4, 0.3, 0.2, 0.13, 0.07, 0.0, 0.0];

impl Prospect {
    /// Returns the expected road points, including the bonus for a road of seven.
    pub fn expected_points(self) -> f32 {
        let any = (self.missing as usize).min(EXPECTED_ROAD_POINTS.len() - 1);
        EXPECTED_ROAD_POINTS[any] + EXPECTED_DIRECT_BONUS[self.direct as usize]
    }
}

/// Returns the prospects of each seat; entries after the last seat are meaningless.
pub fn prospects(position: &Querbeet) -> [Prospect; SEATS] {
    let board = &position.board;
    let usable = usable(position);
    let reach = reach(board, usable);
    std::array::from_fn(|seat| {
        let missing = missing(&reach, seat);
        let direct = if missing < NEVER && seat < position.seats() { direct(board, usable, seat) } else { NEVER };
        Prospect { missing, direct }
    })
}

/// Returns the total that each seat can expect at the end of the round; between rounds, its current total.
pub fn totals(position: &Querbeet) -> [f32; SEATS] {
    let scores = position.scores.map(|score| score as f32);
    if !position.running {
        return scores;
    }
    let prospects = prospects(position);
    std::array::from_fn(|seat| scores[seat] + prospects[seat].expected_points())
}

/// Returns the empty cells, except those to which a road leads but on which no tile of any hand fits. If tiles are
/// unknown, returns all empty cells.
fn usable(position: &Querbeet) -> CellSet {
    if position.is_partial() {
        return position.board.empty();
    }
    let pieces = position.hands.iter().fold(0, |all, hand| all | hand.pieces());
    let fringe = position.board.fringe();
    let dead = Cell::each(fringe.cells).filter(|&cell| fringe.fitting(cell) & pieces == 0);
    dead.fold(position.board.empty(), |usable, cell| usable & !cell.bit())
}

/// Returns a human-readable evaluation, one line per seat.
pub fn explain(position: &Querbeet) -> String {
    let totals = totals(position);
    let prospects = prospects(position);
    let line = |seat: usize| {
        let (name, total, score) = (Seat::new(seat), totals[seat], position.scores[seat]);
        if !position.running {
            return format!("{name}: total {score}");
        }
        let Prospect { missing, direct } = prospects[seat];
        let any = match missing {
            0 => "connected to both sides".to_string(),
            missing if missing < NEVER => format!("{} short of its sides", counted(missing, "tile")),
            _ => "cut off from a side".to_string(),
        };
        let direct = match direct {
            0 => "has a road of seven".to_string(),
            NEVER => "no road of seven possible".to_string(),
            direct => format!("{} short of a road of seven", counted(direct, "tile")),
        };
        format!("{name}: total {score}, expected after this round {total:.2}: {any}, {direct}")
    };
    (0..position.seats()).map(line).collect::<Vec<_>>().join("\n")
}
