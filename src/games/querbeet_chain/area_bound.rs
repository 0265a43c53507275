//! An upper bound for the ring search: the maximum area that the remaining steps of a ring can add, given the maximum
//! number of straight steps among them.

use super::spot::step;
use crate::games::querbeet::puzzle::stock::ALL;

/// The number of steps of the longest ring.
pub const LONGEST: usize = ALL;
/// The maximum distance from the start that the table covers. From farther away, no ring can return to the start.
const REACH: i32 = LONGEST as i32 / 2 + 1;
const WIDE: usize = 2 * REACH as usize + 1;
/// The table entry for places from which the walk cannot return to the start.
const NEVER: i16 = i16::MIN;

/// A table of the maximum area that a walk can still add, by the number of steps left, the place relative to the start,
/// and the number of straight steps left. The table is for walks with the heading `ne`; for other headings, the place
/// is rotated before the lookup.
///
/// The unit of area is the triangle between the centres of three neighbouring cells. A ring of `n` cells with `i` cells
/// inside has an area of `2i + n - 2` triangles (Pick 1899).
pub struct AreaBound {
    most: Vec<i16>,
}

/// Returns the signed area of the triangle between the start and a step from one place to another, in the unit of
/// [`AreaBound`]. Places are relative to the start.
pub const fn swept(from: (i32, i32), to: (i32, i32)) -> i32 {
    from.0 * to.1 - to.0 * from.1
}

/// The five possible turns on a cell, as the number of edges clockwise from the edge of entry to the edge of exit; 3 is
/// straight on.
pub const TURNS: [usize; 5] = [3, 4, 2, 5, 1];

/// Returns the heading after a turn of [`TURNS`]. A heading is the edge across which the walk leaves a cell.
pub const fn turned(heading: usize, sixths: usize) -> usize {
    (heading + 3 + sixths) % 6
}

impl AreaBound {
    /// Computes the table, which takes a few milliseconds.
    pub fn new() -> Self {
        let mut bound = Self { most: vec![NEVER; LONGEST * WIDE * WIDE * (LONGEST + 1)] };
        for straights in 0..=LONGEST {
            bound.most[index(0, (0, 0), straights)] = 0;
        }
        for steps in 1..LONGEST {
            // From places farther away, this number of steps does not lead back to the start.
            let reach = REACH.min(steps as i32);
            for (column, row) in (-reach..=reach).flat_map(|column| (-reach..=reach).map(move |row| (column, row))) {
                for straights in 0..=LONGEST {
                    let most = bound.best_step(steps, (column, row), straights);
                    bound.most[index(steps, (column, row), straights)] = most;
                }
            }
        }
        bound
    }

    /// Returns the maximum area that a walk can add on its way from `place` back to the start. The walk has reached
    /// `place` by a step with this heading, and has `steps` steps left, at most `straights` of them straight. Returns
    /// `None` if the walk cannot get back to the start.
    #[inline]
    pub fn area(&self, steps: usize, place: (i32, i32), heading: usize, straights: usize) -> Option<i32> {
        let place = turned_back(place, heading);
        let far = place.0.abs().max(place.1.abs()).max((place.0 + place.1).abs());
        if steps >= LONGEST || far > REACH || far > steps as i32 {
            return None;
        }
        let most = self.most[index(steps, place, straights.min(LONGEST))];
        (most != NEVER).then_some(i32::from(most))
    }

    /// Returns the maximum number of cells that a ring can enclose if it has at most `longest` cells and at most
    /// `straights` straight steps.
    pub fn most_enclosed(&self, longest: usize, straights: usize) -> usize {
        let enclosed = |cells: usize| {
            let area = self.area(cells - 1, step(0), 0, straights)?;
            usize::try_from((area + 2 - cells as i32) / 2).ok()
        };
        (SHORTEST..=longest.min(LONGEST)).filter_map(enclosed).max().unwrap_or_default()
    }

    fn best_step(&self, steps: usize, place: (i32, i32), straights: usize) -> i16 {
        let allowed = TURNS.into_iter().filter(|&turn| turn != 3 || straights > 0);
        let most = allowed.filter_map(|turn| {
            let heading = turned(0, turn);
            let next = (place.0 + step(heading).0, place.1 + step(heading).1);
            let rest = self.area(steps - 1, next, heading, straights - usize::from(turn == 3))?;
            Some((rest + swept(place, next)) as i16)
        });
        most.max().unwrap_or(NEVER)
    }
}

/// The number of cells in the shortest ring, which encloses one cell.
pub const SHORTEST: usize = 6;

/// Rotates a place around the start, counterclockwise by `sixths` sixths of a turn. This rotation turns the heading
/// `sixths` into `ne`, which is heading 0.
const fn turned_back((column, row): (i32, i32), sixths: usize) -> (i32, i32) {
    match sixths {
        0 => (column, row),
        1 => (column + row, -column),
        2 => (row, -column - row),
        3 => (-column, -row),
        4 => (-column - row, column),
        _ => (-row, column + row),
    }
}

const fn index(steps: usize, place: (i32, i32), straights: usize) -> usize {
    let (column, row) = ((place.0 + REACH) as usize, (place.1 + REACH) as usize);
    ((steps * WIDE + column) * WIDE + row) * (LONGEST + 1) + straights
}
