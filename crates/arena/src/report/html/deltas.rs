//! Encodes a game's boards as differences between consecutive boards, so that a page can contain hundreds of games.

use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::mem::take;
use ugi::board::{Board, Cells, Look, Word};

/// The cell tables and the looks of pieces on a page. All games refer to them by index.
#[derive(Clone, Debug, Default)]
pub(super) struct PageTables {
    cells: Vec<CellTable>,
    looks: Vec<Look>,
    look_numbers: HashMap<Look, usize>,
}

/// The board cells of a game with certain rule options.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(super) struct CellTable {
    /// The name of each cell.
    names: Vec<String>,
    /// The centre of each cell.
    at: Vec<(f64, f64)>,
    /// All other properties of the cells.
    #[serde(flatten)]
    rest: Cells,
}

/// The difference from the previous board; for the first board, the difference from the empty board.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(super) struct Delta {
    /// Who decides, if that has changed: the seat number, 0 for chance, -1 if the game is over.
    #[serde(rename = "t", skip_serializing_if = "Option::is_none")]
    turn: Option<i64>,
    /// The removed pieces, as alternating indices of cells and looks.
    #[serde(rename = "-", skip_serializing_if = "Vec::is_empty")]
    removed: Vec<usize>,
    /// The added pieces, as alternating indices of cells and looks.
    #[serde(rename = "+", skip_serializing_if = "Vec::is_empty")]
    added: Vec<usize>,
    /// All hands, if any of them has changed.
    #[serde(rename = "h", skip_serializing_if = "Option::is_none")]
    hands: Option<Vec<String>>,
    /// The cells of the last move, if they have changed.
    #[serde(rename = "l", skip_serializing_if = "Option::is_none")]
    last: Option<Vec<usize>>,
    /// All counts, if any of them has changed.
    #[serde(rename = "c", skip_serializing_if = "Option::is_none")]
    counts: Option<BTreeMap<Word, Vec<i64>>>,
}

impl PageTables {
    /// Returns the index of the cell table for these cells. Adds the table if it is new.
    pub(super) fn cells(&mut self, mut cells: Cells) -> usize {
        let (names, at) = take(&mut cells.cells).into_iter().unzip();
        let table = CellTable { names, at, rest: cells };
        self.cells.iter().position(|known| *known == table).unwrap_or_else(|| {
            self.cells.push(table);
            self.cells.len() - 1
        })
    }

    /// Returns all cell tables, in the order of their indices.
    pub(super) fn all_cells(&self) -> &[CellTable] {
        &self.cells
    }

    /// Returns all looks, in the order of their indices.
    pub(super) fn looks(&self) -> &[Look] {
        &self.looks
    }

    /// Returns the boards of a game as differences. `cells` is the index of the game's cell table. Pieces on cells
    /// outside this table cannot be drawn and are omitted.
    pub(super) fn deltas(&mut self, cells: usize, boards: &[Board]) -> Vec<Delta> {
        let mut before = BoardState::default();
        let mut found = Vec::with_capacity(boards.len());
        for board in boards {
            let shown = self.board_state(cells, board);
            found.push(shown.delta_from(&before));
            before = shown;
        }
        found
    }

    fn board_state(&mut self, cells: usize, board: &Board) -> BoardState {
        let numbers = |table: &CellTable, name: &String| table.names.binary_search(name).ok();
        let mut pieces = Vec::with_capacity(board.pieces.len());
        for piece in &board.pieces {
            let Some(cell) = numbers(&self.cells[cells], &piece.at) else { continue };
            let new = self.looks.len();
            let look = *self.look_numbers.entry(piece.look.clone()).or_insert(new);
            if look == new {
                self.looks.push(piece.look.clone());
            }
            pieces.push((cell, look));
        }
        pieces.sort_unstable();
        BoardState {
            turn: match board.turn.strip_prefix('p').and_then(|seat| seat.parse().ok()) {
                Some(seat) => seat,
                None if board.turn == "chance" => 0,
                None => -1,
            },
            pieces,
            hands: board.hands.clone(),
            last: board.last.iter().filter_map(|name| numbers(&self.cells[cells], name)).collect(),
            counts: board.counts.clone(),
        }
    }
}

/// A board whose cells and looks are replaced by their indices. The pieces are sorted.
#[derive(Clone, PartialEq, Debug, Default)]
struct BoardState {
    turn: i64,
    pieces: Vec<(usize, usize)>,
    hands: Vec<String>,
    last: Vec<usize>,
    counts: BTreeMap<Word, Vec<i64>>,
}

impl BoardState {
    fn delta_from(&self, before: &Self) -> Delta {
        Delta {
            turn: (self.turn != before.turn).then_some(self.turn),
            removed: only_in(&before.pieces, &self.pieces),
            added: only_in(&self.pieces, &before.pieces),
            hands: (self.hands != before.hands).then(|| self.hands.clone()),
            last: (self.last != before.last).then(|| self.last.clone()),
            counts: (self.counts != before.counts).then(|| self.counts.clone()),
        }
    }
}

/// Returns the multiset difference of two sorted lists: the items of `list` that `other` lacks, as alternating indices
/// of cells and looks.
fn only_in(list: &[(usize, usize)], other: &[(usize, usize)]) -> Vec<usize> {
    let mut rest = other.iter().peekable();
    let mut found = Vec::new();
    for item in list {
        while rest.next_if(|&next| next < item).is_some() {}
        if rest.next_if(|&next| next == item).is_none() {
            found.extend([item.0, item.1]);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ugi::board::Piece;

    /// Applies a delta in the same way as the page.
    fn follow(mut shown: BoardState, delta: &Delta) -> BoardState {
        let pairs = |list: &[usize]| list.chunks(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>();
        for gone in pairs(&delta.removed) {
            let place = shown
                .pieces
                .iter()
                .position(|piece| *piece == gone)
                .expect("a delta removes only pieces that are on the board");
            shown.pieces.remove(place);
        }
        shown.pieces.extend(pairs(&delta.added));
        shown.pieces.sort_unstable();
        shown.turn = delta.turn.unwrap_or(shown.turn);
        shown.hands = delta.hands.clone().unwrap_or(shown.hands);
        shown.last = delta.last.clone().unwrap_or(shown.last);
        shown.counts = delta.counts.clone().unwrap_or(shown.counts);
        shown
    }

    fn cells() -> Cells {
        let cells = ["a", "b", "c", "d"].iter().enumerate().map(|(x, name)| ((*name).to_string(), (x as f64, 0.0)));
        Cells { grid: "square".into(), cells: cells.collect(), ..Cells::default() }
    }

    prop_compose! {
        fn board()(
            turn in prop::sample::select(vec!["p1", "p2", "chance", "over"]),
            pieces in prop::collection::vec((0..5_usize, 0..3_usize, 0..2_usize), 0..6),
            hands in prop::collection::vec("[A-K]{0,2}", 0..3),
            last in prop::collection::vec(0..5_usize, 0..3),
            stock in prop::option::of(-1..3_i64),
        ) -> Board {
            // The fifth cell is not drawn.
            let name = |cell: usize| ["a", "b", "c", "d", "elsewhere"][cell].to_string();
            let piece = |&(at, seat, kind): &(usize, usize, usize)| Piece::new(name(at), ugi::Seat::from_number(seat), ["man", "king"][kind]);
            Board {
                turn: turn.to_string(),
                pieces: pieces.iter().map(piece).collect(),
                hands,
                last: last.into_iter().map(name).collect(),
                counts: stock.map(|stock| ("stock".into(), vec![stock])).into_iter().collect(),
                ..Board::default()
            }
        }
    }

    proptest! {
        #[test]
        fn deltas_lead_through_all_boards(boards in prop::collection::vec(board(), 1..8)) {
            let mut tables = PageTables::default();
            let number = tables.cells(cells());
            let deltas = tables.deltas(number, &boards);
            let mut at = BoardState::default();
            for (board, delta) in boards.iter().zip(&deltas) {
                at = follow(at, delta);
                prop_assert_eq!(&at, &tables.board_state(number, board));
                // Only pieces on undrawn cells are lost in the conversion to deltas.
                let drawn = |piece: &&Piece| piece.at != "elsewhere";
                let mut pieces: Vec<Piece> = board.pieces.iter().filter(drawn).cloned().collect();
                let piece = |&(cell, look): &(usize, usize)| Piece {
                    at: tables.all_cells()[number].names[cell].clone(),
                    look: tables.looks()[look].clone(),
                };
                let mut back: Vec<Piece> = at.pieces.iter().map(piece).collect();
                let order = |piece: &Piece| (piece.at.clone(), piece.look.seat, piece.look.kind.clone());
                pieces.sort_by_key(order);
                back.sort_by_key(order);
                prop_assert_eq!(back, pieces);
            }
            prop_assert_eq!(deltas.len(), boards.len());
        }
    }

    #[test]
    fn a_move_is_a_few_bytes() {
        let mut tables = PageTables::default();
        let number = tables.cells(cells());
        let board = |at: &str, turn: &str| Board {
            turn: turn.to_string(),
            pieces: vec![Piece::new(at, ugi::Seat::P1, "man")],
            last: vec![at.to_string()],
            ..Board::default()
        };
        let deltas = tables.deltas(number, &[board("a", "p1"), board("c", "p2"), board("c", "p2")]);
        let texts: Vec<String> = deltas.iter().map(|delta| serde_json::to_string(delta).unwrap()).collect();
        assert_eq!(texts, [r#"{"t":1,"+":[0,0],"l":[0]}"#, r#"{"t":2,"-":[0,0],"+":[2,0],"l":[2]}"#, "{}"]);
        assert_eq!((tables.cells(cells()), tables.cells(Cells::default())), (0, 1));
    }
}
