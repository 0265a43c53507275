//! The laid tiles as bitboards: their roads, which pieces fit next to them, and which tiles are connected by road.

use super::cell::{BOARD, Cell, CellSet, Side, opposite, shift};
use super::tile::{Kind, Piece, PieceSet};

/// The laid tiles: the set of cells with a tile and, for each edge, the set of cells with a road across that edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board {
    laid: CellSet,
    roads: [CellSet; 6],
}

/// The constraints that the laid tiles put on a tile next to them.
#[derive(Clone, Copy, Debug)]
pub struct Fringe {
    /// The cells on which a tile can be laid. In the result of [`Board::fringe`], these are the empty cells to which at
    /// least one road leads.
    pub cells: CellSet,
    /// For each edge, the cells whose neighbour across that edge has a road to them.
    wanted: [CellSet; 6],
    /// For each edge, the cells whose neighbour across that edge has a tile but no road to them or, in the result of
    /// [`Fringe::within`], is not in the figure.
    barred: [CellSet; 6],
}

impl Board {
    /// Returns the board at the start of a round, with only the centre tile.
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

    /// Returns the cells with a tile.
    #[inline]
    pub const fn laid(&self) -> CellSet {
        self.laid
    }

    /// Returns the cells without a tile.
    #[inline]
    pub const fn empty(&self) -> CellSet {
        BOARD & !self.laid
    }

    /// Returns the cells with a road across this edge.
    #[inline]
    pub const fn roads(&self, edge: usize) -> CellSet {
        self.roads[edge]
    }

    /// Returns the tile on a cell.
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        (self.laid & cell.bit() != 0).then(|| Piece::of_roads(gather(&self.roads, cell)))
    }

    /// Returns each tile with its cell, in cell order.
    pub fn tiles(&self) -> impl Iterator<Item = (Cell, Piece)> {
        Cell::each(self.laid).filter_map(|cell| Some((cell, self.piece(cell)?)))
    }

    /// Returns the constraints on a tile next to the laid tiles.
    #[inline]
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

    /// Returns the set of those `kinds` that fit somewhere on the board in at least one rotation.
    pub fn kinds_that_fit(&self, kinds: impl Iterator<Item = Kind>) -> KindSet {
        let fringe = self.fringe();
        let fitting = Cell::each(fringe.cells).fold(0, |set, cell| set | fringe.fitting(cell));
        kinds.filter(|kind| kind.pieces() & fitting != 0).fold(0, |set, kind| set | 1 << kind.index())
    }

    /// Returns `from` together with the neighbouring tiles to which its roads lead.
    #[inline]
    pub fn spread(&self, from: CellSet) -> CellSet {
        (0..6).fold(from, |all, edge| all | shift(from & self.roads[edge], edge)) & self.laid
    }

    /// Returns the tiles with a road that leaves the board on this side.
    #[inline]
    pub fn leaving(&self, side: Side) -> CellSet {
        side.exits().iter().fold(0, |all, &(edge, cells)| all | self.roads[edge] & cells)
    }

    /// Returns the tiles with a road to an empty cell of the board.
    pub fn open_ended(&self) -> CellSet {
        let empty = self.empty();
        (0..6).fold(0, |all, edge| all | self.roads[edge] & shift(empty, opposite(edge)))
    }

    /// Returns whether roads match on every shared edge and every tile is connected to `d4` by road.
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

/// A set of kinds, one bit per kind.
pub type KindSet = u16;

impl Fringe {
    /// Returns the constraints for filling `figure`: tiles can be laid on all its empty cells (`empty`), and no road
    /// may leave it.
    pub fn within(self, empty: CellSet, figure: CellSet) -> Self {
        let barred = std::array::from_fn(|edge| self.barred[edge] | !shift(figure, opposite(edge)));
        Self { cells: empty, barred, ..self }
    }

    /// Returns the cells whose neighbour across this edge has a road to them.
    pub const fn wanted(&self, edge: usize) -> CellSet {
        self.wanted[edge]
    }

    /// Returns a mask of the edges across which a tile on this cell must have a road.
    #[inline]
    pub const fn roads(&self, cell: Cell) -> u8 {
        gather(&self.wanted, cell)
    }

    /// Returns a mask of the edges across which a tile on this cell must not have a road.
    #[inline]
    pub const fn blanks(&self, cell: Cell) -> u8 {
        gather(&self.barred, cell)
    }

    /// Returns the pieces that can be laid on a cell of [`Fringe::cells`]: on every shared edge, road meets road or
    /// blank meets blank. Interpretation: blank may meet blank if a road crosses another shared edge, which is the case
    /// on every cell of a fringe from [`Board::fringe`].
    #[inline]
    pub const fn fitting(&self, cell: Cell) -> PieceSet {
        Piece::matching(self.roads(cell), self.blanks(cell))
    }
}

/// Returns the bits of one cell in six cell sets: bit `k` is from the set of edge `k`.
#[inline]
const fn gather(sets: &[CellSet; 6], cell: Cell) -> u8 {
    let (mut bits, mut edge) = (0, 0);
    while edge < 6 {
        bits |= ((sets[edge] >> cell.index() & 1) as u8) << edge;
        edge += 1;
    }
    bits
}
