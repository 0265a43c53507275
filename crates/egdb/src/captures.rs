//! What captures lead to: every position at the end of one, and the value of the best.

use crate::squares::{KING_ROW, Pieces, Squares, each, step};
use base::wdl::Wdl;

/// The squares from which the side to move can jump in a direction.
#[inline]
#[must_use]
pub const fn jumpers(pieces: &Pieces, direction: usize) -> Squares {
    let back = 3 - direction;
    step(step(pieces.free(), back) & pieces.other(), back) & pieces.goers(direction)
}

/// Must the side to move capture?
#[inline]
#[must_use]
pub const fn must_capture(pieces: &Pieces) -> bool {
    (jumpers(pieces, 0) | jumpers(pieces, 1)) | (jumpers(pieces, 2) | jumpers(pieces, 3)) != 0
}

/// Hands every position after a capture, still seen by the side that captured, to `visit` until that says stop.
/// True when it did. Some may come more than once.
#[inline]
pub fn each_capture(pieces: &Pieces, visit: &mut impl FnMut(&Pieces) -> bool) -> bool {
    for direction in 0..4 {
        for from in each(jumpers(pieces, direction)) {
            let from = 1 << from;
            let is_king = pieces.own_kings & from != 0;
            let lifted = Pieces { own_men: pieces.own_men & !from, own_kings: pieces.own_kings & !from, ..*pieces };
            let over = step(from, direction);
            if go_on(&lifted, is_king, step(over, direction), over, visit) {
                return true;
            }
        }
    }
    false
}

/// The value of the best capture, when each has the value that `value` says for the side to move after it. `None`
/// without a capture. `value` is asked only while the other side has pieces left.
#[inline]
pub fn best_capture(pieces: &Pieces, mut value: impl FnMut(&Pieces) -> Wdl) -> Option<Wdl> {
    let mut best = None;
    each_capture(pieces, &mut |after| {
        let here = if after.other() == 0 { Wdl::Win } else { value(after).flipped() };
        best = best.max(Some(here));
        here == Wdl::Win
    });
    best
}

/// Goes on with a piece that has been lifted and now stands on `at`; `taken` stays on the board until it ends.
fn go_on(lifted: &Pieces, is_king: bool, at: Squares, taken: Squares, visit: &mut impl FnMut(&Pieces) -> bool) -> bool {
    let free = lifted.free();
    let other = lifted.other() & !taken;
    let mut goes_on = false;
    for direction in 0..if is_king { 4 } else { 2 } {
        let over = step(at, direction) & other;
        let landing = step(over, direction) & free;
        if landing != 0 {
            goes_on = true;
            if go_on(lifted, is_king, landing, taken | over, visit) {
                return true;
            }
        }
    }
    if goes_on {
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
