//! Laws of the board that graphical clients draw.

use super::law::{Law, law};
use super::positions::{MOST_MOVES, word};
use crate::game::Game;
use std::collections::{BTreeMap, BTreeSet};
use ugi::board::{Board, Cells};

/// Checks the board of a position. `cells` are those of the start position.
pub(super) fn check<G: Game>(position: &G, cells: &Cells) -> Law {
    law!(position.cells() == *cells, "`cells` differs from the cells of the start position.");
    let grid = cells.cells.is_empty() || ["square", "hex", "ring"].contains(&cells.grid.as_ref());
    law!(grid, "`cells` has the grid {:?}, but square, hex and ring are possible.", cells.grid);
    let (colours, facing, seats) = (&cells.colours, &cells.facing, position.seats());
    let fits = |length: usize| length == 0 || length == seats;
    law!(fits(colours.len()), "`cells` has the colours {colours:?} for {seats} seats.");
    let turned = fits(facing.len()) && facing.iter().all(|degrees| *degrees < 360);
    law!(turned, "`cells` has {facing:?} for {seats} seats, not an angle below 360 degrees for each.");
    for (name, at) in &cells.cells {
        word("A cell", name)?;
        law!(at.0.is_finite() && at.1.is_finite(), "The cell {name} is at {at:?}.");
    }
    if let Some([one, other]) = same_place(cells) {
        return Err(format!("The cells {one} and {other} are at the same place."));
    }
    let legal = position.legal();
    for &action in legal.iter().step_by(legal.len() / MOST_MOVES + 1) {
        let trace = position.trace(action);
        let known = trace.iter().all(|cell| cells.cells.contains_key(cell));
        law!(known, "`trace` of {} is {trace:?}, which are not all cells.", position.action_text(action));
    }
    let printable = |text: &str| text.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte));
    law!(printable(&position.picture()), "`picture` is not ASCII.");
    law!(printable(&position.explain()), "`explain` is not ASCII.");
    check_pieces(position, cells)
}

/// Returns two cells that a picture would draw over each other.
fn same_place(cells: &Cells) -> Option<[&str; 2]> {
    let mut places: BTreeMap<[i64; 2], &str> = BTreeMap::new();
    cells.cells.iter().find_map(|(name, at)| {
        let hundredths = [at.0, at.1].map(|x| (x * 100.0).round() as i64);
        places.insert(hundredths, name).map(|other| [other, name.as_ref()])
    })
}

/// Checks the pieces, hands and counts of a position.
pub(super) fn check_pieces<G: Game>(position: &G, cells: &Cells) -> Law {
    let (board, seats) = (position.board(), position.seats());
    let mut taken = BTreeSet::new();
    for piece in &board.pieces {
        let at = &piece.at;
        law!(cells.cells.contains_key(at), "`board` has a piece on {at}, which is not a cell.");
        law!(taken.insert(at), "`board` has two pieces on {at}.");
        let owner = piece.look.seat.map_or(0, |seat| seat.number());
        law!(owner <= seats, "`board` has a piece of seat {owner} on {at}.");
        word("The kind of a piece", &piece.look.kind)?;
    }
    let hands = board.hands.len();
    law!(hands == 0 || hands == seats, "`board` has {hands} hands for {seats} seats.");
    for (name, counts) in &board.counts {
        law!(counts.len() == seats, "`board` counts {name} for {} of {seats} seats.", counts.len());
    }
    Ok(())
}

/// Checks that the board of a view differs from the true board only in hidden cards.
pub(super) fn check_view(truth: &Board, view: &Board) -> Law {
    let sizes = |board: &Board| board.hands.iter().map(|hand| hand.chars().count()).collect::<Vec<_>>();
    let public = |board: &Board| (board.pieces.clone(), board.counts.clone(), board.facts.clone(), sizes(board));
    let same = public(truth) == public(view);
    law!(same, "A view shows another board: {view:?} instead of {truth:?}.");
    let cards = truth.hands.iter().zip(&view.hands).flat_map(|(truth, view)| truth.chars().zip(view.chars()));
    let mut wrong = cards.filter(|(truth, view)| *view != '?' && truth != view);
    law!(wrong.next().is_none(), "A view shows wrong cards: {:?} instead of {:?}.", view.hands, truth.hands);
    Ok(())
}
