//! Laid tiles: which roads run where, what fits next to them, how roads spread.

use super::cell::{BOARD, Cell, CellSet, Side, opposite, shift};
use super::tile::{Kind, Piece, PieceSet};

/// Tiles on cells: one set of cells for the tiles and one an edge for the roads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board {
    laid: CellSet,
    roads: [CellSet; 6],
}

/// What the neighbours of empty cells ask for.
#[derive(Clone, Copy, Debug)]
pub struct Fringe {
    /// Empty cells to which at least one road leads.
    pub cells: CellSet,
    /// An edge each: the cells whose neighbour there has a road over it.
    wanted: [CellSet; 6],
    /// An edge each: the cells whose neighbour there is laid and has none.
    barred: [CellSet; 6],
}

impl Board {
    /// The centre tile alone.
    #[must_use]
    pub fn opening() -> Self {
        let mut board = Self::default();
        board.lay(Piece::CENTRE, Cell::MIDDLE);
        board
    }

    /// Puts a tile on an empty cell.
    #[inline]
    pub fn lay(&mut self, piece: Piece, cell: Cell) {
        self.laid |= cell.bit();
        for (edge, roads) in self.roads.iter_mut().enumerate() {
            *roads |= u64::from(piece.roads() >> edge & 1) << cell.index();
        }
    }

    /// The cells with a tile.
    #[inline]
    #[must_use]
    pub const fn laid(&self) -> CellSet {
        self.laid
    }

    /// The cells without a tile.
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> CellSet {
        BOARD & !self.laid
    }

    /// The tiles with a road over this edge.
    #[inline]
    #[must_use]
    pub const fn roads(&self, edge: usize) -> CellSet {
        self.roads[edge]
    }

    /// The tile on a cell.
    #[must_use]
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        (self.laid & cell.bit() != 0).then(|| Piece::of_roads(gather(&self.roads, cell)))
    }

    /// Every tile with its cell, by cell.
    pub fn tiles(&self) -> impl Iterator<Item = (Cell, Piece)> {
        Cell::each(self.laid).filter_map(|cell| Some((cell, self.piece(cell)?)))
    }

    /// Where tiles can be laid, and what they must look like there.
    #[inline]
    #[must_use]
    pub fn fringe(&self) -> Fringe {
        let (mut wanted, mut barred, mut cells) = ([0; 6], [0; 6], 0);
        for edge in 0..6 {
            let back = opposite(edge);
            wanted[edge] = shift(self.roads[back], back);
            barred[edge] = shift(self.laid & !self.roads[back], back);
            cells |= wanted[edge];
        }
        Fringe { cells: cells & self.empty(), wanted, barred }
    }

    /// The kinds of `kinds` that can be laid somewhere.
    #[must_use]
    pub fn kinds_that_fit(&self, kinds: impl Iterator<Item = Kind>) -> KindSet {
        let fringe = self.fringe();
        let fitting = Cell::each(fringe.cells).fold(0, |set, cell| set | fringe.fitting(cell));
        kinds.filter(|kind| kind.pieces() & fitting != 0).fold(0, |set, kind| set | 1 << kind.index())
    }

    /// The tiles that can be reached from those in `from` over one road, and `from` itself.
    #[inline]
    #[must_use]
    pub fn spread(&self, from: CellSet) -> CellSet {
        (0..6).fold(from, |all, edge| all | shift(from & self.roads[edge], edge)) & self.laid
    }

    /// The tiles with a road over this side.
    #[inline]
    #[must_use]
    pub fn leaving(&self, side: Side) -> CellSet {
        side.exits().iter().fold(0, |all, &(edge, cells)| all | self.roads[edge] & cells)
    }

    /// The tiles with a road to an empty cell of the board.
    #[must_use]
    pub fn open_ended(&self) -> CellSet {
        let empty = self.empty();
        (0..6).fold(0, |all, edge| all | self.roads[edge] & shift(empty, opposite(edge)))
    }

    /// Does every shared edge match, and does every tile hang together with d4 by road?
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let matched = (0..6).all(|edge| {
            let arriving = shift(self.roads[edge], edge) & self.laid;
            arriving & !self.roads[opposite(edge)] == 0
        });
        let mut joined = Cell::MIDDLE.bit() & self.laid;
        loop {
            let next = self.spread(joined);
            if next == joined {
                return matched && joined == self.laid;
            }
            joined = next;
        }
    }
}

/// One bit a kind.
pub type KindSet = u16;

impl Fringe {
    /// What the empty cells of a figure ask for: each of them may be laid, and no road may leave the figure.
    #[must_use]
    pub fn within(self, empty: CellSet, figure: CellSet) -> Self {
        let barred = std::array::from_fn(|edge| self.barred[edge] | !shift(figure, opposite(edge)));
        Self { cells: empty, barred, ..self }
    }

    /// The cells that a road leads to over this edge of theirs.
    #[must_use]
    pub const fn wanted(&self, edge: usize) -> CellSet {
        self.wanted[edge]
    }

    /// The edges of a cell that need a road.
    #[inline]
    #[must_use]
    pub const fn roads(&self, cell: Cell) -> u8 {
        gather(&self.wanted, cell)
    }

    /// The edges of a cell that may have none.
    #[inline]
    #[must_use]
    pub const fn blanks(&self, cell: Cell) -> u8 {
        gather(&self.barred, cell)
    }

    /// The pieces that can be laid on a cell of [`Fringe::cells`]: road meets road and blank meets blank on every
    /// shared edge (reading: blank to blank is fine as long as some edge joins by road, which the fringe sees to).
    #[inline]
    #[must_use]
    pub const fn fitting(&self, cell: Cell) -> PieceSet {
        Piece::matching(self.roads(cell), self.blanks(cell))
    }
}

/// The bits of one cell out of a set an edge.
#[inline]
const fn gather(sets: &[CellSet; 6], cell: Cell) -> u8 {
    let (mut bits, mut edge) = (0, 0);
    while edge < 6 {
        bits |= ((sets[edge] >> cell.index() & 1) as u8) << edge;
        edge += 1;
    }
    bits
}
