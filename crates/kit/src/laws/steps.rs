//! The law of steps: a client that knows only the steps of a token draws the next board.

use super::law::{Law, law};
use super::words;
use crate::facts;
use crate::game::Game;
use ugi::facts::Picture;
use ugi::{Turn, Viewer};

/// Checks the steps of a token in the view that the positions show. `token` is what the viewer was told.
pub(super) fn check<G: Game>(before: &G, token: &str, viewer: Viewer, after: &G) -> Law {
    let facts = match before.turn() {
        Turn::Chance => {
            let told = |language: &str| facts::of_event(before, token, viewer, after, language);
            words::check_said::<G>(before.seats(), &told)?;
            told("en")
        }
        Turn::Seat(mover) => {
            let action = before.parse_action(token).map_err(|error| format!("The move {token} is {error}."))?;
            facts::of_move(before, action, mover, after, "en")
        }
        Turn::Over => return Ok(()),
    };
    let mut picture = Picture::of(&before.board());
    for step in &facts.steps {
        let fits = picture.apply(step);
        law!(fits.is_ok(), "The steps of {token} are {:?}, but {fits:?}.", facts.steps);
    }
    let drawn = Picture::of(&after.board());
    law!(picture == drawn, "The steps of {token} are {:?}, which give {picture:?} instead of {drawn:?}.", facts.steps);
    Ok(())
}
