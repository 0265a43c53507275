//! The built-in figures, from `data/figures.tsv`.

use crate::games::querbeet::cell::{Cell, CellSet};
use crate::games::querbeet::tokens::cell;
use nom::Parser;
use nom::bytes::complete::tag;
use nom::combinator::all_consuming;
use nom::multi::separated_list1;

/// The table of figures, tab-separated. After a header line, each line has a figure's name, number of cells, number of
/// solutions with the default tile set, number of drawings (ways to draw roads that match, regardless of the stock),
/// and cells.
pub const TABLE: &str = include_str!("../../../data/figures.tsv");
/// The number of figures.
pub const COUNT: usize = 40;
/// The names of the figures in the order of the table, which starts with the easiest.
pub const NAMES: [&str; COUNT] = names();

/// Returns the cells of the figure with this name, or of the first figure if no figure has the name.
pub fn named(name: &str) -> CellSet {
    let lines = || TABLE.lines().skip(1);
    let line = lines().find(|line| line.split('\t').next() == Some(name)).or_else(|| lines().next());
    line.and_then(|line| cells(line.split('\t').next_back()?)).unwrap_or(Cell::MIDDLE.bit())
}

/// Parses a comma-separated list of cells.
pub fn cells(text: &str) -> Option<CellSet> {
    let (_, cells) = all_consuming(separated_list1(tag(","), cell)).parse(text).ok()?;
    Some(cells.into_iter().fold(0, |set, cell| set | cell.bit()))
}

/// Returns the first column of every line after the header.
const fn names() -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let (_, mut rest) = cut(TABLE, b'\n');
    let mut at = 0;
    while at < COUNT {
        let (line, after) = cut(rest, b'\n');
        names[at] = cut(line, b'\t').0;
        rest = after;
        at += 1;
    }
    assert!(rest.is_empty(), "the table must have COUNT figures");
    names
}

/// Splits a string at the first byte `mark` and drops that byte. The string must contain `mark`.
const fn cut(text: &'static str, mark: u8) -> (&'static str, &'static str) {
    let mut at = 0;
    while text.as_bytes()[at] != mark {
        at += 1;
    }
    let (before, after) = text.split_at(at);
    (before, after.split_at(1).1)
}
