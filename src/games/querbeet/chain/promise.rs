//! What the rest of a ring can bring at best: the most area that so many steps back to the start can add, when no more
//! than so many of them go straight on. Knows no tile and no cell that is taken.
//!
//! A ring of `n` cells with `i` cells inside has an area of `2i + n - 2` small triangles (Pick 1899).

use super::spot::step;
use crate::games::querbeet::stock::ALL;

/// Steps of the longest ring.
pub const LONGEST: usize = ALL;
/// Nobody comes back from farther away.
const REACH: i32 = LONGEST as i32 / 2 + 1;
const WIDE: usize = 2 * REACH as usize + 1;
/// No way back.
const NEVER: i16 = i16::MIN;

/// The table: steps left, place, heading, turns left that are none.
pub struct Promise {
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

impl Promise {
    /// Computes all of it: some ten milliseconds.
    #[must_use]
    pub fn new() -> Self {
        let layer = WIDE * WIDE * 6 * (LONGEST + 1);
        let mut promise = Self { most: vec![NEVER; layer * LONGEST] };
        for heading in 0..6 {
            for straights in 0..=LONGEST {
                promise.most[index(0, (0, 0), heading, straights)] = 0;
            }
        }
        for steps in 1..LONGEST {
            for column in -REACH..=REACH {
                for row in -REACH..=REACH {
                    for heading in 0..6 {
                        for straights in 0..=LONGEST {
                            let most = promise.best_step(steps, (column, row), heading, straights);
                            promise.most[index(steps, (column, row), heading, straights)] = most;
                        }
                    }
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
        if steps >= LONGEST || place.0.abs() > REACH || place.1.abs() > REACH {
            return None;
        }
        let most = self.most[index(steps, place, heading, straights.min(LONGEST))];
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

    fn best_step(&self, steps: usize, place: (i32, i32), heading: usize, straights: usize) -> i16 {
        let allowed = TURNS.into_iter().filter(|&turn| turn != 3 || straights > 0);
        let most = allowed.filter_map(|turn| {
            let heading = turned(heading, turn);
            let next = (place.0 + step(heading).0, place.1 + step(heading).1);
            let rest = self.area(steps - 1, next, heading, straights - usize::from(turn == 3))?;
            Some((rest + swept(place, next)) as i16)
        });
        most.max().unwrap_or(NEVER)
    }
}

/// Cells of the shortest ring around a cell.
pub const SHORTEST: usize = 6;

const fn index(steps: usize, place: (i32, i32), heading: usize, straights: usize) -> usize {
    let (column, row) = ((place.0 + REACH) as usize, (place.1 + REACH) as usize);
    (((steps * WIDE + column) * WIDE + row) * 6 + heading) * (LONGEST + 1) + straights
}
