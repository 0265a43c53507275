//! The rules: one seat, one figure, tiles that agree. Knows no text and no search.

use crate::games::querbeet::bag::Bag;
use crate::games::querbeet::board::{Board, Fringe};
use crate::games::querbeet::cell::{Cell, CellSet};
use crate::games::querbeet::stock::Stock;
use crate::games::querbeet::tile::{PIECES, Piece, PieceSet};
use base::rng::mix;
use kit::game::{Ending, Game, NoEvent, Reason, Seat, Turn};

/// The rule options in effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The cells to fill at the start, from 1 to 19.
    pub figure: CellSet,
    /// The eighteen; the centre tile comes with them.
    pub tiles: Bag,
}

/// A move: a tile, turned, on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lay(pub Piece, pub Cell);

/// A position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QuerbeetFigure {
    pub(super) figure: CellSet,
    pub(super) board: Board,
    pub(super) stock: Stock,
    pub(super) plies: u64,
}

impl QuerbeetFigure {
    /// The cells of the figure without a tile.
    #[must_use]
    pub fn free(&self) -> CellSet {
        self.figure & !self.board.laid()
    }

    /// What the free cells ask for.
    pub(super) fn demands(&self) -> Fringe {
        self.board.fringe().within(self.free(), self.figure)
    }

    /// Every free cell with the pieces of the stock that fit there; also where there is none.
    #[inline]
    pub(super) fn places(&self) -> impl Iterator<Item = (Cell, PieceSet)> + use<> {
        let (demands, pieces) = (self.demands(), self.stock.pieces());
        Cell::each(self.free()).map(move |cell| (cell, demands.fitting(cell) & pieces))
    }

    /// Is this a legal move?
    pub(super) fn is_legal(&self, Lay(piece, cell): Lay) -> bool {
        self.places().any(|(place, pieces)| place == cell && pieces & piece.bit() != 0)
    }
}

impl Game for QuerbeetFigure {
    const NAME: &'static str = "querbeet-figure";

    type Rules = Rules;
    type Action = Lay;
    type Event = NoEvent;

    fn start(rules: &Rules) -> Self {
        let stock = Stock::with_centre(rules.tiles);
        Self { figure: rules.figure, board: Board::default(), stock, plies: 0 }
    }

    fn seats(&self) -> usize {
        1
    }

    fn turn(&self) -> Turn {
        if self.ending().is_some() { Turn::Over } else { Turn::Seat(Seat::P1) }
    }

    /// Won when the figure is full, lost when it is not and nothing fits anywhere.
    fn ending(&self) -> Option<Ending> {
        if self.free() == 0 {
            Some(Ending::win(0, Reason::Complete))
        } else if self.places().all(|(_, pieces)| pieces == 0) {
            Some(Ending::win(1, Reason::NoMoves))
        } else {
            None
        }
    }

    fn plies(&self) -> u64 {
        self.plies
    }

    fn actions(&self, out: &mut Vec<Lay>) {
        for (cell, pieces) in self.places() {
            out.extend(Piece::each(pieces).map(|piece| Lay(piece, cell)));
        }
    }

    fn count_actions(&self) -> usize {
        self.places().map(|(_, pieces)| pieces.count_ones() as usize).sum()
    }

    #[inline]
    fn play(&mut self, Lay(piece, cell): Lay) {
        self.board.lay(piece, cell);
        self.stock.take(piece.kind());
        self.plies = self.plies.saturating_add(1);
    }

    /// A tile that lies stays.
    fn is_irreversible(&self, _action: Lay) -> bool {
        true
    }

    fn key(&self) -> u64 {
        let roads = (0..6).map(|edge| self.board.roads(edge));
        let words = [self.figure, self.stock.bits()].into_iter().chain(roads);
        words.fold(PIECES as u64, |key, word| mix(key.rotate_left(7) ^ word))
    }

    fn happen(&mut self, event: &NoEvent) {
        match *event {}
    }
}
