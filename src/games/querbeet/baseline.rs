//! The baseline player: a one-ply heuristic at the level of a good beginner. It is frozen, because later players are
//! measured against it.

use super::moves::Action;
use super::points::{points, road_points};
use super::position::{Querbeet, TILES};
use super::reach::{missing, reach};
use kit::state::State;

/// Returns the heuristic value of a move for the seat to move. The value of the last move of a round is 100 times the
/// difference between the points that the seat gains in the round and the most that another seat gains. The value of
/// any other move rises with the seat's road points and falls with the number of tiles that the seat then needs to
/// reach its sides. For the other seats' points and tiles, the reverse holds.
pub fn greedy(position: &Querbeet, action: Action) -> i32 {
    let Some(seat) = position.mover().map(|seat| seat.index()) else { return 0 };
    let mut next = *position;
    next.play(action);
    let others = (0..position.seats()).filter(|&other| other != seat);
    if usize::from(position.turns) + 1 == TILES {
        let mut hands = position.hands;
        if let Action::Lay(piece, _) = action {
            hands[seat].take(piece.kind());
        }
        let gained = |seat: usize| points(&next.board, seat, hands[seat].len());
        return 100 * (gained(seat) - others.map(gained).max().unwrap_or_default());
    }
    let reach = reach(&next.board, next.board.empty());
    let value = |seat: usize| 10 * road_points(&next.board, seat) - 10 * missing(&reach, seat) as i32;
    let rivals: i32 = others.clone().map(value).sum();
    2 * value(seat) - 2 * rivals / others.count().max(1) as i32
}
