//! Laws of hidden hands: what a viewer sees, and what a view may mean.

use super::boards;
use super::law::{Law, law};
use super::steps;
use super::trial::{Sights, Trial, is_close, viewers};
use crate::game::Game;
use base::rng::Rng;
use std::collections::BTreeMap;
use ugi::{Turn, Viewer};

/// A viewer, the view built from what the viewer was told, and the tokens that the viewer was told.
pub(super) struct View<G> {
    viewer: Viewer,
    position: G,
    tokens: Vec<String>,
}

/// The number of games that are played again in order to know all positions that a view may mean.
const REPLAYS: u64 = 400;
/// Replays are given up if none of this many gives the view.
const VAIN: u64 = 40;

/// Returns the views of the start position; none in games that hide nothing.
pub(super) fn start<G: Game>(position: &G) -> Vec<View<G>> {
    let view = |viewer| View { viewer, position: position.clone(), tokens: Vec::new() };
    if G::EVENTS.has_secrets { viewers(position.seats()).map(view).collect() } else { Vec::new() }
}

/// Adds a token to the views. `position` is before and `next` after it.
pub(super) fn advance<G: Game>(position: &G, token: &str, next: &G, views: &mut [View<G>]) -> Law {
    for view in views {
        let (viewer, before) = (view.viewer, view.position.clone());
        let mut told = token.to_string();
        if position.turn() == Turn::Chance {
            let seen = (G::EVENTS.view)(position, token, Viewer::Master, viewer);
            told = seen.map_err(|error| format!("The event {token} is {error} when it is masked for {viewer:?}."))?;
            for other in viewers(position.seats()).skip(1).filter(|other| *other != viewer) {
                let seen = (G::EVENTS.view)(position, token, Viewer::Master, other);
                let has_secret = seen != (G::EVENTS.view)(position, token, Viewer::Master, Viewer::Public);
                let read = (G::EVENTS.view)(&view.position, &told, other, other);
                law!(!has_secret || read.is_err(), "{other:?} accepts {told}, although {viewer:?} is told so.");
            }
            let canonical = (G::EVENTS.view)(&view.position, &told, viewer, viewer);
            law!(canonical.as_ref() == Ok(&told), "{viewer:?} reads the event {told} as {canonical:?}.");
            let after = (G::EVENTS.after)(&view.position, &told, viewer);
            view.position = after.map_err(|error| format!("{viewer:?} is told {told}, which is {error}."))?;
        } else {
            let action = view.position.parse_action(token);
            let action = action.map_err(|error| format!("The move {token} is {error} in the view of {viewer:?}."))?;
            view.position.play(action);
        }
        let (built, masked) = (&view.position, (G::EVENTS.mask)(next, viewer));
        law!(
            *built == masked,
            "After {token}, `mask` gives {viewer:?} the view {masked:?}, but what it was told gives {built:?}."
        );
        steps::check(&before, &told, viewer, &view.position)?;
        view.tokens.push(told);
    }
    Ok(())
}

/// Checks the views of a position.
pub(super) fn check<G: Game>(trial: &mut Trial<G>, truth: &G, views: &[View<G>], sights: &mut Sights) -> Law {
    let events = &G::EVENTS;
    if !events.has_secrets {
        return Ok(());
    }
    law!(!(events.is_partial)(truth), "`is_partial` holds in a position in which nothing is hidden.");
    law!((events.mask)(truth, Viewer::Master) == *truth, "`mask` hides something from the master.");
    law!((events.determinize)(truth, &mut trial.rng) == *truth, "`determinize` changes a position without holes.");
    for View { viewer, position: view, tokens } in views {
        check_one(trial, truth, *viewer, view, sights)
            .map_err(|sentence| format!("{sentence} The view of {viewer:?} is {}.", view.position_text()))?;
        if is_close(tokens.len()) && tokens.len() < 12 {
            check_determinizations(trial, *viewer, view, tokens)?;
        }
    }
    Ok(())
}

fn check_one<G: Game>(trial: &mut Trial<G>, truth: &G, viewer: Viewer, view: &G, sights: &mut Sights) -> Law {
    let (events, rules) = (&G::EVENTS, &trial.rules);
    law!((events.mask)(view, viewer) == *view, "`mask` changes a view that it made.");
    let public = (events.mask)(truth, Viewer::Public);
    law!((events.mask)(view, Viewer::Public) == public, "The public sees what this view does not show.");
    let (partial, name) = ((events.is_partial)(view), format!("{viewer:?}"));
    law!(partial == (view != truth), "`is_partial` is {partial}, but the true position is {}.", truth.position_text());
    sights.blind.extend(partial.then(|| name.clone()));
    sights.viewers.insert(name);
    let known = |position: &G| {
        let chance = (position.turn() == Turn::Chance).then(|| (events.name)(position));
        (position.turn(), position.ending(), position.scores(None), position.plies(), position.plies_left(), chance)
    };
    law!(known(view) == known(truth), "It has another turn, ending, score, ply or event than the true position.");
    let teams =
        |position: &G| viewers(position.seats()).skip(1).map(|seat| seat_team(position, seat)).collect::<Vec<_>>();
    let hidden = !view.knows_teams() && truth.turn() != Turn::Over;
    law!(hidden || teams(view) == teams(truth), "It has other teams than the true position.");
    if let Turn::Seat(seat) = truth.turn()
        && viewer.sees(seat)
    {
        law!(view.legal() == truth.legal(), "{seat} is to move, but its view has other legal moves.");
    }
    boards::check_view(&truth.board(), &view.board())?;
    let text = view.position_text();
    let back = G::parse_view(rules, &text, viewer).map_err(|error| format!("Its own text is refused: {error}."))?;
    law!(view.turn() == Turn::Over || back == *view, "Its text is read back as {back:?}.");
    let master = G::parse_position(rules, &text);
    law!(!partial || master.is_err(), "Its text is accepted as the text of a position without holes.");
    for other in viewers(truth.seats()).skip(1).filter(|other| *other != viewer) {
        law!((events.mask)(view, other) == public, "It shows what {other:?} sees and the public does not.");
        let has_secret = (events.mask)(truth, other) != public;
        let read = G::parse_view(rules, &text, other);
        law!(!has_secret || read.is_err(), "{other:?} accepts it as its own view, although its own hand is hidden.");
    }
    let guess = (events.determinize)(view, &mut trial.rng);
    sights.determinizations_vary |= guess != *truth;
    let guessed = guess.position_text();
    law!(!(events.is_partial)(&guess), "`determinize` gives {guessed}, which has holes.");
    law!((events.mask)(&guess, viewer) == *view, "`determinize` gives {guessed}, which looks different.");
    let hidden = format!("{view:?}") == format!("{:?}", (events.mask)(&guess, viewer));
    law!(hidden, "Its fields depend on what is hidden: {view:?}.");
    let back = G::parse_position(rules, &guessed);
    let back = back.map_err(|error| format!("`determinize` gives {guessed}, which is impossible: {error}."))?;
    law!(back == guess || guess.turn() == Turn::Over, "`determinize` gives {guess:?}, which is read back as {back:?}.");
    Ok(())
}

fn seat_team<G: Game>(position: &G, viewer: Viewer) -> usize {
    if let Viewer::Seat(seat) = viewer { position.team(seat) } else { 0 }
}

/// Plays the game again with other events. If the games in which the viewer is told the same lead to few different
/// positions, `determinize` must give these positions, each as often.
fn check_determinizations<G: Game>(trial: &mut Trial<G>, viewer: Viewer, view: &G, tokens: &[String]) -> Law {
    let mut counts: BTreeMap<String, [f64; 2]> = BTreeMap::new();
    let mut found = 0;
    for tried in 0..REPLAYS {
        if tried == VAIN && found == 0 {
            return Ok(());
        }
        if let Some(position) = replay(G::start(&trial.rules), viewer, tokens, &mut trial.rng) {
            counts.entry(position.position_text()).or_default()[0] += 1.0;
            found += 1;
        }
    }
    if found < 12 * counts.len() {
        return Ok(());
    }
    let possible = counts.len() as f64;
    for _ in 0..found {
        let guess = (G::EVENTS.determinize)(view, &mut trial.rng).position_text();
        let count = counts.get_mut(&guess);
        let count =
            count.ok_or_else(|| format!("`determinize` gives {guess}, which is impossible after {tokens:?}."))?;
        count[1] += 1.0;
    }
    let spread: f64 = counts.values().map(|[one, two]| (one - two).powi(2) / (one + two)).sum();
    law!(
        spread < possible + 6.0 * (2.0 * possible).sqrt() + 12.0,
        "`determinize` does not give all positions equally often for {viewer:?} after {tokens:?}: {counts:?}."
    );
    Ok(())
}

/// Returns the position after other events that look the same to the viewer, or `None` if the events look different.
fn replay<G: Game>(start: G, viewer: Viewer, tokens: &[String], rng: &mut Rng) -> Option<G> {
    tokens.iter().try_fold(start, |position, told| {
        if position.turn() != Turn::Chance {
            return Some(position.after(position.parse_action(told).ok()?));
        }
        let token = (G::EVENTS.sample)(&position, rng.next());
        let seen = (G::EVENTS.view)(&position, &token, Viewer::Master, viewer);
        if seen.as_ref() == Ok(told) { (G::EVENTS.after)(&position, &token, Viewer::Master).ok() } else { None }
    })
}
