//! The baseline player `greedy`, which considers its own move and the best capture in reply. It must not change,
//! because later versions of the engine are measured against it.

use super::board::Bits;
use super::moves::Move;
use super::position::Checkers;
use kit::state::State;

/// Squares 14, 15, 18 and 19.
const MIDDLE: Bits = 0x6 << 13 | 0x6 << 18;
/// Squares 5, 12, 13, 20, 21 and 28 on the sides of the board: pieces there cannot be jumped.
const SIDES: Bits = 0x1 << 4 | 0x8 << 9 | 0x1 << 13 | 0x8 << 18 | 0x1 << 22 | 0x8 << 27;

/// Returns the value of a move for the side that makes it. A move that ends the game is worth 100,000.
///
/// Otherwise the value is the difference between the two sides' static evaluations after the move, minus the most
/// valuable capture with which the other side can reply. The static evaluation consists of material, advanced men,
/// pieces in the middle, men on the sides of the board, and men on their first row.
pub fn greedy(position: &Checkers, action: Move) -> i32 {
    let us = position.us();
    let next = position.after(action);
    if next.ending().is_some() {
        return 100_000;
    }
    let [own, other] = [us, 1 - us].map(|side| static_eval(&next, side));
    let replies = next.legal();
    let threat = replies.iter().map(|reply| material(reply.taken(), next.kings())).max().unwrap_or(0);
    own - other - threat
}

fn static_eval(position: &Checkers, side: usize) -> i32 {
    let pieces = position.pieces()[side];
    let men = pieces & !position.kings();
    let home_row: Bits = if side == 0 { 0xF } else { 0xF << 31 };
    let advance: i32 = (0..8)
        .map(|row| {
            let of_row: Bits = 0xF << (4 * row + row / 2);
            (if side == 0 { row } else { 7 - row }) * size(men & of_row)
        })
        .sum();
    let placed = 4 * size(pieces & MIDDLE) + 2 * size(men & SIDES) + 6 * size(men & home_row);
    material(pieces, position.kings()) + advance + placed
}

fn material(pieces: Bits, kings: Bits) -> i32 {
    100 * size(pieces) + 50 * size(pieces & kings)
}

fn size(bits: Bits) -> i32 {
    bits.count_ones() as i32
}
