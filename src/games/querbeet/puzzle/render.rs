//! What both puzzles show of their tiles and their stock.

use super::stock::Stock;
use crate::games::querbeet::render::drawing;
use crate::games::querbeet::tile::Piece;
use kit::notation::Board;

/// Tiles by the name of their cell, and the stock as a hand.
pub fn board(tiles: impl Iterator<Item = (String, Piece)>, stock: Stock) -> Board {
    let pieces = tiles.map(|(cell, piece)| drawing(&cell, piece));
    Board { pieces: pieces.collect(), hands: vec![stock.to_string().replace('-', "")], ..Board::default() }
}
