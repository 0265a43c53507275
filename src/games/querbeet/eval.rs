//! What the seats may expect of a round, from how near their roads are.

use super::cell::{Cell, CellSet};
use super::position::{Querbeet, SEATS};
use super::reach::{NEVER, direct, missing, reach};
use kit::game::{Game, Seat};

/// How near a seat is to its points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// Tiles that it lacks to be joined to its two sides, both together.
    pub missing: u32,
    /// Tiles that a road of seven between them lacks; [`NEVER`] when none can come any more.
    pub direct: u32,
}

/// Road points that the missing tiles leave to hope for.
const EXPECTED_ROAD_POINTS: [f32; 9] = [2.0, 1.6, 1.3, 1.1, 1.0, 0.9, 0.8, 0.7, 0.7];
/// What the missing tiles of a direct road add.
const EXPECTED_DIRECT_BONUS: [f32; NEVER as usize + 1] = [1.0, 0.73, 0.53, 0.4, 0.3, 0.2, 0.13, 0.07, 0.0, 0.0];

impl Prospect {
    /// Road points that may be expected.
    #[must_use]
    pub fn expected_points(self) -> f32 {
        let any = (self.missing as usize).min(EXPECTED_ROAD_POINTS.len() - 1);
        EXPECTED_ROAD_POINTS[any] + EXPECTED_DIRECT_BONUS[self.direct as usize]
    }
}

/// The prospects of every seat, behind the last one of nobody.
#[must_use]
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

/// The total that every seat may expect when the round is over.
#[must_use]
pub fn totals(position: &Querbeet) -> [f32; SEATS] {
    let scores = position.scores.map(|score| score as f32);
    if !position.running {
        return scores;
    }
    let prospects = prospects(position);
    std::array::from_fn(|seat| scores[seat] + prospects[seat].expected_points())
}

/// The empty cells that some tile in a hand can still take, as far as their neighbours go. Needs known hands; where
/// tiles are unknown, everything counts as usable.
fn usable(position: &Querbeet) -> CellSet {
    if position.is_partial() {
        return position.board.empty();
    }
    let pieces = position.hands.iter().fold(0, |all, hand| all | hand.pieces());
    let fringe = position.board.fringe();
    let dead = Cell::each(fringe.cells).filter(|&cell| fringe.fitting(cell) & pieces == 0);
    dead.fold(position.board.empty(), |usable, cell| usable & !cell.bit())
}

/// What the evaluation says, a line a seat.
#[must_use]
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
            0 => "joined to both sides".to_string(),
            missing if missing < NEVER => format!("{missing} tiles from its sides"),
            _ => "cut off from a side".to_string(),
        };
        let direct = match direct {
            0 => "a road of seven is there".to_string(),
            NEVER => "no road of seven can come".to_string(),
            direct => format!("a road of seven lacks {direct} tiles"),
        };
        format!("{name}: total {score}, expected after this round {total:.2}: {any}, {direct}")
    };
    (0..position.seats()).map(line).collect::<Vec<_>>().join("\n")
}
