//! The ring search: a depth-first search of closed walks across laid tiles and free cells. It prunes a walk if the
//! remaining steps cannot enclose enough area, or if the stock lacks tiles for the walk's turns.

use super::area_bound::{AreaBound, LONGEST, SHORTEST, TURNS, swept, turned};
use super::moves::Lay;
use super::position::QuerbeetChain;
use super::ring::Ring;
use super::spot::Spot;
use super::tiling::assign_tiles;
use crate::games::querbeet::cell::opposite;
use crate::games::querbeet::puzzle::stock::Stock;
use crate::games::querbeet::tile::{Kind, Piece, PieceSet};
use kit::search::Aborted;
use kit::search::NodeCounter;
use kit::state::State;

/// A search for rings that enclose at least a given number of cells.
pub struct RingSearch<'a, 'm> {
    /// The upper bounds on the area that a walk can enclose.
    pub area_bound: &'a AreaBound,
    /// The node counter, which enforces the limits.
    pub meter: &'a mut NodeCounter<'m>,
    /// The minimum number of cells that a ring must enclose to be found.
    pub least: usize,
}

impl RingSearch<'_, '_> {
    /// Returns at most `most` tiles that close a ring around at least [`RingSearch::least`] cells, in a legal order.
    /// Returns `None` if there is no such ring.
    ///
    /// # Errors
    /// Returns [`Aborted`] if a limit is reached before the search ends.
    pub fn find_ring(&mut self, position: &QuerbeetChain, most: usize) -> Result<Option<Vec<Lay>>, Aborted> {
        let tiles = position.laid.tiles();
        for (number, &(root, piece)) in tiles.iter().enumerate() {
            // A ring that contains laid tiles is found from the first of them, so walks from later tiles need not enter
            // earlier ones. If only the centre tile is laid, one heading is enough, because all six are symmetric.
            let barred: Vec<Spot> = tiles[..number].iter().map(|&(spot, _)| spot).collect();
            let sides = if tiles.len() == 1 { 1 } else { 6 };
            for heading in (0..sides).filter(|heading| piece.roads() >> heading & 1 == 1) {
                let found = Walk::new(self, position, most, barred.clone()).around(root, heading)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        let gates: Vec<Spot> = position.places().into_iter().map(|(spot, _)| spot).collect();
        self.find_free_ring(position, &gates, most)
    }

    /// Searches for rings on free cells only. `gates` are free cells to which a road leads. A ring on free cells either
    /// contains a gate, or is joined to the laid tiles by further tiles, the first of which is laid on a gate.
    fn find_free_ring(
        &mut self,
        position: &QuerbeetChain,
        gates: &[Spot],
        most: usize,
    ) -> Result<Option<Vec<Lay>>, Aborted> {
        let enough = |search: &Self, most: usize| {
            most >= SHORTEST && search.area_bound.most_enclosed(most, straights(position)) >= search.least
        };
        if !enough(self, most) {
            return Ok(None);
        }
        let barred: Vec<Spot> = position.laid.tiles().iter().map(|&(spot, _)| spot).collect();
        for &root in gates {
            for heading in 0..6 {
                let found = Walk::new(self, position, most, barred.clone()).around(root, heading)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        if !enough(self, most - 1) {
            return Ok(None);
        }
        for &gate in gates {
            let (roads, blanks) = position.laid.demands(gate);
            for piece in Piece::each(Piece::matching(roads, blanks) & position.stock.pieces()) {
                self.meter.visit()?;
                let next = position.after(Lay(piece, gate));
                if next.enclosed > 0 {
                    continue;
                }
                let leaving = (0..6).filter(|edge| piece.roads() >> edge & 1 == 1);
                let gates: Vec<Spot> = leaving
                    .filter_map(|edge| gate.over(edge))
                    .filter(|&spot| next.laid.piece(spot).is_none())
                    .collect();
                if let Some(line) = self.find_free_ring(&next, &gates, most - 1)? {
                    return Ok(Some([&[Lay(piece, gate)], line.as_slice()].concat()));
                }
            }
        }
        Ok(None)
    }
}

/// Returns an upper bound on the number of straight steps in a ring: the number of tiles, laid or in the stock, that
/// have two opposite roads.
pub fn straights(position: &QuerbeetChain) -> usize {
    let able = |kind: Kind| turns_of(kind) & STRAIGHT != 0;
    let laid = position.laid.tiles().iter().filter(|(_, piece)| able(piece.kind())).count();
    laid + Kind::all().filter(|&kind| able(kind)).map(|kind| position.stock.count(kind)).sum::<usize>()
}

/// A set of turns: bit 0 is a sharp turn, bit 1 a gentle turn, bit 2 straight on.
type Turns = usize;
const STRAIGHT: Turns = 4;
/// The number of possible sets of turns.
const SETS: usize = 8;

/// Returns the turn between two edges that are `sixths` edges apart, as a bit index in [`Turns`].
const fn turn_between(sixths: usize) -> usize {
    match sixths % 6 {
        1 | 5 => 0,
        2 | 4 => 1,
        _ => 2,
    }
}

/// Returns the turns that a walk can make on a tile of this kind.
fn turns_of(kind: Kind) -> Turns {
    let roads = Piece::new(kind, 0).map_or(0, Piece::roads);
    let has = |edge: usize| roads >> edge & 1 == 1;
    let pairs = (0..6).flat_map(|one| (one + 1..6).map(move |other| (one, other)));
    pairs
        .filter(|&(one, other)| has(one) && has(other))
        .fold(0, |set, (one, other)| set | 1 << turn_between(other - one))
}

/// A walk from a root: its path, the resources that it has used, and its limits.
struct Walk<'q, 'a, 'm> {
    search: &'q mut RingSearch<'a, 'm>,
    position: &'q QuerbeetChain,
    pieces: PieceSet,
    /// For each set of turns, the number of tiles in the stock that can make at least one turn of the set.
    able: [usize; SETS],
    /// The number of turns so far on free cells: sharp, gentle, straight.
    used: [usize; 3],
    /// The maximum number of straight steps left, on laid tiles or free cells.
    straights: usize,
    /// The maximum number of tiles to lay.
    most: usize,
    /// Cells that this walk must not enter, because rings that contain them are searched from other roots.
    barred: Vec<Spot>,
    ring: Ring,
    /// The number of cells that the ring must have.
    length: usize,
    /// The minimum area of the ring, in the unit of [`AreaBound`].
    needed: i32,
}

impl<'q, 'a, 'm> Walk<'q, 'a, 'm> {
    fn new(search: &'q mut RingSearch<'a, 'm>, position: &'q QuerbeetChain, most: usize, barred: Vec<Spot>) -> Self {
        let stock = position.stock;
        Self {
            able: std::array::from_fn(|set| count_able_tiles(stock, set)),
            straights: straights(position),
            search,
            position,
            pieces: stock.pieces(),
            used: [0; 3],
            most: most.min(stock.len()),
            barred,
            ring: Ring::default(),
            length: 0,
            needed: 0,
        }
    }

    /// Searches for rings that leave the root across the edge `heading`, by increasing length. The area is signed, so
    /// each ring is found in only one of its two directions.
    fn around(mut self, root: Spot, heading: usize) -> Result<Option<Vec<Lay>>, Aborted> {
        let laid = self.position.laid.tiles().len() - self.barred.len();
        for length in SHORTEST..=LONGEST.min(self.most + laid) {
            self.length = length;
            self.needed = (2 * self.search.least + length) as i32 - 2;
            self.ring.cells.push(root);
            let found = self.go(root, heading, 0)?;
            self.ring.cells.pop();
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Continues the walk from its last cell, `from`, across the edge `heading`. `area` is the signed area so far.
    fn go(&mut self, from: Spot, heading: usize, area: i32) -> Result<Option<Vec<Lay>>, Aborted> {
        let root = self.ring.cells[0];
        let Some(next) = from.over(heading) else { return Ok(None) };
        let steps = self.length - self.ring.cells.len();
        let area = area + swept(from.from(root), next.from(root));
        if next == root {
            return if steps == 0 && area >= self.needed { self.close(heading) } else { Ok(None) };
        }
        let rest = self.search.area_bound.area(steps, next.from(root), heading, self.straights);
        let free = self.position.laid.piece(next).map(|piece| piece.roads() >> opposite(heading) & 1 == 1);
        if rest.is_none_or(|rest| area + rest < self.needed)
            || free == Some(false)
            || self.barred.contains(&next)
            || self.ring.cells.contains(&next)
        {
            return Ok(None);
        }
        self.search.meter.visit()?;
        self.ring.cells.push(next);
        self.ring.headings.push(heading);
        let mut found = None;
        for turn in TURNS {
            let onward = turned(heading, turn);
            let Some(used) = self.turn(next, opposite(heading), onward) else { continue };
            let before = (self.used, self.straights);
            (self.used, self.straights) = used;
            found = self.go(next, onward, area)?;
            (self.used, self.straights) = before;
            if found.is_some() {
                break;
            }
        }
        self.ring.cells.pop();
        self.ring.headings.pop();
        Ok(found)
    }

    /// Returns the turns used and the straight steps left after the walk has entered this cell across its edge `from`
    /// and left it across its edge `to`. Returns `None` if the cell or the stock does not allow that turn.
    fn turn(&self, spot: Spot, from: usize, to: usize) -> Option<([usize; 3], usize)> {
        let (turn, mut used) = (turn_between(from + 6 - to), self.used);
        let straights = self.straights.checked_sub(usize::from(1 << turn == STRAIGHT))?;
        if let Some(piece) = self.position.laid.piece(spot) {
            return (piece.roads() >> to & 1 == 1).then_some((used, straights));
        }
        used[turn] += 1;
        // The stock must contain a different tile for each turn (Hall's condition, Hall 1935), and a tile must fit on
        // this cell.
        let demand = |set: Turns| (0..3).filter(|turn| set >> turn & 1 == 1).map(|turn| used[turn]).sum::<usize>();
        let enough = used.iter().sum::<usize>() <= self.most && (1..SETS).all(|set| demand(set) <= self.able[set]);
        let (roads, blanks) = self.position.laid.demands(spot);
        let fitting = Piece::matching(roads | 1 << from | 1 << to, blanks) & self.pieces;
        (enough && fitting != 0).then_some((used, straights))
    }

    /// Closes the walk at the root: checks the turn on the root and assigns tiles.
    fn close(&mut self, heading: usize) -> Result<Option<Vec<Lay>>, Aborted> {
        let (root, first) = (self.ring.cells[0], self.ring.headings.first().copied());
        let Some(first) = first.filter(|&first| first != opposite(heading)) else { return Ok(None) };
        let arrives = self.position.laid.piece(root).is_none_or(|piece| piece.roads() >> opposite(heading) & 1 == 1);
        if !arrives || self.turn(root, opposite(heading), first).is_none() {
            return Ok(None);
        }
        // A ring stores the heading out of each cell: the headings into the cells after the root, then the heading into
        // the root.
        let ring = Ring {
            cells: self.ring.cells.clone(),
            headings: self.ring.headings.iter().copied().chain([heading]).collect(),
        };
        assign_tiles(self.position, &ring, self.search.meter)
    }
}

/// Returns the number of tiles in the stock that can make at least one turn of `set`.
fn count_able_tiles(stock: Stock, set: Turns) -> usize {
    Kind::all().filter(|&kind| turns_of(kind) & set != 0).map(|kind| stock.count(kind)).sum()
}
