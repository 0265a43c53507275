//! Move generation: placements, steps and jumps. Bitboards give the moves of all stones in one direction together.

use super::board::{DIRECTIONS, Tile, Tiles};
use super::position::Wieniet;
use base::rng::Rng;

/// A move, which need not be legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Lays a stone of the opponent's colour.
    Lay(Tile),
    /// Moves one of the mover's stones by a step or a jump, from the first tile to the second.
    Move(Tile, Tile),
    /// Passes, because no other move is possible.
    Pass,
}

impl Wieniet {
    /// Returns the tiles on which the side to move may lay a stone of the opponent's colour.
    const fn places(&self) -> Tiles {
        if self.unlaid[self.them()] > 0 { self.free() } else { 0 }
    }

    /// Calls `found` with all steps and jumps of a colour, in bundles. The moves of a bundle have the same direction
    /// and distance. The arguments of `found` are the number of bits by which a set is rotated left to make these
    /// moves, and the set of their destinations.
    #[inline]
    pub(super) fn each_bundle(&self, colour: usize, mut found: impl FnMut(u32, Tiles)) {
        let (own, other) = (self.stones[colour], self.stones[colour ^ 1]);
        let (occupied, free) = (own | other, self.free());
        let up = own & self.up;
        for step in DIRECTIONS {
            let next = own.rotate_left(step);
            found(step, next & free);
            // Any stone may jump over one stone.
            found(2 * step, (next & occupied).rotate_left(step) & free);
            // A stone that is circle up may also jump over two or more stones without gaps.
            let beside = up.rotate_left(step) & occupied;
            if beside.rotate_left(step) & occupied == 0 {
                continue;
            }
            if self.rules.mixed_rows {
                long_jumps(beside, occupied, free, step, &mut found);
            } else {
                long_jumps(beside & own, own, free, step, &mut found);
                long_jumps(beside & other, other, free, step, &mut found);
            }
        }
    }

    /// Appends the legal moves of a game that is not over.
    pub(super) fn list_moves(&self, out: &mut Vec<Action>) {
        let before = out.len();
        if self.is_setting_up() {
            out.extend(Tile::each(self.places()).map(Action::Lay));
        } else {
            self.each_bundle(self.us(), |distance, targets| {
                out.extend(Tile::each(targets).map(|to| Action::Move(to.back(distance), to)));
            });
        }
        // The game's leaflet does not cover a side that has no move or no stone to lay. In our interpretation it
        // passes.
        if out.len() == before {
            out.push(Action::Pass);
        }
    }

    /// Returns the number of moves that [`Wieniet::list_moves`] appends.
    pub(super) fn count_moves(&self) -> usize {
        let mut count = 0;
        if self.is_setting_up() {
            count = self.places().count_ones();
        } else {
            self.each_bundle(self.us(), |_, targets| count += targets.count_ones());
        }
        count.max(1) as usize
    }

    /// Returns a uniformly random move of a game that is not over. The moves are counted per bundle instead of listed.
    pub(super) fn random_move(&self, rng: &mut Rng) -> Action {
        let mut number = rng.index(self.count_moves());
        if self.is_setting_up() {
            return if self.places() == 0 { Action::Pass } else { Action::Lay(Tile::nth(self.places(), number)) };
        }
        let mut action = Action::Pass;
        self.each_bundle(self.us(), |distance, targets| {
            let here = targets.count_ones() as usize;
            if number < here {
                let to = Tile::nth(targets, number);
                action = Action::Move(to.back(distance), to);
            }
            number = number.wrapping_sub(here);
        });
        action
    }
}

/// Calls `found` with the jumps in the direction `step` that cross two or more stones of the set `row` and no others.
/// `beside` contains the first stone that each jump crosses.
#[inline]
fn long_jumps(beside: Tiles, row: Tiles, free: Tiles, step: u32, found: &mut impl FnMut(u32, Tiles)) {
    let mut last = beside.rotate_left(step) & row;
    let mut distance = 3 * step;
    while last != 0 {
        let next = last.rotate_left(step);
        found(distance, next & free);
        last = next & row;
        distance += step;
    }
}
