//! Rendering shared by both puzzles.

use super::stock::Stock;
use crate::games::querbeet::render::drawing;
use crate::games::querbeet::tile::Piece;
use ugi::board::Board;

/// Returns a board with the given tiles, each on the cell with the given name, and with the stock as a hand.
pub fn board(tiles: impl Iterator<Item = (String, Piece)>, stock: Stock) -> Board {
    let pieces = tiles.map(|(cell, piece)| drawing(&cell, piece));
    Board { pieces: pieces.collect(), hands: vec![stock.to_string().replace('-', "")], ..Board::default() }
}
