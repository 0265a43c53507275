//! Rings: closed walks across cells, and the number of cells that the roads on laid tiles enclose.

use super::laid_tiles::LaidTiles;
use super::spot::Spot;
use crate::games::querbeet::cell::opposite;
use std::collections::HashSet;

/// A closed walk from cell to neighbouring cell.
#[derive(Clone, Debug, Default)]
pub struct Ring {
    /// The cells in order.
    pub cells: Vec<Spot>,
    /// The edge across which the walk leaves each cell.
    pub headings: Vec<usize>,
}

impl Ring {
    /// Returns the two edges across which the ring enters and leaves the cell at index `at`, as a bit set.
    pub fn edges(&self, at: usize) -> u8 {
        let before = self.headings[(at + self.cells.len() - 1) % self.cells.len()];
        1 << opposite(before) | 1 << self.headings[at]
    }
}

/// A triangle whose corners are the centres of three neighbouring cells: a cell, its neighbour across edge 2, and its
/// neighbour across edge 1 (if the second field is `true`) or edge 3 (if it is `false`).
///
/// A road between two tiles runs along the common side of two triangles. A triangle is enclosed if it cannot be reached
/// from outside without crossing a road. Enclosed triangles that are connected through common sides, with or without
/// roads along them, form the inside of one ring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Triangle(Spot, bool);

impl Triangle {
    /// Returns the three neighbouring triangles. For each, also returns the common side, given as a cell and the edge
    /// that the side crosses from the centre of that cell.
    fn around(self) -> [(Self, Spot, usize); 3] {
        let Self(spot, first) = self;
        if first {
            [
                (Self(spot.beyond(0), false), spot, 1),
                (Self(spot, false), spot, 2),
                (Self(spot.beyond(1), false), spot.beyond(1), 3),
            ]
        } else {
            [
                (Self(spot, true), spot, 2),
                (Self(spot.beyond(4), true), spot, 3),
                (Self(spot.beyond(3), true), spot.beyond(3), 1),
            ]
        }
    }

    /// Returns the six triangles that have the centre of a cell as a corner.
    fn at(spot: Spot) -> [Self; 6] {
        [
            Self(spot, true),
            Self(spot, false),
            Self(spot.beyond(4), true),
            Self(spot.beyond(5), true),
            Self(spot.beyond(5), false),
            Self(spot.beyond(0), false),
        ]
    }

    fn corners(self) -> [Spot; 3] {
        [self.0, self.0.beyond(2), self.0.beyond(if self.1 { 1 } else { 3 })]
    }
}

/// Returns the number of cells inside the ring that encloses the most cells, or 0 if there is no ring. The cells of the
/// ring itself do not count.
pub fn enclosed(laid: &LaidTiles) -> usize {
    let inside = inside(laid);
    let mut seen = HashSet::new();
    let mut most = 0;
    for &triangle in &inside {
        if seen.contains(&triangle) {
            continue;
        }
        let region = flood([triangle], |next, _, _| inside.contains(&next));
        let corners: HashSet<Spot> = region.iter().flat_map(|triangle| triangle.corners()).collect();
        // The six triangles around a cell are connected through their common sides. If all of them are enclosed, they
        // belong to the same region, so the cell is inside the ring around that region.
        let is_inside = |spot: &&Spot| Triangle::at(**spot).iter().all(|triangle| inside.contains(triangle));
        most = most.max(corners.iter().filter(is_inside).count());
        seen.extend(region);
    }
    most
}

/// Returns the triangles that can be reached from `from`, by flood fill. `enters` returns whether the fill may enter a
/// triangle across a side, which is given as in [`Triangle::around`].
fn flood(
    from: impl IntoIterator<Item = Triangle>,
    enters: impl Fn(Triangle, Spot, usize) -> bool,
) -> HashSet<Triangle> {
    let mut reached: HashSet<Triangle> = from.into_iter().collect();
    let mut waiting: Vec<Triangle> = reached.iter().copied().collect();
    while let Some(triangle) = waiting.pop() {
        for (next, spot, edge) in triangle.around() {
            if enters(next, spot, edge) && reached.insert(next) {
                waiting.push(next);
            }
        }
    }
    reached
}

/// Returns the triangles near the tiles that cannot be reached from outside.
fn inside(laid: &LaidTiles) -> HashSet<Triangle> {
    let tiles = laid.tiles();
    let joined = |spot: Spot, edge: usize| {
        let road = |spot, edge: usize| laid.piece(spot).is_some_and(|piece| piece.roads() >> edge & 1 == 1);
        road(spot, edge) && road(spot.beyond(edge), opposite(edge))
    };
    let Some(&(first, _)) = tiles.first() else { return HashSet::new() };
    let places = || tiles.iter().map(|(spot, _)| spot.from(first));
    let columns = places().map(|(column, _)| column).fold((0, 0), |(low, high), at| (low.min(at), high.max(at)));
    let rows = places().map(|(_, row)| row).fold((0, 0), |(low, high), at| (low.min(at), high.max(at)));
    let near = |triangle: &Triangle| {
        let (column, row) = triangle.0.from(first);
        (columns.0 - 2..=columns.1 + 1).contains(&column) && (rows.0 - 2..=rows.1 + 1).contains(&row)
    };
    // Start outside: at a triangle to the left of all tiles and above them.
    let mut corner = first;
    while corner.from(first).0 > columns.0 - 2 {
        corner = corner.beyond(4);
    }
    while corner.from(first).1 > rows.0 - 2 {
        corner = corner.beyond(5);
    }
    let outside = flood([Triangle(corner, true)], |next, spot, edge| near(&next) && !joined(spot, edge));
    // Some enclosed triangles touch no tile. A fill that starts from the enclosed triangles that touch one finds them.
    let around = tiles.iter().flat_map(|(spot, _)| Triangle::at(*spot));
    let is_inside = |triangle: &Triangle| !outside.contains(triangle);
    flood(around.filter(is_inside), |next, _, _| is_inside(&next) && near(&next))
}
