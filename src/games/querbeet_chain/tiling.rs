//! Assigns tiles of the stock to the free cells of a ring, in a legal order.

use super::laid_tiles::LaidTiles;
use super::moves::Lay;
use super::position::QuerbeetChain;
use super::ring::{Ring, enclosed};
use super::spot::Spot;
use crate::games::querbeet::puzzle::stock::Stock;
use crate::games::querbeet::tile::{Piece, PieceSet};
use kit::search::Aborted;
use kit::search::NodeCounter;

/// Returns tiles of the stock for the free cells of a ring, in a legal order in which only the last tile closes a ring.
/// Returns `None` if no such assignment exists.
///
/// # Errors
/// Returns [`Aborted`] if a limit is reached before the search ends.
pub fn assign_tiles(
    position: &QuerbeetChain,
    ring: &Ring,
    meter: &mut NodeCounter,
) -> Result<Option<Vec<Lay>>, Aborted> {
    let free = ring.cells.iter().enumerate().filter(|&(_, &spot)| position.laid.piece(spot).is_none());
    let mut open: Vec<(Spot, u8)> = free.map(|(at, &spot)| (spot, ring.edges(at))).collect();
    let mut lays = Vec::new();
    fill(position, &position.laid, position.stock, &mut open, &mut lays, meter)
}

/// Assigns pieces to the cells in `open` by depth-first search, the cell with the fewest fitting pieces first. Each
/// open cell comes with the edges at which it needs a road.
fn fill(
    position: &QuerbeetChain,
    laid: &LaidTiles,
    stock: Stock,
    open: &mut Vec<(Spot, u8)>,
    lays: &mut Vec<Lay>,
    meter: &mut NodeCounter,
) -> Result<Option<Vec<Lay>>, Aborted> {
    let choices = |&(spot, edges): &(Spot, u8)| -> PieceSet {
        let (roads, blanks) = laid.demands(spot);
        Piece::matching(roads | edges, blanks) & stock.pieces()
    };
    let tightest = (0..open.len()).min_by_key(|&at| choices(&open[at]).count_ones());
    let Some(at) = tightest else { return Ok(order(position, lays)) };
    let pieces = choices(&open[at]);
    let cell = open.swap_remove(at);
    for piece in Piece::each(pieces) {
        meter.visit()?;
        let (mut laid, mut stock) = (*laid, stock);
        laid.lay(piece, cell.0);
        stock.take(piece.kind());
        lays.push(Lay(piece, cell.0));
        let found = fill(position, &laid, stock, open, lays, meter)?;
        lays.pop();
        if found.is_some() {
            return Ok(found);
        }
    }
    open.push(cell);
    Ok(None)
}

/// Returns the same tiles in an order in which each is joined by road to those before it and only the last closes a
/// ring. Returns `None` if there is no such order.
fn order(position: &QuerbeetChain, lays: &[Lay]) -> Option<Vec<Lay>> {
    (0..lays.len()).find_map(|last| {
        let others: Vec<Lay> = lays.iter().enumerate().filter(|&(at, _)| at != last).map(|(_, &lay)| lay).collect();
        let mut before = position.laid;
        others.iter().for_each(|&Lay(piece, spot)| before.lay(piece, spot));
        if !before.is_joined() || enclosed(&before) > 0 {
            return None;
        }
        let mut line = connected_order(position.laid, others);
        line.push(lays[last]);
        Some(line)
    })
}

/// Orders tiles so that each can be laid after those before it.
fn connected_order(mut laid: LaidTiles, mut waiting: Vec<Lay>) -> Vec<Lay> {
    let mut line = Vec::new();
    while let Some(at) = waiting.iter().position(|&Lay(piece, spot)| laid.fits(piece, spot)) {
        let lay = waiting.remove(at);
        laid.lay(lay.0, lay.1);
        line.push(lay);
    }
    line
}
