//! Rings: a closed walk, and how many cells the roads of laid tiles enclose.

use super::laid_tiles::LaidTiles;
use super::spot::Spot;
use crate::games::querbeet::cell::opposite;
use std::collections::HashSet;

/// A closed walk: its cells in order, and the edge over which it leaves each.
#[derive(Clone, Debug, Default)]
pub struct Ring {
    /// The cells.
    pub cells: Vec<Spot>,
    /// An edge each.
    pub headings: Vec<usize>,
}

impl Ring {
    /// The edges over which the ring runs on its cell at this place.
    #[must_use]
    pub fn edges(&self, at: usize) -> u8 {
        let before = self.headings[(at + self.cells.len() - 1) % self.cells.len()];
        1 << opposite(before) | 1 << self.headings[at]
    }
}

/// A triangle of three neighbouring cells: a cell, the one over its edge 2, and the one over its edge 1 (first) or 3
/// (second).
///
/// The middles of the cells are the corners of small triangles, and a road from tile to tile runs along a side of two of
/// them. What cannot be reached from outside over the other sides is enclosed, and hangs together side by side exactly
/// where one ring runs around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Triangle(Spot, bool);

impl Triangle {
    /// The three around it, each with a cell and the edge of it along which the common side runs.
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

    /// The six around a cell.
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

/// The cells inside the ring that encloses most, those on it not counted; 0 where there is none.
#[must_use]
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
        // All six triangles inside are those of one ring, as they hang together.
        let is_inside = |spot: &&Spot| Triangle::at(**spot).iter().all(|triangle| inside.contains(triangle));
        most = most.max(corners.iter().filter(is_inside).count());
        seen.extend(region);
    }
    most
}

/// The triangles that can be reached from these. `enters` says whether one may be entered over the edge of a cell.
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

/// The triangles near the tiles that cannot be reached from outside.
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
    // A triangle left of and above all tiles is outside.
    let mut corner = first;
    while corner.from(first).0 > columns.0 - 2 {
        corner = corner.beyond(4);
    }
    while corner.from(first).1 > rows.0 - 2 {
        corner = corner.beyond(5);
    }
    let outside = flood([Triangle(corner, true)], |next, spot, edge| near(&next) && !joined(spot, edge));
    // What lies between tiles far apart is inside too: walk inwards from the triangles at the tiles.
    let around = tiles.iter().flat_map(|(spot, _)| Triangle::at(*spot));
    let is_inside = |triangle: &Triangle| !outside.contains(triangle);
    flood(around.filter(is_inside), |next, _, _| is_inside(&next) && near(&next))
}
