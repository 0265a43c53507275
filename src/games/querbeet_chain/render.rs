//! The board for graphical and text display: cells, pieces, clicks, and a text picture.

use super::position::QuerbeetChain;
use super::spot::{ROWS, Spot};
use crate::games::querbeet::render::lines;

/// The width of half a cell in the text picture, in columns.
const HALF: i32 = 2;
/// The height of a row in the text picture, in lines.
const HIGH: i32 = 2;
/// The width of the left margin, in columns. It contains the name of the first visible cell of each row.
const LEFT: i32 = 6;
/// The minimum number of cells that the text picture shows in each direction from the middle cell.
const LEAST: i32 = 2;

impl QuerbeetChain {
    pub(super) fn cells_enclosed(&self) -> String {
        format!("{} cell{}", self.enclosed, if self.enclosed == 1 { "" } else { "s" })
    }

    /// Draws the part of the board around the tiles. Each row begins with the name of its first visible cell.
    pub(super) fn map(&self) -> Vec<String> {
        let tiles = self.laid.tiles();
        let span = |least: i32, of: &dyn Fn(Spot) -> i32| {
            let middle = of(Spot::MIDDLE);
            tiles
                .iter()
                .map(|&(spot, _)| of(spot))
                .fold((middle - least, middle + least), |(low, high), at| (low.min(at - 1), high.max(at + 1)))
        };
        let (top, bottom) = span(LEAST, &|spot| i32::from(spot.row()));
        let (left, right) = span(2 * LEAST, &Spot::halves);
        let (top, bottom) = (top.max(0), bottom.min(i32::from(ROWS) - 1));
        let width = (LEFT + (right - left) * HALF + 3) as usize;
        let mut canvas = vec![vec![' '; width]; ((bottom - top) * HIGH + 1) as usize];
        let mut named = Vec::new();
        let shown =
            |spot: &Spot| (left..=right).contains(&spot.halves()) && (top..=bottom).contains(&i32::from(spot.row()));
        for spot in Spot::all().filter(shown) {
            let (x, y) = (LEFT + (spot.halves() - left) * HALF, (i32::from(spot.row()) - top) * HIGH);
            if !named.contains(&spot.row()) {
                named.push(spot.row());
                write(&mut canvas, 0, y, &spot.name());
            }
            let Some(piece) = self.laid.piece(spot) else {
                write(&mut canvas, x, y, ".");
                continue;
            };
            write(&mut canvas, x, y, &piece.kind().letter().to_string());
            // For each edge: the characters of a road, and their offset from the tile's letter in columns and lines.
            let strokes = [(1, -1, "/"), (1, 0, "--"), (1, 1, "\\"), (-1, 1, "/"), (-1, 0, "-"), (-1, -1, "\\")];
            for (edge, (right, down, mark)) in strokes.into_iter().enumerate() {
                if piece.roads() >> edge & 1 == 1 {
                    write(&mut canvas, x + right, y + down, mark);
                }
            }
        }
        lines(canvas)
    }
}

/// Writes a string that starts in column `x` of line `y`. Characters outside the canvas are dropped.
fn write(canvas: &mut [Vec<char>], x: i32, y: i32, text: &str) {
    for (at, letter) in text.chars().enumerate() {
        let place = usize::try_from(y).ok().and_then(|y| canvas.get_mut(y));
        if let Some(place) = place.and_then(|line| line.get_mut(usize::try_from(x).ok()? + at)) {
            *place = letter;
        }
    }
}
