//! Encodes a game's boards as the steps between them and what the steps do not explain, so that a page can contain
//! hundreds of games.

use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::mem::take;
use ugi::board::{Board, Cells, Look, Word};
use ugi::facts::{Act, Step};

/// The cell tables, the looks of pieces and the words of moves on a page. All games refer to them by index.
#[derive(Clone, Debug, Default)]
pub(super) struct PageTables {
    cells: Vec<CellTable>,
    looks: Vec<Look>,
    look_numbers: HashMap<Look, usize>,
    words: Vec<String>,
    word_numbers: HashMap<String, usize>,
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

/// The difference from the previous board after the steps of the move; for the first board, the difference from the
/// empty board.
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

/// A step of a piece on the board: what happens, the index of its look, the indices of its cells, and the count from
/// which it comes or to which it goes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct ShownStep(Act, usize, Vec<usize>, #[serde(skip_serializing_if = "Option::is_none")] Option<String>);

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

    /// Returns all words, in the order of their indices.
    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    /// Returns the boards of a game as differences. `cells` is the index of the game's cell table. `steps` are those of
    /// each move, if they are known. Pieces on cells outside this table cannot be drawn and are omitted.
    pub(super) fn deltas(&mut self, cells: usize, boards: &[Board], steps: &[Vec<ShownStep>]) -> Vec<Delta> {
        let mut before = BoardState::default();
        let mut found = Vec::with_capacity(boards.len());
        for (index, board) in boards.iter().enumerate() {
            let shown = self.board_state(cells, board);
            let steps = index.checked_sub(1).and_then(|index| steps.get(index));
            before.carry_out(steps.map_or(&[], Vec::as_slice), &self.looks);
            found.push(shown.delta_from(&before));
            before = shown;
        }
        found
    }

    /// Returns the index of the words of a move. Adds them if they are new.
    pub(super) fn word(&mut self, words: &str) -> usize {
        if let Some(&number) = self.word_numbers.get(words) {
            return number;
        }
        self.words.push(words.to_string());
        self.word_numbers.insert(words.to_string(), self.words.len() - 1);
        self.words.len() - 1
    }

    /// Returns the steps of the pieces on cells that are drawn. Hands and counts are part of the boards.
    pub(super) fn steps(&mut self, cells: usize, steps: &[Step]) -> Vec<ShownStep> {
        let mut found = Vec::new();
        for step in steps.iter().filter(|step| step.piece.is_some()) {
            let (path, count) = match step.act {
                Act::Walk if step.path.is_empty() => (step.from.iter().chain(&step.to).collect(), None),
                Act::Walk => (step.path.iter().collect(), None),
                Act::Take => (Vec::from_iter(&step.from), step.to.clone()),
                Act::Put => (Vec::from_iter(&step.to), step.from.clone()),
                _ => (Vec::from_iter(&step.to), None),
            };
            let path: Option<Vec<usize>> = path.into_iter().map(|name| self.number(cells, name)).collect();
            if let Some(path) = path.filter(|path| !path.is_empty()) {
                found.push(ShownStep(step.act, self.look(&step.look()), path, count));
            }
        }
        found
    }

    /// Returns the index of a cell, or `None` if it is not drawn.
    fn number(&self, cells: usize, name: &String) -> Option<usize> {
        self.cells[cells].names.binary_search(name).ok()
    }

    /// Returns the index of a look. Adds the look if it is new.
    fn look(&mut self, look: &Look) -> usize {
        let new = self.looks.len();
        let number = *self.look_numbers.entry(look.clone()).or_insert(new);
        if number == new {
            self.looks.push(look.clone());
        }
        number
    }

    fn board_state(&mut self, cells: usize, board: &Board) -> BoardState {
        let mut pieces = Vec::with_capacity(board.pieces.len());
        for piece in &board.pieces {
            let Some(cell) = self.number(cells, &piece.at) else { continue };
            pieces.push((cell, self.look(&piece.look)));
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
            last: board.last.iter().filter_map(|name| self.number(cells, name)).collect(),
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
    /// Carries out the steps of a move, in the same way as the page. A step that does not fit changes nothing.
    fn carry_out(&mut self, steps: &[ShownStep], looks: &[Look]) {
        for &ShownStep(act, look, ref path, _) in steps {
            let (Some(&first), Some(&last)) = (path.first(), path.last()) else { continue };
            let at = self.pieces.iter().position(|piece| *piece == (first, look));
            match (act, at) {
                (Act::Put, _) => self.pieces.push((first, look)),
                (Act::Take, Some(at)) => {
                    self.pieces.remove(at);
                }
                (Act::Walk, Some(at)) => self.pieces[at].0 = last,
                (Act::Turn | Act::Promote, _) => {
                    let same =
                        |piece: &&mut (usize, usize)| piece.0 == first && looks[piece.1].seat == looks[look].seat;
                    let mut found: Vec<&mut (usize, usize)> = self.pieces.iter_mut().filter(same).collect();
                    if let [piece] = &mut found[..] {
                        piece.1 = look;
                    }
                }
                _ => {}
            }
        }
        self.pieces.sort_unstable();
    }

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
            let deltas = tables.deltas(number, &boards, &[]);
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
        let boards = [board("a", "p1"), board("c", "p2"), board("c", "p2")];
        let deltas = tables.deltas(number, &boards, &[]);
        let texts: Vec<String> = deltas.iter().map(|delta| serde_json::to_string(delta).unwrap()).collect();
        assert_eq!(texts, [r#"{"t":1,"+":[0,0],"l":[0]}"#, r#"{"t":2,"-":[0,0],"+":[2,0],"l":[2]}"#, "{}"]);
        let walk = Step {
            from: Some("a".into()),
            to: Some("c".into()),
            ..Step::of_piece(Act::Walk, &boards[0].pieces[0].look)
        };
        let steps = tables.steps(number, &[walk]);
        assert_eq!(serde_json::to_string(&steps).unwrap(), r#"[["walk",0,[0,2]]]"#);
        let deltas = tables.deltas(number, &boards, &[steps]);
        assert_eq!(serde_json::to_string(&deltas[1]).unwrap(), r#"{"t":2,"l":[2]}"#);
        assert_eq!((tables.cells(cells()), tables.cells(Cells::default())), (0, 1));
    }
}
