//! An upper bound for the search: the maximum area that the remaining steps of a ring can add, given how many of them
//! may go straight on.

use super::spot::step;
use crate::games::querbeet::puzzle::stock::ALL;

/// The number of steps of the longest ring.
pub const LONGEST: usize = ALL;
/// The maximum distance from the start from which a ring can return.
const REACH: i32 = LONGEST as i32 / 2 + 1;
const WIDE: usize = 2 * REACH as usize + 1;
/// The value of places from which there is no way back.
const NEVER: i16 = i16::MIN;

/// The table of the maximum area by steps left, place and straight steps left. It is stored for the heading `ne`;
/// places with other headings are rotated.
///
/// A ring of `n` cells with `i` cells inside has an area of `2i + n - 2` small triangles (Pick 1899).
pub struct AreaBound {
    most: Vec<i16>,
}

/// Returns the signed area between the start and a step from one place to another, in small triangles.
#[must_use]
pub const fn swept(from: (i32, i32), to: (i32, i32)) -> i32 {
    from.0 * to.1 - to.0 * from.1
}

/// The five turns, in sixths clockwise from the edge over which the walk came; 3 is straight on.
pub const TURNS: [usize; 5] = [3, 4, 2, 5, 1];

/// Returns the heading after a turn of [`TURNS`].
#[must_use]
pub const fn turned(heading: usize, sixths: usize) -> usize {
    (heading + 3 + sixths) % 6
}

impl AreaBound {
    /// Computes the table, which takes some milliseconds.
    #[must_use]
    pub fn new() -> Self {
        let mut bound = Self { most: vec![NEVER; LONGEST * WIDE * WIDE * (LONGEST + 1)] };
        for straights in 0..=LONGEST {
            bound.most[index(0, (0, 0), straights)] = 0;
        }
        for steps in 1..LONGEST {
            // Places farther away have no way back in this number of steps.
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

    /// Returns the maximum area that `steps` from `place` back to the start can add after a step with this heading;
    /// `None` if there is no way back.
    #[inline]
    #[must_use]
    pub fn area(&self, steps: usize, place: (i32, i32), heading: usize, straights: usize) -> Option<i32> {
        let place = turned_back(place, heading);
        let far = place.0.abs().max(place.1.abs()).max((place.0 + place.1).abs());
        if steps >= LONGEST || far > REACH || far > steps as i32 {
            return None;
        }
        let most = self.most[index(steps, place, straights.min(LONGEST))];
        (most != NEVER).then_some(i32::from(most))
    }

    /// Returns the maximum number of cells that a ring of at most `longest` cells can enclose.
    #[must_use]
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

/// The number of cells of the shortest ring around a cell.
pub const SHORTEST: usize = 6;

/// Rotates a place counterclockwise by `sixths` sixths of a turn, which turns the heading with this number into `ne`.
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
