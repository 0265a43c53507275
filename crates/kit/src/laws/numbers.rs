//! Laws of positions and moves as numbers.

use super::law::{Law, law};
use crate::game::Game;
use crate::numbers::{Layout, Numbering};
use base::rng::Rng;
use std::collections::BTreeSet;
use ugi::{Seat, Turn, Viewer};

/// Checks that the parts of an observation have names and values.
pub(super) fn check_layout(layout: &Layout) -> Law {
    let names: BTreeSet<&str> = layout.parts.iter().map(|part| part.name).collect();
    let is_word = |name: &&str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    let distinct = names.len() == layout.parts.len() && names.iter().all(is_word);
    law!(distinct, "The parts of an observation need different names of lower-case letters: {names:?}.");
    let good = layout.actions > 0 && layout.size() > 0 && layout.parts.iter().all(|part| part.size() > 0);
    law!(good, "An observation without values, or no action: {layout:?}.");
    Ok(())
}

/// Checks the numbers of a position and of its moves. `layout` is that of the start position.
pub(super) fn check<G: Game>(position: &G, layout: &Layout, rng: &mut Rng) -> Law {
    let Some(numbering) = G::NUMBERS else { return Ok(()) };
    let found = (numbering.layout)(position);
    law!(found == *layout, "The layout is {found:?}, but {layout:?} at the start.");
    for seat in Seat::all(position.seats()) {
        let seen = observe(&numbering, layout, position, seat);
        let wrong = seen.iter().position(|value| !(-1.0..=1.0).contains(value));
        law!(wrong.is_none(), "A value of what {seat} sees is not from -1 to 1: number {wrong:?} of {seen:?}.");
        let view = (G::EVENTS.mask)(position, Viewer::Seat(seat));
        let same = seen == observe(&numbering, layout, &view, seat);
        law!(same, "What {seat} sees is not the same in its view, {}.", view.position_text());
        let guess = (G::EVENTS.determinize)(&view, rng);
        let same = seen == observe(&numbering, layout, &guess, seat);
        law!(same, "What {seat} sees depends on what is hidden: it changes in {}.", guess.position_text());
        if position.turn() == Turn::Seat(seat) {
            let numbers = number(&numbering, position);
            let distinct: BTreeSet<&usize> = numbers.iter().collect();
            law!(
                numbers.len() == position.legal().len() && distinct.len() == numbers.len(),
                "The legal moves do not have different numbers: {numbers:?}."
            );
            let good = numbers.iter().all(|&number| number < layout.actions);
            law!(good, "A legal move has a number that is not below {}: {numbers:?}.", layout.actions);
            law!(numbers == number(&numbering, &view), "The moves have other numbers in the view of {seat}.");
        }
    }
    Ok(())
}

fn observe<G: Game>(numbering: &Numbering<G>, layout: &Layout, position: &G, seat: Seat) -> Vec<f32> {
    let mut out = vec![0.0; layout.size()];
    (numbering.observe)(position, seat, &mut out);
    out
}

fn number<G: Game>(numbering: &Numbering<G>, position: &G) -> Vec<usize> {
    let mut out = Vec::new();
    (numbering.number_actions)(position, &position.legal(), &mut out);
    out
}
