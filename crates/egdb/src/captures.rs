//! Captures: the positions after them and the value of the best capture.

use crate::squares::{KING_ROW, Pieces, Squares, each, step};
use base::wdl::Wdl;

/// Returns the squares from which a piece of the side to move can jump in `direction`.
#[inline]
pub const fn jumpers(pieces: &Pieces, direction: usize) -> Squares {
    let back = 3 - direction;
    step(step(pieces.free(), back) & pieces.other(), back) & pieces.movers(direction)
}

/// Returns whether the side to move can capture. If it can, it must, and no other moves are legal.
#[inline]
pub const fn must_capture(pieces: &Pieces) -> bool {
    (jumpers(pieces, 0) | jumpers(pieces, 1)) | (jumpers(pieces, 2) | jumpers(pieces, 3)) != 0
}

/// Calls `visit` with each position after a complete capture, as the capturing side sees it, until `visit` returns
/// true. Returns whether `visit` returned true. The same position may be visited more than once.
#[inline]
pub fn each_capture(pieces: &Pieces, visit: &mut impl FnMut(&Pieces) -> bool) -> bool {
    for direction in 0..4 {
        for from in each(jumpers(pieces, direction)) {
            let from = 1 << from;
            let is_king = pieces.own_kings & from != 0;
            let lifted = Pieces { own_men: pieces.own_men & !from, own_kings: pieces.own_kings & !from, ..*pieces };
            let over = step(from, direction);
            if continue_capture(&lifted, is_king, step(over, direction), over, visit) {
                return true;
            }
        }
    }
    false
}

/// Returns the value of the best capture, or `None` if there is no capture. `value` receives each position after a
/// capture as the capturing side sees it, and returns its value for the other side, which moves next. `value` is called
/// only if the other side has pieces left.
#[inline]
pub fn best_capture(pieces: &Pieces, mut value: impl FnMut(&Pieces) -> Wdl) -> Option<Wdl> {
    let mut best = None;
    each_capture(pieces, &mut |after| {
        let result = if after.other() == 0 { Wdl::Win } else { value(after).flipped() };
        best = best.max(Some(result));
        result == Wdl::Win
    });
    best
}

/// Continues a capture with the piece on square `at`, which has been removed from `lifted`. Captured pieces (`taken`)
/// stay on the board until the capture ends.
fn continue_capture(
    lifted: &Pieces,
    is_king: bool,
    at: Squares,
    taken: Squares,
    visit: &mut impl FnMut(&Pieces) -> bool,
) -> bool {
    let free = lifted.free();
    let other = lifted.other() & !taken;
    let mut continues = false;
    for direction in 0..if is_king { 4 } else { 2 } {
        let over = step(at, direction) & other;
        let landing = step(over, direction) & free;
        if landing != 0 {
            continues = true;
            if continue_capture(lifted, is_king, landing, taken | over, visit) {
                return true;
            }
        }
    }
    if continues {
        return false;
    }
    let crowned = is_king || at & KING_ROW != 0;
    visit(&Pieces {
        own_men: lifted.own_men | if crowned { 0 } else { at },
        own_kings: lifted.own_kings | if crowned { at } else { 0 },
        other_men: lifted.other_men & !taken,
        other_kings: lifted.other_kings & !taken,
    })
}
