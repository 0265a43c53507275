//! Draws a board as text from its cells and pieces: the default picture of a game.

use std::collections::BTreeMap;
use ugi::board::{Board, Cells};

/// Draws each cell at its coordinates: the number of the seat that owns the piece, the first letter of the kind of a
/// neutral piece, or `.` for an empty cell. Hands and counts follow, one per line, the counts by seat.
pub(crate) fn render(cells: &Cells, board: &Board) -> String {
    let left = cells.cells.values().map(|at| at.0).fold(f64::INFINITY, f64::min);
    let mut rows: BTreeMap<i64, BTreeMap<usize, char>> = BTreeMap::new();
    for (name, &(x, y)) in &cells.cells {
        let piece = board.pieces.iter().find(|piece| piece.at == *name);
        let sign = piece.map_or('.', |piece| match piece.look.seat {
            None => piece.look.kind.chars().next().unwrap_or('0'),
            Some(seat) => char::from_digit(seat.number() as u32, 36).unwrap_or('?'),
        });
        rows.entry((y * 100.0) as i64).or_default().insert(((x - left) * 2.0).round() as usize, sign);
    }
    let line = |row: BTreeMap<usize, char>| -> String {
        (0..=row.keys().max().copied().unwrap_or_default()).map(|at| row.get(&at).copied().unwrap_or(' ')).collect()
    };
    let mut lines: Vec<String> = rows.into_values().map(line).collect();
    lines.extend(board.hands.iter().enumerate().map(|(index, hand)| format!("p{}: {hand}", index + 1)));
    lines.extend(board.counts.iter().map(|(name, counts)| {
        let counts: Vec<String> = counts.iter().map(i64::to_string).collect();
        format!("{name}: {}", counts.join(" "))
    }));
    lines.extend(board.facts.iter().map(|(name, fact)| format!("{name}: {fact}")));
    lines.join("\n")
}
