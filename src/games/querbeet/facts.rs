//! Why a token is not a legal move. The puzzles use the parts that concern a single tile.

use super::cell::{Cell, CellSet, shift};
use super::moves::Action;
use super::position::Querbeet;
use super::tile::{Kind, Piece};
use super::tokens::{cell, piece_text};
use base::quote::quote;
use kit::about::Refusal;
use kit::game::Game;
use nom::combinator::all_consuming;
use nom::{IResult, Parser};
use std::fmt::Display;

/// Refuses a move unless the condition holds.
pub fn ensure(holds: bool, key: &'static str, arguments: &[&dyn Display]) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::new(key, arguments)) }
}

/// Reads a move such as `e1@d5`; `cell` parses the cell.
///
/// # Errors
/// Returns why the token names no tile in a rotation and no cell.
pub fn read_lay<C>(token: &str, cell: impl Fn(&str) -> IResult<&str, C>) -> Result<(Piece, C), Refusal> {
    let (tile, place) = token.split_once('@').ok_or_else(|| Refusal::new("form", &[]))?;
    ensure(!tile.is_empty() && !place.is_empty(), "form", &[])?;
    let mut letters = tile.chars();
    let kind = letters.next().and_then(Kind::of_letter).ok_or_else(|| Refusal::new("tile", &[&quote(tile)]))?;
    let turns = letters.next().filter(|_| letters.next().is_none()).and_then(|digit| digit.to_digit(10));
    let piece = turns.and_then(|turns| Piece::new(kind, turns as u8)).ok_or_else(|| {
        let all: Vec<String> = (0..kind.pieces().count_ones()).map(|turns| turns.to_string()).collect();
        let key = if all.len() == 1 { "one_rotation" } else { "rotation" };
        Refusal::new(key, &[&kind.letter(), &all.join(", ")])
    })?;
    let (_, cell) = all_consuming(cell).parse(place).map_err(|_| Refusal::new("cell", &[&quote(place)]))?;
    Ok((piece, cell))
}

/// Checks that a tile matches the laid tiles around it: it must have a road across all edges in the mask `roads` and
/// across none in `blanks`. `neighbour` returns the cell of the laid tile across an edge; without a tile, the edge must
/// not have a road because it leads out of the figure.
///
/// # Errors
/// Returns the first edge that does not match.
pub fn check_edges(
    piece: Piece,
    cell: &str,
    (roads, blanks): (u8, u8),
    neighbour: impl Fn(usize) -> Option<String>,
) -> Result<(), Refusal> {
    let wrong = roads & !piece.roads() | blanks & piece.roads();
    let Some(edge) = (0..6).find(|edge| wrong >> edge & 1 == 1) else { return Ok(()) };
    let tile = piece_text(piece);
    Err(match neighbour(edge) {
        Some(other) if roads >> edge & 1 == 1 => Refusal::new("meets_blank", &[&edge, &other, &tile]),
        Some(other) => Refusal::new("meets_road", &[&edge, &other, &tile]),
        None => Refusal::new("leaves", &[&edge, &cell]),
    })
}

/// Returns the name of the cell across an edge if it is one of `cells`.
pub fn neighbour(cells: CellSet, cell: Cell, edge: usize) -> Option<String> {
    Cell::each(shift(cell.bit(), edge) & cells).next().map(Cell::name)
}

impl Querbeet {
    /// Returns why a token is not a legal move; `None` if it is legal, or if the mover's hand is unknown.
    pub(super) fn refusal(&self, token: &str) -> Option<Refusal> {
        let hand = self.hands[self.mover()?.index()];
        if hand.unknown() > 0 {
            return None;
        }
        if token == "pass" {
            let (cell, pieces) = self.places(hand.pieces()).next()?;
            let piece = Piece::each(pieces).next()?;
            let token = self.action_text(Action::Lay(piece, cell));
            return Some(Refusal::new("can_lay", &[&piece.kind().letter(), &token]));
        }
        let check = || {
            let (piece, cell) = read_lay(token, cell)?;
            let (kind, name) = (piece.kind(), cell.name());
            // The centre tile has the field of the unknown tiles.
            let is_held = kind != Kind::CENTRE && hand.count(kind) > 0;
            ensure(is_held, "not_held", &[&kind.letter()])?;
            let laid = self.board.laid();
            ensure(laid & cell.bit() == 0, "occupied", &[&name])?;
            ensure((0..6).any(|edge| neighbour(laid, cell, edge).is_some()), "apart", &[&name])?;
            let fringe = self.board.fringe();
            ensure(fringe.cells & cell.bit() != 0, "no_road", &[&name])?;
            let demands = (fringe.roads(cell), fringe.blanks(cell));
            check_edges(piece, &name, demands, |edge| neighbour(laid, cell, edge))
        };
        check().err()
    }
}
