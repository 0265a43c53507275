//! Displays the board: cells, pieces and clicks for graphical programs, and a picture in text.

/// Returns the zero-based column and row, from the top left, at which the square with a number is drawn. Square 1 is
/// always drawn in the top row. The rotated numbering starts at the opposite edge of the board, so it shows the board
/// from p1's side.
pub(super) fn column_and_row(printed: u8) -> (u8, u8) {
    let row = (printed - 1) / 4;
    (2 * ((printed - 1) % 4) + (row + 1) % 2, row)
}
