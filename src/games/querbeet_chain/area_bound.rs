//! What the rest of a ring can bring at best: the most area that so many steps back to the start can add, when no more
//! than so many of them go straight on.

use super::spot::step;
use crate::games::querbeet::puzzle::stock::ALL;

/// Steps of the longest ring.
pub const LONGEST: usize = ALL;
/// Nobody comes back from farther away.
const REACH: i32 = LONGEST as i32 / 2 + 1;
const WIDE: usize = 2 * REACH as usize + 1;
/// No way back.
const NEVER: i16 = i16::MIN;

/// The table: steps left, place, turns left that are none; for the heading `ne`, which the others are turned into.
///
/// A ring of `n` cells with `i` cells inside has an area of `2i + n - 2` small triangles (Pick 1899).
pub struct AreaBound {
    most: Vec<i16>,
}

/// The triangles that a step from one place to another sweeps over, as seen from the start.
#[must_use]
pub const fn swept(from: (i32, i32), to: (i32, i32)) -> i32 {
    from.0 * to.1 - to.0 * from.1
}

/// The five ways to go on, as sixths of a turn; straight on is 3 sixths from where one came.
pub const TURNS: [usize; 5] = [3, 4, 2, 5, 1];

/// The heading after a turn; `sixths` clockwise from where one came.
#[must_use]
pub const fn turned(heading: usize, sixths: usize) -> usize {
    (heading + 3 + sixths) % 6
}

impl AreaBound {
    /// Computes all of it: some milliseconds.
    #[must_use]
    pub fn new() -> Self {
        let mut promise = Self { most: vec![NEVER; LONGEST * WIDE * WIDE * (LONGEST + 1)] };
        for straights in 0..=LONGEST {
            promise.most[index(0, (0, 0), straights)] = 0;
        }
        for steps in 1..LONGEST {
            // Nobody goes farther away than he can come back.
            let reach = REACH.min(steps as i32);
            for (column, row) in (-reach..=reach).flat_map(|column| (-reach..=reach).map(move |row| (column, row))) {
                for straights in 0..=LONGEST {
                    let most = promise.best_step(steps, (column, row), straights);
                    promise.most[index(steps, (column, row), straights)] = most;
                }
            }
        }
        promise
    }

    /// The most area that `steps` from `place` back to the start can add, heading this way so far; `None` when there
    /// is no way.
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

    /// The most cells that a ring of at most so many cells can enclose.
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

/// Cells of the shortest ring around a cell.
pub const SHORTEST: usize = 6;

/// A place after as many sixths of a turn counterclockwise: what was this heading is then `ne`.
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
